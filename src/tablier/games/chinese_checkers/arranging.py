"""How a position of Chinese Checkers is written that somebody sets up."""

from collections.abc import Mapping, Sequence

from tablier.core.board.scene import Spot
from tablier.games.chinese_checkers.board import HOLES, ROWS
from tablier.games.chinese_checkers.notation import EMPTY, LETTERS
from tablier.games.chinese_checkers.position import Position

KINDS = ("peg",)
COUNTS: Mapping[str, int] = {}


def words(
    start: Position, pieces: Sequence[Spot], seat: int, counts: Sequence[Mapping[str, int]]
) -> list[str]:
    """Nobody has passed or arrived, and it is the first turn of whoever is to move."""
    letters = LETTERS[start.players]
    holes = [EMPTY] * HOLES
    for piece in pieces:
        holes[piece.point] = letters[piece.seat]
    left = iter(holes)
    rows = ("".join(next(left) for _ in range(length)) for length in ROWS)
    passes = "-".join(map(str, start.passes[: start.players]))
    places = "-".join("0" * start.players)
    return ["/".join(rows), letters[seat], passes, places, str(seat + 1)]
