"""A reader of text from outside: what it is fed, and what it may answer.

It may read a text or refuse it with a TablierError; anything else that it raises is a fault. What
was read has to hold what it promises: it can be written, and reads back the same.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tablier.core.errors import TablierError


class Reader(NamedTuple):
    """A reader, and how inputs for it are made."""

    make: Callable[[Random], Any]
    """Something that it may well refuse."""
    read: Callable[[Any], object]


def refused(reader: Reader, given: Any) -> bool:
    """Whether a reader refused its input; whatever else it raises is a fault of its own."""
    try:
        reader.read(given)
    except TablierError:
        return True
    return False


def size(given: Any) -> int:
    """How much a reader was given."""
    if isinstance(given, str | bytes):
        return len(given)
    return sum(map(size, given)) if isinstance(given, tuple) else len(repr(given))
