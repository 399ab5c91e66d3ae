"""How good a position is: rows that only one side can still fill, the fuller the better."""

from tablier.core.rules.duel import own_first, score
from tablier.core.rules.kernel import kernel, popcount

from .board import ROW_COUNT, ROWS
from .rules import Position

WON = 10_000


@kernel
def evaluate(position: Position, seat: int) -> int:
    if position.ending:
        return score(position, seat, WON)
    own, enemy = own_first(position.pieces, seat)
    return open_rows(own, enemy) - open_rows(enemy, own)


@kernel
def open_rows(own: int, enemy: int) -> int:
    """Ten for each row without an enemy, and more with own pieces in it."""
    total = 0
    for number in range(ROW_COUNT):
        if ROWS[number] & enemy == 0:
            pieces = popcount(ROWS[number] & own)
            total += 10 + 30 * pieces * pieces
    return total
