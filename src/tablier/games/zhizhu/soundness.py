"""What no action of ZhiZhu can break."""

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import kernel, popcount
from tablier.games.zhizhu.rules import ALL, Position


@kernel
def sound(before: Position, after: Position) -> bool:
    """Whether nobody gained a piece, and nobody lost one but by a removal (ZZ-13, ZZ-17)."""
    seat = before.seat
    own, enemy = own_first(after.pieces, seat)
    hand, other_hand = own_first(after.hands, seat)
    had, others_had = own_first(before.pieces, seat)
    held, others_held = own_first(before.hands, seat)
    removed = 1 if before.due else 0
    kept = popcount(own) + hand == popcount(had) + held
    lost = popcount(others_had) + others_held - popcount(enemy) - other_hand
    placed = held - hand == (1 if held and not before.due else 0)
    return (
        kept
        and placed
        and lost == removed
        and own & enemy == 0
        and (own | enemy) & ~ALL == 0
        and 0 <= after.due <= 3
        and (after.turn - before.turn) == (1 if after.due == 0 else 0)
    )
