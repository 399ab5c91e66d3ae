"""How good a ZhiZhu position is: pieces, chains made and to be made, and room to move.

`Features` are what counts for a player; the weights come from games of the evaluation
against itself, and `python -m bench tune` finds them again.
"""

from typing import NamedTuple

from tablier.core.rules.duel import own_first, score
from tablier.core.rules.kernel import IntTable, item, kernel, popcount
from tablier.core.rules.weighing import weighed
from tablier.games.zhizhu.board import SPOKES
from tablier.games.zhizhu.rules import (
    ALL,
    CIRCLE,
    IN_RUN,
    LAST_SPOKE,
    RUN,
    Position,
    in_chains,
    slides,
)

WON = 10_000
UNIT = 10
"""Units of a weight in one unit of the evaluation."""


class Features(NamedTuple):
    """What counts for a player."""

    pieces: int
    """On the web and in hand."""
    room: int
    """Slides."""
    lone: int
    """Spokes with one own piece and nothing else."""
    closed_spokes: int
    closed_runs: int
    open_spokes: int
    """Free points that would complete a spoke chain."""
    open_runs: int
    ready_spokes: int
    """Those that a piece can slide to from outside the chain."""
    ready_runs: int
    doubles: int
    """Those that it can slide to out of another chain, to and fro."""
    growing: int
    """Rows of five points with three own pieces and no enemy."""
    banned: int
    """1 while a chain may not be made again (ZZ-19)."""
    due: int
    """Removals to be made."""
    turn: int
    """1 if it is the player's turn, with nothing due."""
    strike: int
    """1 if the player can make a chain at once."""


GUESS = Features(
    pieces=1000,
    room=50,
    lone=0,
    closed_spokes=0,
    closed_runs=0,
    open_spokes=200,
    open_runs=200,
    ready_spokes=0,
    ready_runs=0,
    doubles=0,
    growing=0,
    banned=0,
    due=800,
    turn=0,
    strike=500,
)
"""Where tuning begins."""
SLIDING = Features(
    pieces=1063,
    room=37,
    lone=107,
    closed_spokes=712,
    closed_runs=949,
    open_spokes=244,
    open_runs=178,
    ready_spokes=1162,
    ready_runs=1573,
    doubles=385,
    growing=244,
    banned=-331,
    due=2509,
    turn=11,
    strike=659,
)
PLACING = Features(
    pieces=1362,
    room=19,
    lone=103,
    closed_spokes=-84,
    closed_runs=-900,
    open_spokes=249,
    open_runs=924,
    ready_spokes=17,
    ready_runs=47,
    doubles=345,
    growing=130,
    banned=0,
    due=1560,
    turn=95,
    strike=1013,
)
WEIGHTS = IntTable((*SLIDING, *PLACING))


def _completes(circle: int) -> int:
    """The points of a circle where one more piece would make a run of five."""
    return sum(
        1 << point
        for point in range(SPOKES)
        if not circle >> point & 1 and IN_RUN[circle | 1 << point] >> point & 1
    )


def _rows(circle: int, pieces: int) -> int:
    """The rows of five points that hold that number of pieces, by their first point."""
    rows = [sum(1 << (first + step) % SPOKES for step in range(RUN)) for first in range(SPOKES)]
    return sum(1 << first for first, row in enumerate(rows) if popcount(row & circle) == pieces)


COMPLETES = IntTable(_completes(circle) for circle in range(1 << SPOKES))
THREE = IntTable(_rows(circle, 3) for circle in range(1 << SPOKES))
EMPTY = IntTable(_rows(circle, 0) for circle in range(1 << SPOKES))


@kernel
def first_weight(position: Position) -> int:
    """Where the weights begin for this part of the game."""
    return len(GUESS) if position.hands[1] else 0


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a unit of log odds, from the seat's point of view."""
    if position.ending:
        return score(position, seat, WON)
    first = first_weight(position)
    own = weighed(features(position, seat), WEIGHTS, first)
    return (own - weighed(features(position, 1 - seat), WEIGHTS, first)) // UNIT


@kernel
def features(position: Position, seat: int) -> Features:
    own, enemy = own_first(position.pieces, seat)
    hand = item(position.hands, seat)
    free = ALL & ~(own | enemy)
    inner, middle, outer = own & CIRCLE, own >> SPOKES & CIRCLE, own >> 2 * SPOKES & CIRCLE
    single = inner ^ middle ^ outer ^ (inner & middle & outer)
    taken = enemy | enemy >> SPOKES | enemy >> 2 * SPOKES
    spokes, runs, chained = open_spokes(own) & free, open_runs(own) & free, in_chains(own)
    ready_spokes, ready_runs = spokes & beside(own), runs & across(own)
    acts = position.seat == seat
    strikes = spokes | runs if hand else ready_spokes | ready_runs
    return Features(
        pieces=popcount(own) + hand,
        room=popcount(slides(own, free)),
        lone=popcount(single & ~taken),
        closed_spokes=popcount(inner & middle & outer),
        closed_runs=closed_runs(own),
        open_spokes=popcount(spokes),
        open_runs=popcount(runs),
        ready_spokes=popcount(ready_spokes),
        ready_runs=popcount(ready_runs),
        doubles=popcount(spokes & beside(chained)) + popcount(runs & across(chained)),
        growing=growing(own, enemy),
        banned=1 if item(position.bans, seat) else 0,
        due=position.due if acts else 0,
        turn=1 if acts and not position.due else 0,
        strike=1 if acts and not position.due and strikes else 0,
    )


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
