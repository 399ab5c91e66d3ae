"""What is taken from uvicorn's insides is there, and measures what it should."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from edge_server import edge_server
from houses import PERSON, WAIT_S, Client, Served, house
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server, ServerState
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from tablier.server.socket.distance import HEADER
from tablier.server.socket.tcp_info import TCP_INFO, tcp_info
from tablier.server.socket.ws_timing import PulseProtocol
from tablier.table import bell

BUSY_MS = 100
METHODS = (
    "data_received",
    "handle_connect",
    "handle_parser_exception",
    "handle_pong",
    "send_keepalive_ping",
    "send_receive_event_to_app",
    "start_keepalive",
)
FIELDS = (
    "app_state",
    "close_sent",
    "conn",
    "curr_msg_data_type",
    "disconnected",
    "frames",
    "loop",
    "queue",
    "pending_ping_payload",
    "transport",
    "writable",
)
TICK_MS = 10
"""The kernel says in ticks how long bytes have waited: a press may seem to come before its roll."""


@pytest.mark.anyio
async def test_uvicorn_is_as_we_know_it() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Never called."""

    config = Config(app, ws_max_size=7, ws_per_message_deflate=False)
    protocol = PulseProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    for method in METHODS:
        assert callable(getattr(WebSocketsSansIOProtocol, method))
    for field in FIELDS:
        assert field in vars(protocol)
    assert protocol.conn.max_message_size == 7
    assert vars(Server(config))["_captured_signals"] == []


def test_a_press_of_the_bell_carries_what_was_measured(served: Served) -> None:
    here = [{"kind": "me"}, {"kind": "here"}]
    client = served.attend(served.table("zinga", here)["table"], PERSON)
    for seat in (0, 1):
        client.play("ready", seat=seat)
    client.wait_for(lambda view: "ring" in view["legal"].get("0", ()))
    assert client.play("ring", seat=0, reaction=0)["type"] == "ack"
    client.wait_for(lambda view: view["last"]["text"] == "ring")
    rang = next(event["body"] for event in client.events if event["kind"] == "rang")
    assert rang["R"] > 0 and rang["E"] > -TICK_MS and rang["r"] == 0
    claimed = rang["E"] - rang["R"] - bell.QUICKEST
    assert rang["Q"] == pytest.approx(max(0.0, min(claimed, bell.QUOTA)), abs=0.11)
    assert rang["C"] == pytest.approx(rang["R"] + rang["Q"], abs=0.11)
    assert rang["score"] == pytest.approx(max(rang["E"] - rang["C"], bell.QUICKEST), abs=0.21)


class Dawdler(ClientConnection):
    """Answers one ping of several, half a second late."""

    def __init__(self, socket: Any, protocol: ClientProtocol, **more: Any) -> None:
        self.held: list[Frame] = []
        self.late = threading.Event()
        self.answer = protocol.send_frame
        protocol.send_frame = self.hold  # type: ignore[method-assign]
        super().__init__(socket, protocol, **more)

    def hold(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.PONG:
            self.answer(frame)
            return
        self.held.append(frame)
        if len(self.held) == 4:
            self.answer(self.held[0])
            self.late.set()


def rung_by_a_dawdler(where: Served, **headers: str) -> dict[str, Any]:
    """What is measured when somebody rings who answers pings late."""
    made = where.table("zinga", [{"kind": "me"}, {"kind": "here"}])
    socket = where.dial(additional_headers=headers, create_connection=Dawdler)
    assert isinstance(socket, Dawdler)
    client = Client(socket)
    client.send({"type": "hello", "v": 1, "table": made["table"], "keys": [PERSON]})
    client.until("welcome")
    assert socket.late.wait(WAIT_S)
    for seat in (0, 1):
        client.play("ready", seat=seat)
    client.wait_for(lambda view: "ring" in view["legal"].get("0", ()))
    client.play("ring", seat=0, reaction=0)
    rang: dict[str, Any] = next(e["body"] for e in client.events if e["kind"] == "rang")
    client.close()
    return rang


@pytest.mark.skipif(TCP_INFO is None, reason="the kernel does not tell")
def test_whoever_answers_pings_late_is_no_further_away(served: Served) -> None:
    assert rung_by_a_dawdler(served)["R"] < 50
    assert rung_by_a_dawdler(served, **{HEADER: "200000"})["R"] < 50, "not from anybody"


def test_behind_a_proxy_it_says_how_far_a_player_is(tmp_path: Path) -> None:
    with house(tmp_path, "--proxy", "127.0.0.1") as behind:
        log = tmp_path / "log.txt"
        assert rung_by_a_dawdler(behind, **{HEADER: "40000"})["R"] == 40
        assert HEADER not in log.read_text()
        assert rung_by_a_dawdler(behind)["R"] == bell.CAP, "nobody knows better"
        rung_by_a_dawdler(behind)
        assert log.read_text().count(f"the proxy 127.0.0.1 sends no {HEADER}") == 1, (
            "the host is told"
        )


@pytest.mark.anyio
@pytest.mark.skipif(TCP_INFO is None, reason="the kernel does not tell")
async def test_bytes_that_nobody_reads_have_come_in_all_the_same() -> None:
    came: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    server = await asyncio.start_server(lambda _, writer: came.put_nowait(writer), "127.0.0.1", 0)
    async with server:
        _, client = await asyncio.open_connection(*server.sockets[0].getsockname())
        there = (await came.get()).transport
        assert isinstance(there, asyncio.ReadTransport)
        there.pause_reading()
        client.write(b"a move")
        while (info := tcp_info(there)) is None or info.round_trip_ms is None:
            await asyncio.sleep(0)
        since = asyncio.get_running_loop().time()
        while (info := tcp_info(there)) is None or info.waiting_ms < 100:
            await asyncio.sleep(0.01)
        assert asyncio.get_running_loop().time() - since >= 0.08 and info.round_trip_ms
        client.close()
        there.close()


@pytest.mark.anyio
@pytest.mark.skipif(TCP_INFO is None, reason="the kernel does not tell")
async def test_a_frame_that_comes_while_the_house_is_busy_has_come_in_then() -> None:
    arrived: asyncio.Queue[float] = asyncio.Queue()
    lines: list[asyncio.BaseTransport] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        pulse = scope["state"]["pulse"]
        lines.append(pulse.abort.__self__)
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            pulse.take()
            arrived.put_nowait(pulse.arrived)

    async with edge_server(app=app) as server:
        address = f"ws://127.0.0.1:{server.port}"
        async with connect(address, compression=None) as client:
            await client.send("one")
            await arrived.get()
            await client.send("two")
            sent = time.monotonic()
            while (info := tcp_info(lines[0])) is None or info.waiting_ms < BUSY_MS:
                pass  # the house, in this very thread, does something else meanwhile
            assert await arrived.get() - sent < BUSY_MS / 2000
