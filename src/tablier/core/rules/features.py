"""What the numbers of a position mean to a learner.

A program that learns sees a position as a row of numbers between 0 and 1. A
game says, field by field, how its ints become such numbers. Fields that the
rules don't depend on are left out. Without any word from the game, players and
endings are known by the names of their fields, and every other int becomes its bits:
as many as the game's `ranges` say that it can have.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

BITS, NUMBER, WORD, SEAT, SEATS = range(5)
WORD_BITS = 63
LONG_GAME = 1_000
"""Turns from which on a learner sees no difference, unless the game says how many there are."""


class Feature(NamedTuple):
    """How every int of a field is written.

    `BITS`: `size` bits, the lowest first. `NUMBER`: its share of `size`, the
    most it can be. `WORD`: one of `size` values, as `size` numbers of which one
    is 1; all are 0 where it is negative; with several `digits`, each digit in
    base `size`, the first one being the highest. `SEAT`: one of the players,
    counted from whoever looks. `SEATS`: a bit set of players, counted likewise.

    `each` says that a tuple belongs to the seats, `each` ints to a seat; who looks
    comes first then, and seats that nobody sits on are left out.
    """

    field: str
    kind: int
    size: int = 0
    each: int = 0
    digits: int = 1


def bits(field: str, size: int = 1, *, each: int = 0) -> Feature:
    """A bit set, or a switch."""
    return Feature(field, BITS, size, each)


def number(field: str, most: int, *, each: int = 0) -> Feature:
    """A count from 0 on; more than `most` counts as `most`."""
    return Feature(field, NUMBER, most, each)


def word(field: str, size: int, *, each: int = 0, digits: int = 1) -> Feature:
    """One of several things that have no order: a phase, a square, the face of a die."""
    return Feature(field, WORD, size, each, digits)


def seat(field: str) -> Feature:
    """A player; a negative number is nobody."""
    return Feature(field, SEAT)


def seats(field: str) -> Feature:
    """A set of players."""
    return Feature(field, SEATS)


def plain(position: Any, ranges: Mapping[str, int], reasons: int) -> tuple[Feature, ...]:
    """Every field of a position in a plain way, without bits that can never be set.

    Nothing is known of a field that has no range, so that all its bits are seen.
    """
    return tuple(_plain(field, ranges, reasons) for field in position._fields)


def _plain(field: str, ranges: Mapping[str, int], reasons: int) -> Feature:
    if field in ranges:
        return bits(field, max(1, ranges[field].bit_length()))
    if field in ("seat", "winner"):
        return seat(field)
    if field == "ending":
        return word(field, reasons + 1)
    if field == "turn":
        return number(field, LONG_GAME)
    return bits(field, WORD_BITS)
