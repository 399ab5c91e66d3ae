"""The terminal at a house whose time is moved by hand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from parlour import ME, OPEN, Parlour, parlour
from test_terminal_guest import guest, remote, table_line, until

from tablier.server.http.app import make_app
from tablier.server.http.bounded_http import BoundedHttp
from tablier.server.http.serve import HouseConfig, edge_of, listener
from tablier.server.http.settings import Settings
from tablier.server.socket.ws_timing import PulseProtocol
from tablier.table.commands import ABSENT_MS
from tablier.terminal.screens.table import TableScreen

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def reachable(room: Parlour) -> AsyncIterator[str]:
    """The address at which a house of this process can be reached."""
    edge = edge_of(Settings())
    app = make_app(Settings(), edge)
    app.state.node, app.state.ready = room.node, True
    sock = listener("127.0.0.1", 0)
    config = HouseConfig(
        app, edge, http=BoundedHttp, ws=PulseProtocol, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


async def test_a_game_is_claimed_from_somebody_who_stays_away(url: str) -> None:
    async with parlour(url) as room, reachable(room) as base:
        made = await room.table("zhizhu", ME, OPEN)
        async with guest(f"{base}/#/table/{made.table}/{made.join}") as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            await until(pilot, lambda: remote(pilot)._connection._socket)
            assert table_line(pilot) == "Away: White."
            await pilot.press("f8")
            await room.passes(ABSENT_MS + 100)
            await until(pilot, lambda: "White has been away for a long time" in table_line(pilot))
            await pilot.press("f8", "escape", "f8", "enter")
            await until(pilot, lambda: remote(pilot).match.result)
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            assert screen.prompt() == "You have won: your opponent stayed away."
