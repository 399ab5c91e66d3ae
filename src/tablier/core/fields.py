"""A position in words, field by field: `pieces:d6,d2/a1 hands:8/8 seat:white turn:3`.

A tuple has a part for each seat, with `/` between them. A set names its points, and `-` is none of
them. Whatever is 0 is left out, and so is a winner that is nobody; whose turn it is stands there
always.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core.board.topology import bits_of, points_of
from tablier.core.errors import BadPosition, listing, shortened
from tablier.core.rules.duel import NOBODY

NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
NONE = "-"
SEAT, WINNER = "seat", "winner"


class Fields:
    """How positions of one kind are written.

    `sets` are fields whose ints are bit sets, with the names or numbers of the bits; `seats` are
    the names of the players, who are numbered where there are none.
    """

    def __init__(self, sets: Mapping[str, Sequence[object]], seats: Sequence[str] = ()) -> None:
        self.sets = {field: tuple(map(str, names)) for field, names in sets.items()}
        self.seats = tuple(seats)

    def write(self, position: Any) -> str:
        """The words of a position."""
        return " ".join(
            f"{field}:{self._write(field, value)}"
            for field, value in zip(position._fields, position, strict=True)
            if field == SEAT or value != _blank(field, value)
        )

    def read(self, words: Sequence[str], start: Any) -> Any:
        """The position written so, of the shape that it has at the start; BadPosition says why
        it is none."""
        given: dict[str, str] = {}
        for word in words:
            field, colon, value = word.partition(":")
            if not colon:
                raise BadPosition(f"{shortened(word)!r} is not written as a field, such as seat:1")
            if field not in start._fields:
                there = listing(start._fields)
                raise BadPosition(f"a position has no {shortened(field)!r}; it has {there}")
            if field in given:
                raise BadPosition(f"{field} is written twice")
            given[field] = value
        if SEAT in start._fields and SEAT not in given:
            raise BadPosition("whose turn is it? a position names its seat")
        values = zip(start._fields, start, strict=True)
        read = (self._field(name, given.get(name), alike) for name, alike in values)
        return type(start)(*read)

    def _field(self, field: str, text: str | None, alike: Any) -> Any:
        if text is None:
            return _blank(field, alike)
        if not isinstance(alike, tuple):
            return self._read(field, text)
        parts = text.split("/")
        if len(parts) != len(alike):
            told = f"has {len(alike)} parts with / between, and here are {len(parts)}"
            raise BadPosition(f"{field} {told}: {shortened(text)}")
        return tuple(self._read(field, part) for part in parts)

    def _write(self, field: str, value: Any) -> str:
        if isinstance(value, tuple):
            return "/".join(self._write(field, part) for part in value)
        if field in self.sets:
            return ",".join(self.sets[field][bit] for bit in points_of(value)) or NONE
        if field in (SEAT, WINNER) and 0 <= value < len(self.seats):
            return self.seats[int(value)]
        return NONE if value == NOBODY else str(value)

    def _read(self, field: str, text: str) -> int:
        if field in self.sets:
            return self._read_set(field, text)
        if text == NONE:
            return NOBODY
        if field in (SEAT, WINNER) and text in self.seats:
            return self.seats.index(text)
        if not NUMBER.fullmatch(text):
            known = f", nor one of {listing(self.seats)}" if field in (SEAT, WINNER) else ""
            raise BadPosition(f"{field}: {shortened(text)!r} is not a number{known}")
        return int(text)

    def _read_set(self, field: str, text: str) -> int:
        names = self.sets[field]
        parts = [] if text == NONE else text.split(",")
        for part in parts:
            if part not in names:
                raise BadPosition(f"{field}: there is no {shortened(part)!r}")
            if parts.count(part) > 1:
                raise BadPosition(f"{field}: {part} is named twice")
        return bits_of(tuple(names.index(part) for part in parts))


def _blank(field: str, alike: Any) -> Any:
    """What a field is that is not written, of the same shape."""
    if isinstance(alike, tuple):
        return (0,) * len(alike)
    return NOBODY if field == WINNER else 0
