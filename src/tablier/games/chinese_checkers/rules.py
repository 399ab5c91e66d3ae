"""The rules of six-peg Chinese Checkers: turns, winning, options and draws.

How a peg moves is told in moves.py. A move is a pair of holes: the one that a
peg starts from, and the one where its step or its series of jumps ends (CC-13).
"""

from collections.abc import Mapping
from typing import Any

from tablier.core.game import Actions, Decision, Reason, nobody, turn_of
from tablier.core.rules.bits import bits, either, listed, meet
from tablier.core.rules.kernel import changed, item, kernel, lowest, replaced
from tablier.games.chinese_checkers.board import (
    HOLES,
    HOMES,
    TRIANGLES,
    UPPER,
)
from tablier.games.chinese_checkers.moves import can_move, enterable, swappable, targets
from tablier.games.chinese_checkers.position import (
    AGREED_LATER,
    SEATS,
    Position,
    Triple,
    best_open,
    destination,
    fills,
    next_seat,
    one_left,
    only,
    own_pegs,
    playing,
    taken,
    with_pegs,
    with_state,
    worst_open,
)

PEGS = 6
TURNS = 200
"""Turns for each player that sat down, after which the game is drawn (CC-20)."""

PASS = HOLES * HOLES
"""Every other action is a move, from * HOLES + to."""
STOP = PASS + 1
"""The last player, whose place is settled, plays no further (CC-19)."""
ACTIONS = STOP + 1
MOST_ACTIONS = PEGS * (6 + 19) + 2
"""For each peg six steps and nineteen ends of series, since jumps go two holes
at a time and so keep to a quarter of the board; a pass and a stop."""

FILLED, RANKED, BLOCKED, FORFEITED, REPETITION, LIMIT, AGREED, RESIGNED, STOPPED = range(1, 10)
REASONS = (
    Reason("filled", "CC-15"),
    Reason("ranked", "CC-19"),
    Reason("blocked", "CC-14"),
    Reason("forfeited", "CC-18"),
    Reason("repetition", "CC-20"),
    Reason("limit", "CC-20"),
    Reason("agreed", "CC-21"),
    Reason("resigned", "CC-21"),
    Reason("stopped", "CC-19"),
)
DEADLINES = ()


def start(players: int, options: Mapping[str, Any]) -> Position:
    """Six pegs in each home, the player at N to begin (CC-04 to CC-06)."""
    homes = [bits(TRIANGLES[name], UPPER) for name in HOMES[players]]
    homes += [(0, 0)] * (SEATS - players)
    passes = options["passes"]
    return Position(
        upper=(homes[0][0], homes[1][0], homes[2][0]),
        lower=(homes[0][1], homes[1][1], homes[2][1]),
        places=(0, 0, 0 if players == SEATS else SEATS),
        passes=(passes, passes, passes),
        seat=0,
        turn=0,
        players=players,
        swap=int(options["swap"]),
        forfeit=int(options["forfeit"]),
        draws=int(options["draws"]),
        play_on=int(options["play_on"] and players == SEATS),
        ending=0,
    )


# A turn


@kernel
def decision(position: Position) -> Decision:
    return nobody() if position.ending else turn_of(position.seat)


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    """One move of one peg, a pass if one is left, and a stop for the last player.

    That is CC-07, CC-14, CC-16 and CC-19.
    """
    own = own_pegs(position, seat)
    count = _moves(position, seat, own[0], 0, out, 0)
    count = _moves(position, seat, own[1], UPPER, out, count)
    if item(position.passes, seat):
        out[count] = PASS
        count += 1
    if one_left(position.places):
        out[count] = STOP
        count += 1
    return count


@kernel
def _moves(position: Position, seat: int, word: int, skipped: int, out: Actions, count: int) -> int:
    """List the moves of the pegs in one word of a set behind those that are there."""
    pegs, goal, swaps = taken(position), destination(position, seat), swappable(position, seat)
    while word:
        hole = skipped + lowest(word)
        word &= word - 1
        to = targets(hole, pegs, enterable(hole, pegs, goal, swaps), swaps)
        count = listed(to, UPPER, hole * HOLES, out, count)
    return count


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action == STOP:
        return ended(position, STOPPED)
    upper, lower, passes = position.upper, position.lower, position.passes
    if action == PASS:
        passes = replaced(passes, seat, item(passes, seat) - 1)
    else:
        source, target = action // HOLES, action % HOLES
        way_upper, way_lower = either(only(source), only(target))
        if position.swap:
            for other in range(SEATS):
                if meet((item(upper, other), item(lower, other)), only(target)):
                    upper = replaced(upper, other, item(upper, other) ^ way_upper)
                    lower = replaced(lower, other, item(lower, other) ^ way_lower)
        upper = replaced(upper, seat, item(upper, seat) ^ way_upper)
        lower = replaced(lower, seat, item(lower, seat) ^ way_lower)
    return judged(with_pegs(position, upper, lower, passes))


