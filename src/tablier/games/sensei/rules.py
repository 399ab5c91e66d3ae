"""The rules of Senseï.

A turn is made of up to three actions, each played by itself: two stone moves
and a flight, as the move of a character is called here.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.errors import BadOption
from tablier.core.game import Actions, Reason
from tablier.core.rules import duel
from tablier.core.rules.duel import NOBODY, ended, own_first
from tablier.core.rules.kernel import changed, item, kernel
from tablier.games.sensei.board import ALL, PITS, SIDE, SQUARES, START_LINES, pits_of
from tablier.games.sensei.moves import FLIGHT, can_fly, list_flights, list_stone_moves, sides
from tablier.games.sensei.unfair import CONTACTS, wall

STONES = 7
STONE_MOVES = 2
TURNS = 200

END = FLIGHT + SQUARES * SQUARES
CLAIM = END + 1
ACTIONS = CLAIM + 1
MOST_ACTIONS = (STONES - 1) * 2 * (SIDE - 1) + (STONES - 1) + 2
"""Six stones with twelve squares each, six flights, `end` and `claim`."""

ARRIVED, UNFAIR, REPETITION, LONG, AGREED, RESIGNED = range(1, 7)
REASONS = (
    Reason("arrived", "SE-15"),
    Reason("unfair", "SE-17"),
    Reason("repetition", "SE-19"),
    Reason("long", "SE-19"),
    Reason("agreed", "SE-19"),
    Reason("resigned", "SE-19"),
)
DEADLINES = ()
decision, place, reason = duel.decision, duel.place, duel.reason

WAYS = ("arashi", "shizukana", "shizukana-crossed", "arashi-expert")
BEGINNERS = ("green", "red")
CLAIMS = ("off", "claim", "auto")
NO_CLAIMS, BY_PLAYER, BY_ITSELF = range(3)

D1, D7 = 3, 45
CROSSED = 0b0100010
"""Columns b and f, in which the stones of shizukana-crossed change sides (SE-06)."""


class Position(NamedTuple):
    """Seat 0 is Green, seat 1 Red; pairs are indexed by seat."""

    stones: tuple[int, int]
    """Bit sets of squares."""
    characters: tuple[int, int]
    """The squares of the stones that they stand on."""
    seat: int
    moved: int
    """Stone moves made in this turn."""
    flown: int
    """1 once the character has moved in this turn."""
    turn: int
    far: int
    """1 where a stone slides as far as it likes (SE-04), 0 where one square (SE-05)."""
    pits: int
    unfair: int
    """Who speaks of unfair play (SE-18): NO_CLAIMS, BY_PLAYER or BY_ITSELF."""
    draws: int
    """1 with the draws of SE-19, 0 without."""
    ending: int
    """Number of the reason the game ended for; 0 while it goes on."""
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    """Seven stones on each start line, the characters in column d (SE-02, SE-03)."""
    way = options["way"]
    expert = way == "arashi-expert"
    if options["pits"] and not expert:
        told = f"pits belong to way=arashi-expert; there are none in {way} (SE-07)"
        raise BadOption(told, option="pits")
    crossed = CROSSED if way == "shizukana-crossed" else 0
    crossed |= crossed << SQUARES - SIDE
    position = Position(
        stones=(START_LINES[0] ^ crossed, START_LINES[1] ^ crossed),
        characters=(D1, D7),
        seat=BEGINNERS.index(options["begins"]),
        moved=0,
        flown=0,
        turn=0,
        far=int(way.startswith("arashi")),
        pits=(pits_of(options["pits"]) or PITS) if expert else 0,
        unfair=CLAIMS.index(options["unfair"]),
        draws=int(options["draws"]),
        ending=0,
        winner=NOBODY,
    )
    if position.unfair and line_against(position, position.seat, CONTACTS):
        told = "with these pits unfair play could be claimed at the start (SE-17)"
        raise BadOption(told, option="pits")
    return position


# What stands where


@kernel
def free_squares(position: Position) -> int:
    return ALL & ~(position.stones[0] | position.stones[1] | position.pits)


@kernel
def loose(position: Position, seat: int) -> int:
    """A player's stones less the one under the character (SE-12)."""
    return item(position.stones, seat) & ~(1 << item(position.characters, seat))


@kernel
def has_arrived(position: Position) -> bool:
    """Whether the mover's character stands on the opponent's start line (SE-15)."""
    seat = position.seat
    return START_LINES[1 - seat] >> item(position.characters, seat) & 1 != 0


@kernel
def line_against(position: Position, seat: int, contacts: int) -> int:
    """The opponent's line, pits included (SE-16), with that number of contacts; or 0."""
    own, enemy = own_first(position.stones, seat)
    return wall(seat, own, enemy | position.pits, contacts)


