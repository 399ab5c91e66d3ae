"""Stones that go as far as they like (SE-04).

The ends of all slides along a line are found at once in a table, packed into a
number: how many they are in its lowest byte, then each in a byte of its own.
"""

from tablier.core.game import Actions
from tablier.core.rules.kernel import IntTable, kernel, lowest
from tablier.games.sensei.board import COLUMN_A, ROW_1, SIDE, SQUARES

BYTE = 255
MOST = SIDE - 1
"""The most slides along a line."""


def _ends(at: int, free: int) -> list[int]:
    """The places of a line that can be reached from one, a free one at a time (SE-10, SE-11)."""
    found = []
    for step in (-1, 1):
        place = at + step
        while 0 <= place < SIDE and free >> place & 1:
            found.append(place)
            place += step
    return sorted(found)


def _packed(at: int, free: int, apart: int) -> int:
    """The same, with squares that lie so far apart in the line."""
    ends = _ends(at, free)
    return len(ends) + sum(end * apart << 8 * place for place, end in enumerate(ends, 1))


ROW = IntTable(square // SIDE for square in range(SQUARES))
COLUMN = IntTable(square % SIDE for square in range(SQUARES))
IN_ROW, IN_COLUMN = (
    IntTable(_packed(at, free, apart) for at in range(SIDE) for free in range(1 << SIDE))
    for apart in (1, SIDE)
)
"""By the stone's place in a line * 128 + the line's free places."""

LYING_AT = (SIDE - 1) ** 2
LYING = sum(1 << LYING_AT - (SIDE - 1) * row for row in range(SIDE))
"""Column a times this is the column lying down, as a row from bit LYING_AT on."""


@kernel
def list_slides(stones: int, free: int, out: Actions) -> int:
    """All slides, stone by stone."""
    count = 0
    while stones:
        source = lowest(stones)
        stones &= stones - 1
        row, column = ROW[source], COLUMN[source]
        in_row = free >> SIDE * row & ROW_1
        in_column = (free >> column & COLUMN_A) * LYING >> LYING_AT & ROW_1
        first = source * SQUARES
        count = _listed(IN_ROW[column << SIDE | in_row], first + SIDE * row, out, count)
        count = _listed(IN_COLUMN[row << SIDE | in_column], first + column, out, count)
    return count


@kernel
def _listed(ends: int, first: int, out: Actions, count: int) -> int:
    """Write down slides behind those that are there; return how many count now.

    A processor can't foresee where a loop over them would end, and loses more time there
    than by writing all that there could be.
    """
    for place in range(MOST):
        out[count + place] = first + (ends >> 8 * place + 8 & BYTE)
    return count + (ends & BYTE)
