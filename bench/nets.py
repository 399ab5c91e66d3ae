"""How much stronger bots are by their nets: the highest level with and without, at equal time.

Sizes come from the environment:
NETS_GAMES     games of each setup (6; a full run has 200, for three players 198)
NETS_SECONDS   what each has for an action (0.2)
NETS_MINUTES   after which no game of a setup begins any more, if it is given
NETS_JOBS      games at the same time (2; with more than the processors, clocks lie)
NETS_ONLY      only setups whose text contains this
NETS_STATE     a folder that keeps the games, so that an interrupted run goes on

Each row gives games won, drawn and lost, and the share of the decided games that the net won,
with its 95 % interval. ! marks a share below the bar.
"""

import multiprocessing
import os
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic

from tablier.engine.arena.arena import Arena, run, tally
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.ratings import between, decided

SETUPS = (
    "chinese-checkers",
    "chinese-checkers players=3",
    "sensei",
    "sensei way=shizukana",
    "sensei way=shizukana-crossed",
    "sensei way=arashi-expert",
    "zhizhu",
)
OPENING = {"zhizhu": 6}
"""Random actions at first, where it is not what arenas have."""
BAR = 0.75


def play(start: str, games: int, executor: ProcessPoolExecutor) -> str:
    """Play a setup; its row."""
    seconds = os.environ.get("NETS_SECONDS", "0.2")
    net, hand = f"level:7@{seconds}", f"hand:7@{seconds}"
    planned = Arena(start, (net, hand), games, OPENING.get(start, 4)).check()
    ledger = None
    if folder := os.environ.get("NETS_STATE"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^a-z0-9.]+", "-", start)
        ledger = Ledger(Path(folder) / f"{name}.jsonl", planned)
    outcomes, end = [], monotonic() + 60 * float(os.environ.get("NETS_MINUTES", "inf"))
    for outcome in run(planned, executor, ledger):
        outcomes.append(outcome)
        if monotonic() > end:
            break
    if ledger is not None:
        ledger.close()
    side = between(tally(outcomes), net, hand)
    won = decided(side)
    return (
        f"{start:28}  {side.wins:4} {side.draws:4} {side.losses:4}"
        f"  {won.value:4.0%}  {won.low:4.0%} … {won.high:4.0%} {'!' if won.value < BAR else ''}"
    )


def main() -> None:
    """Play every setup, row by row."""
    print(f"{'setup':28}   won draw lost  share of those decided, 95 %")
    context, games = multiprocessing.get_context("spawn"), int(os.environ.get("NETS_GAMES", 6))
    for start in SETUPS:
        if os.environ.get("NETS_ONLY", "") in start:
            with ProcessPoolExecutor(int(os.environ.get("NETS_JOBS", 2)), context) as executor:
                print(play(start, games, executor), flush=True)


if __name__ == "__main__":
    main()
