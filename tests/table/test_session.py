"""A client that does not read what it is sent."""

import asyncio

import pytest
from memory import Line

from tablier.table import messages
from tablier.table.live import session
from tablier.table.live.session import MOST_WAITING, Session

pytestmark = pytest.mark.anyio


class Clogged(Line):
    """A line that takes nothing, until it does again."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()

    def write(self, frame: str) -> bool:
        return False

    async def send(self, frame: str) -> None:
        await self.free.wait()
        self.frames.append(frame)

    async def close(self, code: int, reason: str) -> None:
        await self.free.wait()
        await super().close(code, reason)


async def flooded(line: Clogged) -> None:
    """Send more than is kept for a client."""
    client = Session(line, frozenset(), frozenset())
    for _ in range(6):
        client.send("x" * (MOST_WAITING // 2))
        await asyncio.sleep(0)


async def test_who_reads_too_slowly_is_told_so() -> None:
    line = Clogged()
    await flooded(line)
    assert line.closed is None
    line.free.set()
    while line.closed is None:
        await asyncio.sleep(0)
    assert line.closed == messages.TOO_SLOW


async def test_who_reads_nothing_at_all_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "GOODBYE_S", 0.01)
    line = Clogged()
    await flooded(line)
    while line.closed is None:
        await asyncio.sleep(0)
    assert line.closed == 1006
