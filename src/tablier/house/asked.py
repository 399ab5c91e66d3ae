"""What a request's body may hold, where no framework looks after that."""

import re
from collections.abc import Mapping
from typing import Any

from tablier.table.messages import Kind, Refused

LONGEST_RECORD = 64 * 1024
LONGEST_POSITION = 4_000
LONGEST_FILE = 64 * 1024 * 1024
"""A file of games: of some 10,000."""
MOST_NODES = 200_000
NODES = 50_000
"""Thought about each move of a record, unless somebody asks for more or less."""
NONCE = re.compile("([0-9a-f]{2}){8,32}")

Shape = Mapping[str, tuple[Kind, Any]]
"""The fields of a body, each with what it has where it is left out."""
NEEDED = object()


def _text(longest: int) -> Kind:
    return Kind(
        f"a text of at most {longest} characters",
        lambda value: isinstance(value, str) and len(value) <= longest,
    )


def _whole(least: int, most: int) -> Kind:
    wanted = f"a whole number from {least} to {most}"
    return Kind(wanted, lambda value: type(value) is int and least <= value <= most)


def _one_of(*words: str) -> Kind:
    return Kind(", ".join(words), lambda value: isinstance(value, str) and value in words)


SWITCH = Kind("true or false", lambda value: type(value) is bool)
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
PACE = Kind(
    "an object of whole numbers",
    lambda value: isinstance(value, dict) and all(type(n) is int for n in value.values()),
)
DIGITS = Kind(
    "16 to 64 hexadecimal digits",
    lambda value: isinstance(value, str) and NONCE.fullmatch(value) is not None,
)
SEATS = Kind("one to eight seats", lambda value: isinstance(value, list) and 0 < len(value) < 9)

SEAT: Shape = {
    "kind": (_one_of("me", "here", "open", "bot"), NEEDED),
    "name": (_text(200), ""),
    "level": (_whole(1, 9), None),
    "nonce": (DIGITS, None),
}
TABLE: Shape = {
    "game": (_text(64), NEEDED),
    "players": (_whole(1, 8), None),
    "options": (OBJECT, {}),
    "seats": (SEATS, NEEDED),
    "first": (_one_of("toss", "me", "other"), "toss"),
    "colour": (_text(64), None),
    "clock": (PACE, None),
    "public": (SWITCH, False),
    "hints": (SWITCH, None),
}
SIT: Shape = {"name": (_text(200), ""), "seat": (_whole(0, 7), None), "nonce": (DIGITS, None)}
FILE: Shape = {"file": (_text(LONGEST_FILE), NEEDED)}
RECORD: Shape = {"record": (_text(LONGEST_RECORD), NEEDED)}
ANALYSIS: Shape = {**RECORD, "nodes": (_whole(1, MOST_NODES), NODES)}
POSITION: Shape = {"position": (_text(LONGEST_POSITION), NEEDED)}
VALUE: Shape = {**POSITION, "nodes": (_whole(1, MOST_NODES), NODES)}
PLAY: Shape = {**POSITION, "text": (_text(200), NEEDED), "seat": (_whole(0, 7), None)}


def read(shape: Shape, given: object, where: str = "body") -> dict[str, Any]:
    """A body with all its fields; Refused says which of them is wrong."""
    if not isinstance(given, dict):
        raise Refused("bad_request", f"{where}: this is an object")
    for name in given.keys() - shape.keys():
        raise Refused("bad_request", f"{where}.{name}: there is no such field")
    found: dict[str, Any] = {}
    for name, (kind, default) in shape.items():
        value = given.get(name, default)
        if value is NEEDED:
            raise Refused("bad_request", f"{where}.{name}: missing; it is {kind.wanted}")
        if not kind.fits(value) and not (value is None and default is None):
            raise Refused("bad_request", f"{where}.{name}: this is {kind.wanted}")
        found[name] = value
    return found


def read_table(given: object) -> dict[str, Any]:
    """A table that is asked for."""
    asked = read(TABLE, given)
    seats = enumerate(asked["seats"])
    return asked | {"seats": [read(SEAT, seat, f"body.seats.{no}") for no, seat in seats]}
