"""From where else a house at home can be reached: for links that shall work on other devices."""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

ELSEWHERE = "192.0.2.1"
"""An address that is nobody's: it is only asked which way one would go there. Nothing is sent."""


def reach(listening: str, host: str, client: str | None) -> dict[str, Any]:
    """Whether others can come in, and at which address of the network.

    Only somebody at this machine is told its address; a page that came from elsewhere knows a way.
    """
    named = urlsplit(f"//{host}")
    if not _is_here(named.hostname or "") or not _is_here(client or ""):
        return {"open": True, "address": None}
    own = network_address()
    port = f":{named.port}" if named.port else ""
    address = f"http://{own}{port}" if own else None
    return {"open": not _is_here(listening), "address": address}


def network_address() -> str | None:
    """This machine's address in its network; None where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((ELSEWHERE, 9))
            own = str(way.getsockname()[0])
        except OSError:
            return None
    return None if _is_here(own) else own


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
