"""States and their values, read in whatever memory the books are.

Only what is asked for comes to this process, never a book.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.compile.marks import compiled
from tablier.solver.endgames import Endgames
from tablier.solver.levels import numbered
from tablier.solver.numbering import Shelf, State, remade, value_of, varied
from tablier.solver.retrograde import Book

PORTION = 1 << 26
"""Values that are looked through at a time."""


@compiled
def read_values(like: State, shelf: Shelf, states: Any, out: Any, first: int, last: int) -> None:
    """Write the values of states, which are own, enemy and number of the marks, three ints each."""
    for index in range(first, last):
        pieces = remade(like, int(states[3 * index]), int(states[3 * index + 1]))
        out[index] = value_of(varied(pieces, int(states[3 * index + 2])), shelf)


@compiled
def write_state(
    like: State,
    pieces: int,
    others: int,
    shelf: Shelf,
    number: int,
    out: Any,
    first: int,
    last: int,
) -> None:
    """Write the state of a number, as its own, enemy and marks."""
    for _ in range(first, last):
        state = numbered(like, pieces, others, number, shelf)
        out[0], out[1], out[2] = state.own, state.enemy, state.marks


class Lookup:
    """What books say of some states."""

    def __init__(self, endgames: Endgames) -> None:
        self._endgame, self._processor = endgames.endgame, endgames.processor
        self._shelf = endgames.shelf

    def values(self, states: Sequence[State]) -> list[int]:
        """The values of states with the same number of waiting pieces."""
        if not states:
            return []
        endgame, processor = self._endgame, self._processor
        told = [[state.own, state.enemy, endgame.variant(state)] for state in states]
        asked = processor.taken(np.array(told, np.int64).reshape(-1))
        out = processor.zeros(len(states), np.int64)
        like = endgame.placing(states[0], endgame.waiting(states[0]))
        processor.run(read_values, len(states), like, self._shelf, asked, out)
        return [int(value) for value in processor.given(out)]

    def state(self, book: Book, number: int) -> State:
        """The state of a number in a book."""
        endgame, processor = self._endgame, self._processor
        out = processor.zeros(3, np.int64)
        like = endgame.placing(endgame.State(0, 0, 0), book.waiting)
        kind = (like, book.pieces, book.others)
        processor.run(write_state, 1, *kind, self._shelf, number, out)
        return endgame.State(*(int(part) for part in processor.given(out)))


def first_with(values: Any, wanted: int) -> int:
    """The first number that has a value, in whatever memory; -1 if none has."""
    for first in range(0, len(values), PORTION):
        here = values[first : first + PORTION] == wanted
        if here.any():
            return first + int(here.argmax())
    return -1
