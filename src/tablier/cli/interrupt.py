"""Ctrl-C while functions are compiled.

LLVM calls Python back when it has compiled one, and what is raised there gets lost:
the command would go on, or crash over what it was not told.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType

CALLBACK = "_raw_object_cache"
"""What llvmlite's functions are called that LLVM calls back."""
AGAIN_S = 0.05


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt as usual, but a moment later where it would get lost."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt(number: int, frame: FrameType | None) -> None:
    """The handler of the signal."""
    while frame is not None:
        if frame.f_code.co_name.startswith(CALLBACK):
            again = Timer(AGAIN_S, signal.raise_signal, (number,))
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt
