"""Unfair play: a line of stones across the board that the opponent faces (SE-16, SE-17)."""

from collections.abc import Iterator

from tablier.core.rules.kernel import kernel, popcount
from tablier.games.sensei.board import ALL, COLUMN_A, COLUMN_G, SIDE

CONTACTS = 3


@kernel
def ahead(seat: int, stones: int) -> int:
    """The squares straight ahead of a player's stones (SE-17)."""
    return stones << SIDE & ALL if seat == 0 else stones >> SIDE


@kernel
def joined(group: int, solid: int) -> int:
    """The group grown, side to side and corner to corner, as far as `solid` goes (SE-16)."""
    before = 0
    while group != before:
        before = group
        group |= group << 1 & ~COLUMN_A & ALL | group >> 1 & ~COLUMN_G
        group = (group | group << SIDE | group >> SIDE) & solid
    return group


def lines(solid: int) -> Iterator[int]:
    """All lines in `solid` that reach from column a to column g (SE-16)."""
    ends = solid & COLUMN_A
    while ends:
        line = joined(ends & -ends, solid)
        if line & COLUMN_G:
            yield line
        ends &= ~line


@kernel
def wall(seat: int, own: int, solid: int, contacts: int) -> int:
    """A line in `solid` that `contacts` of the seat's own stones touch, or 0.

    A line reaches from column a to column g. `solid` is the opponent's stones
    and the pits; pits alone make no line, as they never cut the board in two
    (SE-07).
    """
    faced = ahead(seat, own) & solid
    if popcount(faced) < contacts:
        return 0
    ends = solid & COLUMN_A
    while ends:
        line = joined(ends & -ends, solid)
        if line & COLUMN_G and popcount(faced & line) >= contacts:
            return line
        ends &= ~line
    return 0
