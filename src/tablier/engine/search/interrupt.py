"""Ctrl-C while compiled code runs, which Python by itself notices only when it returns.

A program is interrupted in its main thread, so what may take long is done beside that.
"""

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from tablier.engine.levels import HAS_THREADS

T = TypeVar("T")

FEW_NODES = 30_000
"""Nodes that take no longer than it takes to press Ctrl-C."""
LOOK_S = 0.1
"""Seconds after which Ctrl-C is seen where the system doesn't wake who waits."""


def halting(halt: Callable[[], None], work: Callable[[], T], nodes: int) -> T:
    """What some work comes to that looks at a number of nodes at most.

    When it is interrupted, `halt` is called, which has to end it. Nothing goes on after that,
    whenever the interrupt came: who thinks next writes to the same memory.
    """
    if not HAS_THREADS or nodes <= FEW_NODES or current_thread() is not main_thread():
        return work()
    doing: Future[T] = Future()
    wanted: SimpleQueue[bool] = SimpleQueue()
    began = False
    try:
        Thread(target=_do, args=(work, wanted, doing), daemon=True).start()
        began = True
        wanted.put(True)
        while not wait([doing], LOOK_S).done:
            continue
    except BaseException:
        wanted.put(False)
        while began and not doing.done():
            with suppress(KeyboardInterrupt):
                halt()
                wait([doing], LOOK_S)
        raise
    return doing.result()


def _do(work: Callable[[], T], wanted: SimpleQueue[bool], doing: Future[T]) -> None:
    """Work once it is certain that somebody will wait for the end of it."""
    if not wanted.get():
        doing.cancel()
        return
    try:
        doing.set_result(work())
    except BaseException as error:
        doing.set_exception(error)
