"""The application on a screen that is not there, and hands to use it with."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from houses import WAIT_S
from textual import events
from textual.pilot import Pilot

from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.widgets.board_view import BoardView

Sit = Callable[..., LocalSession]
LOOK_S = 0.02
"""How often somebody looks whether another thread has finished."""
NAMED = {"\r": "enter", "\x7f": "backspace", "\x1b": "escape"}


@asynccontextmanager
async def opened(
    session: GameSession | None = None, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[Pilot[None]]:
    """The application on a screen that is not there."""
    phrases = session.phrases if session else Phrases()
    app = TablierApp(phrases, session, **more)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def typed(pilot: Pilot[None], text: str) -> None:
    """Strike keys quickly, one after the other."""
    for character in text:
        pilot.app.post_message(events.Key(NAMED.get(character, character), character))
    await pilot.pause()


async def until(pilot: Pilot[None], done: Callable[[], object]) -> None:
    """Wait for what another thread is at."""
    async with asyncio.timeout(WAIT_S):
        while not done():
            await asyncio.sleep(LOOK_S)
            await pilot.pause()


def table(pilot: Pilot[None]) -> TableScreen:
    """The table on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


def shown(pilot: Pilot[None]) -> str:
    """The whole screen as text."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


async def click(pilot: Pilot[None], name: str) -> None:
    """Click a point of the board."""
    board = pilot.app.screen.query_one(BoardView)
    box = board.grid.boxes[board.topology.index[name]]
    assert box is not None
    top, left = board.corner
    await pilot.click(BoardView, offset=(left + box.centre, top + box.line))


async def click_text(pilot: Pilot[None], text: str) -> None:
    """Click the last line of the screen in which a text stands."""
    for row, line in reversed(list(enumerate(shown(pilot).splitlines()))):
        if text in line:
            await pilot.click(offset=(line.index(text) + len(text) // 2, row))
            await pilot.pause()
            return
    raise AssertionError(f"{text!r} is not on the screen")
