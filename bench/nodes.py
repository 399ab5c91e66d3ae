"""Two nodes on one PostgreSQL race for the same ply: one wins, the other is told.

Sizes: BENCH_RACES, BENCH_TABLES.
"""

import asyncio
import json
import random
import secrets
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection

from bench._house import House, size
from bench._postgres import PostgreSQL

GAME = "chinese-checkers"


Outcomes = Counter[tuple[str, ...]]
"""How often two racers were answered in some way."""


class Racer:
    """A connection to one of the nodes, and what it saw last."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        self.view = message.get("view", self.view)
        return message

    async def until(self, ply: int) -> None:
        """Wait until so many actions are played."""
        while not self.view or self.view["ply"] < ply:
            await self.receive()

    async def play(self, ply: int, seat: int, text: str) -> str:
        """Play, and say how that was answered."""
        command = {"type": "play", "cmd": secrets.token_hex(8), "ply": ply}
        await self.socket.send(json.dumps(command | {"seat": seat, "text": text}))
        while True:
            message = await self.receive()
            if message.get("cmd") == command["cmd"]:
                return str(message.get("code", message["type"]))


async def race(nodes: tuple[House, House], races: int, answers: Outcomes) -> str:
    """So many races at one table; its name."""
    person, chosen = secrets.token_hex(16), random.Random(races)
    table = (await asyncio.to_thread(nodes[0].make_table, GAME, person))["table"]
    racers = [Racer(await node.dial(table, person)) for node in nodes]
    for ply in range(races):
        await asyncio.gather(*(racer.until(ply) for racer in racers))
        seat = racers[0].view["actors"][0]
        texts = chosen.sample(racers[0].view["legal"][str(seat)], 2)
        plays = (racer.play(ply, seat, text) for racer, text in zip(racers, texts, strict=True))
        answers[tuple(sorted(await asyncio.gather(*plays)))] += 1
    for racer in racers:
        await racer.socket.close()
    return str(table)


async def all_races(nodes: tuple[House, House], races: int, tables: int) -> Outcomes:
    """Races at several tables at once."""
    answers: Outcomes = Counter()
    await asyncio.gather(*(race(nodes, races // tables, answers) for _ in range(tables)))
    return answers


def main() -> None:
    """Race, and count the winners."""
    races, tables = size("RACES", 3000), size("TABLES", 30)
    postgres = PostgreSQL()
    url = postgres.fresh()
    with tempfile.TemporaryDirectory() as name:
        nodes = (House(Path(name), "--database", url), House(Path(name), "--database", url))
        for node in nodes:
            node.start()
        answers = asyncio.run(all_races(nodes, races, tables))
        for node in nodes:
            node.end(signal.SIGTERM)
    with psycopg.connect(url) as connection:
        query = "SELECT count(*) FROM event WHERE kind = 'played'"
        played = (connection.execute(query).fetchone() or (0,))[0]
    for outcome, count in answers.most_common():
        print(f"{' and '.join(outcome):20} {count:,}")
    print(f"{sum(answers.values()):,} races, {played:,} moves stored (bar: one winner each)")
    if set(answers) != {("ack", "stale")} or played != sum(answers.values()):
        sys.exit("nodes: the bar is not met")


if __name__ == "__main__":
    main()
