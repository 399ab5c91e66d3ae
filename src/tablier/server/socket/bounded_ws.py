"""uvicorn's WebSocket protocol, with limits to what a client may send.

Every frame is counted: empty ones, fragments, pings and pongs, before hello and
after goodbye. What comes in is parsed a slice at a time, so that whoever sends too
much is cut off after a few frames and not after all that a buffer holds.
"""

from http import HTTPStatus
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from tablier.server.limits.allowance import Allowance
from tablier.server.limits.bounds import FRAMES, GOODBYE_S, SLICE, STRANGER_FRAMES
from tablier.server.limits.household import HERE
from tablier.table import messages

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

    from tablier.server.limits.connections import Place
    from tablier.server.socket.edge import Edge

BAD_HANDSHAKE = "bad_handshake", "this is no WebSocket's handshake"
BYTES = 1024
"""The bytes that count as much as a frame."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends when it costs too much."""

    place: "Place | None" = None
    """What this connection takes up; handed over by the protocol that took the request."""
    allowance: Allowance | None = None
    ended = False
    """Whether the client is not listened to any more."""
    greeted = False
    """Whether the client has said hello."""

    @property
    def edge(self) -> "Edge":
        """What all connections of a house share."""
        edge: Edge = self.config.edge  # type: ignore[attr-defined]
        return edge

    def greet(self) -> None:
        """The client has said hello, and may send more."""
        self.greeted = True
        self.allowance = Allowance(*FRAMES, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.place is not None:
            self.place.leave()
            self.place = None

    def data_received(self, data: bytes) -> None:
        """Read what came in; of somebody who has not said hello when it is their turn."""
        if self.greeted or not self.handshake_initiated:
            self._read(data)
            return
        self.transport.pause_reading()
        who = self.place.who if self.place is not None else HERE
        if not self.edge.newcomers.come(who, lambda: self._take_turn(data), len(data)):
            self.end(messages.TOO_MANY, "too much is waiting")

    def _take_turn(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._read(data)
        if not (self.read_paused or self.ended or self.transport.is_closing()):
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        for at in range(0, len(data), SLICE):
            if self.ended or self.transport.is_closing():
                return
            piece = data[at : at + SLICE] if len(data) > SLICE else data
            self._received = len(piece)
            super().data_received(piece)
        if not self.handshake_initiated:
            self._refuse_handshake()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.edge.metrics.socket_refused(*BAD_HANDSHAKE)

    def _refuse_handshake(self) -> None:
        """A head that HTTP allows, and a WebSocket does not; all of it was handed over at once."""
        self.ended = True
        self.edge.metrics.socket_refused(*BAD_HANDSHAKE)
        refusal = self.conn.reject(HTTPStatus.BAD_REQUEST, BAD_HANDSHAKE[1] + "\n")
        self.transport.write(refusal.serialize())
        self.transport.close()

    def handle_events(self) -> None:
        cost = len(self.conn.events) + self._received / BYTES
        if self._spend(cost):
            super().handle_events()
        else:
            self.end(messages.TOO_MANY, "too many frames")

    def _spend(self, cost: float) -> bool:
        now = self.loop.time()
        if self.allowance is None:
            self.allowance = Allowance(*STRANGER_FRAMES, now)
        who = self.place.who if self.place is not None else HERE
        return self.allowance.spend(cost, now) and self.edge.frames.spend(who, cost)

    def handle_ping(self) -> None:
        """Answer, unless the client reads nothing of what it is sent."""
        output = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(output))

    def handle_parser_exception(self) -> None:
        """What came in is no WebSocket's; before the handshake there is nobody to say so to."""
        if self.conn.close_sent is None:
            self.ended = True
            self.transport.abort()
        else:
            self.edge.metrics.socket_closed(self.conn.close_sent.code, "not as RFC 6455 has it")
            super().handle_parser_exception()

    def end(self, code: int, reason: str) -> None:
        """Listen no more; leave the client time to read why, if it was not told before."""
        self.ended = True
        self.edge.metrics.socket_closed(code, reason)
        self.conn.events.clear()
        self.conn.data_to_send()  # pongs that nobody waits for
        if self.conn.state is not State.OPEN or self.close_sent:
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_sent = True
        self.read_paused = False
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(GOODBYE_S, self.transport.abort)

    async def send(self, message: "ASGISendEvent") -> None:
        """Send; a handshake that was answered with a refusal is complete."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True
