"""What no action of Chinese Checkers can break."""

from tablier.core.kernel import item, kernel, popcount
from tablier.games.chinese_checkers.position import SEATS, Position, destination, taken


@kernel
def arrived(position: Position, seat: int) -> int:
    """How many pegs of a seat stand in its destination."""
    upper, lower = destination(position, seat)
    own_upper, own_lower = item(position.upper, seat), item(position.lower, seat)
    return popcount(own_upper & upper) + popcount(own_lower & lower)


@kernel
def pegs_of(position: Position, seat: int) -> int:
    """How many pegs a seat has."""
    return popcount(item(position.upper, seat)) + popcount(item(position.lower, seat))


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
    upper, lower = taken(after)
    return count == popcount(upper) + popcount(lower) and after.turn > before.turn
