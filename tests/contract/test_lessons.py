"""Every game teaches itself: small positions, what solves them, and texts in four languages."""

import json
from typing import Any

import pytest
from setups import GAMES, label

import tablier
from tablier.core.errors import MoveError
from tablier.core.game import Game
from tablier.core.words import LANGUAGES

ANY = "*"
LEARNER = 0


def steps(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((game.folder / "lessons/steps.json").read_text())
    return found


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_a_lesson_has_eight_to_twelve_steps(game: Game) -> None:
    names = [step["id"] for step in steps(game)]
    assert 8 <= len(names) <= 12 and len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_solution_can_be_played(game: Game) -> None:
    for step in steps(game):
        assert ("solve" in step) != ("refused" in step), step["id"]
        for solution in step.get("solve", ()):
            match = tablier.position(step["position"])
            for text in solution:
                legal = match.legal(LEARNER)
                assert legal, step["id"]
                match.play(legal[0] if text == ANY else text, LEARNER)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_what_is_to_be_refused_is_refused_for_that_rule(game: Game) -> None:
    for step in steps(game):
        if "refused" in step:
            with pytest.raises(MoveError) as refused:
                tablier.position(step["position"]).play(step["refused"]["text"], LEARNER)
            assert refused.value.rule == step["refused"]["rule"], step["id"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_step_has_its_texts(game: Game, language: str) -> None:
    texts = json.loads((game.folder / f"lessons/{language}.json").read_text("utf-8"))
    assert list(texts) == [step["id"] for step in steps(game)]
    for text in texts.values():
        assert list(text) == ["title", "task", "done"] and all(text.values())
