"""Rows of many games for a GPU: what has the same place in neighbouring rows lies side by side.

Threads that work on neighbouring rows then read and write neighbouring memory. `row` is how a
function gets at a row, whichever way an array lies: row after row in a bare array, and striped
only where the array's type says so.
"""

from typing import Any

from tablier.compile.raw_array import tail

LANES_SHIFT = 5
LANES = 1 << LANES_SHIFT
"""As many rows as threads work in step. Known beforehand, it costs no register."""


def row(array: Any, number: int, width: int) -> Any:
    """A row of an array that is of one dimension, all rows being that wide."""
    return tail(array, number * width)
