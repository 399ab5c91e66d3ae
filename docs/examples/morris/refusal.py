"""Why an action is not allowed, with the rule."""

from tablier.core.game import Refusal
from tablier.core.rules.duel import own_first
from tablier.games.morris.board import BOARD, POINTS
from tablier.games.morris.rules import MOVE, REMOVE, Position


def refuse(position: Position, seat: int, action: int) -> Refusal:
    own, enemy = own_first(position.pieces, seat)
    hand = position.hands[seat % 2]
    placing, removing, moving = action < REMOVE, REMOVE <= action < MOVE, action >= MOVE
    source, target = (action // POINTS - 2) % POINTS, action % POINTS
    start, point = {"point": BOARD.names[source]}, {"point": BOARD.names[target]}
    reasons = (
        (seat != position.seat, Refusal("MO-02", "not_your_turn")),
        (position.due and not removing, Refusal("MO-06", "removal_due")),
        (removing and not position.due, Refusal("MO-06", "nothing_earned")),
        (removing and enemy >> target & 1, Refusal("MO-06", "in_a_mill", point)),
        (removing, Refusal("MO-06", "no_enemy_there", point)),
        (moving and hand, Refusal("MO-03", "still_placing")),
        (placing and not hand, Refusal("MO-03", "all_placed")),
        ((own | enemy) >> target & 1, Refusal("MO-03", "point_taken", point)),
        (not own >> source & 1, Refusal("MO-03", "not_your_piece", start)),
        (True, Refusal("MO-04", "too_far", point)),
    )
    return next(refusal for applies, refusal in reasons if applies)
