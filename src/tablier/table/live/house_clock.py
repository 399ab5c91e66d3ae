"""The house's time: it runs while the house is open, and stands still while it is closed.

Clocks and deadlines count in it. A crash, a restart, a machine that slept or a
database that is away costs nobody anything, and the time of day may jump as it
likes. A house that is only busy is open: its time passes, or whoever keeps it
busy would stop the own clock.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

TICK_S = 0.025
STALL_S = 0.5
"""Between two looks at the clock less time passes than this, or something was in the way."""
WORK = 4.0
"""Seconds that a second of processor time may take: whoever works gets a quarter of a core."""
WORK_LOOK_S = 0.005
"""Between two looks at the processor time, which the kernel has to be asked for: it is asked many
thousand times a second otherwise."""
LONGEST_HOLD_S = 10.0
"""Stall after stall, time is called after this long although something may not have been read."""
MOST_STOPS = 16
"""Stops that are remembered: only what still waits to be read can have come before one."""


class Stop(NamedTuple):
    """A while for which the house stood still, in seconds of the monotonic clock."""

    end: float
    lost: float


class House:
    """Milliseconds for which the house has been open, all its days and all its nodes together."""

    def __init__(
        self,
        open_ms: int = 0,
        monotonic: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.process_time,
        *,
        tick_s: float = TICK_S,
        stall_s: float = STALL_S,
    ) -> None:
        self._monotonic = monotonic
        self._worked = worked
        """Seconds of processor time: a process that is stopped uses none, a busy one does."""
        self.tick_s, self.stall_s = tick_s, stall_s
        self._before_ms = float(open_ms)
        self._passed_s = 0.0
        self._looked = self._work_looked = monotonic()
        self._work = worked()
        self._stops: deque[Stop] = deque(maxlen=MOST_STOPS)
        self._halted = False
        self._first_stalled = self._stalled = float("-inf")

    def now(self) -> float:
        """The house's time in milliseconds, as events carry it."""
        return self._before_ms + self.passed()

    def passed(self) -> float:
        """Milliseconds that this node has seen pass: what is waited for here is counted in them."""
        at = self._monotonic()
        whole = counted = at - self._looked
        if self._halted:
            counted = 0.0
        elif whole >= self.stall_s:
            counted = min(whole, self.tick_s + WORK * (self._worked() - self._work))
            if self._looked - self._stalled >= self.stall_s:
                self._first_stalled = at
            self._stalled = at
        if counted < whole:
            goes_on = self._stops and self._stops[-1].end == self._looked
            before = self._stops.pop().lost if goes_on else 0.0
            self._stops.append(Stop(at, before + whole - counted))
        self._passed_s += counted
        self._looked = at
        if at - self._work_looked >= WORK_LOOK_S:
            self._work_looked, self._work = at, self._worked()
        return self._passed_s * 1000

    def passed_before(self, waited_ms: float) -> float:
        """How many milliseconds had passed when something came in that has waited since."""
        now_ms, came = self.passed(), self._looked - waited_ms / 1000
        lost = sum(min(stop.lost, stop.end - came) for stop in self._stops if stop.end > came)
        return now_ms - max(0.0, waited_ms - lost * 1000)

    @property
    def halted(self) -> bool:
        """Whether time stands still because nothing can be stored."""
        return self._halted

    def halt(self, *, on: bool) -> None:
        """Let time stand still, or go on."""
        self.passed()
        self._halted = on

    @property
    def catching_up(self) -> bool:
        """Whether the loop was held up just now, so that what came in may not have been read."""
        self.passed()
        recent = self._looked - self._stalled < self.stall_s
        return recent and self._looked - self._first_stalled < LONGEST_HOLD_S

    def catch_up(self, noted_ms: float) -> None:
        """Another node has noted this time: the house has been open as long, also for this one."""
        self._before_ms += max(0.0, noted_ms - self.now())

    async def keep(self) -> None:
        """Look at the clock all the time, so that a stop of the process is noticed."""
        while True:
            self.passed()
            await asyncio.sleep(self.tick_s)

    async def sleep(self, ms: float) -> None:
        """Wait until that many milliseconds of the house's time have passed."""
        due = self.passed() + ms
        while (left := due - self.passed()) > 0:
            await asyncio.sleep(max(self.tick_s, left / 1000) if self._halted else left / 1000)
