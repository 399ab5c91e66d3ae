"""Files mapped into memory, of which a part may be cut off while somebody reads there.

Where the file has gone under it the kernel has no page to show, and sends SIGBUS, which ends a
process. On Linux such a page becomes one of zeros instead; whoever cares for files notices that
they were cut. The signal comes from reading, in this very thread: so a handler in Python may be
called then as from any other code.
"""

import ctypes
import mmap
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakKeyDictionary

import numpy as np

IS_GUARDED = sys.platform == "linux" and ctypes.sizeof(ctypes.c_void_p) == 8
MAP_FIXED = 0x10
SA_SIGINFO = 4
ADDRESS = 16
"""Where `siginfo_t` has the address that could not be read."""

Handler = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t)


class Action(ctypes.Structure):
    """`struct sigaction`, as the C library of Linux has it."""

    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_byte * 128),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


_mapped: WeakKeyDictionary[mmap.mmap, range] = WeakKeyDictionary()
"""The addresses of what is mapped."""
_kept: list[Any] = []
"""What the kernel knows by its address."""


def mapped(file: Path | BinaryIO, offset: int = 0) -> Any:
    """The bytes of a file from some place on, as an array that stays readable."""
    array: Any = np.memmap(file, np.uint8, "r", offset)
    if IS_GUARDED:
        first = array.ctypes.data - array.ctypes.data % mmap.PAGESIZE
        _mapped[array._mmap] = range(first, array.ctypes.data + array.size)
        if not _kept:
            _guard()
    return array


def _guard() -> None:
    """Fill in what was cut off; anything else is left to whoever dealt with it before."""
    libc = ctypes.CDLL(None, use_errno=True)
    kind, long = ctypes.c_int, ctypes.c_size_t
    libc.mmap.restype, libc.mmap.argtypes = long, (long, long, kind, kind, kind, ctypes.c_ssize_t)
    usual = Action()

    def fill(number: int, info: int, context: int) -> None:
        address = ctypes.c_size_t.from_address(info + ADDRESS).value
        page = address - address % mmap.PAGESIZE
        how = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_FIXED
        if not (
            any(address in addresses for addresses in _mapped.values())
            and libc.mmap(page, mmap.PAGESIZE, mmap.PROT_READ, how, -1, 0) == page
        ):
            libc.sigaction(number, ctypes.byref(usual), None)

    handler = Handler(fill)
    action = Action(ctypes.cast(handler, ctypes.c_void_p), flags=SA_SIGINFO)
    _kept.extend((handler, usual))
    libc.sigaction(signal.SIGBUS, ctypes.byref(action), ctypes.byref(usual))
