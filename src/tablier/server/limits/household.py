"""Who is counted as one: everybody behind the same line."""

import ipaddress

HERE = ""
"""This machine itself: the browser at home, and a proxy whose word is not believed, behind which
all clients look the same. What is limited by household is not limited for it."""
LONGEST = 64
"""Characters of what a proxy says instead of an address."""
NETWORK = 64
"""Bits of an IPv6 address that tell one household from another; it has all the others itself."""


def household(address: str | None) -> str:
    """What an address is counted under: an IPv4 address, or the network that a line of IPv6 has."""
    if address is None:
        return HERE
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:LONGEST]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return HERE
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((int(found), NETWORK), strict=False))