# From one turn to the next


@kernel
def judged(position: Position) -> Position:
    """What follows when the player in turn has moved: an end, or the next turn."""
    return begun(turn_over(position, finished(position)))


@kernel
def finished(position: Position) -> Triple:
    """The places, once those who fill their destinations have taken theirs (CC-15).

    Two can fill theirs at once by a swap; then who moved comes first (CC-17).
    There is a place for the other only where one plays on (CC-19). The last
    player's is not written down: it is the one that is left.
    """
    places = position.places
    if not (fills(position, 0) or fills(position, 1) or fills(position, 2)):
        return places
    for step in range(SEATS):
        seat = (position.seat + step) % SEATS
        open_place = playing(places) > 1 and (position.play_on != 0 or 1 not in places)
        if open_place and item(places, seat) == 0 and fills(position, seat):
            places = replaced(places, seat, best_open(places))
    return places


@kernel
def turn_over(position: Position, places: Triple) -> Position:
    """The turn goes to the next who still plays, or the places end the game."""
    seat = next_seat(position.seat, places)
    return with_state(position, places, seat, position.turn + 1, verdict(position, places))


@kernel
def verdict(position: Position, places: Triple) -> int:
    """The reason why the game is over with these places taken; 0 if it goes on."""
    if 1 in places:
        if position.play_on == 0:
            return FILLED
        last = next_seat(position.seat, places)
        return RANKED if playing(places) == 1 and fills(position, last) else 0
    if playing(places) > 1:
        return 0
    last_out = 0 if places[0] == 2 else 1 if places[1] == 2 else 2
    return (
        RESIGNED if item(position.upper, last_out) | item(position.lower, last_out) else FORFEITED
    )


@kernel
def begun(position: Position) -> Position:
    """The turn of the first who can move; who can't is passed over (CC-14) or out (CC-18).

    The last player, whose place is settled, stops instead (CC-19).
    """
    asked = position
    while position.ending == 0:
        if position.draws and position.turn >= TURNS * position.players:
            return ended(position, LIMIT)
        if can_move(position, position.seat):
            return position
        if position.forfeit and not one_left(position.places):
            position = forfeited(position)
        else:
            position = turn_over(position, position.places)
            if position.seat == asked.seat:
                return ended(asked, BLOCKED)
    return position


@kernel
def forfeited(position: Position) -> Position:
    """The player in turn is out, and so are the pegs (CC-18)."""
    seat = position.seat
    upper, lower = replaced(position.upper, seat, 0), replaced(position.lower, seat, 0)
    places = replaced(position.places, seat, worst_open(position.places))
    return turn_over(with_pegs(position, upper, lower, position.passes), places)


# Endings


@kernel
def place(position: Position, seat: int) -> int:
    """Who still plays at the end shares the best open place (CC-14, CC-15, CC-20)."""
    if seat >= position.players:
        return 0
    own = item(position.places, seat)
    return best_open(position.places) if own == 0 and position.ending else own


@kernel
def reason(position: Position) -> int:
    return position.ending


@kernel
def ended(position: Position, ending: int) -> Position:
    return with_state(position, position.places, position.seat, position.turn, ending)


@kernel
def identity(position: Position) -> Position:
    """Pegs, player to move, passes left, players finished or out (CC-20)."""
    return with_state(position, position.places, position.seat, 0, position.ending)


@kernel
def repeated(position: Position) -> Position:
    """A draw, unless draws are turned off (CC-20)."""
    if position.ending or not position.draws:
        return position
    return ended(position, REPETITION)


@kernel
def agree(position: Position) -> Position:
    return ended(position, AGREED)


@kernel
def resign(position: Position, seat: int) -> Position:
    """The player is out, the pegs stay; if it was that player's turn, it is over (CC-21).

    The last player's place is settled, and stays (CC-19).
    """
    if one_left(position.places):
        return ended(position, RESIGNED)
    places = replaced(position.places, seat, worst_open(position.places))
    if seat == position.seat:
        return begun(turn_over(position, places))
    return with_state(position, places, position.seat, position.turn, verdict(position, places))


@kernel
def resume(position: Position) -> Position:
    """The position after a win from which the others play on, if they agree to (CC-19).

    Whoever fills a destination as well, by a swap, has taken the next place.
    """
    if position.ending != FILLED or position.players < SEATS:
        return position
    asked = changed(changed(position, "play_on", AGREED_LATER), "ending", 0)
    places = finished(asked)
    seat = asked.seat if item(places, asked.seat) == 0 else next_seat(asked.seat, places)
    return begun(with_state(asked, places, seat, asked.turn, verdict(asked, places)))
