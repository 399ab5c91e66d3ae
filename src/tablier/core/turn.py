"""What was played: actions, and the turns that they make."""

from collections.abc import Iterable
from typing import NamedTuple

from tablier.core.game import Position


class Move(NamedTuple):
    """One action of one seat."""

    seat: int
    """Who played it, counted from 0; `TABLE` for the table."""
    action: int
    """Its number in the game's rules."""
    text: str
    """How it is written."""


class Turn(NamedTuple):
    """The actions of one turn."""

    number: int
    """Turns are counted from 1; those passed by force leave gaps."""
    moves: tuple[Move, ...]
    """What was played in it."""


def grouped(positions: Iterable[Position], moves: Iterable[Move]) -> list[Turn]:
    """The turns that moves make; there is a position before each."""
    turns: list[Turn] = []
    for position, move in zip(positions, moves, strict=False):
        number = position.turn + 1
        if turns and turns[-1].number == number:
            turns[-1] = Turn(number, (*turns[-1].moves, move))
        else:
            turns.append(Turn(number, (move,)))
    return turns
