"""How far away a client is, by what it can't stretch by answering late.

A ping is answered by the client itself, whenever it likes. The kernel's round
trip is answered by the other kernel, before the client hears of anything. So
pings are believed no further than that. Where a proxy stands between, the
kernel measures the way to the proxy, and the proxy is asked what it has
measured; if it does not say, nobody knows more than the pings.
"""

import ipaddress
import math
from collections.abc import Sequence
from functools import lru_cache

from tablier.server.socket.tcp_info import TcpInfo

HEADER = "X-TCP-RTT"
"""In which a proxy tells the round trip to its client in microseconds, as nginx' `$tcpinfo_rtt`."""
LONGEST_US = 60_000_000


class Distance:
    """The shortest round trips that were ever seen on one connection, in milliseconds."""

    __slots__ = ("_behind_proxy", "_kernel_ms", "_ping_ms")

    def __init__(self) -> None:
        self._ping_ms = math.inf
        self._kernel_ms = math.inf
        self._behind_proxy = False

    def pinged(self, ms: float) -> None:
        """A ping was answered."""
        self._ping_ms = min(self._ping_ms, ms)

    def measured(self, info: TcpInfo | None) -> None:
        """What the kernel says of the connection now."""
        if info is not None and info.round_trip_ms is not None and not self._behind_proxy:
            self._kernel_ms = min(self._kernel_ms, info.round_trip_ms)

    def proxied(self, told_ms: float | None) -> None:
        """A proxy stands between, and may have told how far the client is from it."""
        self._behind_proxy = True
        self._kernel_ms = math.inf if told_ms is None else told_ms

    @property
    def is_proven(self) -> bool:
        """Whether the client's own word was compared with a kernel's."""
        return self._kernel_ms < math.inf

    @property
    def ms(self) -> float:
        """R: the round trip that is believed; 0 before a ping was answered."""
        return 0.0 if self._ping_ms == math.inf else min(self._ping_ms, self._kernel_ms)


def is_proxy(address: str, proxies: Sequence[str]) -> bool:
    """Whether an address is one of a house's proxies."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in _networks(tuple(proxies)))


@lru_cache(maxsize=8)
def _networks(
    proxies: tuple[str, ...],
) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)


def told_by_proxy(values: Sequence[str]) -> float | None:
    """What a proxy says in its header, in milliseconds; None where that is nothing, or nonsense."""
    if len(values) != 1 or not (values[0].isascii() and values[0].isdigit()):
        return None
    us = int(values[0][: len(str(LONGEST_US)) + 1])
    return us / 1000 if 0 < us <= LONGEST_US else None
