"""How long a connection takes, measured by the server itself.

uvicorn answers and sends WebSocket pings by itself and keeps the timings from
the application. This subclass of its protocol hands them over, stamps the
time at which a frame arrived, and sends a frame at once where nothing is in
its way: a table tells many sockets the same, and a task for each of them costs
more than the frame. It leans on uvicorn's insides: the version is pinned, and a
test looks at what is used here.
"""

import random
import struct
import time
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketState
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from tablier.server.socket.bounded_ws import BoundedWebSocket
from tablier.server.socket.distance import HEADER, Distance, is_proxy, told_by_proxy
from tablier.server.socket.tcp_info import tcp_info
from tablier.table import messages

FIRST_PINGS_S = (0.0, 0.1, 0.3, 0.6, 1.0, 1.5)
"""A new connection is measured several times soon, so that R is good before a first bell."""


class Pulse:
    """What is known of one connection."""

    __slots__ = ("_stamps", "abort", "arrived", "distance", "greet", "socket", "write")

    def __init__(
        self,
        abort: Callable[[], None],
        write: Callable[[str], bool],
        greet: Callable[[], None],
    ) -> None:
        self.abort = abort
        """Drops the line without a word."""
        self.socket: WebSocket | None = None
        """The same line as the application has it, once it was accepted."""
        self.write = write
        """Hands a frame to the network at once; False if it has to wait."""
        self.distance = Distance()
        self.greet = greet
        """Tells the line that its client has said hello."""
        self._stamps: deque[float] = deque()
        self.arrived = 0.0
        """When the frame that is dealt with now came in, in seconds of the monotonic clock."""

    def came(self, at: float) -> None:
        """A frame came in; it waits for its turn."""
        self._stamps.append(at)

    def take(self) -> None:
        """The next frame is dealt with."""
        self.arrived = self._stamps.popleft()

    @property
    def has_more(self) -> bool:
        """Whether more frames wait for their turn."""
        return bool(self._stamps)

    @property
    def waited_ms(self) -> float:
        """How long the frame that is dealt with now had to wait until it was."""
        return (time.monotonic() - self.arrived) * 1000

    @property
    def ping_ms(self) -> float:
        """R: the shortest round trip, as far as it is believed."""
        return self.distance.ms

    @property
    def is_proven(self) -> bool:
        """Whether that was measured by more than the client's own answers."""
        return self.distance.is_proven

    async def send(self, frame: str) -> None:
        """Hand a frame to the network as soon as that takes it."""
        assert self.socket is not None
        await self.socket.send_text(frame)

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye with a code, unless that was said."""
        assert self.socket is not None
        if self.socket.application_state != WebSocketState.DISCONNECTED:
            await self.socket.close(code, reason)


class PulseProtocol(BoundedWebSocket):
    """A WebSocket with a pulse in the scope's state."""

    def handle_connect(self, event: Request) -> None:
        self.pulse = Pulse(self.transport.abort, self._write, self.greet)
        self.pinged: dict[bytes, float] = {}
        """Pings on their way, and when they left: the loop's own clock is too coarse for them."""
        self.app_state = {**self.app_state, "pulse": self.pulse}
        self._measure(event)
        super().handle_connect(event)

    def _measure(self, request: Request) -> None:
        """The kernel has measured a first round trip while the connection was made."""
        trusted = self.config.forwarded_allow_ips
        proxies = trusted.split(",") if isinstance(trusted, str) else trusted
        peer = self.transport.get_extra_info("peername")
        if peer and is_proxy(peer[0], proxies):
            told_ms = told_by_proxy(request.headers.get_all(HEADER))
            self.pulse.distance.proxied(told_ms)
            if told_ms is None:
                self.edge.warn_of_silent(peer[0], HEADER)
        self.pulse.distance.measured(tcp_info(self.transport))

    def data_received(self, data: bytes) -> None:
        """Bytes came in; where nobody had time for them, some while ago."""
        info = tcp_info(self.transport)
        self.read_s = time.monotonic() - (info.waiting_ms / 1000 if info else 0.0)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is not UTF-8 ends the connection, with nothing logged."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.end(messages.NOT_TEXT, "text frames hold UTF-8")
                return
        waiting = self.queue.qsize()
        super().send_receive_event_to_app()
        if self.queue.qsize() > waiting:
            self.pulse.came(self.read_s)

    def _write(self, text: str) -> bool:
        gone = self.disconnected or self.close_sent or self.transport.is_closing()
        if gone or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def start_keepalive(self) -> None:
        super().start_keepalive()
        for delay in FIRST_PINGS_S:
            self.loop.call_later(delay, self._first_ping)

    def _first_ping(self) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        payload = struct.pack("!Q", random.getrandbits(64))
        self.conn.send_ping(payload)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.pinged[payload] = time.monotonic()

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        if self.pending_ping_payload is not None:
            self.pinged[self.pending_ping_payload] = time.monotonic()

    def handle_pong(self, event: Frame) -> None:
        sent = self.pinged.pop(bytes(event.data), None)
        if sent is not None:
            self.pulse.distance.pinged((time.monotonic() - sent) * 1000)
            self.pulse.distance.measured(tcp_info(self.transport))
        super().handle_pong(event)
