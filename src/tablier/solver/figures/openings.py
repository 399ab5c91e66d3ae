"""What the first placements and the answers to them are worth, those equal by symmetry as one."""

from typing import Any

from tablier.core.game import Position
from tablier.core.parts import Endgame
from tablier.solver.endgames import meaning
from tablier.solver.figures.best_play import BestPlay, PlayedTurn


def openings(play: BestPlay, endgame: Endgame, empty: Position) -> list[dict[str, Any]]:
    """Each first turn with its answers, as whoever plays it sees them."""
    return [
        described | {"answers": [answer for answer, _ in _kinds(play, endgame, turn.after)]}
        for described, turn in _kinds(play, endgame, empty)
    ]


def _kinds(
    play: BestPlay, endgame: Endgame, position: Position
) -> list[tuple[dict[str, Any], PlayedTurn]]:
    """The turns that differ, each with its value and the texts of those that are equal to it."""
    found: dict[Any, tuple[dict[str, Any], PlayedTurn]] = {}
    for value, turn in play.valued(position):
        state = endgame.state_of(turn.after)
        model = min(endgame.moved(state, symmetry) for symmetry in range(endgame.SYMMETRIES))
        worth = meaning(value)
        described = {"turns": [], "outcome": -worth.outcome, "in": worth.turns}
        found.setdefault(model, (described, turn))[0]["turns"].append(turn.text)
    return list(found.values())
