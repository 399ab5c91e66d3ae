"""What lessons in strategy teach is true: the engine finds no other way that is as good."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.words import LANGUAGES
from tablier.engine.analysis.analysis import assess

GUIDES = Path(__file__).parents[2] / "docs/players"
LEARNER = 0
FEWEST = 4
"""Lessons of a game."""
Way = list[str]
GAMES = [game for game in map(registry.find, registry.games()) if game.has_strategy]


def steps(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((game.folder / "strategy/steps.json").read_text())
    return found


def turns(match: Match, turn: int) -> Iterator[Way]:
    """All that the learner can do in a turn."""
    for text in match.legal(LEARNER):
        if text == "resign":
            continue
        after = match.copy().play(text, LEARNER)
        if after.result or after.state.turn != turn or LEARNER not in after.seats:
            yield [text]
        else:
            yield from ([text, *rest] for rest in turns(after, turn))


def chance(position: str, way: Way, nodes: int) -> float:
    match = tablier.read_position(position)
    for text in way:
        match.play(text, LEARNER)
    return assess(match, nodes=nodes).chances[LEARNER]


@pytest.mark.parametrize(
    ("game", "step"),
    [
        pytest.param(game, step, id=f"{game.name}-{step['id']}")
        for game in GAMES
        for step in steps(game)
    ],
)
def test_nothing_else_is_as_good(game: Game, step: dict[str, Any]) -> None:
    position, solve, worth = step["position"], step["solve"], step["worth"]
    match = tablier.read_position(position)
    others = worth.get("against") or list(turns(match, match.state.turn))
    worse = [way for way in others if way not in solve]
    assert worse and all(match.copy().play(way[0], LEARNER) for way in worse)
    assert worth["least"] > worth["most"]
    for way in solve:
        assert chance(position, way, worth["nodes"]) >= worth["least"], way
    for way in worse:
        assert chance(position, way, worth["nodes"]) <= worth["most"], way


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_there_are_enough_lessons_and_their_figures_are_those_of_the_guide(game: Game) -> None:
    guide = (GUIDES / f"{game.name}.md").read_text("utf-8")
    assert len(steps(game)) >= FEWEST
    for language in LANGUAGES:
        assert (game.folder / f"strategy/{language}.json").is_file()
        for step in game.lessons_in(language, "strategy"):
            for figure in re.findall(r"(\d+)\s*%", step["done"]):
                assert re.search(rf"\b{figure} %", guide), (step["id"], figure)
