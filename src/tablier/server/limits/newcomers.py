"""Those who play go first: whoever is not at a table yet has a share of the loop, and no more.

Hundreds may come at the same moment. What each of them asks for is little, but all
of it at once would keep everybody waiting who has a clock running. So one of them
is dealt with in a turn of the loop, and what was done for them, then and later, is
counted: while others play, all of it together takes a share of the time. Addresses
take turns as well, so that a crowd from one of them waits behind itself.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from tablier.server.limits.bounds import MOST_NEWCOMERS_BYTES, NEWCOMERS_SHARE
from tablier.server.limits.household import HERE

Act = Callable[[], object]
AHEAD_S = 0.003
"""So far newcomers may be ahead of their share."""
QUIET_S = 0.1
"""Nobody plays if nothing was heard for this long, and newcomers have all the time."""


class Newcomers:
    """What waits for its turn, by household."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.size = 0
        """Bytes that wait."""
        self._now = now
        self._waiting: dict[str, deque[tuple[Act, int]]] = {}
        self._paid = 0.0
        """When what newcomers have used would be their share of the time."""
        self._heard = 0.0
        """When somebody last played."""

    def heard(self) -> None:
        """Somebody who plays has said something."""
        self._heard = self._now()

    def charge(self, who: str, seconds: float) -> None:
        """Count seconds that went into newcomers; what this machine itself wants is not counted."""
        if who != HERE:
            self._paid = max(self._paid, self._now()) + seconds * (1 / NEWCOMERS_SHARE - 1)

    def come(self, who: str, act: Act, size: int = 0) -> bool:
        """Do something with `size` bytes when it is its turn; False if too much waits already."""
        if self.size + size > MOST_NEWCOMERS_BYTES:
            return False
        first = not self._waiting
        self.size += size
        self._waiting.setdefault(who, deque()).append((act, size))
        if first:
            self._plan()
        return True

    async def turn(self, who: str) -> None:
        """Wait for a turn."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.come(who, lambda: _call(called))
        await called

    def _plan(self) -> None:
        """Call the next one, at once or when the share allows it."""
        loop, now = asyncio.get_running_loop(), self._now()
        rest = self._paid - now
        if rest > AHEAD_S and now - self._heard < QUIET_S:
            loop.call_later(rest, self._next)
        else:
            loop.call_soon(self._next)

    def _next(self) -> None:
        who = next(iter(self._waiting))
        acts = self._waiting.pop(who)
        act, size = acts.popleft()
        self.size -= size
        if acts:
            self._waiting[who] = acts  # behind all others
        began = self._now()
        try:
            act()
        finally:
            self.charge(who, self._now() - began)
            if self._waiting:
                self._plan()


def _call(waiting: asyncio.Future[None]) -> None:
    """Let somebody go on who waits, unless they have gone."""
    if not waiting.done():
        waiting.set_result(None)
