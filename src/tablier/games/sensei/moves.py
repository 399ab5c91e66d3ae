"""Where stones can go and characters can fly, on bit sets of squares.

A stone move is numbered source * 49 + target; a flight, as the move of a
character is called here, likewise from FLIGHT on.
"""

from tablier.core.game import Actions
from tablier.core.rules.kernel import kernel, lowest
from tablier.games.sensei.board import ALL, BETWEEN, COLUMN_A, COLUMN_G, IN_LINE, SIDE, SQUARES
from tablier.games.sensei.slides import list_slides

FLIGHT = SQUARES * SQUARES


# Stones


@kernel
def sides(squares: int) -> int:
    """The squares side to side with any of these (SE-10)."""
    return (
        squares << 1 & ~COLUMN_A | squares >> 1 & ~COLUMN_G | squares << SIDE | squares >> SIDE
    ) & ALL


@kernel
def list_stone_moves(stones: int, free: int, far: int, out: Actions) -> int:
    """As `far` as they like (SE-04) or one square (SE-05), in the four directions (SE-10)."""
    if far:
        return list_slides(stones, free, out)
    count = _list_steps(stones << SIDE & free, SIDE, out, 0)
    count = _list_steps(stones >> SIDE & free, -SIDE, out, count)
    count = _list_steps(stones << 1 & free & ~COLUMN_A, 1, out, count)
    return _list_steps(stones >> 1 & free & ~COLUMN_G, -1, out, count)


@kernel
def _list_steps(targets: int, step: int, out: Actions, count: int) -> int:
    while targets:
        target = lowest(targets)
        out[count] = (target - step) * SQUARES + target
        count += 1
        targets &= targets - 1
    return count


# Characters


@kernel
def flies(source: int, target: int, enemy: int) -> bool:
    """Whether no enemy stands between two stones of one line (SE-14)."""
    return BETWEEN[source * SQUARES + target] & enemy == 0


@kernel
def flights(own: int, enemy: int, source: int) -> int:
    """The stones that a character can fly to, in one line with its own (SE-13)."""
    found, stones = 0, own & IN_LINE[source]
    while stones:
        target = lowest(stones)
        if flies(source, target, enemy):
            found |= 1 << target
        stones &= stones - 1
    return found


@kernel
def can_fly(own: int, enemy: int, source: int) -> bool:
    """Whether there are flights."""
    stones = own & IN_LINE[source]
    while stones:
        if flies(source, lowest(stones), enemy):
            return True
        stones &= stones - 1
    return False


@kernel
def list_flights(own: int, enemy: int, source: int, out: Actions, count: int) -> int:
    """Each is written down, and counts if it is possible."""
    stones = own & IN_LINE[source]
    while stones:
        target = lowest(stones)
        out[count] = FLIGHT + source * SQUARES + target
        count += flies(source, target, enemy)
        stones &= stones - 1
    return count
