"""How long a connection takes, measured by the server itself.

uvicorn answers and sends WebSocket pings by itself and keeps the timings from
the application. This subclass of its protocol hands them over, and stamps the
moment at which a frame arrived. It leans on uvicorn's insides: the version is
pinned, and a test looks at what is used here.
"""

import random
import struct
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tablier.server import wire

REMEMBERED = 8
"""R is the least of so many pings."""
UNKNOWN_MS = 0.0
FIRST_PINGS_S = (0.0, 0.1, 0.3, 0.6, 1.0, 1.5)
"""A new connection is measured several times soon, so that R is good before a first bell."""


class Pulse:
    """What is known of one connection."""

    __slots__ = ("_abort", "_pings", "arrived")

    def __init__(self, abort: Callable[[], None]) -> None:
        self._abort = abort
        self._pings: deque[float] = deque(maxlen=REMEMBERED)
        self.arrived = 0.0
        """When the last frame came in, in seconds of the monotonic clock."""

    @property
    def ping_ms(self) -> float:
        """R: the least of the last round trips."""
        return min(self._pings, default=UNKNOWN_MS)

    def heard(self, ms: float) -> None:
        """A ping was answered."""
        self._pings.append(ms)

    def abort(self) -> None:
        """Drop the connection without a word."""
        self._abort()


class PulseProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a pulse in the scope's state."""

    def handle_connect(self, event: Request) -> None:
        self.pulse = Pulse(self.transport.abort)
        self.first_pings: dict[bytes, float] = {}
        self.app_state = {**self.app_state, "pulse": self.pulse}
        super().handle_connect(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is not UTF-8 ends the connection, with nothing logged."""
        self.pulse.arrived = time.monotonic()
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(wire.NOT_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def start_keepalive(self) -> None:
        super().start_keepalive()
        for delay in FIRST_PINGS_S:
            self.loop.call_later(delay, self._first_ping)

    def _first_ping(self) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        payload = struct.pack("!Q", random.getrandbits(64))
        self.first_pings[payload] = self.loop.time()
        self.conn.send_ping(payload)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_pong(self, event: Frame) -> None:
        payload: Any = bytes(event.data)
        if payload in self.first_pings:
            self.pulse.heard((self.loop.time() - self.first_pings.pop(payload)) * 1000)
            return
        answered = self.pending_ping_payload
        super().handle_pong(event)
        if answered is not None and self.pending_ping_payload is None:
            self.pulse.heard(self.last_ping_rtt * 1000)
