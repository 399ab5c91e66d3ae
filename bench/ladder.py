"""How strong the levels are: every one against the one below, and the highest against rivals.

Sizes come from the environment:
LADDER_GAMES   games of each pair of levels and each rival (20; a full ladder has 100)
LADDER_TIMED   games of each pair that plays by the clock (6; a full ladder has 30)
LADDER_JOBS    games at the same time (2; with more than the processors, clocks lie)
LADDER_ONLY    only setups whose text contains this
LADDER_STATE   a folder that keeps the games, so that an interrupted ladder goes on

Each row gives the share of the decided games that the first player won, against rivals
of all games, with its 95 % interval, and the bar. ! marks a share below its bar.
"""

import multiprocessing
import os
import re
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import tablier
from tablier.engine.arena.arena import Arena, run, tally
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.ratings import between, decided, share

SETUPS = (
    "zhizhu",
    "chinese-checkers",
    "chinese-checkers players=3",
    "sensei",
    "sensei way=shizukana",
    "zinga",
    "zinga players=4",
)


class Rung(NamedTuple):
    """A pair, and the share of games that the first should win."""

    stronger: str
    weaker: str
    bar: float
    timed: bool = False
    drawn_count: bool = False
    """Whether the share is of all games, not of the decided ones."""


RUNGS = (
    Rung("greedy", "level:1", 0.5),
    *(Rung(f"level:{level + 1}", f"level:{level}", 0.65) for level in range(1, 6)),
    Rung("level:7@1", "level:6", 0.60, timed=True),
    Rung("level:7@0.5", "random", 0.95, drawn_count=True),
    Rung("level:7@0.5", "greedy", 0.95, drawn_count=True),
    Rung("level:7@0.5", "uct:1000", 0.95, drawn_count=True),
)
RACED = 0.70
"""The bar against a greedy player where the quickest acts."""


def size(name: str, default: int) -> int:
    """A number from the environment."""
    return int(os.environ.get(f"LADDER_{name}", default))


def play(start: str, rung: Rung, executor: Executor) -> str:
    """Play a rung; its row."""
    games = size("TIMED", 6) if rung.timed else size("GAMES", 20)
    planned = Arena(start, (rung.stronger, rung.weaker), games)
    name = f"{start:27} {rung.stronger:>11} – {rung.weaker:8}"
    try:
        planned.check()
    except tablier.BadOption as error:
        return f"{name}  {error}"
    ledger = None
    if folder := os.environ.get("LADDER_STATE"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        file = re.sub(r"[^a-z0-9.]+", "-", f"{start} {rung.stronger} {rung.weaker}")
        ledger = Ledger(Path(folder) / file, planned)
    table = tally(run(planned, executor, ledger))
    if ledger is not None:
        ledger.close()
    side = between(table, rung.stronger, rung.weaker)
    won = share(side.wins, side.games) if rung.drawn_count else decided(side)
    race = tablier.read_position(start).game.is_race
    bar = RACED if race and rung.weaker == "greedy" else rung.bar
    return (
        f"{name}  {side.wins:4} {side.draws:4} {side.losses:4}"
        f"  {won.value:4.0%}  {won.low:4.0%} … {won.high:4.0%}"
        f"  {bar:4.0%} {'!' if won.value < bar else ''}"
    )


def main() -> None:
    """Play the ladder of every setup, row by row."""
    print(f"{'setup':27} {'pair':>22}   won draw lost  share of games, 95 %      bar")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(size("JOBS", 2), context) as executor:
        for start in SETUPS:
            if os.environ.get("LADDER_ONLY", "") in start:
                for rung in RUNGS:
                    print(play(start, rung, executor), flush=True)


if __name__ == "__main__":
    main()
