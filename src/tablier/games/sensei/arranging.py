"""How a position of Senseï is written that somebody sets up."""

from collections.abc import Mapping, Sequence

from tablier.core.board.scene import Spot
from tablier.core.errors import BadPosition
from tablier.games.sensei.board import NAMES, SIDE, SQUARES
from tablier.games.sensei.notation import BEARERS, FREE, PIT, PLAYERS, SEATS, STONES
from tablier.games.sensei.rules import Position

KINDS = ("stone", "character")
COUNTS: Mapping[str, int] = {}


def words(
    start: Position, pieces: Sequence[Spot], seat: int, counts: Sequence[Mapping[str, int]]
) -> list[str]:
    """The first turn of whoever is to move, and nothing done in it."""
    board = [PIT if start.pits >> square & 1 else FREE for square in range(SQUARES)]
    for piece in pieces:
        if piece.kind == "stone":
            board[piece.point] = STONES[piece.seat]
    for piece in pieces:
        if piece.kind == "character":
            if board[piece.point] != STONES[piece.seat]:
                whose, where = PLAYERS[piece.seat], NAMES[piece.point]
                told = f"{whose}'s character stands on a stone of {whose}, not on {where} (SE-02)"
                raise BadPosition(told)
            board[piece.point] = BEARERS[piece.seat]
    rows = ["".join(board[first : first + SIDE]) for first in range(0, SQUARES, SIDE)]
    turn = 1 if seat == start.seat else 2
    return ["/".join(reversed(rows)), SEATS[seat], "0", "0", str(turn)]
