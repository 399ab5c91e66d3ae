"""A bar that shows how much is done."""

import sys
from collections.abc import Callable
from threading import Thread
from typing import Self, TextIO

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


class ProgressLine:
    """A line on a terminal with a bar, written over and over, gone after a `with`.

    Where there is no terminal it shows nothing.
    """

    def __init__(self) -> None:
        self.stream = sys.stderr if sys.stderr and sys.stderr.isatty() else None
        self._signs = signs_for(self.stream) if self.stream else PLAIN

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: float, whole: float = 1, note: str = "") -> None:
        """So much is done of the whole, and what there is to say about it."""
        self._write(f"{bar(done / max(whole, 1), self._signs)} {note}".rstrip())

    def clear(self) -> None:
        """Leave the line empty."""
        self._write("")

    def _write(self, text: str) -> None:
        if self.stream:
            print(f"\r{text}\x1b[K", end="", file=self.stream, flush=True)


def watch(work: Thread, share: Callable[[], float]) -> None:
    """Draw a bar until some work is done."""
    with ProgressLine() as line:
        while work.is_alive():
            if line.stream:
                line.show(share())
            work.join(AGAIN_S if line.stream else None)
