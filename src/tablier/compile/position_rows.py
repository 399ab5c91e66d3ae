"""Positions as rows of ints, so that thousands of them lie in one bare array.

A position's ints stand there in the order of its fields, tuples taken apart.
"""

from itertools import count
from typing import Any

from tablier.core.game import Position


def flat(position: Position) -> tuple[int, ...]:
    """All ints of a position.

    >>> import tablier
    >>> flat(tablier.new("zhizhu").play("a3").state)
    (4, 0, 8, 9, 1, 0, 0, 0, 0, 1, 1, 0, -1)
    """
    ints: tuple[int, ...] = ()
    for part in position:
        ints += flat(part) if isinstance(part, tuple) else (part,)
    return ints


def width(position: Position) -> int:
    """How many ints a position has."""
    return len(flat(position))


def store(position: Position, ints: Any, first: int) -> None:
    """Write a position to an array of int64, from a place on."""
    for at, number in enumerate(flat(position), first):
        ints[at] = number


def load(like: Position, ints: Any, first: int) -> Position:
    """The position that was written there; `like` is any position of the same game."""
    return _filled(like, (int(ints[at]) for at in count(first)))


def _filled(like: Any, ints: Any) -> Any:
    parts = [_filled(part, ints) if isinstance(part, tuple) else next(ints) for part in like]
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def digest(position: Position) -> int:
    """A number of 64 bits that two different positions hardly ever share."""
    mixed = sum(number * factor(at) for at, number in enumerate(flat(position)))
    return (mixed + (1 << 63)) % (1 << 64) - (1 << 63)


def factor(at: int) -> int:
    """An odd number of 64 bits for each place, all bits as if drawn by lot."""
    bits = (at + 1) * 0x9E37_79B9_7F4A_7C15 % (1 << 64)
    bits = (bits ^ bits >> 30) * 0xBF58_476D_1CE4_E5B9 % (1 << 64)
    bits = (bits ^ bits >> 27) * 0x94D0_49BB_1331_11EB % (1 << 64)
    return bits ^ bits >> 31 | 1
