"""One's own games among very many, on both databases, and pictures that were never drawn before.

Over HTTP, from a house that has them all. Sizes: BENCH_GAMES (100,000), BENCH_ASKED (500).
"""

import asyncio
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, insert

import tablier
from bench._house import House, size
from bench._postgres import PostgreSQL
from bench.archive import GAMES, played, renamed
from tablier.server.storage import schema
from tablier.server.storage.store import SqlStore
from tablier.table.keys import hashed
from tablier.table.rows import Opening
from tablier.table.state import Table
from tablier.table.summary import outcomes, outlook, read, written

PAGE_MS, PREVIEW_MS = 50.0, 300.0
PEOPLE, MOST_PLAYED, EVERY = 2_000, 0, 20
"""One of them has played every so many-th game: 5,000 of 100,000."""
AT_ONCE = 5_000
PICTURES = 40


def key(person: int) -> str:
    return sha256(str(person).encode()).hexdigest()


def owned(pattern: Opening, summary: str, number: int) -> Opening:
    """A finished game of somebody's against the computer, with its first event alone."""
    game = renamed(pattern._replace(events=pattern.events[:1]), number)
    person = MOST_PLAYED if number % EVERY == 0 else 1 + number % (PEOPLE - 1)
    mine, other = game.seats
    seats = (
        mine._replace(account=hashed(key(person)), token_sha256=None).sealed(game.row.id),
        other._replace(kind="bot", account=None, token_sha256=None).sealed(game.row.id),
    )
    row = game.row._replace(status="over", created_ms=game.row.created_ms + number)
    shown = summary.replace(pattern.row.id, game.row.id)
    return Opening(row, seats, game.events, shown)


async def fill(url: str, games: int, patterns: list[tuple[Opening, str]]) -> None:
    """Put so many games into a database: what lists are read from, past the house's own writer."""
    store = await SqlStore.open(url)
    try:
        with store.pen.engine.begin() as connection:
            for first in range(0, games, AT_ONCE):
                numbers = range(first, min(games, first + AT_ONCE))
                made = [owned(*patterns[number % len(patterns)], number) for number in numbers]
                _insert(connection, made)
        with store.pen.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
            line.exec_driver_sql("ANALYZE")
    finally:
        await store.close()


def _insert(connection: Connection, games: list[Opening]) -> None:
    seats = [seat._asdict() | {"game": game.row.id} for game in games for seat in game.seats]
    shown = {game.row.id: read(game.summary or "") or {} for game in games}
    went = [one for game in games for one in outcomes(shown[game.row.id], game.seats)]
    texts = [{"game": game.row.id, "body": game.summary} for game in games]
    connection.execute(insert(schema.game), [game.row.sealed()._asdict() for game in games])
    connection.execute(insert(schema.seat), seats)
    connection.execute(insert(schema.summary), texts)
    connection.execute(insert(schema.outcome), [one._asdict() for one in went])


def summed(game: Opening) -> str:
    table, _ = Table.salvage(game.events)
    return written(table, outlook(table)).replace(PERSON, BOT)


PERSON = '"kind": "person", "name": "Bo", "level": null'
BOT = '"kind": "bot", "name": "", "level": 3'
"""The opponent, whom the computer takes the place of."""


def asked(house: House, paths: Iterator[tuple[str, str]]) -> list[float]:
    """Milliseconds of each request over one connection; the answers are read to their end."""
    connection = HTTPConnection("127.0.0.1", house.port, timeout=60)
    took = []
    for path, person in paths:
        began = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {person}"})
        answer = connection.getresponse()
        answer.read()
        took.append(1000 * (time.perf_counter() - began))
        assert answer.status == 200, (path, answer.status)
    connection.close()
    return took


def told(what: str, took: list[float], bar: float) -> bool:
    """Print the middle and the 99th percentile; whether the bar was reached."""
    took = sorted(took)
    middle, late = took[len(took) // 2], took[int(0.99 * (len(took) - 1))]
    print(f"{what:34} median {middle:6.1f} ms  p99 {late:6.1f} ms  bar {bar:.0f}", flush=True)
    return late <= bar


def people(count: int) -> Iterator[int]:
    """Those who ask; every tenth time the one who has played most."""
    chosen = random.Random(2)
    for number in range(count):
        yield MOST_PLAYED if number % 10 == 0 else chosen.randrange(1, PEOPLE)


LISTS: dict[str, Callable[[], str]] = {
    "page of one's games": lambda: "/api/mine?state=over",
    "those won at one game": lambda: f"/api/mine?state=over&score=won&game={GAMES[0]}",
    "results": lambda: "/api/mine/results",
}


def positions(count: int) -> Iterator[str]:
    """Positions that nobody has seen, of all games by turns."""
    chosen = random.Random(3)
    for number in range(count):
        match: Any = tablier.new(GAMES[number % len(GAMES)])
        for _ in range(6 + number):
            if match.result is None:
                match.play(chosen.choice(match.legal()))
        yield match.position()


def measure(house: House, system: str) -> bool:
    """All that is asked of one house."""
    well = True
    for what, path in LISTS.items():
        wanted = ((path(), key(person)) for person in people(size("ASKED", 500)))
        before = house.cpu_s()
        took = asked(house, wanted)
        well &= told(f"{system}: {what}", took, PAGE_MS)
        print(f"  {1000 * (house.cpu_s() - before) / len(took):.1f} ms of the house's CPU each")
    return well


def previews(house: House) -> bool:
    """Pictures, once the boards are drawn."""
    warm = [(f"/p/{quote(name)}.png", key(0)) for name in GAMES]
    asked(house, iter(warm))
    wanted = ((f"/p/{quote(text)}.png", key(0)) for text in positions(PICTURES))
    return told("preview, cold", asked(house, wanted), PREVIEW_MS)


def main() -> None:
    """Measure all of it."""
    games, well = size("GAMES", 100_000), True
    patterns = [(game, summed(game)) for game in asyncio.run(played())]
    postgres = PostgreSQL()
    with TemporaryDirectory() as name:
        for system in ("SQLite", "PostgreSQL"):
            folder = Path(name) / system
            folder.mkdir()
            url = f"sqlite:///{folder / 'tablier.db'}" if system == "SQLite" else postgres.fresh()
            began = time.monotonic()
            asyncio.run(fill(url, games, patterns))
            print(f"{system}: {games:,} games written in {time.monotonic() - began:.0f} s")
            house = House(folder, "--database", url)
            house.start()
            try:
                well &= measure(house, system)
                if system == "SQLite":
                    well &= previews(house)
            finally:
                house.end(signal.SIGTERM)
    postgres.admin.close()
    if not well:
        sys.exit("a bar was missed")
