"""Bytes as no library would send them: requests, and frames of a WebSocket.

They go to the house's own protocols over a line in memory. Behind it is a table in memory; whatever
is raised on the way, logged as an error or answered with a 500 is a fault.
"""

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from reader import Reader
from spoiling import NASTY, spoiled_bytes, spoiled_value
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from uvicorn.server import ServerState

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("table", "server")]

from memory import FirstLegal, MemoryStore
from messages_sent import FRAMES

from tablier.core.errors import TablierError
from tablier.server.http.bounded_http import BoundedHttp
from tablier.server.http.request_bodies import SeatAsked, TableAsked
from tablier.server.http.serve import HouseConfig
from tablier.server.node.metrics import Metrics
from tablier.server.socket.edge import Edge
from tablier.server.socket.endpoint import come_in
from tablier.server.socket.origins import Origins
from tablier.server.socket.ws_timing import PulseProtocol
from tablier.table.creation import wish_of
from tablier.table.live.house_clock import House
from tablier.table.live.live_table import LiveTable
from tablier.table.tables import Tables

HEADERS = (
    *("Host: 127.0.0.1", "Content-Length: 3", "Content-Length: 3, 3", "Transfer-Encoding: chunked"),
    *(
        "Connection: close",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Upgrade: h2c",
        "Expect: 100",
    ),
    *(
        "X-Forwarded-For: 203.0.113.9, 1",
        "X-TCP-RTT: 12000",
        "Origin: null",
        "Authorization: Bearer x",
    ),
    *(
        "Accept-Encoding: gzip",
        "Sec-WebSocket-Version: 8",
        "Sec-WebSocket-Key: x",
        ": x",
        " folded",
    ),
)
HANDSHAKE = (
    "GET /ws HTTP/1.1",
    "Host: 127.0.0.1",
    "Origin: http://127.0.0.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: tablier.1",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
MOST_TURNS, IDLE_TURNS = 400, 60
"""Of the loop, until everything that came was dealt with; in so many without an answer it was."""


class Refusal(TablierError):
    """What was sent was answered with a refusal, or hung up on."""


class Line(asyncio.Transport):
    """A connection in memory."""

    def __init__(self, protocol: Any) -> None:
        super().__init__({"peername": ("127.0.0.1", 9), "sockname": ("127.0.0.1", 80)})
        self._protocol, self._closed = protocol, False
        self.sent = b""
        self.waiting: list[bytes] = []
        self._paused = False
        protocol.connection_made(self)

    def get_protocol(self) -> Any:
        return self._protocol

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def feed(self) -> None:
        """Let the next piece arrive, unless nobody reads."""
        if self.waiting and not self._paused and not self._closed:
            self._protocol.data_received(self.waiting.pop(0))

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        self._paused = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()


class Faults(logging.Handler):
    """What is logged as an error, and what tasks raise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))

    def raised(self, _: object, context: dict[str, Any]) -> None:
        self.told.append(repr(context))


@contextmanager
def _unlogged() -> Iterator[None]:
    """Log no refusals for a while; other tests in this process read what is logged."""
    log = logging.getLogger("tablier")
    usual = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(usual)


class Door:
    """A house's edge in one loop, with a table behind it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.faults = Faults()
        self.loop.set_exception_handler(self.faults.raised)
        logging.getLogger("uvicorn.error").addHandler(self.faults)
        edge = Edge(Metrics(), Origins((), "127.0.0.1"), most=1000, most_each=1000)
        store = MemoryStore()
        self._tables = Tables(store, store, House(), FirstLegal())
        app = Starlette(routes=[Route("/", _answer, methods=["GET", "POST"])])
        app.router.routes.append(WebSocketRoute("/{path:path}", come_in))
        app.state.edge = edge
        app.state.node = SimpleNamespace(tables=self._tables, metrics=edge.metrics)
        self._config = HouseConfig(
            app, edge, http=BoundedHttp, ws=PulseProtocol, lifespan="off", log_config=None
        )
        self._config.load()
        seats = [SeatAsked(kind="me"), SeatAsked(kind="here")]
        wish = wish_of(TableAsked(game="zhizhu", seats=seats, public=True).model_dump())
        made = self.loop.run_until_complete(self._tables.create(wish, None))
        self.table, self.keys = made.table, [key for _, key in made.seats]
        self.live = self.loop.run_until_complete(self._tables.table(made.table))

    def take(self, pieces: list[bytes]) -> bytes:
        """What is answered to some bytes that come in pieces."""
        self.faults.told.clear()
        with _unlogged():
            answer = self.loop.run_until_complete(self._take(pieces))
        assert not self.faults.told, self.faults.told[0]
        return answer

    async def _take(self, pieces: list[bytes]) -> bytes:
        state = ServerState()
        line = Line(BoundedHttp(self._config, state, {}, self.loop))
        line.waiting += pieces
        sent = idle = 0
        for _ in range(MOST_TURNS):
            line.feed()
            await asyncio.sleep(0)
            idle = 0 if line.waiting or len(line.sent) > sent else idle + 1
            sent = len(line.sent)
            if line.is_closing() or idle > IDLE_TURNS:
                break
        line.abort()
        for task in list(state.tasks):
            await asyncio.wait({task}, timeout=5)
        return line.sent


async def _answer(request: Any) -> PlainTextResponse:
    """As the house does: a body that never comes whole is no fault of ours."""
    try:
        return PlainTextResponse(str(len(await request.body())))
    except ClientDisconnect:
        return PlainTextResponse("the body is missing", 400)


@cache
def _door() -> Door:
    return Door()


def some_table() -> LiveTable:
    """The table behind the door."""
    return _door().live


def _pieces(random: Random, data: bytes) -> list[bytes]:
    """The same bytes as they may arrive."""
    cuts = sorted(random.randrange(len(data) + 1) for _ in range(random.choice((0, 0, 1, 3))))
    edges = [0, *cuts, len(data)]
    pieces = [data[one:other] for one, other in pairwise(edges)]
    return [piece for piece in pieces if piece] or [b"\n"]


def _http(random: Random) -> bytes:
    method = random.choice(("GET", "POST", "HEAD", "PUT", "get", "G" * 300))
    path = random.choice(("/", "/?a=b", "*", "http://127.0.0.1/", "/%ff%00", "/" + "x" * 5_000))
    version = random.choice(("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9"))
    lines = [f"{method} {path} {version}", *random.choices(HEADERS, k=random.randrange(8))]
    if random.random() < 0.4:
        lines.append(f"X-{random.choice(NASTY)}: {random.choice(NASTY) * random.choice((1, 999))}")
    ending = random.choice(("\r\n", "\r\n", "\r\n", "\n", "\r"))
    body = random.choice((b"", b"abc", b"3\r\nabc\r\n0\r\n\r\n", random.randbytes(40)))
    data = ending.join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body
    data *= random.choice((1, 1, 1, 2, 9))
    return spoiled_bytes(random, data) if random.random() < 0.5 else data


def _read_http(data: bytes) -> None:
    answer = _door().take(_pieces(Random(len(data)), data))
    assert b" 500 " not in answer[:16], answer
    if not answer.startswith((b"HTTP/1.1 2", b"HTTP/1.0 2")):
        raise Refusal(answer[:60].decode("latin-1"))


def _framed(opcode: int, payload: bytes, fin: int = 0x80, masked: int = 0x80) -> bytes:
    size = len(payload)
    if size < 126:
        length = bytes([masked | size])
    elif size < 1 << 16:
        length = bytes([masked | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([masked | 127]) + size.to_bytes(8, "big")
    return bytes([fin | opcode]) + length + (bytes(4) if masked else b"") + payload


def _websocket(random: Random) -> bytes:
    said: list[Any] = [random.choice(FRAMES) for _ in range(random.randrange(6))]
    if random.random() < 0.8:
        keys = _door().keys[: random.randrange(3)]
        hello = {"type": "hello", "v": 1, "table": _door().table, "keys": keys}
        said.insert(0, hello)
    data = b""
    for message in said:
        if random.random() < 0.3:
            message = spoiled_value(random, json.loads(json.dumps(message)))
        text = json.dumps(message).encode()
        match random.randrange(8):
            case 0:
                data += _framed(1, text[:9], fin=0) + _framed(0, text[9:])
            case 1:
                data += _framed(random.randrange(16), text, random.choice((0, 0x80, 0xC0)))
            case 2:
                data += _framed(1, text, masked=random.choice((0, 0x80)))
            case 3:
                data += _framed(9, random.randbytes(random.choice((0, 125, 126)))) * 3
            case 4:
                data += _framed(8, random.randbytes(random.choice((0, 1, 2, 9))))
            case _:
                data += _framed(1, text)
    return spoiled_bytes(random, data) if data and random.random() < 0.5 else data


def _read_websocket(data: bytes) -> None:
    head = "\r\n".join([*HANDSHAKE, "", ""]).encode()
    answer = _door().take([head, *_pieces(Random(len(data)), data)])
    status, _, rest = answer.partition(b"\r\n\r\n")
    assert status.startswith(b"HTTP/1.1 101"), status
    if b"\x88" in rest[-128:] or not rest:
        raise Refusal("closed")


RAW_BYTES = {
    "http": Reader(_http, _read_http),
    "websocket": Reader(_websocket, _read_websocket),
}
