"""Running a node: a socket, uvicorn, and logs that tell nothing about people."""

import asyncio
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn
from starlette.applications import Starlette

import tablier
from tablier.core.errors import TablierError
from tablier.server.http.app import make_app
from tablier.server.http.bounded_http import BoundedHttp
from tablier.server.http.settings import Settings
from tablier.server.limits import bounds
from tablier.server.limits.open_files import allow_files
from tablier.server.node import gc_pauses
from tablier.server.node.metrics import Metrics
from tablier.server.node.node import take_up
from tablier.server.socket.edge import Edge
from tablier.server.socket.origins import Origins
from tablier.server.socket.ws_timing import PulseProtocol
from tablier.server.storage.single_instance import take
from tablier.table import messages

log = logging.getLogger("tablier.house")

PING_S, PONG_S = 5.0, 9.0
STOP_S = 8
THREAD_S = 0.001
"""A thread that works beside the loop lets the loop go on after this long."""
UNREAD_MS = 15_000
"""A peer that takes nothing in for this long is cut off by the kernel."""


class Plain(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, place and text; for a failure also where it came from."""
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


HOME_PORTS = range(8100, 8110)
"""A browser keeps its keys by address, so that a house at home stays at the same one."""


def home_port(host: str) -> int:
    """The first of the usual ports that is free; 0 if none is."""
    for port in HOME_PORTS:
        try:
            listener(host, port).close()
        except TablierError:
            continue
        return port
    return 0


def _log(level: str) -> None:
    """Only our own modules say what they do: others would tell addresses, names and keys."""
    logging.basicConfig(level="WARNING", stream=sys.stderr, force=True)
    logging.getLogger().handlers[0].setFormatter(Plain())
    logging.getLogger("tablier").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel("ERROR")  # it warns of what strangers send


def listener(host: str, port: int) -> socket.socket:
    """A listening socket on a free port, if the port is 0."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        sock.bind(address)
    except OSError as error:
        raise TablierError(f"can't listen on {host}, port {port}: {error.strerror}") from error
    sock.listen(1024)
    return sock


def serve(
    settings: Settings,
    ready: Callable[[str], None] | None = None,
    thinking: Mapping[str, bytes] | None = None,
    *,
    at_home: bool = False,
) -> None:
    """Run until told to stop; `ready` is called with the address once all is up.

    `at_home` it is for whoever sits at this machine, and bots think on while people do.

    With the files of `thinking` the page thinks about hints, values and reviews itself.
    """
    _log(settings.log)
    sock = listener(settings.host, settings.port)
    host, port = sock.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    lease = take(settings.url, address)
    try:
        _run(settings, sock, address, ready, thinking, at_home=at_home)
    finally:
        if lease is not None:
            lease.close()


def _run(
    settings: Settings,
    sock: socket.socket,
    address: str,
    ready: Callable[[str], None] | None,
    thinking: Mapping[str, bytes] | None,
    *,
    at_home: bool,
) -> None:
    """Serve a socket; the database is opened, and brought up to date, by nobody else meanwhile."""
    asyncio.run(_prove(settings.url))
    edge = edge_of(settings)
    config = HouseConfig(
        make_app(settings, edge, thinking, at_home=at_home),
        edge=edge,
        http=BoundedHttp,
        ws=PulseProtocol,
        ws_max_size=messages.LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=STOP_S,
        timeout_keep_alive=bounds.IDLE_S,
    )
    server = _Server(config, ready, address)
    sys.setswitchinterval(THREAD_S)
    gc_pauses.put_away()
    server.run(sockets=[sock])
    if not server.started:
        raise SystemExit(1)


def edge_of(settings: Settings) -> Edge:
    """Where strangers are met; there are no more places than file descriptors."""
    files = allow_files(settings.connections + bounds.MOST_TOLD + bounds.SPARE_FILES)
    most = min(settings.connections, max(1, files - bounds.MOST_TOLD - bounds.SPARE_FILES))
    if most < settings.connections:
        log.info("%d file descriptors are enough for %d connections", files, most)
    origins = Origins(settings.origins, settings.host)
    return Edge(Metrics(), origins, settings.proxies, most, settings.per_address)


async def _prove(url: str) -> None:
    """Refuse in one line what can't be opened, before anything else begins."""
    store, _ = await take_up(url)
    await store.close()


class HouseConfig(uvicorn.Config):
    """uvicorn's settings, with what all connections share."""

    def __init__(self, app: Starlette, edge: Edge, **more: Any) -> None:
        super().__init__(app, **more)
        self.edge = edge


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it is up."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[str], None] | None, address: str
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            log.info("Tablier %s is open at %s", tablier.__version__, self._address)
            if self._ready is not None:
                self._ready(self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing, with %d connections", len(self.server_state.connections))
        await super().shutdown(sockets)
        log.info("closed")
        while signal.SIGTERM in self._captured_signals:  # or it would end the process once more
            self._captured_signals.remove(signal.SIGTERM)
