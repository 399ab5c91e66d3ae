"""A bar that shows how much is done."""

import sys
from collections.abc import Callable
from threading import Thread
from typing import TextIO

WIDTH = 20
SIGNS, PLAIN = "█·", "#."
AGAIN_S = 0.2


def bar(share: float, signs: str = SIGNS) -> str:
    """How much is done, from 0 to 1.

    >>> bar(0.35)
    '███████·············  35 %'
    """
    filled = int(share * WIDTH)
    return f"{signs[0] * filled}{signs[1] * (WIDTH - filled)} {int(100 * share):3} %"


def signs_for(stream: TextIO) -> str:
    """What a stream can draw a bar with."""
    try:
        SIGNS.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN
    return SIGNS


def watch(work: Thread, share: Callable[[], float]) -> None:
    """Draw a bar on a terminal until some work is done; elsewhere just wait."""
    if not sys.stderr or not sys.stderr.isatty():
        work.join()
        return
    signs = signs_for(sys.stderr)
    try:
        while work.is_alive():
            print(f"\r{bar(share(), signs)}\x1b[K", end="", file=sys.stderr, flush=True)
            work.join(AGAIN_S)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
