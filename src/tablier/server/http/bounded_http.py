"""uvicorn's HTTP protocol, with limits to what a client may send, and for how long.

A request is judged as soon as its head is complete, before anything of its body is
looked at: whose name it asks for, whether there is a place and an allowance for its
client, how long it says that its body is. Bodies of unknown length are not
taken, so that there is no way round the limit. Every phase has its time.
"""

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tablier.server.limits import bounds
from tablier.server.limits.connections import CROWDED
from tablier.server.limits.household import HERE, household
from tablier.server.node.incident_log import quoted
from tablier.server.socket.bounded_ws import BoundedWebSocket
from tablier.table.messages import Refused

if TYPE_CHECKING:
    from tablier.server.limits.connections import Place
    from tablier.server.socket.edge import Edge

BAD_REQUEST = 400, "bad_request", "this is no HTTP request"
TOO_LONG = 431, "head_too_large", "the head of this request is too long"
TIMEOUT = 408, "timeout", "that took too long"
NO_LENGTH = 411, "length_required", "say how long the body is: Content-Length alone"
TOO_LARGE = 413, "too_large", "that is too much"
WRONG_HOST = 421, "wrong_host", "this house is not known by that name"
TOO_MANY = 429, "too_many", "too many requests; wait a little"
TOO_CROWDED = 429, "crowded", "too many connections from one address"
FULL = 503, "full", "the house is full; come back in a moment"
HEAD_END = re.compile(rb"\n\r?\n")
FORWARDED = re.compile(rb"\nx-forwarded-for:([^\r\n]{0,256})", re.IGNORECASE)
SLICE = 4 * bounds.SLICE
Verdict = tuple[int, str, str]
"""How a request is refused: status, a stable word, a sentence."""


class Unacceptable(h11.RemoteProtocolError):
    """A request that is not as this house takes them."""


class BoundedConnection(h11.Connection):
    """h11's reader of requests, which shows what it has read before anybody acts on it."""

    def __init__(self, see: Callable[[Any], None]) -> None:
        super().__init__(h11.SERVER, bounds.LARGEST_HEAD)
        self._see = see
        self.is_too_long = False

    def forget(self) -> None:
        """Let go of whoever looks on, so that both are freed without the garbage collector."""
        self._see = _overlook

    def next_event(self) -> Any:
        """The next event, unless it is not acceptable."""
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            self.is_too_long = error.error_status_hint == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise
        self._see(event)
        return event


