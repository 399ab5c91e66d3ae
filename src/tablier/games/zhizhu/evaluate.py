"""How good a ZhiZhu position is: pieces, chains made and to be made, and room to move.

The weights are hundredths of a piece. They were fitted to the results of games
that the search played against itself.
"""

from tablier.core.duel import own_first
from tablier.core.kernel import Table, kernel, popcount
from tablier.games.zhizhu.board import SPOKES
from tablier.games.zhizhu.rules import (
    ALL,
    CIRCLE,
    IN_RUN,
    LAST_SPOKE,
    RUN,
    Position,
    slides,
)

PIECE = 100
DUE = 85
WON = 10_000

# Each of these is for sliding, and for placing
ROOM = Table((7, 3))
LONE = Table((9, 12))
"""A spoke with one own piece and nothing else."""
CLOSED_SPOKE = Table((56, 10))
CLOSED_RUN = Table((90, 40))
OPEN_SPOKE = Table((19, 43))
OPEN_RUN = Table((40, 57))
READY_SPOKE = Table((85, 0))
READY_RUN = Table((105, 45))
GROWING = Table((27, 4))
"""Five points in a row with three own pieces and no enemy."""
TEMPO = Table((6, 14))
STRIKE = Table((88, 63))
"""The player to move can make a chain at once."""


def _completes(circle: int) -> int:
    """The points of a circle where one more piece would make a run of five."""
    return sum(
        1 << point
        for point in range(SPOKES)
        if not circle >> point & 1 and IN_RUN[circle | 1 << point] >> point & 1
    )


def _rows(circle: int, pieces: int) -> int:
    """The rows of five points that hold so many pieces, by their first point."""
    rows = [sum(1 << (first + step) % SPOKES for step in range(RUN)) for first in range(SPOKES)]
    return sum(1 << first for first, row in enumerate(rows) if popcount(row & circle) == pieces)


COMPLETES = Table(_completes(circle) for circle in range(1 << SPOKES))
THREE = Table(_rows(circle, 3) for circle in range(1 << SPOKES))
EMPTY = Table(_rows(circle, 0) for circle in range(1 << SPOKES))


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a piece, from the seat's point of view."""
    if position.ending:
        if position.winner < 0:
            return 0
        return WON if position.winner == seat else -WON
    own, enemy = own_first(position.pieces, position.seat)
    hand, other_hand = own_first(position.hands, position.seat)
    placing = 1 if hand else 0
    score = PIECE * (popcount(own) + hand - popcount(enemy) - other_hand)
    score += _prospects(own, enemy, placing) - _prospects(enemy, own, 1 if other_hand else 0)
    if position.due:
        score += DUE * position.due
    else:
        score += TEMPO[placing] + (STRIKE[placing] if can_strike(own, enemy, placing) else 0)
    return score if position.seat == seat else -score


@kernel
def _prospects(own: int, enemy: int, placing: int) -> int:
    """What a player can hope for: room to move, and chains made, open, ready and growing."""
    free = ALL & ~(own | enemy)
    inner, middle, outer = own & CIRCLE, own >> SPOKES & CIRCLE, own >> 2 * SPOKES & CIRCLE
    single = inner ^ middle ^ outer ^ (inner & middle & outer)
    taken = enemy | enemy >> SPOKES | enemy >> 2 * SPOKES
    spokes, runs = open_spokes(own) & free, open_runs(own) & free
    return (
        ROOM[placing] * popcount(slides(own, free))
        + LONE[placing] * popcount(single & ~taken)
        + CLOSED_SPOKE[placing] * popcount(inner & middle & outer)
        + CLOSED_RUN[placing] * closed_runs(own)
        + OPEN_SPOKE[placing] * popcount(spokes)
        + OPEN_RUN[placing] * popcount(runs)
        + READY_SPOKE[placing] * popcount(spokes & beside(own))
        + READY_RUN[placing] * popcount(runs & across(own))
        + GROWING[placing] * growing(own, enemy)
    )


@kernel
def can_strike(own: int, enemy: int, placing: int) -> bool:
    """Whether a placement or a slide makes a chain at once; bans are left out."""
    free = ALL & ~(own | enemy)
    spokes, runs = open_spokes(own) & free, open_runs(own) & free
    return (spokes | runs if placing else spokes & beside(own) | runs & across(own)) != 0


@kernel
def beside(own: int) -> int:
    """The neighbours along the circles."""
    onward = own << 1 & ~(LAST_SPOKE >> 7) | own >> 7 & LAST_SPOKE >> 7
    return own >> 1 & ~LAST_SPOKE | own << 7 & LAST_SPOKE | onward


@kernel
def across(own: int) -> int:
    """The neighbours along the spokes."""
    return (own << SPOKES | own >> SPOKES) & ALL


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


@kernel
def closed_runs(own: int) -> int:
    """How many circles have a run of five."""
    found = 1 if IN_RUN[own & CIRCLE] else 0
    found += 1 if IN_RUN[own >> SPOKES & CIRCLE] else 0
    return found + 1 if IN_RUN[own >> 2 * SPOKES & CIRCLE] else found


@kernel
def growing(own: int, enemy: int) -> int:
    """How many rows of five hold three own pieces and no enemy."""
    found = popcount(THREE[own & CIRCLE] & EMPTY[enemy & CIRCLE])
    found += popcount(THREE[own >> SPOKES & CIRCLE] & EMPTY[enemy >> SPOKES & CIRCLE])
    outer, other = own >> 2 * SPOKES & CIRCLE, enemy >> 2 * SPOKES & CIRCLE
    return found + popcount(THREE[outer] & EMPTY[other])
