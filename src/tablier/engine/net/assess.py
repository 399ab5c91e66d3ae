"""How good a position is for a seat, where a search does not look on."""

from typing import Any

from tablier.compile.dispatch import evaluate, game_of
from tablier.compile.marks import inlined, twin
from tablier.core import registry
from tablier.core.game import Position
from tablier.engine.net.net import NOWHERE, Net, net_score, part
from tablier.solver.numbering import Shelf
from tablier.solver.probe import decided, informed


@inlined
def assess(position: Position, seat: int, place: int, net: Net, shelf: Shelf) -> int:
    """What the net says, or the evaluation, and what is known of players alone besides.

    A net has learnt itself what that is worth until it decides. It keeps what it has added up at
    some place. The game goes on.
    """
    score = judged(position, seat, place, net)
    if net.is_on and not decided(position):
        return score
    return informed(position, seat, score, shelf)


def judged(position: Position, seat: int, place: int, net: Net) -> int:
    """What the net says where there is one that knows such a position, or the evaluation."""
    game = registry.owner(type(position))
    known = NOWHERE if game.net is None or not net.is_on else part(position)
    if known == NOWHERE:
        return int(evaluate(position, seat))
    return int(net_score(position, seat, known, place, max(game.players), net))


@twin(judged)
def _judged(position: Any, seat: Any, place: Any, net: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.net is None:
        return lambda position, seat, place, net: evaluate(position, seat)
    seats = max(game.players)

    def found(position, seat, place, net):  # type: ignore[no-untyped-def]
        known = part(position) if net.is_on else NOWHERE
        if known == NOWHERE:
            return evaluate(position, seat)
        return net_score(position, seat, known, place, seats, net)

    return found
