"""Why an action is not allowed in ZhiZhu."""

from tablier.core.game import Refusal
from tablier.games.zhizhu.board import LINES, WEB
from tablier.games.zhizhu.rules import PLACE, REMOVE, SLIDE, Position


def refuse(position: Position, seat: int, action: int) -> Refusal:
    if seat != position.seat:
        return Refusal("ZZ-05", "not_your_turn")
    if action >= SLIDE:
        return _refuse_slide(position, seat, action - SLIDE)
    if action >= REMOVE:
        return _refuse_removal(position, seat, action - REMOVE)
    return _refuse_placement(position, seat, action - PLACE)


def _refuse_placement(position: Position, seat: int, point: int) -> Refusal:
    if position.due:
        return Refusal("ZZ-13", "removal_due", {"due": str(position.due)})
    if not position.hands[seat]:
        return Refusal("ZZ-07", "hand_empty")
    return Refusal("ZZ-05", "point_taken", {"point": WEB.names[point]})


def _refuse_removal(position: Position, seat: int, point: int) -> Refusal:
    name = {"point": WEB.names[point]}
    if not position.due:
        return Refusal("ZZ-12", "nothing_earned")
    if not position.pieces[1 - seat] >> point & 1:
        return Refusal("ZZ-13", "no_enemy_there", name)
    return Refusal("ZZ-14", "in_a_chain", name)


def _refuse_slide(position: Position, seat: int, line: int) -> Refusal:
    if position.due:
        return Refusal("ZZ-13", "removal_due", {"due": str(position.due)})
    if position.hands[seat]:
        return Refusal("ZZ-07", "still_placing", {"hand": str(position.hands[seat])})
    one, other = LINES[line]
    own, taken = position.pieces[seat], position.pieces[0] | position.pieces[1]
    details = {"one": WEB.names[one], "other": WEB.names[other]}
    if not (own >> one | own >> other) & 1:
        return Refusal("ZZ-07", "no_own_piece", details)
    if taken >> one & taken >> other & 1:
        return Refusal("ZZ-07", "no_room", details)
    return Refusal("ZZ-19", "returns_to_chain", details)
