"""Small functions for test_wasm.py, in a module that another process can import."""

from math import lgamma
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """A number and where it goes."""

    at: int
    value: float


def put(grid: Any, pairs: tuple[Pair, Pair], factor: float) -> tuple[float, int]:
    """Fill a column of a grid, and tell its sum and how many rows it has."""
    total = 0.0
    for pair in pairs:
        if pair.value < 0:
            raise ArithmeticError("less than nothing")
        if pair.at >= grid.shape[0]:
            raise IndexError("too far down")
        grid[pair.at, 1] = pair.value * factor
        total += grid[pair.at, 1]
    return total, grid.shape[0]


def first(row: Any) -> Any:
    """The first number of a bare array."""
    return row[0]


def foreign(x: float) -> float:
    """What C's library is needed for."""
    return lgamma(x)
