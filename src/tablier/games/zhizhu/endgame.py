"""ZhiZhu without hands, turn by turn, for databases of perfect play.

A state is what the player to move sees when a turn begins. Of a ban (ZZ-19)
only the slide is kept: the chains that it protects follow from putting the
piece back, and a ban on a slide that is not possible anyway is none. So the
bans that can run are just the slides that make a chain.
"""

from typing import NamedTuple

from tablier.core.game import Actions
from tablier.core.rules.duel import NOBODY, own_first
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, popcount
from tablier.games.zhizhu.board import LINES, POINTS, SPOKES
from tablier.games.zhizhu.rules import (
    ALL,
    CIRCLE,
    LEAST_PIECES,
    PIECES,
    QUIET_SLIDES,
    SPOKE,
    Position,
    banned_line,
    earned,
    end_in,
    ends_of,
    loosened,
    new_ban,
    removable,
    slid,
    slides,
)
from tablier.games.zhizhu.symmetry import reflected, swapped

LEAST, MOST = LEAST_PIECES, PIECES
"""How many pieces a player can have in a state."""
PLACES = POINTS
"""How many points a piece can stand on."""
SYMMETRIES = 2 * 2 * SPOKES
ROOM = len(LINES) * 3 * 600
"""More numbers than the lists of successors and predecessors ever have."""


class State(NamedTuple):
    """The start of a turn; `own` are the pieces of the player to move."""

    own: int
    enemy: int
    marks: int
    """The own ban in the six lowest bits, the enemy's above it: line + 1, or 0."""


@kernel
def state_of(position: Position) -> State:
    """A position as a state; `covered` says whether it is one."""
    own, enemy = own_first(position.pieces, position.seat)
    own_ban, enemy_ban = own_first(position.bans, position.seat)
    free = ALL & ~(own | enemy)
    now = running(own_ban, own, free) | running(enemy_ban, enemy, free) << 6
    return State(own=own, enemy=enemy, marks=now)


@kernel
def position_of(state: State) -> Position:
    """A position that the state can stand for, White to move and without draws by count."""
    return Position(
        pieces=(state.own, state.enemy),
        hands=(0, 0),
        seat=0,
        due=0,
        bans=(fresh_ban(state.own, state.marks & 63), fresh_ban(state.enemy, state.marks >> 6)),
        quiet=0,
        turn=2 * PIECES,
        draws=0,
        ending=0,
        winner=NOBODY,
    )


@kernel
def covered(position: Position) -> bool:
    """Whether a turn begins here, in a game that goes on with nothing left to place."""
    hands = item(position.hands, 0) + item(position.hands, 1)
    return position.ending == 0 and position.due == 0 and hands == 0


@kernel
def sizes(position: Position) -> tuple[int, int]:
    """How many pieces the player to move and the opponent have."""
    own, enemy = own_first(position.pieces, position.seat)
    return popcount(own), popcount(enemy)


@kernel
def timely(position: Position, turns: int) -> bool:
    """Whether that many more turns can be played before ZZ-23 ends the game."""
    return position.draws == 0 or position.quiet + turns <= QUIET_SLIDES


@kernel
def running(ban: int, own: int, free: int) -> int:
    """A player's ban as a mark, 0 where it forbids nothing."""
    return (ban & 63) + 1 if ban and banned_line(ban) & chain_slides(own, free) else 0


@kernel
def remade(state: State, own: int, enemy: int, marks: int) -> State:
    """Another state; the first argument only says of which game."""
    return State(own=own, enemy=enemy, marks=marks)


@kernel
def lost(state: State) -> bool:
    """Whether the player to move has too few pieces left (ZZ-20)."""
    return popcount(state.own) < LEAST_PIECES


# Symmetries: turn by 0-7 spokes, reflect (8), swap the inner and outer circle (16)


@kernel
def moved_points(points: int, symmetry: int) -> int:
    if symmetry & 8:
        points = reflected(points)
    if symmetry & 16:
        points = swapped(points)
    turn = symmetry & 7
    inside = points & SPOKE * (CIRCLE >> turn)
    return inside << turn | (points ^ inside) >> SPOKES - turn


def _moved_line(line: int, symmetry: int) -> int:
    ends = {moved_points(1 << point, symmetry) for point in LINES[line]}
    return next(i for i, pair in enumerate(LINES) if {1 << point for point in pair} == ends)


MOVED_LINE = IntTable(
    _moved_line(line, symmetry) for symmetry in range(SYMMETRIES) for line in range(len(LINES))
)


@kernel
def moved_mark(mark: int, symmetry: int) -> int:
    return MOVED_LINE[symmetry * len(LINES) + mark - 1] + 1 if mark else 0


@kernel
def moved(state: State, symmetry: int) -> State:
    marks = state.marks
    if marks:
        marks = moved_mark(marks & 63, symmetry) | moved_mark(marks >> 6, symmetry) << 6
    return State(
        own=moved_points(state.own, symmetry),
        enemy=moved_points(state.enemy, symmetry),
        marks=marks,
    )


# States with the same pieces are numbered by their marks


@kernel
def chain_slides(own: int, free: int) -> int:
    """The slides that make a chain, as bits: those that a ban can forbid."""
    found = 0
    lines = slides(own, free)
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        after = slid(own, line)
        if earned(after, end_in(after, line)):
            found |= 1 << line
    return found


@kernel
def variants(state: State) -> int:
    """How many states have these pieces."""
    free = ALL & ~(state.own | state.enemy)
    own = popcount(chain_slides(state.own, free))
    return (own + 1) * (popcount(chain_slides(state.enemy, free)) + 1)


