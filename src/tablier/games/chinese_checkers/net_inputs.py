"""What a net sees of a Chinese Checkers position: pegs, ways left, stragglers, and ladders.

Every input is a bit of a word. A seat sees the star from behind its home, and what it sees with
two players are other inputs than those with three, so that each number of players has its net.
"""

from typing import NamedTuple

from tablier.core.rules.bits import Bits, both, first, less, meet, rest, size, some, tables
from tablier.core.rules.kernel import kernel, lowest
from tablier.games.chinese_checkers.alone import CHAIRS, parted
from tablier.games.chinese_checkers.board import HOLES, LATTICE, UPPER
from tablier.games.chinese_checkers.evaluate import (
    LEFT,
    LOWER_TIP,
    RIGHT,
    STEPS,
    UPPER_TIP,
    jumps,
)
from tablier.games.chinese_checkers.position import (
    SEATS,
    Holes,
    Position,
    destination,
    own_pegs,
    playing,
    taken,
)
from tablier.games.chinese_checkers.rules import PEGS

LOWER = HOLES - UPPER
LONGEST = 12
"""Steps from tip to tip."""
LAST = LONGEST + 1
"""Bits for the steps of a straggler."""
COUNT = PEGS + 1
"""Bits for how many pegs do something."""
MOST_GAPS = 5
GAPS = MOST_GAPS + 1
WAY_UNIT, WAYS = 4, 18
"""Steps that all pegs together are away from the tip: at most 71."""
MOST_AHEAD = 15
AHEAD = 2 * MOST_AHEAD + 1
"""Bits for who has the shorter way, and by how many steps."""


class Inputs(NamedTuple):
    """Words of inputs; the widths are below, in the same order."""

    own_upper: int
    own_lower: int
    """And how long the own way is; likewise below."""
    other_upper: int
    other_lower: int
    two_ahead: int
    """How many steps the own way is shorter, and the straggler of both."""
    two_counts: int
    """Pegs at home of both, ladders, gaps, pegs in the way; who has passed whom, whose turn."""
    mine_upper: int
    mine_lower: int
    next_upper: int
    next_lower: int
    last_upper: int
    last_lower: int
    three_ahead: int
    """How many steps the own way is shorter than that of the next seat, and of the last one."""
    three_counts: int
    """The stragglers of all three, and pegs at home."""
    three_ladders: int
    """Ladders and gaps of all three, whose turn it is, and pegs in the own way."""


WIDTHS = (
    UPPER,
    LOWER + WAYS,
    UPPER,
    LOWER + WAYS,
    AHEAD + 2 * LAST,
    2 * (3 * COUNT + GAPS) + 4,
    UPPER,
    LOWER + WAYS,
    UPPER,
    LOWER + WAYS,
    UPPER,
    LOWER + WAYS,
    2 * AHEAD,
    3 * (LAST + COUNT),
    3 * (COUNT + GAPS) + SEATS + COUNT + 1,
)
INPUTS = sum(WIDTHS)
PARTS = 2
"""For two players and for three."""
NONE = -1
"""Where the net has learned nothing."""

UPPER_SEEN, LOWER_SEEN = tables([(seen,) for chair in CHAIRS for seen in chair], UPPER)
"""Where a hole comes to lie for a seat, as a set, by players and seat."""


ALMOST_HOME = 3
"""Pegs in the destination from which on somebody who has to leave may soon be walled in."""


class Side(NamedTuple):
    """What counts for a seat."""

    way: int
    last: int
    gaps: int
    inside: int
    ladders: int
    barred: int
    """Pegs of others in the destination."""
    held: int
    """1 if one of them stands in its tip."""


@kernel
def side(position: Position, seat: int) -> Side:
    """What counts for a seat; see the features of the evaluation."""
    chair = SEATS * (position.players - 2) + seat
    pegs, own = taken(position), own_pegs(position, seat)
    goal, others = destination(position, seat), less(pegs, own)
    inside = size(both(own, goal))
    way = ladders = distances = last = 0
    while some(own):
        hole = first(own, UPPER)
        own = rest(own)
        steps = STEPS[chair * HOLES + hole]
        way += steps
        last = max(last, steps)
        distances |= 1 << steps
        ladders += jumps(LATTICE[hole], LEFT[chair], pegs)
        ladders += jumps(LATTICE[hole], RIGHT[chair], pegs)
    spread = last + 1 - lowest(distances) if distances else 0
    return Side(
        way=way,
        last=last,
        gaps=min(spread - size((distances, 0)), MOST_GAPS),
        inside=inside,
        ladders=min(ladders, PEGS),
        barred=min(size(both(others, goal)), PEGS),
        held=1 if meet((UPPER_TIP[chair], LOWER_TIP[chair]), others) else 0,
    )


