"""Why an action is not allowed, with the rule."""

from tablier.core.game import TABLE, Refusal
from tablier.games.chowka.board import BOARD, HOME, POINTS, STEP, WAY
from tablier.games.chowka.rules import ENTERING, MOVE, PASS, Position, holder, way


def refuse(position: Position, seat: int, action: int) -> Refusal:
    reasons = (
        (seat == TABLE, Refusal("CB-03", "rolled_once")),
        (action > PASS, Refusal("CB-03", "table_rolls")),
        (seat != position.seat, Refusal("CB-02", "not_your_turn")),
        (position.die == 0, Refusal("CB-03", "not_rolled")),
        (action == PASS, Refusal("CB-08", "can_move")),
        (POINTS <= action < MOVE, Refusal("CB-06", "hit_by_moving")),
    )
    general = (refusal for applies, refusal in reasons if applies)
    return next(general, None) or _refused_piece(position, seat, action)


def _refused_piece(position: Position, seat: int, action: int) -> Refusal:
    first, target, enters = way(position, seat), action % POINTS, action < MOVE
    source = WAY[first] if enters else action // POINTS - 2
    step = STEP[first + source] + (0 if enters else position.die)
    there, start = {"point": BOARD.names[target]}, {"point": BOARD.names[source]}
    reasons = (
        (enters and target != source, Refusal("CB-04", "not_your_castle", start)),
        (enters and not position.hands[seat], Refusal("CB-04", "none_in_hand")),
        (enters and position.die not in ENTERING, Refusal("CB-04", "enters_by")),
        (not enters and holder(position, source) != seat, Refusal("CB-05", "not_yours", start)),
        (step > HOME, Refusal("CB-07", "too_far", start)),
        (STEP[first + target] != step, Refusal("CB-05", "not_so_far", start)),
        (holder(position, target) == seat, Refusal("CB-05", "own_piece_there", there)),
        (True, Refusal("CB-06", "safe_there", there)),
    )
    return next(refusal for applies, refusal in reasons if applies)
