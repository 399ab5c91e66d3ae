"""The door: a WebSocket that comes in, from the handshake to the last frame."""

import asyncio
import json
from contextlib import suppress

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablier.house import visit
from tablier.house.visit import Goodbye
from tablier.server.limits.bounds import HELLO_S
from tablier.server.limits.household import household
from tablier.server.node.incident_log import quoted
from tablier.server.node.node import Node
from tablier.server.socket.ws_timing import Pulse
from tablier.table import messages
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Session
from tablier.table.tables import Tables

PATH = "/ws"


async def come_in(socket: WebSocket) -> None:
    """Serve one connection."""
    node: Node = socket.app.state.node
    denied = _denial(socket)
    with suppress(WebSocketDisconnect):  # who goes while the handshake is answered is gone
        if denied is not None:
            node.metrics.socket_refused(*denied)
            body = json.dumps(messages.Refused(*denied).body())
            await socket.send_denial_response(Response(body, 403, media_type="application/json"))
            return
        await socket.accept(messages.SUBPROTOCOL)
        await _attend(node, socket)


def _denial(socket: WebSocket) -> tuple[str, str] | None:
    """Why a handshake is refused, in a word and in a sentence."""
    headers, edge = socket.headers, socket.app.state.edge
    origins, host = headers.getlist("origin"), headers.get("host", "")
    if not edge.origins.admits(origins, host):
        said = quoted(" ".join(origins)), quoted(host)
        return "wrong_origin", f"Origin {said[0]} is not Host {said[1]}, nor named with --origin"
    if socket.scope["path"] != PATH:
        return "wrong_path", f"WebSockets are at {PATH}"
    if messages.SUBPROTOCOL not in socket.scope["subprotocols"]:
        return "wrong_protocol", f"this house speaks {messages.SUBPROTOCOL}"
    if socket.scope["query_string"]:
        return "query", "nothing is said in the address"
    return None


async def _attend(node: Node, socket: WebSocket) -> None:
    """Talk with a client until either goes."""
    node.metrics.sockets += 1
    live: LiveTable | None = None
    session: Session | None = None
    try:
        live, session = await _welcome(node.tables, socket)
        while True:
            await visit.hear(live, session, await _frame(socket))
            if socket.scope["state"]["pulse"].has_more:
                await asyncio.sleep(0)  # somebody else's first
    except Goodbye as goodbye:
        if goodbye.code:
            node.metrics.socket_closed(goodbye.code, goodbye.reason)
            await _close(socket, session, goodbye)
    finally:
        node.metrics.sockets -= 1
        if live is not None and session is not None:
            live.leave(session)


async def _close(socket: WebSocket, session: Session | None, goodbye: Goodbye) -> None:
    """Say goodbye, unless the line was dropped meanwhile."""
    if session is not None:
        await session.close(goodbye.code, goodbye.reason)
    else:
        with suppress(RuntimeError):
            await socket.close(goodbye.code, goodbye.reason)


async def _welcome(tables: Tables, socket: WebSocket) -> tuple[LiveTable, Session]:
    try:
        async with asyncio.timeout(HELLO_S):
            text = await _frame(socket)
    except TimeoutError:
        raise Goodbye(messages.NO_HELLO, "no hello in time") from None
    address = household(socket.client.host if socket.client else None)
    return await visit.welcome(tables, text, address, lambda: _greeted(socket))


def _greeted(socket: WebSocket) -> Pulse:
    """The line to a client that may come in, which is measured from now on."""
    pulse: Pulse = socket.scope["state"]["pulse"]
    pulse.socket = socket
    pulse.greet()
    return pulse


async def _frame(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise Goodbye(0, "")
    socket.scope["state"]["pulse"].take()
    text = message.get("text")
    if text is None:
        raise Goodbye(messages.BINARY, "text frames only")
    return str(text)