@kernel
def seen(pegs: Holes, start: int) -> Bits:
    """Pegs as a chair sees them, whose part of the tables begins there."""
    upper = lower = 0
    while some(pegs):
        hole = start + first(pegs, UPPER)
        pegs = rest(pegs)
        upper |= UPPER_SEEN[hole]
        lower |= LOWER_SEEN[hole]
    return upper, lower


@kernel
def way(side: Side) -> int:
    """How long a way is, as a bit behind the lower rows."""
    return 1 << LOWER + side.way // WAY_UNIT


@kernel
def ahead(own: int, other: int) -> int:
    """By how many steps a way is shorter than another, as a bit."""
    return 1 << max(-MOST_AHEAD, min(other - own, MOST_AHEAD)) + MOST_AHEAD


@kernel
def inputs(position: Position, seat: int) -> Inputs:
    """The inputs that are on, as a seat sees the position."""
    if position.players == 2:
        return _of_two(position, seat)
    return _of_three(position, seat)


@kernel
def _of_two(position: Position, seat: int) -> Inputs:
    start = seat * HOLES
    own, other = seen(own_pegs(position, seat), start), seen(own_pegs(position, 1 - seat), start)
    mine, theirs = side(position, seat), side(position, 1 - seat)
    return Inputs(
        own_upper=own[0],
        own_lower=own[1] | way(mine),
        other_upper=other[0],
        other_lower=other[1] | way(theirs),
        two_ahead=ahead(mine.way, theirs.way)
        | 1 << AHEAD + mine.last
        | 1 << AHEAD + LAST + theirs.last,
        two_counts=1 << mine.inside
        | 1 << COUNT + theirs.inside
        | 1 << 2 * COUNT + mine.ladders
        | 1 << 3 * COUNT + theirs.ladders
        | 1 << 4 * COUNT + mine.barred
        | 1 << 5 * COUNT + theirs.barred
        | 1 << 6 * COUNT + mine.gaps
        | 1 << 6 * COUNT + GAPS + theirs.gaps
        | (1 if parted(position) else 0) << 6 * COUNT + 2 * GAPS
        | (1 if position.seat == seat else 0) << 6 * COUNT + 2 * GAPS + 1
        | mine.held << 6 * COUNT + 2 * GAPS + 2
        | theirs.held << 6 * COUNT + 2 * GAPS + 3,
        mine_upper=0,
        mine_lower=0,
        next_upper=0,
        next_lower=0,
        last_upper=0,
        last_lower=0,
        three_ahead=0,
        three_counts=0,
        three_ladders=0,
    )


@kernel
def _of_three(position: Position, seat: int) -> Inputs:
    start = (SEATS + seat) * HOLES
    following, last = (seat + 1) % SEATS, (seat + 2) % SEATS
    own = seen(own_pegs(position, seat), start)
    second, third = (
        seen(own_pegs(position, following), start),
        seen(own_pegs(position, last), start),
    )
    one, two, three = side(position, seat), side(position, following), side(position, last)
    return Inputs(
        own_upper=0,
        own_lower=0,
        other_upper=0,
        other_lower=0,
        two_ahead=0,
        two_counts=0,
        mine_upper=own[0],
        mine_lower=own[1] | way(one),
        next_upper=second[0],
        next_lower=second[1] | way(two),
        last_upper=third[0],
        last_lower=third[1] | way(three),
        three_ahead=ahead(one.way, two.way) | ahead(one.way, three.way) << AHEAD,
        three_counts=1 << one.last
        | 1 << LAST + two.last
        | 1 << 2 * LAST + three.last
        | 1 << 3 * LAST + one.inside
        | 1 << 3 * LAST + COUNT + two.inside
        | 1 << 3 * LAST + 2 * COUNT + three.inside,
        three_ladders=1 << one.ladders
        | 1 << COUNT + two.ladders
        | 1 << 2 * COUNT + three.ladders
        | 1 << 3 * COUNT + one.gaps
        | 1 << 3 * COUNT + GAPS + two.gaps
        | 1 << 3 * COUNT + 2 * GAPS + three.gaps
        | 1 << 3 * (COUNT + GAPS) + (position.seat - seat + SEATS) % SEATS
        | 1 << 3 * (COUNT + GAPS) + SEATS + one.barred
        | one.held << 3 * (COUNT + GAPS) + SEATS + COUNT,
    )


@kernel
def viewers(position: Position) -> int:
    """How many seats see a position."""
    return position.players


@kernel
def part(position: Position) -> int:
    """For how many players; NONE where options or places make it another game."""
    if position.swap or position.forfeit or max(position.passes):
        return NONE
    if playing(position.places) < position.players:
        return NONE
    for seat in range(position.players):
        if may_wall_in(position, seat):
            return NONE
    return position.players - 2


@kernel
def may_wall_in(position: Position, seat: int) -> bool:
    """Whether a seat fills the destination while somebody stays in it: few games show that."""
    own, goal = own_pegs(position, seat), destination(position, seat)
    barred = meet(less(taken(position), own), goal)
    return barred and size(both(own, goal)) >= ALMOST_HOME
