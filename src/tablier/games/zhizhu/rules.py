"""The rules of ZhiZhu.

A point is a bit: circle * 8 + spoke, so that each circle is one byte and each
spoke is three bits eight apart. A slide is named by the line that it goes
along: the piece at one end moves to the free other end. A turn is a placement
or a slide, followed by the removals that it earned, each an action of its own.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.game import Actions, Reason
from tablier.core.rules import duel
from tablier.core.rules.duel import NOBODY, ended, own_first
from tablier.core.rules.kernel import IntTable, changed, item, kernel, listed, lowest, popcount
from tablier.games.zhizhu.board import LINE_FROM, LINE_TO, LINES, POINTS, SPOKES

PIECES = 9
LEAST_PIECES = 3
RUN = 5
QUIET_SLIDES = 100

ALL = (1 << POINTS) - 1
CIRCLE = (1 << SPOKES) - 1
SPOKE = 0x010101
"""The three points of spoke 1."""
LAST_SPOKE = SPOKE << SPOKES - 1

PLACE = 0
REMOVE = PLACE + POINTS
SLIDE = REMOVE + POINTS
ACTIONS = SLIDE + len(LINES)
MOST_ACTIONS = len(LINES)

CAPTURED, BLOCKED, REPETITION, QUIET, AGREED, RESIGNED = range(1, 7)
REASONS = (
    Reason("captured", "ZZ-20"),
    Reason("blocked", "ZZ-21"),
    Reason("repetition", "ZZ-22"),
    Reason("quiet", "ZZ-23"),
    Reason("agreed", "ZZ-24"),
    Reason("resigned", "ZZ-24"),
)
DEADLINES = ()
decision, place, reason = duel.decision, duel.place, duel.reason


class Position(NamedTuple):
    """Seat 0 is White, seat 1 Black; pairs are indexed by seat."""

    pieces: tuple[int, int]
    """Bit sets of points."""
    hands: tuple[int, int]
    """Pieces not yet placed."""
    seat: int
    due: int
    """Removals that the seat must still make in this turn (ZZ-13)."""
    bans: tuple[int, int]
    """Each player's ban under ZZ-19, see `ban`; 0 is none."""
    quiet: int
    """Slides in a row with no removal (ZZ-23)."""
    turn: int
    draws: int
    """1 with ZZ-22 and ZZ-23, 0 without (ZZ-25)."""
    ending: int
    """Number of the reason the game ended for; 0 while it goes on."""
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    """The empty web, nine pieces in each hand, White to place (ZZ-03, ZZ-04)."""
    return Position(
        pieces=(0, 0),
        hands=(PIECES, PIECES),
        seat=0,
        due=0,
        bans=(0, 0),
        quiet=0,
        turn=0,
        draws=int(options["draws"]),
        ending=0,
        winner=NOBODY,
    )


# Chains


def _in_run(circle: int) -> int:
    """The points of a circle's byte that stand in a run of five or more (ZZ-09)."""
    found = 0
    for first in range(SPOKES):
        run = sum(1 << (first + step) % SPOKES for step in range(RUN))
        if circle & run == run:
            found |= run
    return found


IN_RUN = IntTable(_in_run(circle) for circle in range(1 << SPOKES))


@kernel
def spoke_chain(own: int, point: int) -> int:
    """The points of the spoke chain that `point` stands in, or 0 (ZZ-08)."""
    spoke = SPOKE << (point & SPOKES - 1)
    return spoke if own & spoke == spoke else 0


@kernel
def circle_chain(own: int, point: int) -> int:
    """The points of the circle chain that `point` stands in, or 0 (ZZ-09, ZZ-10).

    A circle has room for one run of five or more, so that is the whole run.
    """
    first = point & ~(SPOKES - 1)
    chain = IN_RUN[own >> first & CIRCLE] << first
    return chain if chain >> point & 1 else 0


@kernel
def in_chains(own: int) -> int:
    """All points that stand in a chain."""
    spokes = own & own >> SPOKES & own >> 2 * SPOKES
    runs = IN_RUN[own & CIRCLE]
    runs |= IN_RUN[own >> SPOKES & CIRCLE] << SPOKES
    runs |= IN_RUN[own >> 2 * SPOKES & CIRCLE] << 2 * SPOKES
    return spokes * SPOKE | runs


@kernel
def earned(own: int, point: int) -> int:
    """Removals for the piece just placed on or slid to `point` (ZZ-11, ZZ-12)."""
    removals = 1 if spoke_chain(own, point) else 0
    return removals + 2 if circle_chain(own, point) else removals


# Slides (ZZ-07)


@kernel
def slides(own: int, free: int) -> int:
    """The lines that a piece can slide along, as bits: own at one end, free at the other."""
    next_own = own >> 1 & ~LAST_SPOKE | own << 7 & LAST_SPOKE
    next_free = free >> 1 & ~LAST_SPOKE | free << 7 & LAST_SPOKE
    around = own & next_free | free & next_own
    along = (own & free >> SPOKES | free & own >> SPOKES) & (ALL >> SPOKES)
    return along << POINTS | around


@kernel
def ends_of(line: int) -> int:
    """The two points that a line joins, as bits."""
    return 1 << LINE_FROM[line] | 1 << LINE_TO[line]


@kernel
def end_in(own: int, line: int) -> int:
    """The end of a line on which an own piece stands, where one does on just one of them."""
    return lowest(own & ends_of(line))


