"""ZhiZhu turn by turn, for databases of perfect play: states, their symmetries and numbers."""

from tablier.core.rules.duel import NOBODY, own_first
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, popcount
from tablier.games.zhizhu import turns
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
)
from tablier.games.zhizhu.symmetry import reflected, swapped
from tablier.games.zhizhu.turns import (
    BAN,
    BANS,
    chain_slides,
    enemy_mark,
    fresh_ban,
    own_mark,
)
from tablier.games.zhizhu.turns import State as State

waiting, lost = turns.waiting, turns.lost
first_turn, next_turn, after_turn = turns.first_turn, turns.next_turn, turns.after_turn
first_origin, next_origin, before_turn = turns.first_origin, turns.next_origin, turns.before_turn

LEAST, MOST = LEAST_PIECES, PIECES
"""How many pieces a player can have once all are placed."""
PLACES = POINTS
"""How many points a piece can stand on."""
SYMMETRIES = 2 * 2 * SPOKES
BOTH = (1 << BANS) - 1
"""The bans in the marks of a state."""


@kernel
def state_of(position: Position) -> State:
    """A position as a state; `covered` says whether it is one."""
    own, enemy = own_first(position.pieces, position.seat)
    own_ban, enemy_ban = own_first(position.bans, position.seat)
    free = ALL & ~(own | enemy)
    now = running(own_ban, own, free) | running(enemy_ban, enemy, free) << BAN
    hands = item(position.hands, 0) + item(position.hands, 1)
    return State(own=own, enemy=enemy, marks=now | hands << BANS)


@kernel
def position_of(state: State) -> Position:
    """A position that the state can stand for, White to move and without draws by count."""
    hands = waiting(state)
    return Position(
        pieces=(state.own, state.enemy),
        hands=((hands + 1) // 2, hands // 2),
        seat=0,
        due=0,
        bans=(fresh_ban(state.own, own_mark(state)), fresh_ban(state.enemy, enemy_mark(state))),
        quiet=0,
        turn=2 * PIECES - hands,
        draws=0,
        ending=0,
        winner=NOBODY,
    )


@kernel
def covered(position: Position) -> bool:
    """Whether a turn begins here, in a game that goes on, with hands that are used up in turn."""
    own, enemy = own_first(position.hands, position.seat)
    return position.ending == 0 and position.due == 0 and 0 <= own - enemy <= 1


@kernel
def sizes(position: Position) -> tuple[int, int, int]:
    """How many pieces wait to be placed, and how many the player to move and the opponent have."""
    own, enemy = own_first(position.pieces, position.seat)
    hands = item(position.hands, 0) + item(position.hands, 1)
    return hands, popcount(own), popcount(enemy)


@kernel
def timely(position: Position, turns: int) -> bool:
    """Whether that many more turns can be played before ZZ-23 ends the game."""
    return position.draws == 0 or position.quiet + turns <= QUIET_SLIDES


@kernel
def running(ban: int, own: int, free: int) -> int:
    """A player's ban as a mark, 0 where it forbids nothing."""
    return (ban & 63) + 1 if ban and banned_line(ban) & chain_slides(own, free) else 0


@kernel
def remade(state: State, own: int, enemy: int) -> State:
    """Other pieces, no bans and the same hands as in this state."""
    return State(own=own, enemy=enemy, marks=waiting(state) << BANS)


@kernel
def placing(state: State, waiting: int) -> State:
    """An empty web with that many pieces in both hands; of the state only the game counts."""
    return State(own=0, enemy=0, marks=waiting << BANS)


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
    bans = 0
    if state.marks & BOTH:
        own, enemy = own_mark(state), enemy_mark(state)
        bans = moved_mark(own, symmetry) | moved_mark(enemy, symmetry) << BAN
    return State(
        own=moved_points(state.own, symmetry),
        enemy=moved_points(state.enemy, symmetry),
        marks=state.marks & ~BOTH | bans,
    )


# States with the same pieces are numbered by their bans


@kernel
def variants(state: State) -> int:
    """How many states have these pieces."""
    if waiting(state):
        return 1
    free = ALL & ~(state.own | state.enemy)
    own = popcount(chain_slides(state.own, free))
    return (own + 1) * (popcount(chain_slides(state.enemy, free)) + 1)


@kernel
def variant(state: State) -> int:
    """The number of this state among those with the same pieces; 0 has no bans."""
    if state.marks & BOTH == 0:
        return 0
    free = ALL & ~(state.own | state.enemy)
    enemy = chain_slides(state.enemy, free)
    mark = own_mark(state)
    first = mark_number(chain_slides(state.own, free), mark) if mark else 0
    return first * (popcount(enemy) + 1) + mark_number(enemy, enemy_mark(state))


@kernel
def mark_number(lines: int, mark: int) -> int:
    return popcount(lines & (1 << mark) - 1) if mark else 0


@kernel
def varied(state: State, number: int) -> State:
    """The state of that number with the same pieces."""
    hands = state.marks & ~BOTH
    if number == 0:
        return State(own=state.own, enemy=state.enemy, marks=hands)
    free = ALL & ~(state.own | state.enemy)
    enemy = chain_slides(state.enemy, free)
    choices = popcount(enemy) + 1
    own_ban = numbered_mark(chain_slides(state.own, free), number // choices)
    marks = own_ban | numbered_mark(enemy, number % choices) << BAN
    return State(own=state.own, enemy=state.enemy, marks=hands | marks)


@kernel
def numbered_mark(lines: int, number: int) -> int:
    if number == 0:
        return 0
    for _ in range(number - 1):
        lines &= lines - 1
    return lowest(lines) + 1
