"""Allowances: what may be spent at once, and how much comes back every second."""

import time
from collections.abc import Callable

from tablier.server.limits.bounds import MOST_KNOWN
from tablier.server.limits.household import HERE


class Allowance:
    """What one may still spend."""

    __slots__ = ("_burst", "_left", "_per_second", "_since")

    def __init__(self, burst: float, per_second: float, now: float) -> None:
        self._burst = self._left = burst
        self._per_second = per_second
        self._since = now

    def spend(self, cost: float, now: float) -> bool:
        """Whether there is enough left; what is refused costs nothing."""
        earned = (now - self._since) * self._per_second
        self._left = min(self._burst, self._left + earned)
        self._since = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Allowances:
    """What is left to each household; this machine itself is not counted."""

    def __init__(
        self, burst: float, per_second: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = burst, per_second
        self._now = now
        self._known: dict[str, Allowance] = {}

    def spend(self, who: str, cost: float = 1.0) -> bool:
        """Whether a household may spend that now."""
        if who == HERE:
            return True
        now = self._now()
        allowance = self._known.pop(who, None) or Allowance(*self._rate, now)
        self._known[who] = allowance
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return allowance.spend(cost, now)
