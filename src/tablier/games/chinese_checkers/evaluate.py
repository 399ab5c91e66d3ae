"""How good a Chinese Checkers position is: who has the shorter way left."""

from tablier.core.kernel import Table, item, kernel, lowest
from tablier.games.chinese_checkers.board import HOLES, HOMES, OPPOSITE, SPOTS, UPPER
from tablier.games.chinese_checkers.position import SEATS, Position
from tablier.games.chinese_checkers.rules import place

WON = 100_000
FAR = 1_000_000

TIPS = {"N": (0, 0), "NE": (3, 9), "SE": (9, 9), "S": (12, 0), "SW": (9, -9), "NW": (3, -9)}
"""The outermost spot of each triangle."""


def _way(hole: int, tip: tuple[int, int]) -> int:
    """What the way from a hole to a tip costs: more than twice as much if it is twice as long.

    So it is the last peg that should hurry.
    """
    rows, halves = abs(SPOTS[hole][0] - tip[0]), abs(SPOTS[hole][1] - tip[1])
    steps = max(rows, (rows + halves) // 2)
    return 10 * steps + steps * steps


WAYS = Table(
    _way(hole, TIPS[OPPOSITE[home]])
    for home in (*HOMES[2], "N", *HOMES[3])
    for hole in range(HOLES)
)
"""By players, seat and hole, as the destinations are in position.py."""


@kernel
def way_left(position: Position, seat: int) -> int:
    """The ways of all pegs of a seat together."""
    first = (SEATS * (position.players - 2) + seat) * HOLES
    upper, lower = item(position.upper, seat), item(position.lower, seat)
    total = 0
    while upper:
        total += WAYS[first + lowest(upper)]
        upper &= upper - 1
    while lower:
        total += WAYS[first + UPPER + lowest(lower)]
        lower &= lower - 1
    return total


@kernel
def evaluate(position: Position, seat: int) -> int:
    """About tenths of a step ahead of the best of the others."""
    own = place(position, seat)
    if own:
        return WON * ahead(position, own) // (position.players - 1)
    best = FAR
    for other in range(position.players):
        if other != seat and item(position.places, other) == 0:
            best = min(best, way_left(position, other))
    return best - way_left(position, seat)


@kernel
def ahead(position: Position, own: int) -> int:
    """How many come after a place, less how many come before it."""
    if position.ending == 0:
        return position.players + 1 - 2 * own
    margin = 0
    for other in range(position.players):
        theirs = place(position, other)
        margin += 1 if theirs > own else -1 if theirs < own else 0
    return margin
