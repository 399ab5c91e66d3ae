"""Numbers by their address, the same interpreted and compiled.

Books are known to compiled code by where they are, whether that is an array, a file that is
mapped into memory, or the memory of another processor.
"""

import ctypes
from typing import Any

from tablier.compile.plain.plain_array import CodeMemory

_rooms: list[CodeMemory] = []
"""The memory that addresses are of where it is not Python's own."""


def look_into(room: CodeMemory) -> None:
    """Take all addresses from now on for those of a room: that of the code that has the books."""
    _rooms[:] = [room]


def peek(address: int, width: int) -> int:
    """The number of 1, 2, 4 or 8 bytes at an address; unsigned, but for 8."""
    if _rooms:
        return int.from_bytes(_rooms[0].read(address, width), "little", signed=width == 8)
    kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_int64}[width]
    return int(kind.from_address(address).value)


def poke(address: int, width: int, value: int) -> None:
    """Write a number of 1 or 2 bytes."""
    kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16}[width]
    kind.from_address(address).value = value


def octets(address: int) -> Any:
    """The bytes from an address on, as something to index."""
    return (ctypes.c_uint8 * (1 << 40)).from_address(address)
