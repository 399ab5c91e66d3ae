"""The rules of Chowka Bara: the table rolls, and a piece goes as many steps."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.errors import BadPosition
from tablier.core.game import Actions, Decision, Reason, nobody, roll_of, turn_of
from tablier.core.rules import circle, duel
from tablier.core.rules.duel import NOBODY, ended
from tablier.core.rules.kernel import changed, item, kernel, listed, replaced
from tablier.games.chowka.board import CASTLES, HOME, POINTS, STEP, WAY

PIECES, FACES, SIX, ENTERING, ARRIVED = 3, 6, 6, (1, 6), 1
MOVE, PASS, ROLL = 2 * POINTS, (2 + POINTS) * POINTS, (2 + POINTS) * POINTS + 1
"""Where the numbers of moves, of the pass and of rolls begin; a point below is entered."""
ACTIONS, MOST_ACTIONS = ROLL + FACES, FACES
REASONS = (Reason("arrived", "CB-09"), Reason("agreed", "CB-10"), Reason("resigned", "CB-10"))
DEADLINES = ()
Four = tuple[int, int, int, int]

agree, reason, place = duel.agree, duel.reason, circle.place
identity, repeated = circle.identity, circle.unrepeated


class Position(NamedTuple):
    """Fours are indexed by seat, pieces are sets of steps; `die` is 0 until it is rolled."""

    players: int
    pieces: Four
    hands: Four
    out: int
    seat: int
    die: int
    turn: int
    ending: int
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    """A piece of each stands on the first step, the castle (CB-02)."""
    return Position(players, (1, 1, 1, 1), (2, 2, 2, 2), 0, 0, 0, 0, 0, NOBODY)


@kernel
def way(position: Position, seat: int) -> int:
    """Where a seat's way begins in WAY and STEP; two sit opposite each other."""
    return (2 * seat if position.players == 2 else seat) * POINTS


@kernel
def holder(position: Position, point: int) -> int:
    """Whose piece stands on a point."""
    for seat in range(position.players):
        if item(position.pieces, seat) >> STEP[way(position, seat) + point] & 1:
            return seat
    return NOBODY


@kernel
def decision(position: Position) -> Decision:
    if position.ending:
        return nobody()
    return turn_of(position.seat) if position.die else roll_of(1, ROLL)


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    """The rolls; or whatever enters and moves (CB-03 … CB-07); or a pass (CB-08)."""
    if position.die == 0:
        return listed((1 << FACES) - 1, ROLL, out, 0)
    own, first, count = item(position.pieces, seat), way(position, seat), 0
    if position.die in ENTERING and item(position.hands, seat) and own & 1 == 0:
        out[0] = WAY[first]
        count = 1
    for step in range(HOME + 1 - position.die):
        target = WAY[first + step + position.die]
        other = holder(position, target)
        safe = other == seat or (other != NOBODY and CASTLES >> target & 1)
        if own >> step & 1 and not safe:
            out[count] = MOVE + WAY[first + step] * POINTS + target
            count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action >= ROLL:
        return changed(position, "die", action - ROLL + 1)
    if action == PASS:
        return circle.next_turn(changed(position, "die", 0))
    pieces, hands = position.pieces, position.hands
    first, target = way(position, seat), action % POINTS
    own, hand, hit = item(pieces, seat), item(hands, seat), holder(position, target)
    if hit != NOBODY:
        lost = 1 << STEP[way(position, hit) + target]
        pieces = replaced(pieces, hit, item(pieces, hit) ^ lost)
        hands = replaced(hands, hit, item(hands, hit) + 1)
    if action >= MOVE:
        own ^= 1 << STEP[first + action // POINTS - 2]
    else:
        hand -= 1
    if STEP[first + target] < HOME:
        own |= 1 << STEP[first + target]
    position = changed(position, "pieces", replaced(pieces, seat, own))
    position = changed(position, "hands", replaced(hands, seat, hand))
    if own == 0 and hand == 0:
        return ended(position, ARRIVED, seat)
    again = position.die == SIX or hit != NOBODY
    position = changed(position, "die", 0)
    return position if again else circle.next_turn(position)


@kernel
def resign(position: Position, seat: int) -> Position:
    """The pieces leave the board, and the others play on (CB-10)."""
    position = changed(position, "pieces", replaced(position.pieces, seat, 0))
    position = changed(position, "hands", replaced(position.hands, seat, PIECES))
    return circle.out(changed(position, "die", 0 if seat == position.seat else position.die), seat)


def judged(position: Position) -> Position:
    """The position of a game that goes on, if it can be one; won where somebody has arrived."""
    left = circle.playing(position)
    if not left >> position.seat & 1 or left.bit_count() < 2 or position.die > SIX:
        raise BadPosition("whose turn it is still plays, with others, and a die shows up to six")
    if any(own >> HOME for own in position.pieces):
        raise BadPosition("a piece that has come to the centre leaves the board")
    for seat in range(position.players):
        if position.pieces[seat] == position.hands[seat] == 0:
            return ended(position, ARRIVED, seat)
    return position
