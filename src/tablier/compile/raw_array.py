"""Arrays that compiled code knows by nothing but their address.

numba counts the references to an ordinary array and passes it on as seven
numbers and more. In a search, which passes its memory on with every step, that
takes half the time. A bare array is one address; all its dimensions but the
first belong to its type. Nobody checks an index, unless bounds.py has it so,
and whoever calls compiled code with a bare array keeps it alive meanwhile.

A function that is called from Python must get the same inner dimensions every
time: numba's dispatcher does not look at them, and would take another array
for one of those it knows. Where they differ, pass one dimension and `tail`.

Where there is a compiler, these are NumPy's arrays, and elsewhere those of plain/plain_array.py.
"""

from typing import TYPE_CHECKING, Any

from tablier.compile import NATIVE
from tablier.compile.plain.plain_array import PlainArray

if NATIVE or TYPE_CHECKING:
    import numpy as np

    class Bare(np.ndarray[Any, Any]):
        """An array like any other, except in compiled code."""

        __numba_array_subtype_dispatch__ = True

    def bare(array: Any) -> Bare:
        """The same numbers as a bare array."""
        return np.ascontiguousarray(array).view(Bare)


INT64, INT32, INT16, FLOAT64 = "int64", "int32", "int16", "float64"
"""What an array holds."""


def zeros(*shape: int, kind: str = INT64) -> Any:
    """A bare array of one dimension or two, for whatever runs the functions that are compiled."""
    return bare(np.zeros(shape, kind)) if NATIVE else PlainArray.zeros(shape, kind)


def filled(numbers: Any, width: int, kind: str) -> Any:
    """A bare array of some numbers, as rows of that width, or of one dimension where it is 0."""
    rows = len(numbers) // (width or 1)
    array = zeros(rows, width, kind=kind) if width else zeros(rows, kind=kind)
    for row in range(rows):
        array[row] = numbers[row * width : (row + 1) * width] if width else numbers[row]
    return array


def tail(array: Any, first: int) -> Any:
    """An array of one dimension, from a place on."""
    return array[first:]


def fetch_ahead(array: Any, index: int) -> None:
    """Have the memory at an index on its way to the processor."""