@kernel
def can_claim(position: Position) -> bool:
    """Whether the player to move may say `claim` (SE-17, SE-18)."""
    return position.unfair == BY_PLAYER and line_against(position, position.seat, CONTACTS) != 0


# A turn


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    """What is left of the turn's three actions (SE-08), `end` (SE-09) and `claim`."""
    count = 0
    if position.moved < STONE_MOVES:
        free = free_squares(position)
        count = list_stone_moves(loose(position, seat), free, position.far, out)
    if not position.flown:
        own, enemy = own_first(position.stones, seat)
        source = item(position.characters, seat)
        count = list_flights(own, enemy, source, out, count)
    if position.moved or position.flown or count == 0:
        out[count] = END
        count += 1
    if can_claim(position):
        out[count] = CLAIM
        count += 1
    return count


@kernel
def can_act(position: Position) -> bool:
    """Whether the player to move has an action left that can be taken (SE-08)."""
    seat = position.seat
    if position.moved < STONE_MOVES and sides(loose(position, seat)) & free_squares(position):
        return True
    own, enemy = own_first(position.stones, seat)
    return position.flown == 0 and can_fly(own, enemy, item(position.characters, seat))


@kernel
def can_go_on(position: Position) -> bool:
    """Whether the turn goes on (SE-09), if only for a claim (SE-18)."""
    return can_act(position) or can_claim(position)


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action == CLAIM:
        return ended(position, UNFAIR, seat)
    after = position
    if action < FLIGHT:
        after = _slid(position, seat, action // SQUARES, action % SQUARES)
    elif action < END:
        after = _flown(position, seat, (action - FLIGHT) % SQUARES)
        if has_arrived(after):
            return ended(after, ARRIVED, seat)
    return after if action != END and can_go_on(after) else begun(_handed_over(after))


@kernel
def _slid(position: Position, seat: int, source: int, target: int) -> Position:
    own, enemy = own_first(position.stones, seat)
    stones = own_first((own ^ (1 << source | 1 << target), enemy), seat)
    moved = position.moved + 1
    return _after(position, stones, position.characters, seat, moved, position.flown)


@kernel
def _flown(position: Position, seat: int, target: int) -> Position:
    characters = own_first((target, item(position.characters, 1 - seat)), seat)
    return _after(position, position.stones, characters, seat, position.moved, 1)


@kernel
def _handed_over(position: Position) -> Position:
    return _after(position, position.stones, position.characters, 1 - position.seat, 0, 0)


@kernel
def _after(
    position: Position,
    stones: tuple[int, int],
    characters: tuple[int, int],
    seat: int,
    moved: int,
    flown: int,
) -> Position:
    return Position(
        stones=stones,
        characters=characters,
        seat=seat,
        moved=moved,
        flown=flown,
        turn=position.turn if seat == position.seat else position.turn + 1,
        far=position.far,
        pits=position.pits,
        unfair=position.unfair,
        draws=position.draws,
        ending=0,
        winner=NOBODY,
    )


@kernel
def begun(position: Position) -> Position:
    """A turn at its start: ended by SE-18 or SE-19, or passed on by SE-09.

    Under `unfair=auto` the player who just finished is heard first. After a
    pass the other player can act: whoever took the last action can take it
    back, as nothing has moved since.
    """
    seat = position.seat
    if position.unfair == BY_ITSELF and line_against(position, 1 - seat, CONTACTS):
        return ended(position, UNFAIR, 1 - seat)
    if _is_long(position):
        return ended(position, LONG, NOBODY)
    if position.unfair == BY_ITSELF and line_against(position, seat, CONTACTS):
        return ended(position, UNFAIR, seat)
    if can_go_on(position):
        return position
    passed = _handed_over(position)
    return ended(passed, LONG, NOBODY) if _is_long(passed) else passed


# Endings


@kernel
def _is_long(position: Position) -> bool:
    return position.draws != 0 and position.turn >= TURNS


@kernel
def judged(position: Position) -> Position:
    """A position set up by hand, after what the rules do to it by themselves."""
    if has_arrived(position):
        return ended(position, ARRIVED, position.seat)
    if position.moved or position.flown:
        return position if can_go_on(position) else begun(_handed_over(position))
    return begun(position)


@kernel
def identity(position: Position) -> Position:
    """All but the number of the turn: what SE-19 compares."""
    return changed(position, "turn", 0)


@kernel
def repeated(position: Position) -> Position:
    """A draw by SE-19, unless it is turned off."""
    if position.ending or not position.draws:
        return position
    return ended(position, REPETITION, NOBODY)


@kernel
def agree(position: Position) -> Position:
    return ended(position, AGREED, NOBODY)


@kernel
def resign(position: Position, seat: int) -> Position:
    return ended(position, RESIGNED, 1 - seat)
