"""How good a ZhiZhu position is: pieces, chains that could be made, and room to move."""

from tablier.core.kernel import Table, kernel, popcount
from tablier.games.zhizhu.board import SPOKES
from tablier.games.zhizhu.rules import ALL, CIRCLE, IN_RUN, LAST_SPOKE, Position, own_first, slides

PIECE = 100
DUE = 85
ROOM = 3
OPEN_SPOKE = 6
OPEN_RUN = 14
READY_SPOKE = 22
READY_RUN = 45
WON = 10_000


def _completes(circle: int) -> int:
    """The points of a circle where one more piece would make a run of five."""
    return sum(
        1 << point
        for point in range(SPOKES)
        if not circle >> point & 1 and IN_RUN[circle | 1 << point] >> point & 1
    )


COMPLETES = Table(_completes(circle) for circle in range(1 << SPOKES))


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a piece, from the seat's point of view."""
    if position.ending:
        if position.winner < 0:
            return 0
        return WON if position.winner == seat else -WON
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    free = ALL & ~(own | enemy)
    due = position.due if position.seat == seat else -position.due
    material = popcount(own) + hand - popcount(enemy) - other_hand
    return PIECE * material + DUE * due + _prospects(own, free) - _prospects(enemy, free)


@kernel
def _prospects(own: int, free: int) -> int:
    """Room to move, chains one piece short, and those with the piece at hand."""
    spokes, runs = open_spokes(own) & free, open_runs(own) & free
    beside = own >> 1 & ~LAST_SPOKE | own << 7 & LAST_SPOKE
    beside |= own << 1 & ~(LAST_SPOKE >> 7) | own >> 7 & LAST_SPOKE >> 7
    across = own << SPOKES | own >> SPOKES
    return (
        ROOM * popcount(slides(own, free))
        + OPEN_SPOKE * popcount(spokes)
        + OPEN_RUN * popcount(runs)
        + READY_SPOKE * popcount(spokes & beside)
        + READY_RUN * popcount(runs & across)
    )


@kernel
def open_spokes(own: int) -> int:
    """The third points of spokes that hold two pieces."""
    inner, middle, outer = own & CIRCLE, own >> SPOKES & CIRCLE, own >> 2 * SPOKES & CIRCLE
    return middle & outer | (inner & outer) << SPOKES | (inner & middle) << 2 * SPOKES


@kernel
def open_runs(own: int) -> int:
    """The points that would complete a run of five."""
    return (
        COMPLETES[own & CIRCLE]
        | COMPLETES[own >> SPOKES & CIRCLE] << SPOKES
        | COMPLETES[own >> 2 * SPOKES & CIRCLE] << 2 * SPOKES
    )
