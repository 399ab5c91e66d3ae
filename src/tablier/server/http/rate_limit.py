"""The turnstile: how much one address may ask for, so that nobody fills the house with tables.

Looking is free.
"""

import time
from collections.abc import Callable

from tablier.server.node.household import HERE, household

BURST, PER_SECOND = 60.0, 1.0
"""What an address may ask for at once, and every second after that."""
COSTS = {"/api/analysis": 10.0}
"""What takes long counts for several; everything else that is posted counts for one."""
MOST_KNOWN = 10_000
"""Addresses that are remembered: those that asked last."""


class Turnstile:
    """What is left to each address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def admits(self, address: str | None, path: str) -> bool:
        """Whether an address may post to a path now."""
        who, now = household(address), self._now()
        if who == HERE:
            return True
        left, since = self._known.pop(who, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        cost = COSTS.get(path, 1.0)
        self._known[who] = (left - cost if left >= cost else left, now)
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return left >= cost
