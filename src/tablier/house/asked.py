"""What a request's body may hold, where no framework looks after that."""

import re
from collections.abc import Mapping
from typing import Any

from tablier.core.game import TABLE as TABLE_SEAT
from tablier.table.messages import Kind, Refused

LONGEST_RECORD = 64 * 1024
LONGEST_POSITION = 4_000
LONGEST_FILE = 64 * 1024 * 1024
"""A file of games: of some 10,000."""
LONGEST_LINE, LONGEST_ACTION = 10_000, 200
"""Actions that led to what is played, and the characters of one."""
MOST_PIECES, LONGEST_KIND = 200, 64
"""Pieces that somebody sets up, and the characters of what one is."""
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


def _acted(value: object) -> bool:
    """Whether this is a seat, which may be the table's, and an action."""
    return (
        isinstance(value, list)
        and [type(each) for each in value] == [int, str]
        and 0 <= value[0] <= TABLE_SEAT
        and len(value[1]) <= LONGEST_ACTION
    )


def _stands(value: object) -> bool:
    """Whether this is a point, a seat and a kind of piece."""
    types = isinstance(value, list) and [type(each) for each in value] == [int, int, str]
    return types and len(value[2]) <= LONGEST_KIND  # type: ignore[index]


def _counted(value: object) -> bool:
    """Whether this has whole numbers, which may be none."""
    return isinstance(value, dict) and all(
        type(n) is int and 0 <= n < MOST_PIECES for n in value.values()
    )


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
NAMES = Kind(
    "a list of tables",
    lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
)
LINE = Kind(
    f"a list of at most {LONGEST_LINE} seats with what they did",
    lambda value: (
        isinstance(value, list) and len(value) <= LONGEST_LINE and all(map(_acted, value))
    ),
)
PIECES = Kind(
    f"a list of at most {MOST_PIECES} points, each with a seat and a kind",
    lambda value: (
        isinstance(value, list) and len(value) <= MOST_PIECES and all(map(_stands, value))
    ),
)
COUNTS = Kind(
    "a list of objects of whole numbers, one for each seat",
    lambda value: isinstance(value, list) and 0 < len(value) < 9 and all(map(_counted, value)),
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
    "position": (_text(LONGEST_POSITION), None),
}
SIT: Shape = {"name": (_text(200), ""), "seat": (_whole(0, 7), None), "nonce": (DIGITS, None)}
FORGET: Shape = {"tables": (NAMES, None)}
REVIEW: Shape = {}
FILE: Shape = {"file": (_text(LONGEST_FILE), NEEDED)}
RECORD: Shape = {"record": (_text(LONGEST_RECORD), NEEDED)}
ANALYSIS: Shape = {**RECORD, "nodes": (_whole(1, MOST_NODES), NODES)}
ANIMATION: Shape = {
    **RECORD,
    "near": (_whole(0, 7), None),
    "dark": (SWITCH, False),
    "board": (_one_of("own", "wood", "paper", "slate"), "own"),
}
POSITION: Shape = {"position": (_text(LONGEST_POSITION), NEEDED)}
ARRANGED: Shape = {
    "game": (_text(64), NEEDED),
    "players": (_whole(1, 8), None),
    "options": (OBJECT, {}),
    "pieces": (PIECES, NEEDED),
    "seat": (_whole(0, 7), NEEDED),
    "counts": (COUNTS, NEEDED),
}
VALUE: Shape = {**POSITION, "nodes": (_whole(1, MOST_NODES), NODES)}
PLAY: Shape = {
    **POSITION,
    "line": (LINE, []),
    "text": (_text(200), NEEDED),
    "seat": (_whole(0, 7), None),
}


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
