"""What takes long and is done in the loop: a little at a time, and one such thing at once.

However many ask for a long history or a long table, everybody else waits for one
slice at most, and most of the time is theirs; those who ask wait for each other, as
a fair queue has it.
"""

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from tablier.table.sharing.fair_queue import Asker, FairQueue

SLICE_S = 0.002
"""Seconds during which nobody else gets a word in."""
REST = 3.0
"""The slices that the others have after each, however many strangers ask."""

Step = TypeVar("Step")


class LongWork:
    """Whoever has something long to do is served slice by slice."""

    def __init__(self) -> None:
        self._queue = FairQueue(1)

    async def run(self, asker: Asker, steps: Iterable[Step]) -> list[Step]:
        """All steps of some work, each of which is short."""
        done: list[Step] = []
        left = iter(steps)
        while True:
            place = await self._queue.take(asker)
            try:
                began = time.perf_counter()
                ended = _take(left, done, began + SLICE_S)
                taken = time.perf_counter() - began
                await asyncio.sleep(taken * REST if asker.address else 0)
            finally:
                self._queue.give(place)
            if ended:
                return done


def _take(left: Iterator[Step], done: list[Step], end: float) -> bool:
    """Do steps until some time; whether there are no more."""
    for step in left:
        done.append(step)
        if time.perf_counter() >= end:
            return False
    return True
