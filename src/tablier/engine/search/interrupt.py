"""Ctrl-C while compiled code runs, which Python by itself notices only when it returns.

A program is interrupted in its main thread, so what may take long is done beside that.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import current_thread, main_thread
from typing import TypeVar

T = TypeVar("T")

FEW_NODES = 30_000
"""Nodes that take no longer than it takes to press Ctrl-C."""
LOOK_S = 0.1
"""Seconds after which Ctrl-C is seen where the system doesn't wake who waits."""


def halting(halt: Callable[[], None], work: Callable[[], T], nodes: int) -> T:
    """What some work comes to that looks at a number of nodes at most.

    When it is interrupted, `halt` is called, which has to end it.
    """
    if nodes <= FEW_NODES or current_thread() is not main_thread():
        return work()
    with ThreadPoolExecutor(1) as aside:
        doing = aside.submit(work)
        try:
            while not wait([doing], LOOK_S).done:
                continue
        except BaseException:
            halt()
            raise
        return doing.result()
