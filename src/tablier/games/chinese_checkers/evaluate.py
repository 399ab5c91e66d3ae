"""How good a Chinese Checkers position is: who has the shorter way left, and the better ladders.

`Features` are what counts for a player; the weights come from games of the evaluation
against itself, and `python -m bench tune` finds them again; only the terms for
destinations in which others stand are set by hand. Ways are measured in steps to
the tip of the destination.
"""

from typing import NamedTuple

from tablier.core.rules.bits import both, first, less, meet, rest, size, some, tables
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, popcount
from tablier.core.rules.weighing import weighed
from tablier.games.chinese_checkers.board import (
    HOLES,
    HOMES,
    LATTICE,
    LOWER_AT,
    NEIGHBOURS,
    OPPOSITE,
    PITCH,
    SPOTS,
    TRIANGLES,
    UPPER,
    UPPER_AT,
    between,
)
from tablier.games.chinese_checkers.position import (
    SEATS,
    Holes,
    Position,
    best_open,
    destination,
    one_left,
    only,
    own_pegs,
    taken,
)
from tablier.games.chinese_checkers.rules import STOPPED, place

WON = 100_000
FAR = 1_000_000
UNIT = 10
"""Units of a weight in one unit of the evaluation."""
STEP, STOPPING = 100, 50_000
"""For the last player: what a step is from the nearest open hole, and what it is to give up."""
WALLED_IN = -5_000
"""Nearly a certain win lost, for a destination that can't be filled as it stands."""
HASTE = 2
"""In steps of `way`, so that a step that is too early doesn't pay. Set by hand: players who race,
such as tuning learns from, have left home by then. One who stays there to spoil the game has to
be given the time and the room to go.
"""


class Features(NamedTuple):
    """What counts for a player."""

    way: int
    """Steps that all pegs together are away from the tip."""
    squares: int
    """The same with each peg's steps squared."""
    last: int
    """Steps of the straggler."""
    gaps: int
    """Distances between the straggler and the first peg at which there is no peg."""
    aside: int
    """Steps that all pegs together are off the straight way from tip to tip."""
    ladders: int
    """Jumps straight ahead that could be made now, two ways for each peg (CC-09)."""
    inside: int
    """Pegs in the destination."""
    turn: int
    """1 if it is the player's turn."""


GUESS = Features(way=-100, squares=-10, last=0, gaps=0, aside=0, ladders=0, inside=0, turn=0)
"""Where tuning begins."""
TWO = Features(
    way=-301,
    squares=10,
    last=-194,
    gaps=-179,
    aside=-193,
    ladders=90,
    inside=84,
    turn=167,
)
THREE = Features(
    way=-161,
    squares=7,
    last=-136,
    gaps=-61,
    aside=-57,
    ladders=41,
    inside=96,
    turn=94,
)
WEIGHTS = IntTable((*TWO, *THREE))
"""By the number of players."""


# Ways, by players and seat as the destinations are in position.py

TIPS = {"N": (0, 0), "NE": (3, 9), "SE": (9, 9), "S": (12, 0), "SW": (9, -9), "NW": (3, -9)}
"""The outermost spot of each triangle."""
ACROSS = 12
"""Steps from tip to tip."""
AHEAD = {
    "N": (PITCH, PITCH + 1),
    "S": (-PITCH, -PITCH - 1),
    "SE": (-1, -PITCH - 1),
    "SW": (1, -PITCH),
}
"""The two directions straight ahead from each home, as differences of lattice numbers."""
_HOMES = (*HOMES[2], "N", *HOMES[3])


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many steps it is from spot to spot."""
    rows = abs(one[0] - other[0])
    return max(rows, (rows + abs(one[1] - other[1])) // 2)


def _steps(hole: int, triangle: str) -> int:
    """How many steps it is from a hole to the tip of a triangle."""
    return _apart(SPOTS[hole], TIPS[triangle])


APART = IntTable(_apart(one, other) for one in SPOTS for other in SPOTS)
"""How many steps it is from hole to hole, by from * HOLES + to."""
STEPS = IntTable(_steps(hole, OPPOSITE[home]) for home in _HOMES for hole in range(HOLES))
ASIDE = IntTable(
    abs(_steps(hole, OPPOSITE[home]) + _steps(hole, home) - ACROSS)
    for home in _HOMES
    for hole in range(HOLES)
)
LEFT, RIGHT = (IntTable(AHEAD[home][side] for home in _HOMES) for side in range(2))


def _wall(tip: int) -> tuple[int, ...]:
    """The holes that a peg in a tip can go to, by a step or by a jump."""
    jumps = (hole for hole in range(HOLES) if between(tip, hole) is not None)
    return (*NEIGHBOURS[tip], *jumps)


_TIPS = [SPOTS.index(TIPS[OPPOSITE[home]]) for home in _HOMES]
UPPER_TIP, LOWER_TIP = tables([(tip,) for tip in _TIPS], UPPER)
UPPER_WALL, LOWER_WALL = tables([_wall(tip) for tip in _TIPS], UPPER)


def _gate(triangle: str) -> tuple[int, ...]:
    """The holes that lie right before a triangle."""
    inside = TRIANGLES[triangle]
    return tuple({near for hole in inside for near in NEIGHBOURS[hole]} - {*inside})


_GATES = [_gate(OPPOSITE[home]) for home in _HOMES]
UPPER_GATE, LOWER_GATE = tables(_GATES, UPPER)


@kernel
def first_weight(position: Position) -> int:
    """Where the weights begin for this number of players."""
    return (position.players - 2) * len(GUESS)


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a unit of log odds, against the best of the others."""
    own = place(position, seat)
    alone = one_left(position.places) and item(position.places, seat) == 0
    if alone and (position.ending == 0 or position.ending == STOPPED):
        return alone_there(position, seat)
    if own:
        return WON * ahead(position, own) // (position.players - 1)
    best = -FAR
    for other in range(position.players):
        if other != seat and item(position.places, other) == 0:
            best = max(best, worth(position, other))
    return (worth(position, seat) - best) // UNIT


