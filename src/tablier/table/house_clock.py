"""The house's time: it runs while the house is open, and stands still while it is closed.

Clocks and deadlines count in it. A crash, a restart or a machine that slept
costs nobody anything, and the time of day may jump as it likes.
"""

import asyncio
import time
from collections.abc import Callable

TICK_S = 0.025
STALL_S = 0.5
"""Between two looks at the clock less time passes than this, or the process was stopped."""


class House:
    """Milliseconds for which the house has been open, all its days together."""

    def __init__(self, open_ms: int = 0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._open_s = open_ms / 1000
        self._looked = monotonic()

    def now(self) -> float:
        """The house's time in milliseconds."""
        at = self._monotonic()
        passed = at - self._looked
        self._open_s += passed if passed < STALL_S else TICK_S
        self._looked = at
        return self._open_s * 1000

    async def keep(self) -> None:
        """Look at the clock all the time, so that a stop of the process is noticed."""
        while True:
            self.now()
            await asyncio.sleep(TICK_S)

    async def sleep(self, ms: float) -> None:
        """Wait until so much of the house's time has passed."""
        due = self.now() + ms
        while (left := due - self.now()) > 0:
            await asyncio.sleep(left / 1000)


def time_of_day() -> int:
    """Milliseconds since 1970, for people to read."""
    return time.time_ns() // 1_000_000
