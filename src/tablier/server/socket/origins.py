"""By which names a house is known, and whose pages may connect to it.

A browser can be led to a house by a name that somebody else owns (DNS rebinding):
that page has an Origin which fits its Host. Addresses in numbers can't be
rebound, and the names of this machine are its own; any other name has to be
given with --origin, or to come through a proxy that was named with --proxy, which
knows its own names.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

HOME_DOMAINS = ("", ".local", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
"""What a network at home puts behind the name of a machine."""


class Origins:
    """The names of a house."""

    def __init__(self, named: Iterable[str], listens_on: str) -> None:
        self._named = {origin.rstrip("/").lower() for origin in named}
        own = socket.gethostname().partition(".")[0].lower()
        self._hosts = {own + domain for domain in HOME_DOMAINS}
        self._hosts |= {_name(urlsplit(origin).netloc) for origin in self._named}
        self._hosts.add(listens_on.lower())

    def knows(self, host: str) -> bool:
        """Whether a Host is this house's: an address in numbers, or one of its names."""
        name = _name(host)
        if name == "localhost" or name.endswith(".localhost") or name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def admits(self, origins: list[str], host: str) -> bool:
        """Whether a page of this origin may connect: the server's own, or one that was named."""
        if len(origins) != 1:
            return False
        origin = origins[0].rstrip("/").lower()
        if origin in self._named:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc == host.lower() != ""


def _name(host: str) -> str:
    """A host without its port, and without the brackets of IPv6 or the dot of a full name."""
    name, colon, port = host.lower().rpartition(":")
    if not colon or not port.isdigit():
        name = host.lower()
    if name.startswith("[") and name.endswith("]"):
        return name[1:-1].partition("%")[0]
    return name.removesuffix(".")
