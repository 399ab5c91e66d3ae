"""Every game says everything it has to say, and draws what it has to draw."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from players import begun, play_on
from setups import ALL_SETUPS, GAMES, label

from tablier.checks.boards import boards
from tablier.checks.everything import Check
from tablier.checks.looks import looks
from tablier.checks.rulebook import rulebook
from tablier.checks.shape import shape
from tablier.checks.wording import wording
from tablier.core.game import Game, Setup
from tablier.core.reading.diagram import IMAGE, diagram, diagrams, in_text
from tablier.core.vocabulary import GROUPS, KEYS
from tablier.core.words import LANGUAGES, named

every_game = pytest.mark.parametrize("game", GAMES, ids=label)
every_translation = pytest.mark.parametrize("language", ["fr", "de", "es"])


def sentences(game: Game, language: str) -> dict[str, str]:
    """All of a game's texts, by the way that leads to each of them."""
    text = (game.folder / "words" / f"{language}.json").read_text("utf-8")
    return dict(_leaves(json.loads(text)))


def _leaves(words: object, way: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(words, dict):
        for key, part in words.items():
            yield from _leaves(part, f"{way}/{key}")
    elif isinstance(words, list):
        for index, part in enumerate(words):
            yield from _leaves(part, f"{way}/{index}")
    else:
        assert isinstance(words, str)
        yield way, words


def translated_rules(game: Game, language: str) -> str:
    return (game.folder / f"RULES.{language}.md").read_text("utf-8")


def notation(rules: str) -> Counter[str]:
    """What stands in code quotes: options, moves and positions, the same everywhere."""
    return Counter(re.findall(r"`[^`]+`", rules))


@every_game
@pytest.mark.parametrize("check", [shape, rulebook, wording, boards, looks])
def test_nothing_is_missing_or_wrong(game: Game, check: Check) -> None:
    """What `tablier check-game` would tell, less what the other tests of this folder play."""
    assert list(check(game)) == []


def test_every_group_of_words_is_in_the_handbook() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "contract.md").read_text("utf-8")
    for group in GROUPS:
        assert f"| `{group.name}` |" in handbook, group.name
    for key in KEYS:
        assert f"`{key}`" in handbook, key


@every_game
@every_translation
def test_translations_say_the_same(game: Game, language: str) -> None:
    english, translated = sentences(game, "en"), sentences(game, language)
    assert list(translated) == list(english)


@every_game
@every_translation
def test_translated_keys_strike_the_same_actions(game: Game, language: str) -> None:
    english, translated = sentences(game, "en"), sentences(game, language)
    struck = [way for way in english if re.match(r"/keys/(bell|pass)/", way)]
    assert [translated[way] for way in struck] == [english[way] for way in struck]


def rulings(rules: str) -> list[str]:
    """The ids of the rules that say what is our own ruling in them."""
    return [rule[:5] for rule in rules.split("\n- **")[1:] if "*(" in rule.split("\n\n")[0]]


@every_game
@every_translation
def test_translated_rules_are_the_same_rules(game: Game, language: str) -> None:
    english, translated = game.rules_text, translated_rules(game, language)
    stated = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\* \S", re.MULTILINE)
    assert stated.findall(translated) == stated.findall(english) != []
    assert rulings(translated) == rulings(english) != []
    assert translated.count("**") == english.count("**")
    headings = re.compile(r"^#+ ", re.MULTILINE)
    assert headings.findall(translated) == headings.findall(english)
    assert notation(translated) == notation(english)


@every_game
def test_rules_show_every_diagram_in_every_language(game: Game) -> None:
    named = list(diagrams(game))
    assert 2 <= len(named) <= 4
    for language in LANGUAGES:
        rules = game.rules_in(language)
        assert [file for _, file in IMAGE.findall(rules)] == named
        assert rules.count("![") == len(named)
    for name in named:
        shown = diagram(game, name)
        drawn = (game.folder / "diagrams" / f"{name}.svg").read_text("utf-8")
        assert drawn == shown.svg(), "make pictures draws the diagrams anew"
        assert shown.show() in in_text(game, game.rules_text)


@every_game
def test_french_signs_stay_with_their_words(game: Game) -> None:
    """A line may break at a blank, and never before `;` or after `«`."""
    rules = translated_rules(game, "fr").replace("![", "[")
    texts = [*sentences(game, "fr").values(), rules]
    for text in texts:
        assert not re.search(r"\s(?<!\u202f)[;:!?»]|«(?!\u202f)", re.sub(r"`[^`]+`", "`", text))


def parts(shown: Any) -> dict[str, Any]:
    """What a scene or a part of one consists of."""
    return {field.name: getattr(shown, field.name) for field in fields(shown)}


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_scenes_can_be_sent_and_shown(game: Game, setup: Setup) -> None:
    match = begun(game, setup)
    random = Random(7)
    for _ in range(40):
        scene = game.scene(match.state)
        assert json.loads(json.dumps(scene, default=parts))
        details = named(game.words, scene.prompt.details)
        game.words["prompts"][scene.prompt.token].format_map(details)
        for counts in scene.counts:
            assert set(counts) <= set(game.words["counts"])
        assert len(scene.counts) == setup.players
        shown = match.show()
        assert shown and "\x1b" not in shown and game.name in repr(match)
        play_on(match, random, 5)


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_evaluation_is_a_number_for_each_seat(game: Game, setup: Setup) -> None:
    match = play_on(begun(game, setup), Random(3), 60)
    for seat in range(setup.players):
        assert isinstance(game.evaluate(match.state, seat), int)
