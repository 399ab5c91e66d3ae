"""Stones that go as far as they like (SE-04).

Where a stone can go is a strip of bits: the seven squares of its row from
column a on, then the seven of its column from row 1 on.
"""

from tablier.core.game import Actions
from tablier.core.kernel import Table, kernel, lowest
from tablier.games.sensei.board import COLUMN_A, ROW_1, SIDE, SQUARES

STRIP = 16
"""The bits from one strip to the next, where several lie in one number."""
STRIPS = 4
LAST = STRIP - 1
SOURCES = 63 * STRIP
"""The bits of a square, times STRIP."""


def _reach(at: int, free: int) -> int:
    """The places of a line that can be reached from one, a free one at a time (SE-10, SE-11)."""
    found = 0
    for step in (-1, 1):
        place = at + step
        while 0 <= place < SIDE and free >> place & 1:
            found |= 1 << place
            place += step
    return found


def _target(source: int, bit: int) -> int:
    """The square that a bit of a strip stands for."""
    row, column = divmod(source, SIDE)
    return row * SIDE + bit if bit < SIDE else (bit - SIDE) * SIDE + column


ROW = Table(square // SIDE for square in range(SQUARES))
COLUMN = Table(square % SIDE for square in range(SQUARES))
REACH = Table(_reach(at, free) for at in range(SIDE) for free in range(1 << SIDE))
"""By the stone's place in a line * 128 + the line's free places."""
MOVE = Table(
    source * SQUARES + _target(source, bit) for source in range(SQUARES) for bit in range(STRIP)
)
"""The number of a stone move, by its source * STRIP + its bit of the strip."""

LYING_AT = (SIDE - 1) ** 2
LYING = sum(1 << LYING_AT - (SIDE - 1) * row for row in range(SIDE))
"""Column a times this is the column lying down, as a row from bit LYING_AT on."""


@kernel
def strip(source: int, free: int) -> int:
    """Where a stone can slide."""
    row, column = ROW[source], COLUMN[source]
    in_row = free >> SIDE * row & ROW_1
    in_column = (free >> column & COLUMN_A) * LYING >> LYING_AT & ROW_1
    return REACH[column << SIDE | in_row] | REACH[row << SIDE | in_column] << SIDE


@kernel
def list_slides(stones: int, free: int, out: Actions) -> int:
    """All slides, of four stones at a time.

    A processor can't foresee where a loop over bits ends, and so loses more time
    there than inside. With several strips in one number there are fewer ends.
    """
    count = 0
    while stones:
        strips, sources, shift = 0, 0, 0
        while stones and shift < STRIPS * STRIP:
            source = lowest(stones)
            strips |= strip(source, free) << shift
            sources |= source * STRIP << shift
            shift += STRIP
            stones &= stones - 1
        while strips:
            bit = lowest(strips)
            source = sources >> (bit & ~LAST) & SOURCES
            out[count] = MOVE[source | bit & LAST]
            count += 1
            strips &= strips - 1
    return count
