"""What was played: actions, and the turns that they make."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from tablier.core.game import DRAW, PLAY_ON, RESIGN, Game, Position

UNIVERSAL = {"resign": RESIGN, "draw": DRAW, "play_on": PLAY_ON}
"""Texts of the actions that every game knows."""


class Move(NamedTuple):
    """One action of one seat."""

    seat: int
    """Who played it, counted from 0; `TABLE` for the table."""
    action: int
    """Its number in the game's rules."""
    text: str
    """How it is written."""


class Step(NamedTuple):
    """An action that was checked and not played yet, and what it leads to."""

    move: Move
    """The action."""
    before: Position
    """The position in which it was checked."""
    position: Position
    """The position after it."""
    identity: Position | None
    """What begins the next turn, as far as repetitions go; None within a turn."""


class Turn(NamedTuple):
    """The actions of one turn."""

    number: int
    """Turns are counted from 1; those passed by force leave gaps."""
    moves: tuple[Move, ...]
    """What was played in it."""


def agreed(game: Game, position: Position, move: Move) -> Position:
    """The position after one of the actions that every game knows."""
    if move.action == RESIGN:
        return game.rules.resign(position, move.seat)
    if move.action == PLAY_ON and game.resume is not None:
        return game.resume(position)
    return game.rules.agree(position)


def starts_turn(before: Position, move: Move, now: Position) -> bool:
    """Whether an action ended a turn or began the game again, so that one starts."""
    return bool(now.turn != before.turn) or move.action == PLAY_ON


def grouped(positions: Iterable[Position], moves: Iterable[Move]) -> Iterator[Turn]:
    """The turns that moves make, one after the other; there is a position before each move."""
    played = zip(positions, moves, strict=False)
    for number, pairs in groupby(played, key=lambda pair: pair[0].turn + 1):
        yield Turn(number, tuple(move for _, move in pairs))