@kernel
def slid(own: int, line: int) -> int:
    """The own pieces after a slide, or before it: the one at an end stands at the other."""
    return own ^ ends_of(line)


# The ban on returning (ZZ-19) is kept as the chains that the piece left, with
# the line that it left them along in the six lowest bits; 0 is no ban.


@kernel
def ban(chains: int, line: int) -> int:
    return chains << 6 | line if chains else 0


@kernel
def new_ban(before: int, line: int) -> int:
    """The ban that a player gets by a slide; 0 where the piece stood in no chain."""
    source = end_in(before, line)
    return ban(spoke_chain(before, source) | circle_chain(before, source), line)


@kernel
def banned_line(ban: int) -> int:
    """The line that the ban forbids to slide along, as a bit."""
    return 1 << (ban & 63) if ban else 0


@kernel
def loosened(ban: int, removed: int) -> int:
    """A ban after its player has lost the piece on `removed`.

    It ends with the banned piece; and a chain that lost a piece can't be made
    again as the same chain.
    """
    if ban == 0:
        return 0
    line, chains = ban & 63, ban >> 6
    if chains >> removed & 1:
        left = end_in(chains, line)
        spoke = SPOKE << left % SPOKES
        chains &= ~spoke if spoke >> removed & 1 else spoke
        return 0 if popcount(chains) < 3 else (chains | 1 << left) << 6 | line
    if removed in (LINE_FROM[line], LINE_TO[line]):
        return 0
    return ban


# Removals


@kernel
def removable(enemy: int) -> int:
    """The pieces that may be removed: those in no chain, or all if all are (ZZ-14)."""
    loose = enemy & ~in_chains(enemy)
    return loose if loose else enemy


# A turn


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    own, enemy = own_first(position.pieces, seat)
    free = ALL & ~(own | enemy)
    if position.due:
        return listed(removable(enemy), REMOVE, out, 0)
    if item(position.hands, seat):
        return listed(free, PLACE, out, 0)
    return listed(slides(own, free) & ~banned_line(item(position.bans, seat)), SLIDE, out, 0)


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action >= SLIDE:
        return _slide(position, seat, action - SLIDE)
    if action >= REMOVE:
        return _remove(position, seat, action - REMOVE)
    return _place(position, seat, action)


@kernel
def _place(position: Position, seat: int, point: int) -> Position:
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    hands = own_first((hand - 1, other_hand), seat)
    own |= 1 << point
    return _settle(position, seat, own, enemy, hands, position.bans, 0, earned(own, point))


@kernel
def _slide(position: Position, seat: int, line: int) -> Position:
    before, enemy = own_first(position.pieces, seat)
    own = slid(before, line)
    bans = own_first((new_ban(before, line), own_first(position.bans, seat)[1]), seat)
    due = earned(own, end_in(own, line))
    return _settle(position, seat, own, enemy, position.hands, bans, position.quiet + 1, due)


@kernel
def _remove(position: Position, seat: int, point: int) -> Position:
    own, enemy = own_first(position.pieces, seat)
    own_ban, enemy_ban = own_first(position.bans, seat)
    bans = own_first((own_ban, loosened(enemy_ban, point)), seat)
    enemy ^= 1 << point
    return _settle(position, seat, own, enemy, position.hands, bans, 0, position.due - 1)


@kernel
def _settle(
    position: Position,
    seat: int,
    own: int,
    enemy: int,
    hands: tuple[int, int],
    bans: tuple[int, int],
    quiet: int,
    due: int,
) -> Position:
    """The position after an action: more to remove, or the opponent's turn."""
    other = 1 - seat
    if enemy == 0 or popcount(enemy) + item(hands, other) < LEAST_PIECES:
        due = 0
    turn_over = due == 0
    return judged(
        Position(
            pieces=own_first((own, enemy), seat),
            hands=hands,
            seat=other if turn_over else seat,
            due=due,
            bans=bans,
            quiet=quiet,
            turn=position.turn + 1 if turn_over else position.turn,
            draws=position.draws,
            ending=0,
            winner=NOBODY,
        )
    )


# Endings


@kernel
def judged(position: Position) -> Position:
    """The position, ended if the player whose turn begins has lost, or by ZZ-23."""
    if position.due:
        return position
    seat = position.seat
    own, enemy = own_first(position.pieces, seat)
    if popcount(own) + item(position.hands, seat) < LEAST_PIECES:
        return ended(position, CAPTURED, 1 - seat)
    if item(position.hands, seat) == 0:
        if slides(own, ALL & ~(own | enemy)) & ~banned_line(item(position.bans, seat)) == 0:
            return ended(position, BLOCKED, 1 - seat)
        if position.draws and position.quiet >= QUIET_SLIDES:
            return ended(position, QUIET, NOBODY)
    return position


@kernel
def identity(position: Position) -> Position:
    """Pieces, hands, mover and bans: all that ZZ-22 compares."""
    return changed(changed(position, "turn", 0), "quiet", 0)


@kernel
def repeated(position: Position) -> Position:
    """A draw by ZZ-22, unless ZZ-25 has turned it off."""
    if position.ending or not position.draws:
        return position
    return ended(position, REPETITION, NOBODY)


@kernel
def agree(position: Position) -> Position:
    return ended(position, AGREED, NOBODY)


@kernel
def resign(position: Position, seat: int) -> Position:
    return ended(position, RESIGNED, 1 - seat)
