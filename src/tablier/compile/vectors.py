"""Rows of small numbers that are added and multiplied all at once, for nets.

A vector is a row of a bare array while it is worked with: of int16, which wrap around, or of
int32. Interpreted, it is a tuple; compiled, it is what the processor has for the purpose, and
numbers come out alike everywhere.
"""

from operator import mul
from typing import Any

Vector = tuple[int, ...]


def _wrapped(number: int, bits: int) -> int:
    """A number as a signed one of some bits."""
    half = 1 << bits - 1
    return (number + half & (half << 1) - 1) - half


def vector(rows: Any, row: int) -> Vector:
    """A row of an array."""
    return tuple(map(int, rows[row]))


def write(rows: Any, row: int, vector: Vector) -> None:
    """Put a vector into a row."""
    for place, number in enumerate(vector):
        rows[row, place] = number


def plus(vector: Vector, other: Vector) -> Vector:
    """The sum of two vectors of int16."""
    return tuple(_wrapped(one + two, 16) for one, two in zip(vector, other, strict=True))


def minus(vector: Vector, other: Vector) -> Vector:
    """The difference of two vectors of int16."""
    return tuple(_wrapped(one - two, 16) for one, two in zip(vector, other, strict=True))


def clipped(vector: Vector, shift: int, most: int) -> Vector:
    """All numbers shifted to the right, and then none below 0 or above a bound."""
    return tuple(max(0, min(number >> shift, most)) for number in vector)


def weighed(total: Vector, vector: Vector, rows: Any, first: int) -> Vector:
    """A vector of int32, with the numbers of one of int16 added, weighed for each of its places.

    The weights for the first place are in the row `first`, those for the second in the next.
    """
    weights = [map(int, rows[first + place]) for place in range(len(total))]
    sums = [sum(map(mul, vector, row)) for row in weights]
    return tuple(_wrapped(one + two, 32) for one, two in zip(total, sums, strict=True))


def product(vector: Vector, other: Vector) -> int:
    """The sum of the products of two vectors of int32, place by place."""
    return _wrapped(sum(map(mul, vector, other)), 32)
