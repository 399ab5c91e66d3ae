"""The broom: Python's garbage is swept when nobody is playing.

A full collection looks at every object. With five thousand sockets that stops
the house for half a second, in the middle of somebody's move. So what is there
at the start is never looked at again, and the rest only when it is quiet; the
young objects, nearly all of the garbage, are swept all the time, some thousands at
once, so that a sweep takes milliseconds.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG, MIDDLE, OLD = 2_000, 5, 5_000
"""Never quiet for hours: then a full collection has to come after all."""
EVERY_S, QUIET_S = 30.0, 1.0


def put_away() -> None:
    """Let the collector forget what will stay as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()


async def sweep(events: Callable[[], int]) -> None:
    """Collect once in a while, when no event was stored for a second."""
    while True:
        await asyncio.sleep(EVERY_S)
        before = events()
        await asyncio.sleep(QUIET_S)
        if events() == before:
            gc.collect()
