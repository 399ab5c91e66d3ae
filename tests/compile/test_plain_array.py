"""Arrays of the standard library do what NumPy's do, in whatever memory they are."""

from array import array
from typing import Any

import numpy as np
import pytest

from tablier.compile.plain.plain_array import PlainArray


class Memory:
    """Bytes by address, as code from elsewhere has them."""

    def __init__(self) -> None:
        self.bytes = bytearray(64)
        self.freed: list[tuple[int, int]] = []

    def taken(self, length: int) -> int:
        self.bytes += bytes(length)
        return len(self.bytes) - length

    def left(self, address: int, length: int) -> None:
        self.freed.append((address, length))

    def read(self, address: int, length: int) -> bytes:
        return bytes(self.bytes[address : address + length])

    def write(self, address: int, data: bytes) -> None:
        self.bytes[address : address + len(data)] = data


def change(rows: Any, row: Any) -> None:
    """Use two arrays, of two dimensions and of one, as searches do."""
    rows[:] = -3
    rows[1, 2], rows[2, 0] = 1 << 60, 40
    part = rows[2]
    part[1] = part[0] + 2
    rows[:] //= 8
    row[0] = row[4] = 1.5
    row[1:4] = [2.5, 0.25, -1.0]
    row[3] += row[1]


@pytest.mark.parametrize("moved", ["before", "between", "never"])
def test_a_plain_array_does_what_numpys_does(moved: str) -> None:
    memory = Memory()
    rows, row = PlainArray.zeros((3, 4), "int64"), PlainArray.zeros((5,), "float64")
    theirs, their = np.zeros((3, 4), np.int64), np.zeros(5)
    for when in ("before", "between"):
        if moved == when:
            at, other = rows.address_in(memory), row.address_in(memory)
            assert rows[1].address_in(memory) == at + 4 * 8 and other != at
        change(rows, row)
        change(theirs, their)
        assert [[*one] for one in rows] == theirs.tolist() and [*row] == their.tolist()
    if moved != "never":
        assert array("q", memory.read(at, 3 * 4 * 8)).tolist() == theirs.flatten().tolist()


def test_memory_is_given_back_with_the_last_that_shows_it() -> None:
    memory, whole = Memory(), PlainArray.zeros((10,), "int32")
    at, part = whole.address_in(memory), whole[2:4]
    del whole
    assert memory.freed == [] and len(part) == 2
    del part
    assert memory.freed == [(at, 40)]


@pytest.mark.parametrize("index", [-1, 5])
def test_nothing_outside_is_read_or_written(index: int) -> None:
    numbers = PlainArray.zeros((5,), "int64")
    with pytest.raises(IndexError, match=f"{index} is outside an array of 5"):
        numbers[index]
    with pytest.raises(IndexError):
        numbers[index] = 1
