"""Every game teaches itself: small positions, what solves them, and texts in four languages."""

import json
from typing import Any

import pytest
from setups import GAMES, label

from tablier.checks.tasks.lessons import lessons
from tablier.core.game import Game
from tablier.core.words import LANGUAGES


def steps(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((game.folder / "lessons/steps.json").read_text())
    return found


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_a_lesson_has_eight_to_twelve_steps(game: Game) -> None:
    names = [step["id"] for step in steps(game)]
    assert 8 <= len(names) <= 12 and len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_step_can_be_played_and_has_its_texts(game: Game) -> None:
    assert list(lessons(game)) == []


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_lessons_are_in_every_language(game: Game) -> None:
    for language in LANGUAGES:
        assert (game.folder / "lessons" / f"{language}.json").is_file()
