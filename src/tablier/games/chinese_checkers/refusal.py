"""Why an action is not allowed in Chinese Checkers."""

from tablier.core.game import Refusal
from tablier.core.rules.bits import either, less
from tablier.games.chinese_checkers.board import HOLES, NAMES, NEIGHBOURS, between
from tablier.games.chinese_checkers.moves import ALL, swappable
from tablier.games.chinese_checkers.position import Position, destination, fills, only, taken
from tablier.games.chinese_checkers.rules import PASS, STOP
from tablier.games.chinese_checkers.series import contains, owns, stands, touch_downs, ways


def refuse(position: Position, seat: int, action: int) -> Refusal:
    if position.ending:
        return Refusal("CC-15", "game_over")
    if seat != position.seat:
        return _refuse_seat(position, seat)
    if action == PASS:
        return Refusal("CC-14", "no_pass_left")
    if action == STOP:
        return Refusal("CC-19", "not_the_last")
    return _refuse_move(position, seat, *divmod(action, HOLES))


def _refuse_seat(position: Position, seat: int) -> Refusal:
    if seat >= position.players or not position.places[seat]:
        return Refusal("CC-06", "not_your_turn")
    if not position.upper[seat] | position.lower[seat]:
        return Refusal("CC-18", "forfeited")
    if fills(position, seat):
        return Refusal("CC-19", "finished")
    return Refusal("CC-21", "resigned")


def _refuse_move(position: Position, seat: int, source: int, target: int) -> Refusal:
    names = {"source": NAMES[source], "target": NAMES[target]}
    if not owns(position, seat, source):
        return Refusal("CC-07", "not_your_peg", names)
    if source == target:
        return Refusal("CC-13", "same_hole", names)
    goal = destination(position, seat)
    if contains(goal, source) and not contains(goal, target):
        return Refusal("CC-12", "bound", names)
    if stands(position, target) and not contains(touch_downs(position, seat, source), target):
        return _refuse_taken(position, seat, source, target)
    if contains(goal, source) and _through_outside(position, seat, source, target):
        return Refusal("CC-12", "bound_during_series", names)
    over = between(source, target)
    if over is not None and not stands(position, over):
        return Refusal("CC-09", "nothing_to_jump", {**names, "over": NAMES[over]})
    return Refusal("CC-10", "out_of_reach", names)


def _refuse_taken(position: Position, seat: int, source: int, target: int) -> Refusal:
    names = {"source": NAMES[source], "target": NAMES[target]}
    if owns(position, seat, target) or not contains(destination(position, seat), target):
        return Refusal("CC-08", "taken", names)
    if contains(swappable(position, seat), target):
        return Refusal("CC-17", "swap_from_inside", names)
    enter = either(touch_downs(position, seat, source), only(target))
    if target not in ways(position, seat, source, enter):
        return Refusal("CC-08", "taken", names)
    return Refusal("CC-17", "no_swapping", names)


def _through_outside(position: Position, seat: int, source: int, target: int) -> bool:
    """Whether only a bound peg's ties keep it from its target (CC-12)."""
    return target in ways(position, seat, source, less(ALL, taken(position)))


def refuse_hop(
    position: Position, seat: int, source: int, at: int, to: int, last: bool
) -> Refusal | None:
    """Why a peg that began at `source` can't jump from one hole to another; None if it can."""
    names = {"source": NAMES[at], "target": NAMES[to]}
    if to in NEIGHBOURS[at]:
        return Refusal("CC-10", "step_in_series", names)
    over = between(at, to)
    if over is None:
        return Refusal("CC-09", "not_a_jump", names)
    if not stands(position, over):
        return Refusal("CC-09", "nothing_to_jump", {**names, "over": NAMES[over]})
    if not contains(touch_downs(position, seat, source), to):
        return _refuse_touch_down(position, seat, source, to)
    if not last and contains(swappable(position, seat), to):
        return Refusal("CC-17", "swap_in_series", names)
    return None


def _refuse_touch_down(position: Position, seat: int, source: int, to: int) -> Refusal:
    if stands(position, to):
        return Refusal("CC-09", "landing_taken", {"target": NAMES[to]})
    return Refusal("CC-12", "bound", {"source": NAMES[source], "target": NAMES[to]})
