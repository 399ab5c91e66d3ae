"""A record as a page reviews it: a judgement of every move, and where the best one leads."""

from typing import Any

from tablier.core.match import Match
from tablier.core.reading.record import read_record
from tablier.engine.analysis.analysis import Study
from tablier.engine.analysis.verdict import Analysis, Verdict

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


def best_path(match: Match, verdict: Verdict) -> tuple[int, ...]:
    """The points of the action that was best, for whoever draws it."""
    before = Match(match.game, match.setup, match.states[verdict.index])
    touches = () if verdict.decider is None else before.touches(verdict.decider)
    return next((touch.path for touch in touches if touch.text == verdict.best), ())
