"""What the terminal says, in four languages."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest
from textual.binding import Binding

import tablier
from tablier.core.words import LANGUAGES, preferred_language
from tablier.terminal.phrases import WORDS, Phrases
from tablier.terminal.screens.table import TableScreen

SOURCES = "".join(path.read_text("utf-8") for path in WORDS.parent.rglob("*.py"))
COMMANDS = "".join(
    path.read_text("utf-8") for path in (Path(tablier.__file__).parent / "cli").rglob("*.py")
)


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return found


def places(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_say_the_same(language: str) -> None:
    english, translated = texts("en"), texts(language)
    assert list(translated) == list(english)
    for key, sentence in translated.items():
        assert sentence.strip() and places(sentence) == places(english[key]), key


def test_everything_is_said_somewhere() -> None:
    said = SOURCES + COMMANDS
    for key in texts("en"):
        word = key.removeprefix("key_")
        assert re.search(rf"""["']({key}|{word})["']""", said), key


def test_french_signs_stay_with_their_words() -> None:
    for sentence in texts("fr").values():
        plain = re.sub(r"`[^`]+`", "`", sentence)
        assert not re.search(r"\s(?<!\u202f)[;:!?»]|«(?!\u202f)", plain), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_key_of_a_board(language: str) -> None:
    told = texts(language)["help_turns"]
    keys = [each.key for each in TableScreen.BINDINGS if isinstance(each, Binding)]
    numbered = {key.upper() for key in keys if re.fullmatch(r"f\d+", key)} - {"F1"}
    assert "F10" in numbered
    assert all(re.search(rf"\b{key}\b", told) for key in numbered), numbered


def test_sentences_count() -> None:
    phrases = Phrases()
    assert [phrases("decisions", n=n) for n in (1, 2)] == ["one decision", "2 decisions"]
    assert phrases("so_far", why="007", n=1) == "007; the one turn before counts"


def test_names_have_the_colon_of_the_language() -> None:
    assert Phrases("en").colon("Green", "the Sage") == "Green: the Sage"
    assert Phrases("fr").colon("Vert", "le Sage") == "Vert\u202f: le Sage"


def test_a_refusal_is_told_in_the_language_that_is_spoken() -> None:
    match = tablier.new("zhizhu").play("b3")
    with pytest.raises(tablier.IllegalMove) as refused:
        match.play("b3")
    assert Phrases("de").refusal(match.game, refused.value).endswith("(ZZ-05)")
    assert Phrases("en").refusal(match.game, refused.value).startswith("b3 is taken")
    assert Phrases("de").refusal(match.game, refused.value) != Phrases("en").refusal(
        match.game, refused.value
    )


def test_three_are_ranked() -> None:
    match = tablier.new("chinese-checkers", players=3).agree_draw()
    told = Phrases("es").ending(match)
    assert told.startswith("Tablas entre") and told.endswith("(1. Rojo, 1. Amarillo, 1. Azul)")


def test_the_language_is_asked_for_or_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    assert preferred_language() == "en"
    assert preferred_language("es") == "es"
    monkeypatch.delenv("TABLIER_LANGUAGE")
    assert preferred_language() == "fr"
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert preferred_language() == "en"
    with pytest.raises(tablier.BadOption, match="no texts in 'ja'"):
        preferred_language("ja")