@kernel
def variant(state: State) -> int:
    """The number of this state among those with the same pieces; 0 has no bans."""
    if state.marks == 0:
        return 0
    free = ALL & ~(state.own | state.enemy)
    own = chain_slides(state.own, free)
    enemy = chain_slides(state.enemy, free)
    first = mark_number(own, state.marks & 63)
    return first * (popcount(enemy) + 1) + mark_number(enemy, state.marks >> 6)


@kernel
def mark_number(lines: int, mark: int) -> int:
    return popcount(lines & (1 << mark) - 1) if mark else 0


@kernel
def varied(state: State, number: int) -> State:
    """The state of that number with the same pieces."""
    free = ALL & ~(state.own | state.enemy)
    if number == 0:
        return State(own=state.own, enemy=state.enemy, marks=0)
    enemy = chain_slides(state.enemy, free)
    choices = popcount(enemy) + 1
    own_mark = numbered_mark(chain_slides(state.own, free), number // choices)
    marks = own_mark | numbered_mark(enemy, number % choices) << 6
    return State(own=state.own, enemy=state.enemy, marks=marks)


@kernel
def numbered_mark(lines: int, number: int) -> int:
    if number == 0:
        return 0
    for _ in range(number - 1):
        lines &= lines - 1
    return lowest(lines) + 1


# Turns. What is listed are triples (own, enemy, marks), one after the other.


@kernel
def successors(state: State, out: Actions) -> int:
    """List the states after each turn, removals included; return how many there are."""
    own, enemy = state.own, state.enemy
    own_ban, enemy_ban = state.marks & 63, state.marks >> 6
    lines = slides(own, ALL & ~(own | enemy))
    if own_ban:
        lines &= ~(1 << own_ban - 1)
    count = 0
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        after = slid(own, line)
        target = end_in(after, line)
        mark = line + 1 if new_ban(own, line) else 0
        due = earned(after, target)
        stopped = enemy_ban != 0 and ends_of(enemy_ban - 1) >> target & 1 != 0
        kept = 0 if stopped else enemy_ban
        if due:
            count = removals(after, enemy, kept, mark, due, count, out)
        else:
            out[3 * count], out[3 * count + 1] = enemy, after
            out[3 * count + 2] = kept | mark << 6
            count += 1
    return count


@kernel
def removals(
    own: int, enemy: int, enemy_ban: int, own_ban: int, due: int, first: int, out: Actions
) -> int:
    """List the states after the removals that are due, from `first` on; return the new count."""
    begin, end = first, first + 1
    out[3 * begin], out[3 * begin + 2] = enemy, fresh_ban(enemy, enemy_ban)
    for _ in range(due):
        last = end
        for index in range(begin, last):
            pieces, running_ban = out[3 * index], out[3 * index + 2]
            loose = removable(pieces) if popcount(pieces) >= LEAST_PIECES else 0
            if loose == 0:
                out[3 * end], out[3 * end + 2] = pieces, running_ban
                end += 1
            while loose:
                point = lowest(loose)
                loose &= loose - 1
                out[3 * end], out[3 * end + 2] = pieces ^ 1 << point, loosened(running_ban, point)
                end += 1
        begin = last
    for index in range(begin, end):
        pieces, running_ban = out[3 * index], out[3 * index + 2]
        at = 3 * (first + index - begin)
        out[at], out[at + 1] = pieces, own
        out[at + 2] = ((running_ban & 63) + 1 if running_ban else 0) | own_ban << 6
    return first + end - begin


@kernel
def fresh_ban(own: int, mark: int) -> int:
    """A ban with the chains that it protects, before any of them lost a piece."""
    return new_ban(slid(own, mark - 1), mark - 1) if mark else 0


@kernel
def predecessors(state: State, out: Actions) -> int:
    """List the states that a turn without removals leads here from; return how many."""
    own_ban, enemy_ban = state.marks & 63, state.marks >> 6
    lines = slides(state.enemy, ALL & ~(state.own | state.enemy))
    if enemy_ban:
        lines &= 1 << enemy_ban - 1
    count = 0
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        before = slid(state.enemy, line)
        source, target = end_in(before, line), end_in(state.enemy, line)
        if earned(state.enemy, target) or (new_ban(before, line) != 0) != (enemy_ban != 0):
            continue
        if own_ban and ends_of(own_ban - 1) >> source & 1:
            continue
        count = before_slide(state.own, before, line, target, own_ban, count, out)
    return count


@kernel
def before_slide(
    other: int, mover: int, line: int, target: int, kept: int, count: int, out: Actions
) -> int:
    """List the states of these pieces that the slide along `line` is possible in.

    The mover may have had any ban but on this slide. The other's ban is the one
    that was kept, or one on a slide to the point that the mover has now taken.
    """
    free = ALL & ~(other | mover)
    own_bans = chain_slides(mover, free) & ~(1 << line)
    stopped = 0 if kept else chain_slides(other, free)
    other_ban = kept
    while True:
        if other_ban == kept or ends_of(other_ban - 1) >> target & 1:
            count = with_own_bans(mover, other, own_bans, other_ban << 6, count, out)
        if stopped == 0:
            return count
        other_ban = lowest(stopped) + 1
        stopped &= stopped - 1


@kernel
def with_own_bans(own: int, enemy: int, own_bans: int, marks: int, count: int, out: Actions) -> int:
    """List the states with each of the own bans, and without."""
    out[3 * count], out[3 * count + 1], out[3 * count + 2] = own, enemy, marks
    count += 1
    while own_bans:
        out[3 * count], out[3 * count + 1] = own, enemy
        out[3 * count + 2] = marks | lowest(own_bans) + 1
        own_bans &= own_bans - 1
        count += 1
    return count
