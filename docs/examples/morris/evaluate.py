"""How good a position is: pieces count most, then mills."""

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import kernel, popcount
from tablier.games.morris.rules import Position, in_mills


@kernel
def evaluate(position: Position, seat: int) -> int:
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    pieces = popcount(own) + hand - popcount(enemy) - other_hand
    pieces += position.due if position.seat == seat else -position.due
    return 100 * pieces + 10 * (popcount(in_mills(own)) - popcount(in_mills(enemy)))
