"""All cores of this machine, for loops that threads can share."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from os import cpu_count
from typing import Any, TypeVar

import numpy as np

from tablier.compile.raw_array import bare
from tablier.solver.numbering import Shelf
from tablier.solver.processor import Kind

T = TypeVar("T")

PLACES = 1 << 14
"""Indices that a thread looks at in one go: what somebody waits for who interrupts it."""
NUMBERS = 1 << 19
"""Values that it looks through in one go."""


class Cores:
    """Runs the loops of `levels.py` in one thread for each core; a `Processor`."""

    is_host = True

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(cpu_count())
        self.batch = 32 * (cpu_count() or 1) * PLACES
        """Indices between two reports of progress."""

    def _shared(self, work: Callable[[int], T], firsts: range) -> Iterator[T]:
        """What some work comes to from each of some indices on, done by all threads.

        Whoever doesn't want the rest, as when interrupted, finds nobody at work any more: the
        arrays that it writes to may be gone then.
        """
        doing: list[Future[T]] = []
        try:
            for first in firsts:
                doing.append(self._threads.submit(work, first))
            for future in doing:
                yield future.result()
        finally:
            for future in doing:
                future.cancel()
            wait(doing)

    def zeros(self, count: int, kind: Any) -> Any:
        """An array of zeros."""
        return np.zeros(count, kind)

    def taken(self, array: Any) -> Any:
        """The array itself."""
        return array

    def given(self, array: Any) -> Any:
        """Likewise."""
        return array

    def address(self, array: Any) -> int:
        """Where an array is."""
        return int(array.ctypes.data)

    def tally(self, loop: Any, kind: Kind, shelf: Shelf, begin: int, end: int) -> int:
        """Run a loop from `begin` to before `end`, and add up what it counts."""

        def within(first: int) -> int:
            counted = bare(np.zeros(min(PLACES, end - first), np.uint8))
            loop(*kind, shelf, first, counted, 0, len(counted))
            return int(counted.sum(dtype=np.int64))

        return sum(self._shared(within, range(begin, end, PLACES)))

    def fill(self, loop: Any, kind: Kind, shelf: Shelf, places: int, out: Any) -> None:
        """Run a loop over all places that writes to an array."""
        out = bare(out)

        def within(first: int) -> None:
            loop(*kind, shelf, first, out, 0, min(PLACES, places - first))

        list(self._shared(within, range(0, places, PLACES)))

    def each(
        self, loop: Any, kind: Kind, settled: int, shelf: Shelf, values: Any, wanted: int
    ) -> tuple[int, int]:
        """Run a loop over the numbers that have a value; return how many, and the highest value."""

        def within(first: int) -> tuple[int, int]:
            some = values[first : first + NUMBERS]
            highest = int(some.max())
            if highest < wanted:
                return 0, highest
            numbers = bare(np.flatnonzero(some == wanted) + first)
            loop(*kind, settled, shelf, numbers, 0, len(numbers))
            return len(numbers), highest

        total = top = 0
        for count, highest in self._shared(within, range(0, len(values), NUMBERS)):
            total, top = total + count, max(top, highest)
        return total, top

    def run(self, loop: Any, count: int, *arguments: Any) -> None:
        """Run a loop over `count` indices, few enough for one thread."""
        given = [bare(one) if isinstance(one, np.ndarray) else one for one in arguments]
        loop(*given, 0, count)
