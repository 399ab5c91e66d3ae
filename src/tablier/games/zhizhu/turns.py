"""Turns of ZhiZhu one after the other, forwards and back, for databases of perfect play.

A state is what the player to move sees when a turn begins. Of a ban (ZZ-19)
only the slide is kept: the chains that it protects follow from putting the
piece back, and a ban on a slide that is not possible anyway is none. So the
bans that can run are just the slides that make a chain. Nobody has a ban while
pieces are placed.

No list is made: whoever goes through the turns of a state has one in hand and
asks for the next.
"""

from typing import NamedTuple

from tablier.core.rules.kernel import IntTable, kernel, lowest, popcount
from tablier.games.zhizhu.board import LINES, POINTS, SPOKES
from tablier.games.zhizhu.rules import (
    ALL,
    CIRCLE,
    IN_RUN,
    LAST_SPOKE,
    LEAST_PIECES,
    earned,
    end_in,
    ends_of,
    in_chains,
    loosened,
    new_ban,
    removable,
    slid,
    slides,
)

BAN = 6
"""Bits of a ban in the marks of a state."""
BANS = 2 * BAN


class State(NamedTuple):
    """The start of a turn; `own` are the pieces of the player to move."""

    own: int
    enemy: int
    marks: int
    """The own ban in the six lowest bits, the enemy's above it: line + 1, or 0.

    Above them the pieces in both hands: the player to move places the first of them.
    """


@kernel
def own_mark(state: State) -> int:
    return state.marks & (1 << BAN) - 1


@kernel
def enemy_mark(state: State) -> int:
    return state.marks >> BAN & (1 << BAN) - 1


@kernel
def waiting(state: State) -> int:
    """How many pieces both players have still to place."""
    return state.marks >> BANS


@kernel
def lost(state: State) -> bool:
    """Whether the player to move has too few pieces left (ZZ-20)."""
    return popcount(state.own) + (waiting(state) + 1) // 2 < LEAST_PIECES


@kernel
def fresh_ban(own: int, mark: int) -> int:
    """A ban with the chains that it protects, before any of them lost a piece."""
    return new_ban(slid(own, mark - 1), mark - 1) if mark else 0


# Slides that make a chain


def _run_gaps(circle: int) -> int:
    """The free points of a circle that would stand in a run of five or more with its pieces."""
    free = [1 << spoke for spoke in range(SPOKES) if not circle >> spoke & 1]
    return sum(point for point in free if IN_RUN[circle | point] & point)


def _run_slides(circle: int) -> int:
    """The slides within a circle to a point in a run, each as the spoke where its line begins."""
    found = 0
    for spoke in range(SPOKES):
        ends = 1 << spoke | 1 << (spoke + 1) % SPOKES
        target = ends & ~circle
        if popcount(target) == 1 and IN_RUN[circle ^ ends] & target:
            found |= 1 << spoke
    return found


RUN_GAPS = IntTable(_run_gaps(circle) for circle in range(1 << SPOKES))
RUN_SLIDES = IntTable(_run_slides(circle) for circle in range(1 << SPOKES))
LINES_AT = IntTable(
    sum(1 << line for line, ends in enumerate(LINES) if point in ends) for point in range(POINTS)
)
"""The lines that end at each point, as bits."""


@kernel
def following(points: int) -> int:
    """The points from which one step around the circle leads to one of these."""
    return points >> 1 & ~LAST_SPOKE | points << SPOKES - 1 & LAST_SPOKE