class BoundedHttp(H11Protocol):
    """A connection that ends when it costs too much or takes too long."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn: BoundedConnection = BoundedConnection(self._see)
        self.edge: Edge = config.edge  # type: ignore[attr-defined]
        self.place: Place | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_up = False
        """Whether the time of what was waited for is over."""
        self._unread: asyncio.TimerHandle | None = None
        self._verdict: Verdict = BAD_REQUEST
        self._lines = 0
        self._unheard = 0
        """Bytes that came after a refusal: as many as a body has are let by, so that it is read."""
        self._upgrade = False
        """Whether the request that is judged wants to be a WebSocket."""
        self._body: tuple[str, int] = HERE, 0
        """Whose body is on its way, and how long it is."""
        self._ended = False
        """Whether the client is not listened to any more."""

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = self.edge.connections.enter(self.client[0] if self.client else None)
        if self.place is None or not self.edge.requests.spend(self.place.who):
            self._hang_up()
        else:
            self._allow(bounds.HEAD_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        for timer in (self._timer, self._unread):
            if timer is not None:
                timer.cancel()
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)
        self.conn.forget()
        self.cycle = None  # type: ignore[assignment]

    def _release(self) -> None:
        """Take up nothing but a place any more."""
        self.edge.connections.idle.pop(self._close_idle, None)
        self.edge.bodies.free(*self._body)
        self._body = HERE, 0

    def _close_idle(self) -> None:
        """Give way to somebody else."""
        self.timeout_keep_alive_handler()

    def shutdown(self) -> None:
        if self._ended:
            self.transport.abort()
        else:
            super().shutdown()

    # What comes in

    def data_received(self, data: bytes) -> None:
        if self._ended:
            self._unheard += len(data)
            if self._unheard > bounds.LARGEST_BODY:
                self.transport.pause_reading()
            return
        self.transport.pause_reading()
        self._unset_keepalive_if_required()
        self.edge.connections.idle.pop(self._close_idle, None)
        act = partial(self._take_turn, data)
        if not self.edge.newcomers.come(self._turn_of(data), act, len(data)):
            self._hang_up()

    def _turn_of(self, data: bytes) -> str:
        """With whom it waits: everybody behind the same line, as far as that is known by now."""
        assert self.place is not None
        peer = self.client[0] if self.client else None
        if peer is None or not self.edge.is_proxy(peer):
            return self.place.who
        return household(self.edge.client(peer, FORWARDED.findall(data, 0, bounds.LARGEST_HEAD)))

    def _take_turn(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._read(data)
        if not (self.transport.is_closing() or self.flow.read_paused):
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        """Look at what came in."""
        if self._timer is None and self.conn.their_state is h11.IDLE:
            self._allow(bounds.HEAD_S)
        for at in range(0, len(data), SLICE):
            if self._ended or self.transport.is_closing() or self._is_done:
                return
            piece = data[at : at + SLICE] if len(data) > SLICE else data
            if self._has_too_many_lines(piece) or self._piles_up():
                self._refuse(TOO_LONG)
                return
            super().data_received(piece)

    @property
    def _is_done(self) -> bool:
        """Whether this protocol has nothing more to read: the last request, or a WebSocket's."""
        last = self.conn.their_state is h11.MUST_CLOSE
        return last or self.transport.get_protocol() is not self

    def _has_too_many_lines(self, piece: bytes) -> bool:
        """Whether a head that is not complete yet has too many lines; a body may have any."""
        if self.conn.their_state is not h11.IDLE:
            return False
        self._lines += piece.count(b"\n")
        if self._lines <= bounds.MOST_HEADER_LINES:
            return False
        head = HEAD_END.split(self.conn.trailing_data[0] + piece, 1)[0]
        return head.count(b"\n") > bounds.MOST_HEADER_LINES

    def _piles_up(self) -> bool:
        """Whether requests are sent faster than they are answered."""
        reading = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        return not reading and len(self.conn.trailing_data[0]) > bounds.LARGEST_HEAD

    def _see(self, event: Any) -> None:
        """Judge a request by its head, and note where its body ends."""
        if isinstance(event, h11.Request):
            self._lines = 0
            verdict = self._judge(event)
            if verdict is not None:
                self._verdict = verdict
                raise Unacceptable(verdict[2])
            self._allow(bounds.BODY_S)
        elif isinstance(event, h11.EndOfMessage):
            self._allow(None)

    def _judge(self, request: h11.Request) -> Verdict | None:
        """Why a request is refused; None if it is not."""
        named: dict[bytes, list[bytes]] = {}
        for name, value in request.headers:
            named.setdefault(name, []).append(value)
        self._upgrade = b"upgrade" in named
        peer = self.client[0] if self.client else None
        assert self.place is not None
        if self.place.refused:
            return TOO_CROWDED if self.place.refused == CROWDED else FULL
        host = b"".join(named.get(b"host", [])).decode("latin-1")
        if host and not self.edge.origins.knows(host) and not (peer and self.edge.is_proxy(peer)):
            sentence = f"name it with --origin if {quoted(host)} is this house's"
            return WRONG_HOST[0], WRONG_HOST[1], f"{WRONG_HOST[2]}; {sentence}"
        client = self.edge.client(peer, named.get(b"x-forwarded-for", []))
        who = self.edge.connections.counted(client)
        if not self.edge.requests.spend(who, bounds.HANDSHAKE_COST if self._upgrade else 1.0):
            return TOO_MANY
        if self._upgrade and not self.place.claim(client):
            return TOO_CROWDED
        return self._judge_length(named, who)

    def _judge_length(self, named: dict[bytes, list[bytes]], who: str) -> Verdict | None:
        if b"transfer-encoding" in named:
            return NO_LENGTH
        length = int(named.get(b"content-length", [b"0"])[0])
        if length > bounds.LARGEST_BODY:
            return TOO_LARGE
        if not self.edge.bodies.take(who, length):
            return FULL
        self._body = who, length
        return None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, and the place that it takes up."""
        self._allow(None)
        self._release()
        super().handle_websocket_upgrade(event)
        taken = self.transport.get_protocol()
        assert isinstance(taken, BoundedWebSocket)
        taken.place, self.place = self.place, None
        self.conn.forget()

    # Refusals

    def send_400_response(self, msg: str) -> None:
        """Refuse what came in."""
        if self._verdict == BAD_REQUEST and self.conn.is_too_long:
            self._verdict = TOO_LONG
        self._refuse(self._verdict)

    def _refuse(self, verdict: Verdict) -> None:
        """Listen no more; say why, unless an answer is on its way already."""
        self._ended = True
        status, code, text = verdict
        metrics = self.edge.metrics
        (metrics.socket_refused if self._upgrade else metrics.request_refused)(code, text)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            if self.cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.write(_answer(status, code, text))
            if self.transport.can_write_eof():
                self.transport.write_eof()
        if self.conn.our_state is not h11.SEND_BODY:
            self._allow(bounds.GOODBYE_S)

    def _hang_up(self) -> None:
        self._ended = True
        self.edge.metrics.request_refused("full", "there is no time even to say so")
        self.transport.abort()

    # Time

    def _allow(self, seconds: float | None) -> None:
        """Let the client take these seconds for what it does now."""
        self._is_up = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        """Hundreds who came together would end together: they take turns, as all newcomers do."""
        self._timer, self._is_up = None, True
        who = self.place.who if self.place is not None else HERE
        self.edge.newcomers.come(who, self._end_in_turn)

    def _end_in_turn(self) -> None:
        """Say that time is up, unless what was waited for has come meanwhile."""
        if not self._is_up:
            return
        if self._ended or self.transport.is_closing():
            self.transport.abort()
            return
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self.transport.close()
            return
        self._refuse(TIMEOUT)

    def on_response_complete(self) -> None:
        self._release()
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:
            self.edge.connections.idle[self._close_idle] = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._allow(bounds.GOODBYE_S)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(bounds.UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def _overlook(event: Any) -> None:
    """Nobody looks on any more."""


def _answer(status: int, code: str, text: str) -> bytes:
    """A refusal as it goes over the wire; h11 may not be in a state to write one."""
    body = json.dumps(Refused(code, text).body()).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "connection: close",
        "",
        "",
    )
    return "\r\n".join(head).encode() + body
