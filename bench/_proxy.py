"""A TCP proxy that makes a connection slow: what goes in comes out some milliseconds later.

To the server it looks as a long line does that ends at a proxy beside it. As such a proxy it may
tell how far its client is: the kernel here measures nothing but the way to this program.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

HEADER = b"X-TCP-RTT"


@asynccontextmanager
async def slow_line(port: int, round_trip_ms: float, *, tells: bool = False) -> AsyncIterator[int]:
    """The port of a proxy to `port` on this machine, half the delay in each direction."""
    told = b"%b: %d\r\n" % (HEADER, round(round_trip_ms * 1000)) if tells else b""

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        half = round_trip_ms / 2000
        with suppress(asyncio.CancelledError):
            await asyncio.gather(
                _carry(reader, there_writer, half, told), _carry(there_reader, writer, half)
            )

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1])


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float, told: bytes = b""
) -> None:
    """Everything in order, each piece `delay` seconds after it came; `told` is a header more."""
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            request, end, rest = data.partition(b"\r\n")
            loop.call_later(delay, _write, writer, request + end + told + rest)
            told = b""
    loop.call_later(delay, writer.close)


def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    if not writer.is_closing():
        writer.write(data)
