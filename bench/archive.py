"""A house with very many finished games: importing, the first start, a check, a backup, pruning.

Sizes: BENCH_GAMES (50,000). A start may take 5 s, and a check. BENCH_REPLAY plays all games again,
BENCH_FOLDER keeps the database.
"""

import asyncio
import os
import random
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "table"))

from guests import HERE, ME, PERSON, gathering
from houses import house
from memory import MemoryStore

from bench._house import size
from tablier.table.archive import write_end, write_game, write_start
from tablier.table.event import FIRST_HASH, follow
from tablier.table.keys import ALPHABET
from tablier.table.rows import Opening

START_S = CHECK_S = 5.0
PATTERNS = 24
"""Games that are really played; all others are copies under other names."""
GAMES, PLIES = ("zhizhu", "sensei", "chinese-checkers"), (20, 60)


async def played() -> list[Opening]:
    """Some finished games, each given up after a while."""
    store, chosen = MemoryStore(), random.Random(1)
    async with gathering(store) as room:
        for number in range(PATTERNS):
            made = await room.table(GAMES[number % len(GAMES)], ME, HERE)
            ann = await room.attend(made.table, PERSON)
            for _ in range(chosen.randint(*PLIES)):
                ann.line.frames.clear()
                view = ann.live.seen(ann.session.seats)
                if view["phase"] == "playing":
                    seat = view["actors"][0]
                    await ann.play(chosen.choice(view["legal"][str(seat)]), seat=seat)
            await ann.ask("resign", seat=0)
            await ann.leave()
    return [
        Opening(row, tuple(store.taken[name]), store.log[name]) for name, row in store.rows.items()
    ]


def renamed(game: Opening, number: int) -> Opening:
    """The same game at another table."""
    name = "".join(ALPHABET[number >> 5 * place & 31] for place in range(10))
    events, before = [], FIRST_HASH
    for event in game.events:
        events.append(follow(before, event.seq, event._replace(game=name)))
        before = events[-1].hash
    row = game.row._replace(id=name)
    return Opening(row.sealed(), tuple(seat.sealed(name) for seat in game.seats), events)


def lines(games: int) -> Iterator[str]:
    """An export of so many games."""
    patterns = asyncio.run(played())
    yield write_start()
    for number in range(games):
        yield from write_game(renamed(patterns[number % len(patterns)], number))
    yield write_end(games)


def computed() -> float:
    """Seconds of processor time that all commands have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(folder: Path, *words: str) -> float:
    """How many seconds a command takes."""
    began, before = time.monotonic(), computed()
    line = [sys.executable, "-m", "tablier", "admin", *words, "--data", str(folder)]
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    took = time.monotonic() - began
    last = (done.stdout.splitlines() or [""])[-1]
    cpu = f"{computed() - before:7.1f} s of CPU"
    print(f"{' '.join(words[:2]):20.20} {took:7.1f} s {cpu}  {last}", flush=True)
    return took


def start(folder: Path, what: str) -> float:
    """How many seconds pass until a house is open."""
    began = time.monotonic()
    with house(folder) as served:
        assert served.call("GET", "/readyz")[0] == 200
        took = time.monotonic() - began
    print(f"{what:12} {took:7.1f} s", flush=True)
    return took


def main() -> None:
    """Measure all of it."""
    games = size("GAMES", 50_000)
    kept = os.environ.get("BENCH_FOLDER")
    with TemporaryDirectory() as name:
        folder = Path(kept or name)
        export = folder / "games.jsonl"
        if not export.exists():
            with export.open("w", encoding="utf-8") as out:
                out.writelines(lines(games))
        print(f"{games:,} games, an export of {export.stat().st_size / 1e6:,.0f} MB", flush=True)
        command(folder, "import", str(export))
        first = start(folder, "first start")
        start(folder, "next start")
        check = command(folder, "check")
        with closing(sqlite3.connect(folder / "tablier.db")) as database, database:
            database.execute("DELETE FROM proof")
        print("hash by hash, without the proofs:", flush=True)
        command(folder, "check")
        if "BENCH_REPLAY" in os.environ:
            command(folder, "check", "--replay")
        command(folder, "backup", str(folder / "copy.db"))
        command(folder, "list", "--status", "over", "--limit", "50")
        command(folder, "prune", "--older-than", "0d", "--yes")
    print(f"first start: {first:.1f} s (bar: {START_S:.0f} s)")
    print(f"check: {check:.1f} s (bar: {CHECK_S:.0f} s)")
    if first > START_S or check > CHECK_S:
        sys.exit("archive: the bar is not met")


if __name__ == "__main__":
    main()