@kernel
def chain_slides(own: int, free: int) -> int:
    """The slides that make a chain, as bits: those that a ban can forbid.

    One around a circle fills the gap of a spoke or makes a run; one along a spoke makes a run.
    """
    inner, middle, outer = own & CIRCLE, own >> SPOKES & CIRCLE, own >> 2 * SPOKES
    pairs = middle & outer | (inner & outer) << SPOKES | (inner & middle) << 2 * SPOKES
    gaps = pairs & free
    around = gaps & following(own) | own & following(gaps)
    around |= RUN_SLIDES[inner] | RUN_SLIDES[middle] << SPOKES | RUN_SLIDES[outer] << 2 * SPOKES
    ends = RUN_GAPS[inner] | RUN_GAPS[middle] << SPOKES | RUN_GAPS[outer] << 2 * SPOKES
    along = own & ends >> SPOKES | ends & own >> SPOKES
    return (along << POINTS | around) & slides(own, free)


# Forwards


class TurnAhead(NamedTuple):
    """A turn: a slide or a placement, and up to three removals.

    Each is the lowest of a set; the others in it are those that come later.
    """

    left: int
    """Lines to slide along, or points to place on; 0 after the last turn."""
    first: int
    """Points to remove a piece from; 0 is no removal."""
    second: int
    third: int


@kernel
def low(points: int) -> int:
    """The lowest of a set, as a set."""
    return points & -points


@kernel
def first_turn(state: State) -> TurnAhead:
    free = ALL & ~(state.own | state.enemy)
    if waiting(state):
        return begun(state, free)
    lines = slides(state.own, free)
    mark = own_mark(state)
    return begun(state, lines & ~(1 << mark - 1) if mark else lines)


@kernel
def next_turn(state: State, turn: TurnAhead) -> TurnAhead:
    """The turn after this one; its `left` is 0 if there is none."""
    left = turn.left
    if turn.first:
        third = turn.third & turn.third - 1
        if third:
            return TurnAhead(left=left, first=turn.first, second=turn.second, third=third)
        due, first, second = removals_due(state, left), turn.first, turn.second & turn.second - 1
        after = removing(state, left, due, first, second)
        if after.left:
            return after
        after = removing_from(state, left, due, first & first - 1)
        if after.left:
            return after
    return begun(state, left & left - 1)


@kernel
def begun(state: State, left: int) -> TurnAhead:
    """The first turn with the first of these slides or placements."""
    due = removals_due(state, left) if left else 0
    first = takeable(state, state.enemy, due)
    if first:
        return removing_from(state, left, due, first)
    return TurnAhead(left=left, first=0, second=0, third=0)


@kernel
def removing_from(state: State, left: int, due: int, first: int) -> TurnAhead:
    """The first turn with one of these first removals."""
    while first:
        second = takeable(state, state.enemy ^ low(first), due - 1)
        if second == 0:
            return TurnAhead(left=left, first=first, second=0, third=0)
        after = removing(state, left, due, first, ordered(state.enemy, first, second))
        if after.left:
            return after
        first &= first - 1
    return TurnAhead(left=0, first=0, second=0, third=0)


@kernel
def removing(state: State, left: int, due: int, first: int, second: int) -> TurnAhead:
    """The first turn with this first and one of these second removals."""
    enemy = state.enemy ^ low(first)
    while second:
        third = takeable(state, enemy ^ low(second), due - 2)
        if third == 0:
            return TurnAhead(left=left, first=first, second=second, third=0)
        third = ordered(enemy, second, third)
        if third:
            return TurnAhead(left=left, first=first, second=second, third=third)
        second &= second - 1
    return TurnAhead(left=0, first=0, second=0, third=0)


@kernel
def ordered(enemy: int, earlier: int, later: int) -> int:
    """Removals that may follow the first of these, less those that lead to the same before it.

    Two pieces that both stand in no chain can go in either order.
    """
    loose = enemy & ~in_chains(enemy)
    return later & ~(loose & low(earlier) - 1) if loose else later


@kernel
def takeable(state: State, enemy: int, due: int) -> int:
    """The points from which the next of the removals that are due can be (ZZ-13 to ZZ-16)."""
    if due <= 0 or enemy == 0 or popcount(enemy) + waiting(state) // 2 < LEAST_PIECES:
        return 0
    return removable(enemy)


