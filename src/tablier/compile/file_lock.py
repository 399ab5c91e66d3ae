"""Keeps processes from doing the same at once, where the system can."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Hold a file; whoever else wants to hold it waits."""
    with held(place):
        yield


def held(place: Path) -> BinaryIO:
    """The same until the file is closed, or the process ends."""
    place.parent.mkdir(parents=True, exist_ok=True)
    file = place.open("ab")
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
    return file


def take(file: IO[Any]) -> bool:
    """Hold an open file until it is closed; False if somebody else holds it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_held(place: Path) -> bool:
    """Whether somebody holds a file; where nobody can know, it is taken for held."""
    if fcntl is None:
        return True
    try:
        with place.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
