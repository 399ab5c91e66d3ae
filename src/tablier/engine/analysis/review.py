"""A record as a page reviews it: a judgement of every move, and where the best one leads."""

from typing import Any

from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.reading.record import read_record
from tablier.engine.analysis.analysis import Study, assess
from tablier.engine.analysis.verdict import Analysis, Verdict
from tablier.engine.search.tablebases import known_shelf_of
from tablier.engine.search.value_keeping import ValueKeeping

MOST_ANALYSED = 20_000_000
"""Nodes for a whole record, however long it is: half a minute."""


def study_of(record: str, nodes: int) -> Study:
    """The study of a record, with some nodes for each move."""
    match = read_record(record)
    most = MOST_ANALYSED // max(len(match.history), 1)
    return Study(match, nodes=max(min(nodes, most), 1))


def review_of(analysis: Analysis) -> list[dict[str, Any]]:
    """What a page is told of each move."""
    return [
        {"ply": verdict.index + 1, "path": best_path(analysis.match, verdict)} | verdict.json()
        for verdict in analysis.verdicts
    ]


def assessment_of(match: Match, nodes: int) -> dict[str, Any]:
    """What a page is told of a position: chances, the best line, and what is known.

    `path` has the points of the line's first action.
    """
    found = assess(match, nodes=nodes)
    before = Match(match.game, match.setup, match.state)
    touches = [touch for seat in before.seats if seat != TABLE for touch in before.touches(seat)]
    first = found.line[0] if found.line else None
    path = next((touch.path for touch in touches if touch.text == first), ())
    return found.json() | {"path": path, "moves": known_moves(match)}


def known_moves(match: Match) -> list[dict[str, Any]]:
    """What actions lead to for whoever plays them, where the game is solved that far."""
    if match.game.endgame is None or match.result is not None:
        return []
    seat, notation = min(match.seats), match.game.notation
    known = ValueKeeping(match, known_shelf_of(match.game)).outcomes()
    return [
        {"text": notation.write(match.state, seat, action), "outcome": outcome, "turns": turns}
        for action, (outcome, turns) in known.items()
    ]


def best_path(match: Match, verdict: Verdict) -> tuple[int, ...]:
    """The points of the action that was best, for whoever draws it."""
    before = Match(match.game, match.setup, match.states[verdict.index])
    touches = () if verdict.decider is None else before.touches(verdict.decider)
    return next((touch.path for touch in touches if touch.text == verdict.best), ())