@kernel
def removals_due(state: State, left: int) -> int:
    """What the first of these slides or placements earns."""
    if waiting(state):
        return earned(state.own | low(left), lowest(left))
    after = slid(state.own, lowest(left))
    return earned(after, end_in(after, lowest(left)))


@kernel
def after_turn(state: State, turn: TurnAhead) -> State:
    """The state that a turn leads to."""
    enemy = state.enemy ^ low(turn.first) ^ low(turn.second) ^ low(turn.third)
    if waiting(state):
        own = state.own | low(turn.left)
        return State(own=enemy, enemy=own, marks=waiting(state) - 1 << BANS)
    line = lowest(turn.left)
    own = slid(state.own, line)
    mark = enemy_mark(state)
    if mark and ends_of(mark - 1) >> end_in(own, line) & 1:
        mark = 0
    if mark and turn.first:
        ban = loosened(fresh_ban(state.enemy, mark), lowest(turn.first))
        ban = loosened(ban, lowest(turn.second)) if turn.second else ban
        ban = loosened(ban, lowest(turn.third)) if turn.third else ban
        mark = mark if ban else 0
    new = line + 1 if new_ban(state.own, line) else 0
    return State(own=enemy, enemy=own, marks=mark | new << BAN)


# Back


class TurnBack(NamedTuple):
    """A state that a slide without removals leads from."""

    left: int
    """The lines of this slide and of those that come later; 0 after the last state."""
    mark: int
    """The ban of the player who slid."""
    marks: int
    """Lines of the bans that come later."""
    other: int
    """The other's ban."""
    others: int


@kernel
def first_origin(state: State) -> TurnBack:
    """The first of the states that a slide without removals leads here from."""
    lines = slides(state.enemy, ALL & ~(state.own | state.enemy))
    mark = enemy_mark(state)
    return led_from(state, lines & 1 << mark - 1 if mark else lines)


@kernel
def next_origin(state: State, origin: TurnBack) -> TurnBack:
    """The origin after this one; its `left` is 0 if there is none."""
    if origin.marks:
        return TurnBack(
            left=origin.left,
            mark=lowest(origin.marks) + 1,
            marks=origin.marks & origin.marks - 1,
            other=origin.other,
            others=origin.others,
        )
    if origin.others:
        return TurnBack(
            left=origin.left,
            mark=0,
            marks=bans_before(state, origin.left),
            other=lowest(origin.others) + 1,
            others=origin.others & origin.others - 1,
        )
    return led_from(state, origin.left & origin.left - 1)


@kernel
def led_from(state: State, left: int) -> TurnBack:
    """The first origin by one of these slides.

    The one who slid may have had any ban but on this slide. The other's ban is the one that is
    still there, or one on a slide to the point that is now taken.
    """
    kept, new = own_mark(state), enemy_mark(state)
    while left:
        line = lowest(left)
        before = slid(state.enemy, line)
        source, target = end_in(before, line), end_in(state.enemy, line)
        possible = (new_ban(before, line) != 0) == (new != 0)
        if kept and ends_of(kept - 1) >> source & 1:
            possible = False
        if possible and not earned(state.enemy, target):
            free = ALL & ~(state.own | before)
            others = 0 if kept else chain_slides(state.own, free) & LINES_AT[target]
            marks = bans_before(state, left)
            return TurnBack(left=left, mark=0, marks=marks, other=kept, others=others)
        left &= left - 1
    return TurnBack(left=0, mark=0, marks=0, other=0, others=0)


@kernel
def bans_before(state: State, left: int) -> int:
    """The bans that may have run before the first of these slides, as bits."""
    before = slid(state.enemy, lowest(left))
    return chain_slides(before, ALL & ~(state.own | before)) & ~low(left)


@kernel
def before_turn(state: State, origin: TurnBack) -> State:
    """The state that an origin is."""
    before = slid(state.enemy, lowest(origin.left))
    return State(own=before, enemy=state.own, marks=origin.mark | origin.other << BAN)
