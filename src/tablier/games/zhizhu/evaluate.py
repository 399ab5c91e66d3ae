"""How good a ZhiZhu position is: pieces first, then room to move."""

from tablier.core.kernel import kernel, popcount
from tablier.games.zhizhu.rules import ALL, Position, own_first, slides

PIECE = 100
ROOM = 4
DUE = 80
WON = 10_000


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a piece, from the seat's point of view."""
    if position.ending:
        if position.winner < 0:
            return 0
        return WON if position.winner == seat else -WON
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    free = ALL & ~(own | enemy)
    material = popcount(own) + hand - popcount(enemy) - other_hand
    room = popcount(slides(own, free)) - popcount(slides(enemy, free))
    due = position.due if position.seat == seat else -position.due
    return PIECE * material + ROOM * room + DUE * due
