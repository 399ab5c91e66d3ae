"""The rules: place a piece by turns, and be the first with three in a row."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.game import Actions, Reason
from tablier.core.rules import duel
from tablier.core.rules.duel import NOBODY, ended, own_first
from tablier.core.rules.kernel import kernel, listed

from .board import ALL, POINTS, ROW_COUNT, ROWS

ACTIONS = MOST_ACTIONS = POINTS
"""An action is the square that a piece is placed on."""
ROW, FULL = 4, 5
REASONS = (
    *duel.reasons(draw="XY-05", resigned="XY-06"),
    Reason("row", "XY-04"),
    Reason("full", "XY-05"),
)
DEADLINES = ()

decision, place, reason = duel.decision, duel.place, duel.reason
identity, repeated, agree, resign = duel.identity, duel.repeated, duel.agree, duel.resign


class Position(NamedTuple):
    """The pieces of each seat as bit sets; the rest is what core/rules/duel.py asks for."""

    pieces: tuple[int, int]
    seat: int
    quiet: int
    turn: int
    ending: int
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    """An empty board, White to begin (XY-02)."""
    return Position((0, 0), 0, 0, 0, 0, NOBODY)


@kernel
def has_row(own: int) -> bool:
    """Whether some pieces fill a row (XY-04)."""
    for number in range(ROW_COUNT):
        if own & ROWS[number] == ROWS[number]:
            return True
    return False


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    """Any free square (XY-03)."""
    return listed(ALL & ~(position.pieces[0] | position.pieces[1]), 0, out, 0)


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    own, enemy = own_first(position.pieces, seat)
    return judged(
        Position(
            pieces=own_first((own | 1 << action, enemy), seat),
            seat=1 - seat,
            quiet=0,
            turn=position.turn + 1,
            ending=0,
            winner=NOBODY,
        )
    )


@kernel
def judged(position: Position) -> Position:
    """The position, ended where whoever has moved has won (XY-04), or the board is full (XY-05)."""
    if has_row(position.pieces[0]):
        return ended(position, ROW, 0)
    if has_row(position.pieces[1]):
        return ended(position, ROW, 1)
    full = position.pieces[0] | position.pieces[1] == ALL
    return ended(position, FULL, NOBODY) if full else position
