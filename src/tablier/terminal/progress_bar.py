"""A bar that shows how much is done."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import Any, Self

WIDTH = 20
"""Columns."""
AGAIN_S = 0.2
"""Seconds between two looks at how far the work is."""


def bar(share: float) -> str:
    """How much is done, from 0 to 1, for a line of a screen.

    >>> bar(0.35)
    '███████·············  35 %'
    """
    filled = int(share * WIDTH)
    return f"{'█' * filled}{'·' * (WIDTH - filled)} {int(100 * share):3} %"


class ProgressLine:
    """A line on a terminal with a bar, gone after a `with`.

    Where there is no terminal it shows nothing.
    """

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self.is_seen = bool(sys.stderr and sys.stderr.isatty())
        self._progress = Progress(
            BarColumn(WIDTH),
            TaskProgressColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
            disable=not self.is_seen,
        )
        self._line = self._progress.add_task("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: float, whole: float = 1, note: str = "") -> None:
        """How much is done of the whole, and what there is to say about it."""
        whole = max(whole, 1)
        with _uninterrupted():
            self._progress.start()
            self._progress.update(self._line, completed=done, total=whole, description=note)
            self._progress.refresh()

    def clear(self) -> None:
        """Leave the line empty."""
        with _uninterrupted():
            self._progress.stop()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hear Ctrl-C only afterwards: what rich has drawn by half it can't take back."""
    if current_thread() is not main_thread():
        yield
        return
    pressed: list[Any] = []
    usual = signal.signal(signal.SIGINT, lambda *how: pressed.append(how))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if pressed and callable(usual):
            usual(*pressed[0])


def watch(work: Thread, share: Callable[[], float]) -> None:
    """Draw a bar until some work is done."""
    with ProgressLine() as line:
        while work.is_alive():
            if line.is_seen:
                line.show(share())
            work.join(AGAIN_S if line.is_seen else None)
