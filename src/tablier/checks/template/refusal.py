"""Why an action is not allowed, with the rule."""

from tablier.core.game import Refusal

from .board import BOARD
from .rules import Position


def refuse(position: Position, seat: int, action: int) -> Refusal:
    if seat != position.seat:
        return Refusal("XY-02", "not_your_turn")
    return Refusal("XY-03", "taken", {"square": BOARD.names[action]})
