"""The door: a WebSocket that comes in, from the handshake to the last frame."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

from starlette.websockets import WebSocket

from tablier.server.node.household import household
from tablier.server.node.node import Node
from tablier.server.socket.ws_timing import Pulse
from tablier.table import messages
from tablier.table.keys import hashes
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Session
from tablier.table.tables import Tables

HELLO_S = 10.0
COSTS: dict[type[messages.Command], int] = {messages.History: 30}
"""What takes long to answer counts as several messages."""


class Goodbye(Exception):
    """The connection ends, with a code that says why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def origin_allowed(headers: Any, origins: tuple[str, ...]) -> bool:
    """Whether a page of this origin may connect: the server's own, or one that the host named."""
    given = headers.getlist("origin")
    if len(given) != 1:
        return False
    origin = given[0].rstrip("/").lower()
    if origin in (one.rstrip("/").lower() for one in origins):
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host", "").lower()


async def come_in(socket: WebSocket) -> None:
    """Serve one connection."""
    node: Node = socket.app.state.node
    if not origin_allowed(socket.headers, socket.app.state.settings.origins):
        await socket.close()
        return
    if messages.SUBPROTOCOL not in socket.scope["subprotocols"] or socket.scope["query_string"]:
        await socket.close()
        return
    await socket.accept(messages.SUBPROTOCOL)
    node.metrics.sockets += 1
    live: LiveTable | None = None
    session: Session | None = None
    try:
        live, session = await _welcome(node.tables, socket)
        while True:
            text = await _frame(socket)
            command = _command(text)
            if not session.admits(COSTS.get(type(command), 1)):
                raise Goodbye(messages.TOO_MANY, "too many messages")
            await live.handle(session, command)
    except Goodbye as goodbye:
        if goodbye.code and session is not None:
            await session.close(goodbye.code, goodbye.reason)
        elif goodbye.code:
            await socket.close(goodbye.code, goodbye.reason)
    finally:
        node.metrics.sockets -= 1
        if live is not None and session is not None:
            live.leave(session)


async def _welcome(tables: Tables, socket: WebSocket) -> tuple[LiveTable, Session]:
    try:
        async with asyncio.timeout(HELLO_S):
            text = await _frame(socket)
    except TimeoutError:
        raise Goodbye(messages.NO_HELLO, "no hello in time") from None
    try:
        hello = messages.read_hello(text)
    except messages.BadMessage as error:
        raise Goodbye(messages.BAD_MESSAGE, str(error)) from error
    try:
        live = await tables.table(hello.table)
    except messages.Refused as refused:
        codes = {"storage": messages.TRY_LATER, "other_rules": messages.OTHER_RULES}
        raise Goodbye(codes.get(refused.code, messages.NO_TABLE), refused.code) from refused
    held = hashes(hello.keys)
    if not live.keys.admits(held):
        raise Goodbye(messages.NOT_ALLOWED, "these keys don't open this table")
    pulse: Pulse = socket.scope["state"]["pulse"]
    pulse.socket = socket
    address = household(socket.client.host if socket.client else None)
    session = Session(pulse, live.keys.rights(held), held, address, looking=hello.looking)
    await live.join(session, hello.seen)
    return live, session


async def _frame(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise Goodbye(0, "")
    socket.scope["state"]["pulse"].take()
    text = message.get("text")
    if text is None:
        raise Goodbye(messages.BINARY, "text frames only")
    return str(text)


def _command(text: str) -> messages.Command:
    try:
        return messages.read_command(text)
    except messages.BadMessage as error:
        raise Goodbye(messages.BAD_MESSAGE, str(error)) from error
