"""Small functions for test_targets.py, in a module that another process can import."""

from typing import Any


def double(values: Any, first: int, last: int) -> None:
    for index in range(first, last):
        values[index] *= 2


def refuse(values: Any, first: int, last: int) -> None:
    for index in range(first, last):
        if values[index] < 0:
            raise ArithmeticError("less than nothing")
        if values[index] > 100:
            raise ValueError("too much")
        values[index] += 1


def find_odd(values: Any, first: int, last: int) -> int:
    for index in range(first, last):
        if values[index] & 1:
            return index
    return -1


def tell(values: Any, first: int, last: int) -> None:
    for index in range(first, last):
        print(values[index])
