"""How the time that a reader takes grows with its text; CPU time, as others compute too."""

import time
from collections.abc import Callable
from contextlib import suppress

from tablier.core.errors import TablierError

TIMES = 4
"""How much longer the longer text is."""
MOST = 9.0
"""Linear growth takes about TIMES as long, quadratic growth its square."""
TRIES = 5


def growth(read: Callable[[str], object], make: Callable[[int], str], size: int) -> float:
    """How many times as long a reader takes over a text that is TIMES as long."""
    short, long = make(size), make(size * TIMES)
    return min(_taken(read, long) for _ in range(TRIES)) / min(
        _taken(read, short) for _ in range(TRIES)
    )


def _taken(read: Callable[[str], object], text: str) -> float:
    """Seconds of CPU that a text takes, whether it is read or refused."""
    began = time.process_time()
    with suppress(TablierError):
        read(text)
    return time.process_time() - began
