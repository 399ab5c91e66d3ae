"""A position of Chinese Checkers: pegs, places, and whose turn it is."""

from typing import NamedTuple

from tablier.core.rules.bits import Bits, less, some, tables
from tablier.core.rules.kernel import item, kernel
from tablier.games.chinese_checkers.board import (
    HOMES,
    LOWER_BIT,
    OPPOSITE,
    TRIANGLES,
    UPPER,
    UPPER_BIT,
)

SEATS = 3
AGREED_LATER = 2

Holes = Bits
"""A set of holes: the upper and the lower rows (see board.py)."""
Triple = tuple[int, int, int]
"""Something of each seat, clockwise from N."""


class Position(NamedTuple):
    """When two play, the third chair is empty: no pegs, and third from the start."""

    upper: Triple
    lower: Triple
    """The holes where each seat's pegs stand."""
    places: Triple
    """The place of each seat that has finished or is out; 0 while it plays."""
    passes: Triple
    """Passes left (CC-16)."""
    seat: int
    turn: int
    players: int
    swap: int
    """1 with the option and 0 without; so are the next two."""
    forfeit: int
    draws: int
    play_on: int
    """0 without, 1 with the option, AGREED_LATER where it was agreed on after a win (CC-19)."""
    ending: int
    """Number of the reason the game ended for; 0 while it goes on."""


@kernel
def with_pegs(position: Position, upper: Triple, lower: Triple, passes: Triple) -> Position:
    """The position with other pegs or passes."""
    return Position(
        upper=upper,
        lower=lower,
        places=position.places,
        passes=passes,
        seat=position.seat,
        turn=position.turn,
        players=position.players,
        swap=position.swap,
        forfeit=position.forfeit,
        draws=position.draws,
        play_on=position.play_on,
        ending=position.ending,
    )


@kernel
def with_state(position: Position, places: Triple, seat: int, turn: int, ending: int) -> Position:
    """The position with the same pegs and passes."""
    return Position(
        upper=position.upper,
        lower=position.lower,
        places=places,
        passes=position.passes,
        seat=seat,
        turn=turn,
        players=position.players,
        swap=position.swap,
        forfeit=position.forfeit,
        draws=position.draws,
        play_on=position.play_on,
        ending=ending,
    )


@kernel
def taken(position: Position) -> Holes:
    """The holes where pegs stand."""
    upper, lower = position.upper, position.lower
    return upper[0] | upper[1] | upper[2], lower[0] | lower[1] | lower[2]


@kernel
def only(hole: int) -> Holes:
    """A hole by itself."""
    return UPPER_BIT[hole], LOWER_BIT[hole]


@kernel
def own_pegs(position: Position, seat: int) -> Holes:
    """The holes where a seat's pegs stand."""
    return item(position.upper, seat), item(position.lower, seat)


# Destinations, three for two players (one is the empty chair's) and three for three

_DESTINATIONS = [TRIANGLES[OPPOSITE[home]] for home in (*HOMES[2], "N", *HOMES[3])]
UPPER_DESTINATION, LOWER_DESTINATION = tables(_DESTINATIONS, UPPER)


@kernel
def destination(position: Position, seat: int) -> Holes:
    """The triangle opposite a seat's home (CC-03)."""
    index = SEATS * (position.players - 2) + seat
    return UPPER_DESTINATION[index], LOWER_DESTINATION[index]


@kernel
def fills(position: Position, seat: int) -> bool:
    """Whether a seat's pegs fill its destination (CC-15)."""
    return not some(less(destination(position, seat), own_pegs(position, seat)))


# Places: who finishes takes the best that is open, who goes out the worst


@kernel
def playing(places: Triple) -> int:
    """How many still play."""
    return (places[0] == 0) + (places[1] == 0) + (places[2] == 0)


@kernel
def one_left(places: Triple) -> bool:
    """Whether somebody has won and one player is left, whose place is settled (CC-19)."""
    return 1 in places and playing(places) == 1


@kernel
def next_seat(seat: int, places: Triple) -> int:
    """The next of those who still play, clockwise (CC-06)."""
    seat = (seat + 1) % SEATS
    while item(places, seat):
        seat = (seat + 1) % SEATS
    return seat


@kernel
def best_open(places: Triple) -> int:
    if 1 not in places:
        return 1
    return 2 if 2 not in places else 3


@kernel
def worst_open(places: Triple) -> int:
    return 3 if 3 not in places else 2