@kernel
def alone_there(position: Position, seat: int) -> int:
    """What the last player's place is worth, less what is left of the way there (CC-19).

    The place is settled: to walk home is better than to stop, unless pegs of somebody who
    resigned stand there for good.
    """
    settled = WON * ahead(position, best_open(position.places)) // (position.players - 1)
    if position.ending == STOPPED:
        return settled - STOPPING
    own, goal = own_pegs(position, seat), destination(position, seat)
    barred = position.swap == 0 and meet(less(taken(position), own), goal)
    return settled - (STOPPING + 1 if barred else way_alone(position, seat))


@kernel
def way_alone(position: Position, seat: int) -> int:
    """How far each peg is from the tip, and before all, from the nearest hole that waits for it."""
    chair = SEATS * (position.players - 2) + seat
    own, goal = own_pegs(position, seat), destination(position, seat)
    waiting = less(goal, own)
    way = 0
    while some(own):
        hole = first(own, UPPER)
        own = rest(own)
        way += STEPS[chair * HOLES + hole]
        if not meet(only(hole), goal):
            way += STEP * nearest(hole, waiting)
    return way


@kernel
def nearest(hole: int, others: Holes) -> int:
    """How many steps it is from a hole to the nearest of some."""
    least = 2 * ACROSS
    while some(others):
        least = min(least, APART[hole * HOLES + first(others, UPPER)])
        others = rest(others)
    return least


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


@kernel
def worth(position: Position, seat: int) -> int:
    """What counts for a seat, weighed."""
    first = first_weight(position)
    total = weighed(features(position, seat), WEIGHTS, first)
    total += HASTE * WEIGHTS[first] * haste(position, seat)
    return total + (WALLED_IN if has_walled_in(position, seat) else 0)


@kernel
def haste(position: Position, seat: int) -> int:
    """How much a seat presses into its destination while others stand there.

    Its pegs right before it are in the way of each of them. Those inside can't make way any
    more (CC-12): after the first two they count with their square. Who keeps away has the
    better of it, by one: so those who stay at home gain nothing by it.
    """
    chair, pegs = SEATS * (position.players - 2) + seat, taken(position)
    own, goal = own_pegs(position, seat), destination(position, seat)
    others = size(both(less(pegs, own), goal))
    if others == 0:
        return 0
    before = size(both(own, (UPPER_GATE[chair], LOWER_GATE[chair])))
    many = max(size(both(own, goal)) - 2, 0)
    return others * (before + many * many) - 1


@kernel
def has_walled_in(position: Position, seat: int) -> bool:
    """Whether a seat's own pegs hold one of another in the tip of its destination.

    Pegs that have arrived don't leave (CC-12): with five of them it is there for good.
    """
    chair, pegs = SEATS * (position.players - 2) + seat, taken(position)
    own = own_pegs(position, seat)
    held = meet((UPPER_TIP[chair], LOWER_TIP[chair]), less(pegs, own))
    return held and size(less((UPPER_WALL[chair], LOWER_WALL[chair]), own)) == 0


@kernel
def features(position: Position, seat: int) -> Features:
    chair = SEATS * (position.players - 2) + seat
    pegs = taken(position)
    own = own_pegs(position, seat)
    inside = size(both(own, destination(position, seat)))
    way = squares = aside = ladders = distances = last = 0
    while some(own):
        hole = first(own, UPPER)
        own = rest(own)
        steps = STEPS[chair * HOLES + hole]
        way += steps
        squares += steps * steps
        last = max(last, steps)
        distances |= 1 << steps
        aside += ASIDE[chair * HOLES + hole]
        ladders += jumps(LATTICE[hole], LEFT[chair], pegs)
        ladders += jumps(LATTICE[hole], RIGHT[chair], pegs)
    spread = last + 1 - lowest(distances) if distances else 0
    return Features(
        way=way,
        squares=squares,
        last=last,
        gaps=spread - popcount(distances),
        aside=aside,
        ladders=ladders,
        inside=inside,
        turn=1 if position.seat == seat else 0,
    )


@kernel
def jumps(start: int, direction: int, pegs: Holes) -> int:
    """1 if a peg can jump in a direction, both in terms of the lattice; else 0."""
    over, behind = start + direction, start + 2 * direction
    if UPPER_AT[over] & pegs[0] | LOWER_AT[over] & pegs[1] == 0:
        return 0
    return 1 if UPPER_AT[behind] & ~pegs[0] | LOWER_AT[behind] & ~pegs[1] else 0
