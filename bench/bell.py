"""Is the bell fair? Four equal players, four different connections, real sockets.

The players' reactions come from one distribution. Connections of 20, 60, 120
and 220 ms go through delaying proxies; the seats change from table to table.
Each connection should win a quarter of the bells, within three points. Then one
player lies, and reports the least reaction that counts: that should not gain
more than five points.

BELL_ROUNDS   bells that all four could win (2000)
BELL_TABLES   tables at the same time (40)
"""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import AsyncExitStack, suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

import tablier
from bench._proxy import slow_line
from tablier.core.match import Match
from tablier.engine.simulate.race_policy import policy_of

LINES_MS = (20, 60, 120, 220)
MEDIAN_MS, SPREAD = 900.0, 0.3
"""A reaction to six dice and a sheet: about a second, give or take a third of it."""
LIE_MS = 150.0
BAR, LIARS_BAR = 0.03, 0.05
OPTIONS = {"pause_s": 1, "announce_s": 4, "stop_s": 1, "bonus_s": 2, "rescue_s": 1}
PERSON = "b" * 32
ALL_FOUR = 0b1111


class Tally:
    """Bells won, by connection, in rounds that all four could win."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.won: Counter[int] = Counter()

    @property
    def rounds(self) -> int:
        return sum(self.won.values())

    @property
    def full(self) -> bool:
        return self.rounds >= self.wanted


class Watch:
    """One table as a fifth client would see it: counts the bells, and follows the match."""

    def __init__(self, lines: list[int], tally: Tally) -> None:
        self.lines, self.tally = lines, tally
        self.match: Match = tablier.new("zinga", players=4, **OPTIONS)
        self.seq = 0

    def take(self, events: list[dict[str, Any]]) -> None:
        """Follow the events that are new; every client of the table brings them."""
        for event in events:
            if event["seq"] <= self.seq:
                continue
            self.seq = event["seq"]
            if event["kind"] == "played":
                if "bell" in event["body"] and self.match.state.playing == ALL_FOUR:
                    self.tally.won[self.lines[event["seat"]]] += 1
                self.match.play(event["body"]["text"], event["seat"])


async def play(
    port: int, base: str, table: str, key: str, seat: int, watch: Watch, lies: bool
) -> None:
    """One player, until the game or the count is over."""
    asked: tuple[int, str] | None = None
    address = f"ws://127.0.0.1:{port}/ws"
    async with connect(
        address,
        origin=Origin(f"http://127.0.0.1:{port}"),
        subprotocols=[Subprotocol("tablier.1")],
        compression=None,
        ping_interval=None,
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "v": 1, "table": table, "keys": [key]}))
        async for frame in socket:
            message = json.loads(frame)
            shown = time.perf_counter()
            watch.take(message.get("events", []))
            view = message.get("view")
            if view is None:
                continue
            if view["result"] or watch.tally.full or watch.match.state.playing != ALL_FOUR:
                return
            legal = view["legal"].get(str(seat), [])
            moment = (view["turn"], view["scene"]["prompt"]["token"])
            if not legal or moment == asked:
                continue
            asked = moment
            if "ring" in legal:
                asyncio.get_running_loop().create_task(_press(socket, view, shown, lies))
            else:
                action = policy_of(watch.match.game).choice(
                    watch.match.state, seat, random.getrandbits(32), 0
                )
                text = watch.match.game.notation.write(watch.match.state, seat, action)
                await _send(socket, view, text if text in legal else random.choice(legal))


async def _press(socket: Any, view: dict[str, Any], shown: float, lies: bool) -> None:
    reaction = MEDIAN_MS * random.lognormvariate(0, SPREAD)
    await asyncio.sleep(reaction / 1000)
    felt = (time.perf_counter() - shown) * 1000
    with suppress(ConnectionClosed):
        await _send(socket, view, "ring", reaction=LIE_MS if lies else felt)


async def _send(socket: Any, view: dict[str, Any], text: str, **more: float) -> None:
    cmd = f"{view['ply']} {text}"
    message = {"type": "play", "cmd": cmd, "ply": view["ply"], "text": text, **more}
    await socket.send(json.dumps(message))


def _make(base: str) -> dict[str, Any]:
    seats = [{"kind": "here", "name": str(number)} for number in range(4)]
    asked = {"game": "zinga", "players": 4, "options": OPTIONS, "seats": seats, "first": "me"}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {PERSON}"}
    request = urllib.request.Request(f"{base}/api/tables", json.dumps(asked).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


async def _tables(base: str, ports: list[int], tally: Tally, liar: int | None) -> None:
    """Table after table, the seats dealt anew, until enough bells have been heard."""
    while not tally.full:
        made = await asyncio.to_thread(_make, base)
        lines = random.sample(range(4), 4)
        watch = Watch(lines, tally)
        await asyncio.gather(
            *(
                play(ports[lines[s]], base, made["table"], one["key"], s, watch, lines[s] == liar)
                for s, one in enumerate(made["seats"])
            )
        )


async def measure(base: str, rounds: int, tables: int, liar: int | None) -> Tally:
    """Bells on many tables at once."""
    tally = Tally(rounds)
    async with AsyncExitStack() as stack:
        port = int(base.rsplit(":", 1)[1])
        ports = [await stack.enter_async_context(slow_line(port, ms)) for ms in LINES_MS]
        await asyncio.gather(*(_tables(base, ports, tally, liar) for _ in range(tables)))
    return tally


def main() -> None:
    """Print each connection's share of the bells, honest and with a liar, beside the bars."""
    rounds = int(os.environ.get("BELL_ROUNDS", "2000"))
    tables = int(os.environ.get("BELL_TABLES", "40"))
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tablier", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            base = found[0].rstrip("/")
            honest = asyncio.run(measure(base, rounds, tables, None))
            shares = _print("all honest", honest)
            fair = all(abs(share - 0.25) <= BAR for share in shares)
            gains = []
            for liar in range(len(LINES_MS)):
                lied = asyncio.run(measure(base, rounds // 2, tables, liar))
                gains.append(_print(f"{LINES_MS[liar]} ms lies", lied)[liar] - shares[liar])
            server.terminate()
    print(
        f"fair within {BAR:.0%}: {fair}; the most that lying gained: {max(gains):+.1%}"
        f" (bar {LIARS_BAR:.0%})"
    )
    assert fair and max(gains) <= LIARS_BAR


def _print(name: str, tally: Tally) -> list[float]:
    shares = [tally.won[line] / tally.rounds for line in range(len(LINES_MS))]
    told = "  ".join(f"{ms} ms {share:.1%}" for ms, share in zip(LINES_MS, shares, strict=True))
    print(f"{name:15} {tally.rounds:5} bells   {told}", flush=True)
    return shares


if __name__ == "__main__":
    main()
