"""What the kernel itself knows of a connection: Linux' TCP_INFO; elsewhere nothing."""

import socket
import struct
from asyncio import BaseTransport
from typing import NamedTuple

LAST_DATA_RECV, MIN_RTT = 52, 148
"""Where the numbers lie in Linux' `struct tcp_info`: milliseconds, and microseconds."""
SIZE = 152
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
NEVER = 0xFFFFFFFF


class TcpInfo(NamedTuple):
    """Two measures that no program at the other end can make larger or smaller by waiting."""

    waiting_ms: float
    """How long ago the last bytes came in, whether or not anybody has read them."""
    round_trip_ms: float | None
    """The least round trip of the last minutes; None before there was one."""


def tcp_info(transport: BaseTransport) -> TcpInfo | None:
    """What is known of a transport's socket; None where the kernel does not say."""
    sock = transport.get_extra_info("socket")
    if TCP_INFO is None or sock is None:
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, TCP_INFO, SIZE)
    except OSError:
        return None
    if len(info) < SIZE:
        return None
    (waiting,) = struct.unpack_from("=I", info, LAST_DATA_RECV)
    (least,) = struct.unpack_from("=I", info, MIN_RTT)
    return TcpInfo(float(waiting), None if least in (0, NEVER) else least / 1000)
