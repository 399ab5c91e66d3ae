"""Texts in the languages that Tablier speaks."""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablier.core.errors import BadOption, listing

LANGUAGES = ("en", "fr", "de", "es")
SHARED = Path(__file__).parents[1] / "words"
"""Texts that belong to no single game: the names of the levels."""


def spoken(language: str) -> str:
    """A language that is spoken here."""
    if language not in LANGUAGES:
        raise BadOption(f"there are no texts in {language!r}; there are {listing(LANGUAGES)}")
    return language


def preferred_language(asked: str | None = None) -> str:
    """The language to speak: the one asked for, `TABLIER_LANGUAGE`, or the system's.

    What somebody asks for must be there; a system in another language gets English.
    """
    if wanted := asked or os.environ.get("TABLIER_LANGUAGE"):
        return spoken(wanted)
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next(filter(None, names), "")[:2].lower()
    return system if system in LANGUAGES else LANGUAGES[0]


@cache
def read_words(folder: Path, language: str) -> Mapping[str, Any]:
    """The texts of a folder in one of the languages, in English where it has no others."""
    translated = folder / f"{spoken(language)}.json"
    path = translated if translated.is_file() else folder / "en.json"
    words: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return words


class Amount(int):
    """A number that a sentence counts with: `{due:one piece|# pieces}`, or with none before one."""

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return super().__format__(forms)
        *none, one, more = forms.split("|")
        form = one if self == 1 else none[0] if none and self == 0 else more
        return form.replace("#", str(int(self)))


def named(words: Mapping[str, Any], details: Mapping[str, object]) -> dict[str, object]:
    """Details with the words that a game has for some of their values, in its `details`."""
    known: Mapping[str, Mapping[str, str]] = words.get("details", {})
    return {
        name: known.get(name, {}).get(str(value), Amount(str(value)) if _counts(value) else value)
        for name, value in details.items()
    }


def _counts(value: object) -> bool:
    """Whether a detail is a number: a refusal's are written as text."""
    return str(value).isascii() and str(value).isdigit()


def shared_words(language: str) -> Mapping[str, Any]:
    """Texts that belong to no single game."""
    return read_words(SHARED, language)
