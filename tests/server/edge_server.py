"""A server of this process with nothing behind its edge, for limits that a test sets itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import uvicorn

from tablier.server.http.bounded_http import BoundedHttp
from tablier.server.http.serve import HouseConfig, listener
from tablier.server.node.metrics import Metrics
from tablier.server.socket.edge import Edge
from tablier.server.socket.origins import Origins
from tablier.server.socket.ws_timing import PulseProtocol

Send = Callable[[dict[str, Any]], Awaitable[None]]


class EdgeServer(NamedTuple):
    """Where it is, and what its connections share."""

    port: int
    edge: Edge

    async def dial(self) -> "Line":
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        return Line(reader, writer)


class Line(NamedTuple):
    """A connection to it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, request: str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") -> str:
        """The first line of the answer to a request; empty if there is none."""
        self.writer.write(request.encode())
        return (await self.reader.readline()).decode().strip()

    async def rest(self) -> bytes:
        """Everything until the other side hangs up."""
        return await self.reader.read()

    async def hang_up(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


async def echo(scope: dict[str, Any], receive: Callable[[], Any], send: Send) -> None:
    """An application that reads a body, and answers with as many bytes as its path says."""
    message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        if message["type"] == "http.disconnect":
            return
    size = int(scope["path"].strip("/") or 0)
    head = [(b"content-length", str(size).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": b"x" * size})


@asynccontextmanager
async def edge_server(
    most: int = 100, most_each: int = 100, proxies: tuple[str, ...] = (), app: Any = echo
) -> AsyncIterator[EdgeServer]:
    """A server at some free port."""
    edge = Edge(Metrics(), Origins((), "127.0.0.1"), proxies, most, most_each)
    sock = listener("127.0.0.1", 0)
    config = HouseConfig(
        app, edge, http=BoundedHttp, ws=PulseProtocol, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        yield EdgeServer(sock.getsockname()[1], edge)
    finally:
        server.should_exit = True
        server.force_exit = True
        await running
