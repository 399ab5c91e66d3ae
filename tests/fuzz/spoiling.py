"""How good texts are made bad: cut, doubled, spliced, filled with what readers stumble over."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LARGEST = 64 * 1024
"""Nobody sends more than this to any reader."""
NASTY = (
    *(
        "\x00",
        "\x1a",
        "\u0085",
        "\u00a0",
        "\u0130",
        "\u0661",
        "\u200d",
        "\u2028",
        "\u202e",
        "\ufeff",
    ),
    *("\ud800", "\udfff", "\U0001f3b2", "e\u0301", "ß", "²", "½", "Ⅷ", "一", "\ufeff"),
    *("-1", "0", "00", "1_000", "1e999", "NaN", "Infinity", "-0", "1.5", "9" * 19, "9" * 400),
    *(
        "{",
        "}",
        "(",
        ")",
        "[%",
        "[",
        "]",
        '"',
        "'",
        "\\",
        "\\u0000",
        "\\ud800",
        ";",
        ":",
        "/",
        "=",
        ",",
        "#",
        "%s",
    ),
    *("", " ", "\n", "\r\n", "\t", "\v", "\f", "null", "true", "__class__", "{}", "[]", "-", "x"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 8, 9, 255, 1 << 31, 1 << 63, 10**30, -(10**30)),
    *(0.5, -0.0, 1e308, float("inf"), float("nan"), "", "x", "1", "\x00", "\ud800", "a" * 5_000),
    *([], {}, [[]], [None], {"": ""}, {"a": {"a": {"a": []}}}, [0] * 300, {"$": 1}),
)
"""What may stand where something else belongs."""

Words = Sequence[str]


def spoiled(random: Random, text: str, words: Words) -> str:
    """A text after some edits; `words` are those that its reader knows."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        text = random.choice(EDITS)(random, text, words)
    return text[:LARGEST]


def spoiled_bytes(random: Random, data: bytes) -> bytes:
    """A file after some edits."""
    for _ in range(random.choice((1, 1, 2, 4))):
        first, last = _span(random, len(data))
        piece = random.choice((b"", random.randbytes(random.choice((1, 2, 8))), data[first:last]))
        data = data[:first] + piece + data[random.choice((first, last)) :]
    return data


def spoiled_value(random: Random, value: Any) -> Any:
    """What JSON can hold, with something in it changed."""
    holders = list(_holders(value))
    if not holders:
        return random.choice(VALUES)
    held = random.choice(holders)
    key = random.choice(list(held) if isinstance(held, dict) else range(len(held)))
    match random.randrange(4):
        case 0:
            del held[key]
        case 1 if isinstance(held, dict):
            held[random.choice(NASTY)] = held[key]
        case 2:
            held[key] = _grown(random, held[key])
        case _:
            held[key] = json.loads(json.dumps(random.choice(VALUES)))
    return value


def _grown(random: Random, value: Any) -> Any:
    """The same, larger, as its type allows."""
    if isinstance(value, str):
        return spoiled(random, value, ())
    if isinstance(value, list):
        return value * random.choice((2, 9, 100))
    if isinstance(value, dict):
        return [value]
    return value + 1 if isinstance(value, int) else [value]


def _holders(value: Any) -> Any:
    """All objects and lists in a value that have something in them."""
    if isinstance(value, dict | list) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


def _span(random: Random, length: int) -> tuple[int, int]:
    """A part of a text, mostly a short one."""
    first = random.randrange(length + 1)
    return first, min(length, first + random.choice((1, 1, 2, 4, 16, 200, length)))


def _word(random: Random, words: Words) -> str:
    return random.choice(words if words and random.random() < 0.6 else NASTY)


def _insert(random: Random, text: str, words: Words) -> str:
    first, _ = _span(random, len(text))
    return text[:first] + _word(random, words) + text[first:]


def _replace(random: Random, text: str, words: Words) -> str:
    first, last = _span(random, len(text))
    return text[:first] + _word(random, words) + text[last:]


def _cut(random: Random, text: str, _: Words) -> str:
    first, last = _span(random, len(text))
    return text[:first] + text[last:]


def _end(random: Random, text: str, _: Words) -> str:
    return text[: _span(random, len(text))[0]]


def _repeat(random: Random, text: str, words: Words) -> str:
    """Many times the same: what takes more than linear time shows here."""
    first, last = _span(random, len(text))
    piece = random.choice((text[first:last], _word(random, words)))
    times = min(random.choice((2, 10, 1_000, LARGEST)), LARGEST // max(1, len(piece)))
    return text[:first] + piece * times + text[last:]


def _swap_lines(random: Random, text: str, _: Words) -> str:
    between = random.choice(("\n", " ", "/", ","))
    parts = text.split(between)
    one, other = random.randrange(len(parts)), random.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return between.join(parts)


def _swap_case(random: Random, text: str, _: Words) -> str:
    first, last = _span(random, len(text))
    return text[:first] + text[first:last].swapcase() + text[last:]


EDITS: tuple[Callable[[Random, str, Words], str], ...] = (
    *(_insert, _insert, _replace, _replace, _cut, _end, _repeat, _swap_lines, _swap_case),
)
