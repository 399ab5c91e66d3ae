"""The turnstile: how much one address may ask for, so that nobody fills the house with tables.

Looking is free. This machine itself is not counted: the browser at home, and a
proxy whose word is not believed, behind which all clients look the same.
"""

import ipaddress
import time
from collections.abc import Callable

BURST, PER_SECOND = 60.0, 1.0
"""What an address may ask for at once, and every second after that."""
COSTS = {"/api/analysis": 10.0}
"""What takes long counts for so much; everything else that is posted counts for one."""
MOST_KNOWN = 10_000


class Turnstile:
    """What is left to each address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def admits(self, address: str | None, path: str) -> bool:
        """Whether an address may post to a path now."""
        if address is None or _is_here(address):
            return True
        if len(self._known) > MOST_KNOWN:
            self._forget()
        now = self._now()
        left, since = self._known.get(address, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        cost = COSTS.get(path, 1.0)
        if left < cost:
            self._known[address] = (left, now)
            return False
        self._known[address] = (left - cost, now)
        return True

    def _forget(self) -> None:
        """Whoever has everything left again need not be remembered."""
        full = self._now() - BURST / PER_SECOND
        self._known = {who: known for who, known in self._known.items() if known[1] > full}


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
