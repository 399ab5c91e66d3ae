"""Killed at random moments under load: what was acknowledged is there afterwards.

The same load and the same check also run against a house that acknowledges
before it stores; if the check passes there too, it is worth nothing. Sizes:
BENCH_KILLS, BENCH_MOVES, BENCH_TERMS, BENCH_PLAYERS.
"""

import asyncio
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench._house import Acked, House, Player, size
from tablier.core.errors import TablierError
from tablier.server.storage.store import SqlStore
from tablier.table.event import check

STOP_S, BACK_S = 10.0, 3.0
GAMES = ("zhizhu", "chinese-checkers")


class Run:
    """A house under load that is stopped again and again."""

    def __init__(self, folder: Path, players: int, launcher: str = "tablier") -> None:
        self.house = House(folder, launcher=launcher)
        self.players = [
            Player(self.house, GAMES[number % len(GAMES)], number) for number in range(players)
        ]
        self.stop_s: list[float] = []
        self.start_s: list[float] = []
        self._going = True

    async def go(self, how: signal.Signals, stops: int, moves: int) -> None:
        """Stop it so often, and go on until so many moves are acknowledged."""
        chosen = random.Random(stops)
        await asyncio.to_thread(self.house.start)
        try:
            async with asyncio.TaskGroup() as load:
                for player in self.players:
                    load.create_task(player.play(lambda: self._going))
                while len(self.stop_s) < stops or len(self.acked) < moves:
                    await self._play(chosen, len(self.acked) + chosen.uniform(0, 2 * moves / stops))
                    await self._stop(how)
                self._going = False
        finally:
            await asyncio.to_thread(self.house.end, signal.SIGKILL)

    async def _play(self, chosen: random.Random, due: float) -> None:
        """Wait until so many moves are acknowledged, which may be none, and a moment longer."""
        while True:
            await asyncio.sleep(chosen.uniform(0, 0.02))
            if len(self.acked) >= due:
                return

    async def _stop(self, how: signal.Signals) -> None:
        """Stop the house, start it, and wait for those whom an orderly stop has sent away."""
        self.stop_s.append(await asyncio.to_thread(self.house.end, how))
        began = time.monotonic()
        await asyncio.to_thread(self.house.start)
        self.start_s.append(time.monotonic() - began)
        while how is signal.SIGTERM and any(player.cut_at for player in self.players):
            await asyncio.sleep(0.01)

    @property
    def acked(self) -> list[Acked]:
        """All moves that were promised."""
        return [acked for player in self.players for acked in player.acked]


def lost(folder: Path, acked: Sequence[Acked]) -> list[str]:
    """What is missing from the database, or wrong in it."""
    return asyncio.run(_lost(folder, acked))


async def _lost(folder: Path, acked: Sequence[Acked]) -> list[str]:
    faults = []
    store = await SqlStore.open(f"sqlite:///{folder / 'tablier.db'}")
    for table in sorted({one.table for one in acked}):
        try:
            events = await store.events(table)
            check(events)
        except TablierError as error:
            faults.append(f"{table}: {error}")
            continue
        hashes = {(event.seq, event.hash) for event in events}
        cmds = [event.cmd for event in events if event.cmd is not None]
        if len(set(cmds)) != len(cmds):
            faults.append(f"{table}: a command happened twice")
        faults += [
            f"{table}: event {one.seq} was acknowledged and is not there"
            for one in acked
            if one.table == table and (one.seq, one.hash) not in hashes
        ]
    await store.close()
    return faults


def killed(
    players: int, kills: int, moves: int, launcher: str = "tablier"
) -> tuple[Run, list[str]]:
    """A run with kill -9, and what it lost."""
    with tempfile.TemporaryDirectory() as name:
        run = Run(Path(name), players, launcher)
        asyncio.run(run.go(signal.SIGKILL, kills, moves))
        return run, lost(Path(name), run.acked)


def main() -> None:
    """Kill, count and compare."""
    players = size("PLAYERS", 12)
    run, faults = killed(players, size("KILLS", 30), size("MOVES", 10_000))
    print(f"kill -9: {len(run.stop_s)} times, {len(run.acked):,} moves acknowledged")
    print(f"         lost: {len(faults)} (bar: 0)", *faults[:5], sep="\n  ")
    wrong, missed = killed(players, 3, 100, "bench._ackfirst")
    print(
        f"acknowledged first: {len(wrong.acked):,} moves, 3 kills, lost: {len(missed)} (bar: > 0)"
    )
    with tempfile.TemporaryDirectory() as name:
        calm = Run(Path(name), players)
        asyncio.run(calm.go(signal.SIGTERM, size("TERMS", 20), 0))
        gone = lost(Path(name), calm.acked)
    back = [s for player in calm.players for s in player.back_s]
    print(
        f"SIGTERM: {len(calm.stop_s)} times, {len(calm.acked):,} moves, lost: {len(gone)} (bar: 0)"
    )
    print(f"         longest stop {max(calm.stop_s):.2f} s (bar: {STOP_S:.0f} s), ", end="")
    print(f"start {max(calm.start_s):.2f} s,")
    print(f"         clients back {max(back):.2f} s after it (bar: {BACK_S:.0f} s)")
    if faults or gone or not missed:
        sys.exit("kills: the bars are not met")


if __name__ == "__main__":
    main()
