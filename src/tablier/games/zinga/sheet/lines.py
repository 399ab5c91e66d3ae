"""Fours and fives on a sheet (ZI-24, ZI-25)."""

from tablier.core.rules.kernel import kernel, popcount
from tablier.games.zinga.board import CELLS, LINE_COUNT, LINES, SIDE

ALL = (1 << CELLS) - 1


@kernel
def missing(ticks: int) -> int:
    """The open cells that are the fifth of a line with four ticked, as bits."""
    found = 0
    if popcount(ticks) < SIDE - 1:
        return found
    for index in range(LINE_COUNT):
        left = LINES[index] & ~ticks
        if left & (left - 1) == 0:
            found |= left
    return found


@kernel
def has_five(ticks: int) -> int:
    """Whether a whole line is ticked: 1 or 0."""
    for index in range(LINE_COUNT):
        if LINES[index] & ~ticks == 0:
            return 1
    return 0


@kernel
def bonus_cells(ticks: int) -> int:
    """The cells that a bonus may tick: open, and no line's fifth (ZI-11, ZI-12)."""
    return ALL & ~(ticks | missing(ticks))
