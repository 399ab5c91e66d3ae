"""How good a ZINGA position is: the odds to win, as a logarithm."""

from math import log

from tablier.core.rules.kernel import item, kernel
from tablier.games.zinga.chances import standings, total
from tablier.games.zinga.position import Position
from tablier.games.zinga.settling import AGREED

SCALE = 100
"""The evaluation where the odds are as e to 1."""
WON = 10_000


@kernel
def evaluate(position: Position, seat: int) -> int:
    """So that the logistic curve over `SCALE` gives the chance to win back."""
    if position.ending == AGREED and item(position.places, seat) == 1:
        return 0
    if position.ending:
        return WON if item(position.places, seat) == 1 else -WON
    if item(position.places, seat):
        return -WON
    standing = standings(position)
    own = item(standing, seat)
    return int(SCALE * log(own / (total(standing) - own)))
