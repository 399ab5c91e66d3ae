"""Arrays that compiled code knows by nothing but their address."""

from typing import Any

import numpy as np

from tablier.compile.marks import compiled
from tablier.compile.raw_array import bare


def shifted(array: Any, by: int) -> int:
    """Add to every number, by way of part of the array; return the last."""
    for first in range(2):
        part = array[first]
        for second in range(3):
            for third in range(4):
                part[second, third] += by
    return int(part[2][3])


def test_a_bare_array_is_an_array() -> None:
    numbers = np.arange(24).reshape(2, 3, 4)
    array = bare(numbers.copy())
    assert compiled(shifted)(array, 5) == 28
    assert (array == numbers + 5).all()
