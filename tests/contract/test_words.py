"""Every game says everything it has to say, and draws what it has to draw."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from string import Formatter

import pytest
from players import begun, play_on
from setups import ALL_SETUPS, GAMES, label

from tablier.core.diagram import IMAGE, diagram, diagrams, in_text
from tablier.core.game import Game, Setup
from tablier.core.words import LANGUAGES

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


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def translated_rules(game: Game, language: str) -> str:
    return (game.folder / f"RULES.{language}.md").read_text("utf-8")


def notation(rules: str) -> Counter[str]:
    """What stands in code quotes: options, moves and positions, the same everywhere."""
    return Counter(re.findall(r"`[^`]+`", rules))


@every_game
def test_reasons_have_words_and_rules(game: Game) -> None:
    for reason in game.rules.REASONS:
        assert game.words["reasons"][reason.token]
        assert f"**{reason.rule}**" in game.rules_text


@every_game
@every_translation
def test_translations_say_the_same(game: Game, language: str) -> None:
    english, translated = sentences(game, "en"), sentences(game, language)
    assert list(translated) == list(english)
    for way, sentence in translated.items():
        assert sentence.strip(), way
        assert placeholders(sentence) == placeholders(english[way]), way


@every_game
@every_translation
def test_translated_keys_strike_the_same_actions(game: Game, language: str) -> None:
    english, translated = sentences(game, "en"), sentences(game, language)
    struck = [way for way in english if re.match(r"/keys/(bell|pass)/", way)]
    assert [translated[way] for way in struck] == [english[way] for way in struck]


@every_game
@every_translation
def test_translated_rules_are_the_same_rules(game: Game, language: str) -> None:
    english, translated = game.rules_text, translated_rules(game, language)
    stated = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\* \S", re.MULTILINE)
    assert stated.findall(translated) == stated.findall(english) != []
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


@every_game
def test_refusals_in_the_source_have_words(game: Game) -> None:
    source = "".join(path.read_text("utf-8") for path in game.folder.glob("*.py"))
    refusals = re.findall(r'Refusal\(\s*"([A-Z]{2}-\d\d)",\s*"(\w+)"', source)
    assert refusals
    assert {code for _, code in refusals} == set(game.words["refusals"])
    for rule, _ in refusals:
        assert f"**{rule}**" in game.rules_text


@every_game
def test_options_and_seats_have_words(game: Game) -> None:
    for option in game.options:
        assert game.words["options"][option.name]
        assert f"**{option.rule}**" in game.rules_text
    for players in game.players:
        for seat in game.seats(players):
            assert game.words["seats"][seat]


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_scenes_can_be_sent_and_shown(game: Game, setup: Setup) -> None:
    match = begun(game, setup)
    random = Random(7)
    for _ in range(40):
        scene = game.scene(match.state)
        assert json.loads(json.dumps(asdict(scene)))
        game.words["prompts"][scene.prompt.token].format_map(scene.prompt.details)
        for counts in scene.counts:
            assert set(counts) <= set(game.words["counts"])
        assert len(scene.counts) == setup.players
        assert match.show()
        assert "\x1b" not in match.show() and game.name in repr(match)
        play_on(match, random, 5)


@every_game
def test_topology_is_sound(game: Game) -> None:
    board = game.board(game.start(None, {})[0])
    assert len(set(board.names)) == len(board.names) == len(board.places)
    assert all(-1.001 <= x <= 1.001 and -1.001 <= y <= 1.001 for x, y in board.places)
    assert len(set(board.places)) == len(board.places)
    for points in board.areas.values():
        assert set(points) <= set(range(len(board.names)))
    if board.sketch:
        drawn = re.findall(r"\b[a-z]\d+\b", board.sketch)
        assert sorted(drawn) == sorted(board.names)


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_evaluation_is_a_number_for_each_seat(game: Game, setup: Setup) -> None:
    match = play_on(begun(game, setup), Random(3), 60)
    for seat in range(setup.players):
        assert isinstance(game.evaluate(match.state, seat), int)
