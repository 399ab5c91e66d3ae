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
    """Milliseconds for which the house has been open, all its days and all its nodes together."""

    def __init__(self, open_ms: int = 0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._before_ms = float(open_ms)
        self._passed_s = 0.0
        self._looked = monotonic()

    def now(self) -> float:
        """The house's time in milliseconds, as events carry it."""
        return self._before_ms + self.passed()

    def passed(self) -> float:
        """Milliseconds that this node has seen pass: what is waited for here is counted in them."""
        at = self._monotonic()
        passed = at - self._looked
        self._passed_s += passed if passed < STALL_S else TICK_S
        self._looked = at
        return self._passed_s * 1000

    def catch_up(self, noted_ms: float) -> None:
        """Another node has noted this time: the house has been open as long, also for this one."""
        self._before_ms += max(0.0, noted_ms - self.now())

    async def keep(self) -> None:
        """Look at the clock all the time, so that a stop of the process is noticed."""
        while True:
            self.passed()
            await asyncio.sleep(TICK_S)

    async def sleep(self, ms: float) -> None:
        """Wait until that many milliseconds of the house's time have passed."""
        due = self.passed() + ms
        while (left := due - self.passed()) > 0:
            await asyncio.sleep(left / 1000)
