"""What a learner sees of ZhiZhu."""

from tablier.core.rules.features import bits, number, seat
from tablier.games.zhizhu.board import POINTS
from tablier.games.zhizhu.rules import PIECES, QUIET_SLIDES

BAN = POINTS + 6
"""The bits of a ban: the chains that were left, and the line (ZZ-19)."""
MOST_DUE = 3

FEATURES = (
    bits("pieces", POINTS, each=1),
    number("hands", PIECES, each=1),
    seat("seat"),
    number("due", MOST_DUE),
    bits("bans", BAN, each=1),
    number("quiet", QUIET_SLIDES),
    bits("draws"),
)
