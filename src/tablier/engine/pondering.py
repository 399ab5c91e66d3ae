"""Thinking while an opponent does, so that much is known already when it has acted.

What is found is remembered in the table of positions, and nowhere else: whatever the opponent
does, nothing that was thought is wrong.
"""

import atexit
import os
import threading
from collections.abc import Callable
from contextlib import suppress

LOOK_S = 0.01
"""Seconds after which it is seen whether a thought has ended."""
LEAST_PRIORITY = 19
"""Whoever else wants the processor gets it."""


class ThinkingOn:
    """At most one thought at a time, in a thread of low priority."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._halt: Callable[[], None] = lambda: None

    @property
    def goes_on(self) -> bool:
        """Whether somebody is thinking."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, think: Callable[[], object], halt: Callable[[], None]) -> None:
        """Think from now on, until that has come to its end, or `end` has called `halt`."""
        self.end()
        self._halt = halt
        self._thread = threading.Thread(target=_think, args=(think,), daemon=True)
        self._thread.start()
        atexit.register(self.end)

    def end(self) -> None:
        """Think no longer. A thought that is only just beginning is halted again, and again."""
        thread = self._thread
        while thread is not None and thread.is_alive():
            self._halt()
            thread.join(LOOK_S)
        self._thread = None
        atexit.unregister(self.end)


def _think(think: Callable[[], object]) -> None:
    """Where a thread can't have a priority of its own, it has that of the process."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_PRIORITY)
    think()
