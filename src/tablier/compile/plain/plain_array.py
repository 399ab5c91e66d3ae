"""Arrays for a Python that has no NumPy, of one dimension or two.

They do what searches do with an array when nothing is compiled. Their numbers are in Python's
memory or, once code from elsewhere has been told their address, in the memory of that code.
"""

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

CODES = {"int64": "q", "int32": "i", "int16": "h", "float64": "d", "uint8": "B"}
"""How `array` calls the kinds of numbers."""


class CodeMemory(Protocol):
    """Memory that belongs to other code."""

    def taken(self, length: int) -> int:
        """The address of some bytes, all 0."""

    def left(self, address: int, length: int) -> None:
        """Nobody needs these any more."""

    def read(self, address: int, length: int) -> bytes:
        """What is there."""

    def write(self, address: int, data: bytes) -> None:
        """Write bytes."""


class Cells:
    """The numbers of an array, which several arrays may share."""

    __slots__ = ("address", "code", "is_lent", "items", "length", "room")

    def __init__(self, code: str, length: int) -> None:
        self.code, self.length = code, length
        self.room: CodeMemory | None = None
        self.address, self.is_lent = 0, False
        self.items: Any = None
        """Nothing, as long as all are 0 and nobody has asked."""

    def made(self) -> Any:
        """The numbers, in memory."""
        self.items = array(self.code, bytes(self.length * self.size))
        return self.items

    @property
    def size(self) -> int:
        """The bytes of a number."""
        return array(self.code).itemsize

    def moved_to(self, room: CodeMemory) -> int:
        """Their address in some room, where they are from now on."""
        if self.room is not room:
            assert self.room is None, "an array belongs to one game's code"
            self.address = room.taken(self.length * self.size)
            if self.items is not None:
                room.write(self.address, self.items.tobytes())
            self.room, self.items = room, Distant(self, room)
        return self.address

    def __del__(self) -> None:
        if self.room is not None and not self.is_lent:
            self.room.left(self.address, self.length * self.size)


class Distant:
    """Numbers in a room, to be read and written like those of an `array`."""

    def __init__(self, cells: Cells, room: CodeMemory) -> None:
        self._code, self._size, self._address = cells.code, cells.size, cells.address
        self._room = room

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            start, length = index.start, index.stop - index.start
        else:
            start, length = index, 1
        read = self._room.read(self._address + start * self._size, length * self._size)
        found = array(self._code, read)
        return found if isinstance(index, slice) else found[0]

    def __setitem__(self, index: Any, numbers: Any) -> None:
        start = index.start if isinstance(index, slice) else index
        data = numbers if isinstance(index, slice) else array(self._code, (numbers,))
        self._room.write(self._address + start * self._size, data.tobytes())


class PlainArray:
    """Numbers one after another, or rows of them. What is cut out of it shares its numbers."""

    __slots__ = ("_cells", "_first", "_length", "_width")

    def __init__(self, cells: Cells, first: int, length: int, width: int = 0) -> None:
        self._cells, self._first, self._length, self._width = cells, first, length, width

    @classmethod
    def zeros(cls, shape: tuple[int, ...], kind: str) -> "PlainArray":
        """An array in which all numbers are 0."""
        length, *inner = shape
        width = inner[0] if inner else 0
        return cls(Cells(CODES[kind], length * (width or 1)), 0, length, width)

    @classmethod
    def lent(cls, room: CodeMemory, address: int, length: int, kind: str) -> "PlainArray":
        """Numbers of one dimension that are in a room already, and stay there."""
        cells = Cells(CODES[kind], length)
        cells.address, cells.room, cells.is_lent = address, room, True
        cells.items = Distant(cells, room)
        return cls(cells, 0, length)

    def address_in(self, room: CodeMemory) -> int:
        """Where the array begins in some room; it moves there."""
        return self._cells.moved_to(room) + self._first * self._cells.size

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths of its dimensions."""
        return (self._length, self._width) if self._width else (self._length,)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers()) if not self._width else map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and not self._width:
            items = self._cells.items
            return (self._cells.made() if items is None else items)[self._place(index)]
        if isinstance(index, tuple):
            row, column = index
            return self[row][column]
        if isinstance(index, slice):
            start, stop, step = index.indices(self._length)
            assert step == 1, "nothing is cut out but what lies together"
            first = self._first + start * (self._width or 1)
            return PlainArray(self._cells, first, max(stop - start, 0), self._width)
        return PlainArray(self._cells, self._place(index), self._width)

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(index) is int and not self._width:
            items = self._cells.items
            (self._cells.made() if items is None else items)[self._place(index)] = value
        elif isinstance(index, tuple):
            row, column = index
            self[row][column] = value
        else:
            self[index]._fill(value)

    def __ifloordiv__(self, divisor: int) -> "PlainArray":
        self._fill(number // divisor for number in self._numbers())
        return self

    def _place(self, index: int) -> int:
        """Where a number, or a row, is among all."""
        if not 0 <= index < self._length:
            raise IndexError(f"{index} is outside an array of {self._length}")
        return self._first + index * (self._width or 1)

    def _whole(self) -> slice:
        return slice(self._first, self._first + self._length * (self._width or 1))

    def _numbers(self) -> Any:
        """All of them, copied."""
        items = self._cells.items
        return (self._cells.made() if items is None else items)[self._whole()]

    def _fill(self, value: Any) -> None:
        """Write some numbers, or one to all places."""
        items, whole = self._cells.items, self._whole()
        length = whole.stop - whole.start
        if isinstance(value, Iterable):
            listed = value._numbers() if isinstance(value, PlainArray) else value
            numbers = array(self._cells.code, listed)
            assert len(numbers) == length, f"{len(numbers)} numbers do not fit into {length} places"
        else:
            numbers = array(self._cells.code, (value,)) * length
        (self._cells.made() if items is None else items)[whole] = numbers
