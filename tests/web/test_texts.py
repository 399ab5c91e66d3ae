"""The page's texts: the same in every language, and each of them used somewhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.core.words import LANGUAGES

WEB = Path(tablier.__file__).parent / "web"
SERVER = [
    path.read_text("utf-8")
    for room in ("server", "table")
    for path in sorted((WEB.parent / room).rglob("*.py"))
]
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted((WEB / "js").rglob("*.js"))}
LITERAL = re.compile(r"""["'`]([a-z]+\.[\w.${}?: "']*?)["'`]""")
"""Anything that looks like a key, whole or with parts to be put in."""
ASKED = re.compile(r"""\b(?:t|texts|known)\??\.?\(\s*"([a-z]\w*\.[\w.]+)\"""")
PLACE = re.compile(r"\{(\w+)\}")


def texts(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WEB / f"locales/{language}.json").read_text("utf-8"))
    return found


def forms(text: Any) -> dict[str, str]:
    return text if isinstance(text, dict) else {"other": text}


def patterns() -> list[re.Pattern[str]]:
    """What the scripts ask for; `${…}` stands for some word."""
    asked = {key for script in SCRIPTS.values() for key in LITERAL.findall(script)}
    return [re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"\\w+", re.escape(key))) for key in asked]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    own, english = texts(language), texts("en")
    assert list(own) == list(english)
    for key, text in own.items():
        assert isinstance(text, dict) == isinstance(english[key], dict), key
        wanted = set(PLACE.findall(forms(english[key])["other"]))
        for form, words in forms(text).items():
            assert words.strip() and set(PLACE.findall(words)) - {"n"} == wanted - {"n"}, (
                key,
                form,
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_their_forms(language: str) -> None:
    counted = {key: text for key, text in texts(language).items() if isinstance(text, dict)}
    assert counted
    for key, text in counted.items():
        assert {"one", "other"} <= set(text) <= {"one", "many", "other"}, key


def test_french_signs_stay_with_their_words() -> None:
    """A line may break at a blank, and never before `?` or after `«`."""
    for text in texts("fr").values():
        for words in forms(text).values():
            assert not re.search(r"\s(?<!\u202f)[;:!?»]|«(?!\u202f)|'", words), words


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ellipsis_stands_where_the_language_puts_it(language: str) -> None:
    """With a blank before it where whole words are left out in German, and nowhere else."""
    apart = r"\w…" if language == "de" else " …"
    for path in WEB.parent.rglob(f"{language}.json"):
        assert not re.findall(rf".*{apart}", path.read_text("utf-8")), path


def test_no_key_is_missing() -> None:
    known = texts("en")
    for name, script in SCRIPTS.items():
        assert not [key for key in ASKED.findall(script) if key not in known], name


def test_no_key_is_unused() -> None:
    used = patterns()
    assert [key for key in texts("en") if not any(each.fullmatch(key) for each in used)] == []


def test_every_refusal_of_the_server_has_words() -> None:
    codes = {code for source in SERVER for code in re.findall(r'Refused\(\s*"(\w+)"', source)}
    assert len(codes) > 20
    assert [code for code in codes if f"error.{code}" not in texts("en")] == []
