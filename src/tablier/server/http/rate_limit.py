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
"""What takes long counts for several; everything else that is posted counts for one."""
MOST_KNOWN = 10_000
"""Addresses that are remembered: those that asked last."""
NETWORK = 64
"""Bits of an IPv6 address that tell one household from another; it has all the others itself."""


class Turnstile:
    """What is left to each address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: dict[str, tuple[float, float]] = {}

    def admits(self, address: str | None, path: str) -> bool:
        """Whether an address may post to a path now."""
        if address is None or _is_here(address):
            return True
        who, now = _household(address), self._now()
        left, since = self._known.pop(who, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        cost = COSTS.get(path, 1.0)
        self._known[who] = (left - cost if left >= cost else left, now)
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return left >= cost


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _household(address: str) -> str:
    """What is counted as one: an IPv4 address, or the network that a line of IPv6 is given."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), NETWORK), strict=False))
