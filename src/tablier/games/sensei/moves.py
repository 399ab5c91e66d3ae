"""Where stones can slide and characters can fly, on bit sets of squares.

A stone move is numbered source * 49 + target; a flight, as the move of a
character is called here, likewise from FLIGHT on.
"""

from tablier.core.game import Actions
from tablier.core.kernel import kernel, lowest
from tablier.games.sensei.board import ALL, BETWEEN, COLUMN_A, COLUMN_G, IN_LINE, SIDE, SQUARES

STONE = 0
FLIGHT = STONE + SQUARES * SQUARES


# Stones


@kernel
def sides(squares: int) -> int:
    """The squares side to side with any of these (SE-10)."""
    return (
        squares << 1 & ~COLUMN_A | squares >> 1 & ~COLUMN_G | squares << SIDE | squares >> SIDE
    ) & ALL


@kernel
def list_stone_moves(stones: int, free: int, far: int, out: Actions) -> int:
    """Slides in the four directions (SE-10)."""
    count = _list_slides(stones, free, SIDE, 0, far, out, 0)
    count = _list_slides(stones, free, 0, SIDE, far, out, count)
    count = _list_slides(stones, free & ~COLUMN_A, 1, 0, far, out, count)
    return _list_slides(stones, free & ~COLUMN_G, 0, 1, far, out, count)


@kernel
def _list_slides(
    stones: int, free: int, up: int, down: int, far: int, out: Actions, count: int
) -> int:
    """Slides in one direction, all stones going on together, a square at a time.

    A stone that meets a square that is not free has come to its end (SE-07,
    SE-11); unless it may go `far`, one square is the end (SE-04, SE-05). `up`
    and `down` are the direction as shifts.
    """
    front = stones << up >> down & free
    gone = up - down
    while front:
        targets = front
        while targets:
            target = lowest(targets)
            out[count] = STONE + (target - gone) * SQUARES + target
            count += 1
            targets &= targets - 1
        gone += up - down
        front = front << up >> down & free if far else 0
    return count


# Characters


@kernel
def flights(own: int, enemy: int, source: int) -> int:
    """The stones that a character can fly to: in one line (SE-13), no enemy between (SE-14)."""
    found, stones = 0, own & IN_LINE[source]
    while stones:
        target = lowest(stones)
        if BETWEEN[source * SQUARES + target] & enemy == 0:
            found |= 1 << target
        stones &= stones - 1
    return found


@kernel
def list_flights(targets: int, source: int, out: Actions, count: int) -> int:
    while targets:
        out[count] = FLIGHT + source * SQUARES + lowest(targets)
        count += 1
        targets &= targets - 1
    return count
