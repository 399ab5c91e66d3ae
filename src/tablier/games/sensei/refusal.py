"""Why an action is not allowed in Senseï."""

from tablier.core.board.topology import points_of
from tablier.core.game import Refusal
from tablier.games.sensei import rules
from tablier.games.sensei.board import NAMES, SIDE, SQUARES, between
from tablier.games.sensei.moves import FLIGHT
from tablier.games.sensei.rules import CLAIM, END, Position
from tablier.games.sensei.scene import CHARACTERS
from tablier.games.sensei.unfair import CONTACTS


def refuse(position: Position, seat: int, action: int) -> Refusal:
    if seat != position.seat and action == CLAIM:
        return Refusal("SE-18", "not_your_turn")
    if position.ending or seat != position.seat:
        return Refusal("SE-08", "not_your_turn")
    if action == CLAIM:
        return _refuse_claim(position, seat)
    if action == END:
        return Refusal("SE-09", "nothing_done")
    if action >= FLIGHT:
        return _refuse_flight(position, seat, *divmod(action - FLIGHT, SQUARES))
    return _refuse_stone(position, seat, *divmod(action, SQUARES))


def _refuse_stone(position: Position, seat: int, source: int, target: int) -> Refusal:
    names = {"source": NAMES[source], "target": NAMES[target]}
    if position.moved == rules.STONE_MOVES:
        return Refusal("SE-08", "stones_moved")
    if not position.stones[seat] >> source & 1:
        return Refusal("SE-10", "not_your_stone", names)
    if position.characters[seat] == source:
        return Refusal("SE-12", "under_character", names | _who(seat))
    if source == target or (source // SIDE != target // SIDE and (source - target) % SIDE):
        return Refusal("SE-10", "not_straight", names)
    path = [*points_of(between(source, target) or 0), target]
    if len(path) > 1 and not position.far:
        return Refusal("SE-05", "one_square")
    return _refuse_slide(position, source, path)


def _refuse_slide(position: Position, source: int, path: list[int]) -> Refusal:
    """Name the first square on the path that stops the stone."""
    stop = min(
        (square for square in path if not rules.free_squares(position) >> square & 1),
        key=lambda square: abs(square - source),
    )
    details = {"source": NAMES[source], "stop": NAMES[stop]}
    if position.pits >> stop & 1:
        return Refusal("SE-07", "pit_in_the_way", details)
    return Refusal("SE-11", "stone_in_the_way", details)


def _refuse_flight(position: Position, seat: int, source: int, target: int) -> Refusal:
    stands = position.characters[seat]
    names = {"source": NAMES[source], "target": NAMES[target], "stands": NAMES[stands]}
    names |= _who(seat)
    if position.flown:
        return Refusal("SE-08", "character_moved", names)
    if source != stands:
        return Refusal("SE-13", "character_elsewhere", names)
    if source == target:
        return Refusal("SE-13", "same_stone", names)
    if not position.stones[seat] >> target & 1:
        return Refusal("SE-13", "no_stone_there", names)
    path = between(source, target)
    if path is None:
        return Refusal("SE-13", "not_in_line", names)
    stop = points_of(path & position.stones[1 - seat])[0]
    return Refusal("SE-14", "enemy_between", {**names, "stop": NAMES[stop]})


def _who(seat: int) -> dict[str, str]:
    return {"who": CHARACTERS[seat]}


def _refuse_claim(position: Position, seat: int) -> Refusal:
    if position.unfair == rules.NO_CLAIMS:
        return Refusal("SE-18", "no_claims")
    if position.unfair == rules.BY_ITSELF:
        return Refusal("SE-18", "claimed_by_itself")
    if not rules.line_against(position, seat, 0):
        return Refusal("SE-16", "no_line")
    most = max(n for n in range(CONTACTS) if rules.line_against(position, seat, n))
    return Refusal("SE-17", "few_contacts", {"contacts": str(most)})
