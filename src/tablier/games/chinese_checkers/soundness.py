"""What no action of Chinese Checkers can break."""

from tablier.core.rules.bits import both, size
from tablier.core.rules.kernel import item, kernel
from tablier.games.chinese_checkers.position import (
    SEATS,
    Position,
    destination,
    own_pegs,
    taken,
)


@kernel
def arrived(position: Position, seat: int) -> int:
    """How many pegs of a seat stand in its destination."""
    return size(both(own_pegs(position, seat), destination(position, seat)))


@kernel
def pegs_of(position: Position, seat: int) -> int:
    """How many pegs a seat has."""
    return size(own_pegs(position, seat))


@kernel
def kept(before: Position, after: Position, seat: int) -> bool:
    """Whether a seat has all of its pegs, and those that had arrived stay there."""
    if pegs_of(after, seat) == 0 and after.forfeit and item(after.places, seat):
        return True
    same = pegs_of(after, seat) == pegs_of(before, seat)
    return same and arrived(after, seat) >= arrived(before, seat)


@kernel
def sound(before: Position, after: Position) -> bool:
    """Whether no peg was lost but by a forfeit, and none has left its destination.

    That is CC-10, CC-12 and CC-18; and two pegs never share a hole.
    """
    count = 0
    for seat in range(SEATS):
        count += pegs_of(after, seat)
        if not kept(before, after, seat):
            return False
        if item(after.passes, seat) > item(before.passes, seat):
            return False
    went_on = after.turn > before.turn or after.ending != 0
    return count == size(taken(after)) and went_on
