"""Other threads that search the same position, and share what they find by the table alone.

They look on where the first one has not come yet, so that it finds much of its way known. What a
search with helpers comes to depends on who was when where; without any it is always the same.
"""

import os
from threading import Thread
from typing import Any

from tablier.compile import NATIVE
from tablier.engine.search.alphabeta import search
from tablier.engine.search.scores import DEEPEST, INFINITY, Window
from tablier.engine.search.transposition import NODE_LIMIT, STOPPED, UNLIMITED, Memory

MOST_THREADS = 16
"""More of them hardly find anything that the others don't."""


def cores() -> int:
    """How many threads can work at once here."""
    if not NATIVE:
        return 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(usable or 1, MOST_THREADS))


class Helpers:
    """Threads that help a search until it ends."""

    def __init__(self, memory: Memory, threads: int) -> None:
        """`threads` with the one that searches itself."""
        self._memory = memory
        self._wanted = threads - 1 if NATIVE else 0
        self._memories: list[Memory] = []
        self._threads: list[Thread] = []

    def begin(self, at: tuple[Any, ...], depth: int) -> None:
        """Search what the first thread searches, every other one a depth ahead of it."""
        for number in range(self._wanted):
            memory = _beside(self._memory)
            thread = Thread(target=_deepen, args=(at, depth + number % 2, memory), daemon=True)
            self._memories.append(memory)
            self._threads.append(thread)
            thread.start()

    def end(self) -> None:
        """Have them stop, and wait for it: they write to the same table."""
        for memory in self._memories:
            memory.counters[STOPPED] = 1
        for thread in self._threads:
            thread.join()


def _beside(memory: Memory) -> Memory:
    """Memory of the same table, books and net; all that is written elsewhere is a copy."""
    net = memory.net._replace(seen=memory.net.seen.copy(), sums=memory.net.sums.copy())
    own = ("killers", "history", "actions", "order", "path", "seen", "counters")
    copies = {name: getattr(memory, name).copy() for name in own}
    copies["counters"][NODE_LIMIT] = UNLIMITED
    return memory._replace(net=net, **copies)


def _deepen(at: tuple[Any, ...], first: int, memory: Memory) -> None:
    for depth in range(first, DEEPEST // 2):
        search(*at, depth, Window(-INFINITY, INFINITY), 0, memory)
        if memory.counters[STOPPED]:
            break
