"""The rules of Nine Men's Morris: place, then slide or fly, and take a piece for a mill."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.game import Actions, Reason
from tablier.core.rules import duel
from tablier.core.rules.duel import NOBODY, ended, own_first
from tablier.core.rules.kernel import item, kernel, listed, popcount
from tablier.games.morris.board import ALL, MILL_COUNT, MILLS, NEIGHBOURS, POINTS

PIECES, LEAST, QUIET_MOVES = 9, 3, 100
PLACE, REMOVE, MOVE = 0, POINTS, 2 * POINTS
"""Where the numbers of placements, removals and moves begin."""
ACTIONS = MOVE + POINTS * POINTS
MOST_ACTIONS = LEAST * POINTS
CAPTURED, BLOCKED, QUIET = 4, 5, 6
ENDINGS = (Reason("captured", "MO-07"), Reason("blocked", "MO-07"), Reason("quiet", "MO-08"))
REASONS = duel.reasons(draw="MO-08", resigned="MO-07") + ENDINGS
DEADLINES = ()

decision, place, reason = duel.decision, duel.place, duel.reason
identity, repeated, agree, resign = duel.identity, duel.repeated, duel.agree, duel.resign


class Position(NamedTuple):
    """Pairs are indexed by seat, pieces are bit sets; `due` is 1 while a mill's piece is due."""

    pieces: tuple[int, int]
    hands: tuple[int, int]
    seat: int
    due: int
    quiet: int
    turn: int
    ending: int
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    return Position((0, 0), (PIECES, PIECES), 0, 0, 0, 0, 0, NOBODY)


@kernel
def in_mills(own: int) -> int:
    """All points that stand in a mill (MO-05)."""
    found = 0
    for row in range(MILL_COUNT):
        if own & MILLS[row] == MILLS[row]:
            found |= MILLS[row]
    return found


@kernel
def removable(enemy: int) -> int:
    """Pieces in no mill, or all if all are in one (MO-06)."""
    loose = enemy & ~in_mills(enemy)
    return loose if loose else enemy


@kernel
def reach(own: int, free: int, point: int) -> int:
    """Where the piece on a point may go (MO-03, MO-04)."""
    return free if popcount(own) == LEAST else free & NEIGHBOURS[point]


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    own, enemy = own_first(position.pieces, seat)
    free = ALL & ~(own | enemy)
    if position.due:
        return listed(removable(enemy), REMOVE, out, 0)
    if item(position.hands, seat):
        return listed(free, PLACE, out, 0)
    count = 0
    for point in range(POINTS):
        if own >> point & 1:
            count = listed(reach(own, free, point), MOVE + point * POINTS, out, count)
    return count


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    due, quiet = 0, 0
    if action >= MOVE:
        own ^= 1 << (action - MOVE) // POINTS | 1 << action % POINTS
        due, quiet = in_mills(own) >> action % POINTS & 1, position.quiet + 1
    elif action >= REMOVE:
        enemy ^= 1 << action - REMOVE
    else:
        own, hand = own | 1 << action, hand - 1
        due = in_mills(own) >> action & 1
    return judged(
        Position(
            pieces=own_first((own, enemy), seat),
            hands=own_first((hand, other_hand), seat),
            seat=seat if due else 1 - seat,
            due=due,
            quiet=quiet,
            turn=position.turn + 1 - due,
            ending=0,
            winner=NOBODY,
        )
    )


@kernel
def judged(position: Position) -> Position:
    """The position, ended where whoever is to move has lost (MO-07), or a draw by MO-08."""
    own, enemy = own_first(position.pieces, position.seat)
    hand, room = item(position.hands, position.seat), 0
    for point in range(POINTS):
        if own >> point & 1:
            room |= reach(own, ALL & ~(own | enemy), point)
    if position.due:
        return position
    if popcount(own) + hand < LEAST:
        return ended(position, CAPTURED, 1 - position.seat)
    if hand == 0 and room == 0:
        return ended(position, BLOCKED, 1 - position.seat)
    return ended(position, QUIET, NOBODY) if position.quiet >= QUIET_MOVES else position
