"""What a command owes to whoever waits while functions are compiled.

That is a word about it, a bar where it is known what is needed, and Ctrl-C.

LLVM calls Python back when it has compiled a function, and what is raised there gets
lost: an interrupted command would go on, or crash over what it was not told.
"""

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType

from tablier.core.match import Match
from tablier.core.words import preferred_language
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import watch

LOG = logging.getLogger("tablier.compiling")
"""Where it is told that a function is compiled."""
CALLBACK = "_raw_object_cache"
"""What llvmlite's functions are called that LLVM calls back."""
AGAIN_S = 0.05


@contextmanager
def compiling() -> Iterator[None]:
    """Around a command that may have to compile something first."""
    with _said_once(), _interruptible():
        yield


# A word about it, and a bar


def await_warmth(match: Match, phrases: Phrases) -> None:
    """Compile what thinking about such a match needs, with a bar, if somebody is watching.

    Where nobody is, it is compiled when it is needed.
    """
    from tablier.compile.cache_folder import is_warm
    from tablier.compile.progress import share

    kind = match.game.name, match.players
    if sys.stderr and sys.stderr.isatty() and not is_warm(*kind):
        from tablier.engine.precompile import warm_aside

        print(phrases("compiling"), file=sys.stderr, flush=True)
        watch(warm_aside(match.game, match.players), lambda: share(*kind))


class _Word(logging.Handler):
    """Says why one waits, the first time that something is compiled."""

    def emit(self, record: logging.LogRecord) -> None:
        LOG.removeHandler(self)
        print(Phrases(preferred_language(None))("compiling"), file=sys.stderr, flush=True)


@contextmanager
def _said_once() -> Iterator[None]:
    if not sys.stderr or not sys.stderr.isatty():
        yield
        return
    word, level = _Word(), LOG.level
    LOG.addHandler(word)
    LOG.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOG.removeHandler(word)
        LOG.setLevel(level)


# Ctrl-C


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt as usual, but a moment later where it would get lost."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_code.co_name.startswith(CALLBACK):
            again = Timer(AGAIN_S, signal.raise_signal, (number,))
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt
