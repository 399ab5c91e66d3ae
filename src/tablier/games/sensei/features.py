"""What a learner sees of Senseï, and the actions there are."""

from tablier.core.board.topology import points_of
from tablier.core.rules.features import bits, number, seat, word
from tablier.games.sensei.board import IN_LINE, SIDE, SQUARES
from tablier.games.sensei.moves import FLIGHT
from tablier.games.sensei.rules import CLAIM, CLAIMS, END, STONE_MOVES, TURNS

FEATURES = (
    bits("stones", SQUARES, each=1),
    word("characters", SQUARES, each=1),
    seat("seat"),
    number("moved", STONE_MOVES),
    bits("flown"),
    number("turn", TURNS),
    bits("far"),
    bits("pits", SQUARES),
    word("unfair", len(CLAIMS)),
    bits("draws"),
)


def _straight(source: int, target: int) -> bool:
    """Whether two squares lie in one row or column."""
    return source // SIDE == target // SIDE or source % SIDE == target % SIDE


_PAIRS = [(source, target) for source in range(SQUARES) for target in points_of(IN_LINE[source])]
REPERTOIRE = (
    *(source * SQUARES + target for source, target in _PAIRS if _straight(source, target)),
    *(FLIGHT + source * SQUARES + target for source, target in _PAIRS),
    END,
    CLAIM,
)
"""Stones slide in rows and columns (SE-10), characters fly along diagonals as well (SE-13)."""
