"""The words of a game: every token that it uses has one, in each language that it has."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from string import Formatter
from typing import Any

from tablier.checks.fault import Fault
from tablier.checks.rulebook import refusals
from tablier.core.game import Game
from tablier.core.options import Choice
from tablier.core.vocabulary import GROUPS, KEYS
from tablier.core.words import LANGUAGES, read_words

ENGLISH = "words/en.json"


def wording(game: Game) -> Iterator[Fault]:
    """What is missing in English, and what translations say otherwise."""
    words = game.words
    if not isinstance(words, Mapping):
        yield Fault(ENGLISH, "must be an object of groups, with title, about, actions and so on")
        return
    groups = list(_groups(game, words))
    yield from groups
    if not groups:
        yield from _tokens(game, words)
    yield from _strange(words)
    for language in LANGUAGES[1:]:
        if (game.folder / "words" / f"{language}.json").is_file():
            yield from _translation(game, language)


def _groups(game: Game, words: Mapping[str, Any]) -> Iterator[Fault]:
    needed = {"ticker": game.remark is not None, "keys": game.policy is not None}
    for group in GROUPS:
        name, kind = group.name, dict if group.tokens else str
        if name not in words:
            if group.needed or needed.get(name):
                yield Fault(ENGLISH, f"{name} is missing: {group.holds}")
        elif not isinstance(words[name], kind) or (not words[name] and kind is str):
            shape = f"texts by token: {group.tokens}" if group.tokens else "a text"
            yield Fault(ENGLISH, f"{name} must be {shape}")
    if isinstance(words.get("keys"), dict):
        for name in KEYS:
            if name not in words["keys"]:
                yield Fault(ENGLISH, f"keys has no {name!r}: {KEYS[name]}")


def _tokens(game: Game, words: Mapping[str, Any]) -> Iterator[Fault]:
    used = {
        "seats": [seat for players in game.players for seat in game.seats(players)],
        "options": [option.name for option in game.options],
        "reasons": [reason.token for reason in game.rules.REASONS],
        "refusals": [code for _, _, code in refusals(game)],
    }
    for option in game.options:
        if isinstance(option, Choice) and option.name in words.get("choices", {}):
            used[f"choices/{option.name}"] = list(option.choices)
    for group, tokens in used.items():
        has: Any = words
        for name in group.split("/"):
            has = has[name]
        for token in dict.fromkeys(tokens):
            if not isinstance(has.get(token), str) or not has[token].strip():
                yield Fault(ENGLISH, f"{group} has no words for {token!r}")
        if group == "refusals":
            for token in has.keys() - set(tokens):
                yield Fault(ENGLISH, f"no refusal has the code {token!r}")


def _strange(words: Mapping[str, Any]) -> Iterator[Fault]:
    """Groups that nobody reads, and that look as if they were meant for another."""
    known = [group.name for group in GROUPS]
    for name in words:
        meant = [] if name in known else get_close_matches(name, known, 1, 0.8)
        if meant:
            yield Fault(ENGLISH, f"nothing reads {name!r}; {meant[0]!r} may be meant")


def _translation(game: Game, language: str) -> Iterator[Fault]:
    where = f"words/{language}.json"
    english = dict(_leaves(read_words(game.folder / "words", "en")))
    translated = dict(_leaves(read_words(game.folder / "words", language)))
    for way in english.keys() - translated.keys():
        yield Fault(where, f"lacks {way}")
    for way in translated.keys() - english.keys():
        yield Fault(where, f"has {way}, and English hasn't")
    for way in english.keys() & translated.keys():
        if placeholders(translated[way]) != placeholders(english[way]):
            yield Fault(where, f"{way} has other placeholders than in English")
        if not translated[way].strip():
            yield Fault(where, f"{way} is empty")


def _leaves(words: object, way: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(words, Mapping):
        for key, part in words.items():
            yield from _leaves(part, f"{way}/{key}" if way else str(key))
    elif isinstance(words, list):
        for index, part in enumerate(words):
            yield from _leaves(part, f"{way}/{index}")
    else:
        yield way, str(words)


def placeholders(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
