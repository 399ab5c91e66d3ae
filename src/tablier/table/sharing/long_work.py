"""What takes long and is done in the loop: a little at a time, and one such thing at once.

However many ask for a long history or a long table, everybody else waits for one
slice at most; those who ask wait for each other, as a fair queue has it.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import TypeVar

from tablier.table.sharing.fair_queue import Asker, FairQueue

SLICE_S = 0.002
"""So long nobody else gets a word in."""

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
                end = time.perf_counter() + SLICE_S
                for step in left:
                    done.append(step)
                    if time.perf_counter() >= end:
                        break
                else:
                    return done
            finally:
                self._queue.give(place)
            await asyncio.sleep(0)
