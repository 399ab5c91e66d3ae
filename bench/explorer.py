"""The explorer in a house with very many counted games: how long an answer takes, on both systems.

Sizes: BENCH_GAMES (100,000), each with as many ways of its own as are ever counted of one, which is
more than real games have. An answer may take 50 ms at the 99th percentile.
"""

import asyncio
import os
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import insert

import tablier
from bench._postgres import PostgreSQL
from tablier.core.match import Match
from tablier.house.explored import explored_at
from tablier.server.storage import schema
from tablier.server.storage.store import SqlStore
from tablier.table.explorer.ways import PLIES, tallies

BAR_MS = 50.0
ASKED, DEEPEST = 1_000, 20
GAMES = ("zhizhu", "sensei", "chinese-checkers")
CHUNK = 20_000
WORDS = 1 << 63


def positions(chosen: random.Random) -> list[Match]:
    """Games played a little way at random."""
    found = []
    for number in range(100):
        match = tablier.new(GAMES[number % len(GAMES)])
        for _ in range(chosen.randrange(DEEPEST)):
            match.play(chosen.choice(match.legal(match.seat)), match.seat)
        found.append(match)
    return found


async def fill(store: SqlStore, games: int, matches: list[Match]) -> None:
    """Ways of real games among very many others: their numbers are hashes, and lie anywhere."""
    chosen = random.Random(2)
    real = {way for match in matches for way in tallies(match.copy().resign(0))}
    left = games * PLIES - len(real)
    ways = [{"id": way, "played": 3, "won": 1, "drawn": 1} for way in sorted(real)]
    async with store.engine.begin() as connection:
        await connection.execute(insert(schema.way), ways)
    while left > 0:
        count = min(CHUNK, left)
        numbers = {chosen.randrange(-WORDS, WORDS) for _ in range(count)}
        rows = [{"id": number, "played": 1, "won": 0, "drawn": 0} for number in numbers]
        async with store.engine.begin() as connection:
            await connection.execute(insert(schema.way), rows)
        left -= count


async def measured(url: str, games: int) -> tuple[float, float, int]:
    """The median and the 99th percentile of an answer, in ms, and the moves that were told."""
    store, chosen = await SqlStore.open(url), random.Random(1)
    try:
        matches = positions(chosen)
        await fill(store, games, matches)
        texts = [match.position() for match in matches]
        took, told = [], 0
        for _ in range(ASKED):
            began = time.perf_counter()
            answer = await explored_at(store, chosen.choice(texts))
            took.append(1000 * (time.perf_counter() - began))
            told += len(answer["moves"])
    finally:
        await store.close()
    took.sort()
    return took[len(took) // 2], took[len(took) * 99 // 100], told


def main() -> None:
    """Measure both systems."""
    games = int(os.environ.get("BENCH_GAMES", "100000"))
    with TemporaryDirectory() as folder:
        urls = {"SQLite": f"sqlite+aiosqlite:///{Path(folder) / 'tablier.db'}"}
        urls["PostgreSQL"] = PostgreSQL().fresh()
        for name, url in urls.items():
            median, worst, told = asyncio.run(measured(url, games))
            kept = "reached" if worst < BAR_MS else "MISSED"
            print(
                f"{name}: {games:,} games, {games * PLIES:,} ways, an answer: {median:.1f} ms, "
                f"{worst:.1f} ms at p99 (bar {BAR_MS:.0f} ms: {kept}); {told} moves told"
            )
