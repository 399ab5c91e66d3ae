"""How a position of ZhiZhu is written that somebody sets up."""

from collections.abc import Mapping, Sequence

from tablier.core.board.scene import Spot
from tablier.games.zhizhu.board import POINTS, SPOKES
from tablier.games.zhizhu.notation import LETTERS, NO_BAN
from tablier.games.zhizhu.rules import PIECES, Position

KINDS = ("piece",)
COUNTS = {"hand": PIECES}


def words(
    start: Position, pieces: Sequence[Spot], seat: int, counts: Sequence[Mapping[str, int]]
) -> list[str]:
    """Nothing is due to be removed, and nothing banned; as many turns as it takes."""
    board = ["."] * POINTS
    for piece in pieces:
        board[piece.point] = LETTERS[piece.seat]
    circles = ["".join(board[first : first + SPOKES]) for first in range(0, POINTS, SPOKES)]
    hands = [each["hand"] for each in counts]
    placed = 2 * PIECES - sum(hands)
    turn = placed + 1 if sum(hands) else placed + 1 + seat
    in_hand = "-".join(map(str, hands))
    return ["/".join(circles), LETTERS[seat], in_hand, "0", NO_BAN, NO_BAN, "0", str(turn)]
