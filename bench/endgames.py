"""Endgames solved from nothing: what is in them, how long it took, and whether it is right.

Every state's value is checked against its successors', and the smallest book
against one that was solved without symmetries. Time is this process's own.
"""

import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tablier.compile.marks import compiled
from tablier.core import registry
from tablier.solver.endgames import Endgames, endgame_of
from tablier.solver.levels import numbered
from tablier.solver.numbering import Shelf, new_shelf, value_of
from tablier.solver.retrograde import check, solve

PAIRS = [(4, 4)]
"""These, and all that they rest on."""


def silent(doing: str, done: int, whole: int) -> None:
    """Report nothing."""


@compiled
def differences(like: Any, pieces: int, numbers: int, raw: Shelf, shelf: Shelf) -> int:
    """How many states of the book without symmetries have another value in the book with."""
    found = 0
    for number in range(numbers):
        state = numbered(like, pieces, pieces, number, raw)
        found += value_of(state, raw) != value_of(state, shelf)
    return found


def compare_raw(endgame: Any, shelf: Shelf) -> None:
    """Solve the smallest book without symmetries."""
    least = endgame.LEAST
    unsymmetric = SimpleNamespace(**vars(endgame) | {"SYMMETRIES": 1})
    raw = new_shelf(unsymmetric, least)
    books, states = solve(unsymmetric, least, least, raw, silent)
    wrong = differences(endgame.State(0, 0, 0), least, len(books[0].values), raw, shelf)
    print(f"{least}-{least} without symmetries: {states[0]:,} states, {wrong} differ")
    assert wrong == 0


def main() -> None:
    """Solve, print and check."""
    game = registry.find("zhizhu")
    endgame = endgame_of(game)
    with tempfile.TemporaryDirectory() as folder:
        warm = Endgames(game, Path(folder) / "warm")
        list(warm.complete([(endgame.LEAST, endgame.LEAST)], silent))
        endgames = Endgames(game, Path(folder))
        began = time.process_time()
        pending = 0
        for key, _ in endgames.complete(PAIRS, silent):
            figures = endgames.figures[key]
            pending += figures.states
            print(
                f"{key[1]}-{key[2]} {figures.states:12,} states {figures.wins:12,} won "
                f"{figures.draws:12,} drawn {figures.losses:12,} lost, "
                f"longest win {figures.longest:3} turns",
                flush=True,
            )
            if key[1] <= key[2]:
                took = time.process_time() - began
                print(f"     {took:.1f} s, {took / pending * 1e6:.1f} µs a state", flush=True)
                began, pending = time.process_time(), 0
        began = time.process_time()
        for book in endgames.books.values():
            assert check(endgame, book, endgames.shelf, silent, endgames.processor) == 0
        total = sum(figures.states for figures in endgames.figures.values())
        took = time.process_time() - began
        print(f"every value follows from the others: {total:,} states checked ({took:.1f} s)")
        compare_raw(endgame, endgames.shelf)


if __name__ == "__main__":
    main()
