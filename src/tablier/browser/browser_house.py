"""The house in a browser: who knocks, who is connected, and how late it is."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from tablier.browser.requests import Answer, Desk
from tablier.core.errors import TablierError
from tablier.house import visit
from tablier.house.refusals import refusal
from tablier.house.visit import Goodbye
from tablier.table import messages
from tablier.table.live.house_clock import House
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Session
from tablier.table.live.thinker import Thinker, Unthought
from tablier.table.rows import Entry
from tablier.table.state import PLAYING
from tablier.table.store import Store, Unavailable, Writer
from tablier.table.tables import Tables

TICK_S = 1.0
"""The clock is looked at this often, and only while one runs at some table."""
STALL_S = 3.0
"""Between two looks less time passes, or the browser stood still: that costs nobody anything."""
SWEEP_S = 30.0
LONGEST_NAME = 64


class Pages(Protocol):
    """What pages hear, by the name of a connection."""

    def say(self, line: str, frame: str) -> None:
        """Hand a frame over."""

    def end(self, line: str, code: int) -> None:
        """Say goodbye with a code."""


def browser_clock(open_ms: int) -> House:
    """A clock that is looked at seldom; how busy a worker is can't be known, and need not be."""
    return House(open_ms, worked=lambda: 0.0, tick_s=TICK_S, stall_s=STALL_S)


class TimedWriter:
    """Writes, and lets the house's time be noted where a game goes on."""

    def __init__(self, writer: Writer, wrote: Callable[[], None]) -> None:
        self._writer = writer
        self._wrote = wrote

    async def append(self, entry: Entry) -> None:
        """Store an entry."""
        await self._writer.append(entry)
        self._wrote()


class PageLine:
    """A connection to a page: everything arrives at once, and in order."""

    ping_ms = 0.0
    is_proven = True
    waited_ms = 0.0

    def __init__(self, pages: Pages, name: str) -> None:
        self.arrived = time.monotonic()
        self._pages = pages
        self._name = name

    def write(self, frame: str) -> bool:
        """Hand a frame to the page."""
        self._pages.say(self._name, frame)
        return True

    async def send(self, frame: str) -> None:
        """Likewise."""
        self.write(frame)

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye with a code."""
        self._pages.end(self._name, code)

    def abort(self) -> None:
        """Drop the line without a word."""
        self._pages.end(self._name, 1006)


class Guest:
    """Somebody who is connected, and what was said that is still to be heard."""

    def __init__(self, line: PageLine) -> None:
        self.line = line
        self.said: asyncio.Queue[str | None] = asyncio.Queue()


class BrowserHouse:
    """Tables over a store, for the pages of one browser."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        thinker: Thinker,
        pages: Pages,
        *,
        house: House,
        note_time: Callable[[int], Coroutine[Any, Any, None]],
    ) -> None:
        self.tables = Tables(store, TimedWriter(writer, self._look_round), house, thinker)
        self.desk = Desk(self.tables)
        self._pages = pages
        self._note_time = note_time
        self._asking: dict[str, asyncio.Task[Answer]] = {}
        self._guests: dict[str, Guest] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._swept = time.monotonic()

    async def open(self) -> None:
        """Take up what was going on."""
        with suppress(Unavailable):
            await self.tables.resume()
        self._look_round()

    async def close(self) -> None:
        """Say goodbye to all, and stop. What was acknowledged is stored already."""
        await self.tables.close(messages.RESTART)
        await self.tables.stop()

    # What is not live

    async def ask(self, path: str, body: str, keys: str, name: str = "") -> str:
        """The answer to a request, with its status; an empty body asks for what is there."""
        asking = self.tables.spawn(self.desk.answer(path, body, json.loads(keys)))
        self._asking[name] = asking
        try:
            answer: Answer = await asking
        except asyncio.CancelledError:
            answer = Answer(*refusal(Unthought("nobody waits for this any more")))
        finally:
            self._asking.pop(name, None)
        self._sweep()
        return json.dumps({"status": answer.status, "content": answer.content})

    def drop(self, name: str) -> None:
        """Nobody waits for the answer to a request any more."""
        if name in self._asking:
            self._asking[name].cancel()

    def leave(self, page: str) -> None:
        """A page has gone, and with it whatever it asked for."""
        for name in [name for name in self._asking if name.startswith(f"{page} ")]:
            self.drop(name)

    # What is live

    def connect(self, name: str) -> None:
        """A connection begins."""
        guest = Guest(PageLine(self._pages, name))
        self._guests[name] = guest
        self.tables.spawn(self._attend(name, guest))

    def hear(self, name: str, text: str) -> None:
        """A frame has come in."""
        if name in self._guests:
            self._guests[name].line.arrived = time.monotonic()
            self._guests[name].said.put_nowait(text)

    def hang_up(self, name: str) -> None:
        """A connection has ended."""
        if name in self._guests:
            self._guests.pop(name).said.put_nowait(None)

    async def _attend(self, name: str, guest: Guest) -> None:
        live: LiveTable | None = None
        session: Session | None = None
        try:
            while (text := await guest.said.get()) is not None:
                if live is None or session is None:
                    welcoming = visit.welcome(self.tables, text, "", lambda: guest.line)
                    live, session = await welcoming
                    self._look_round()
                else:
                    await visit.hear(live, session, text)
        except Goodbye as goodbye:
            await guest.line.close(goodbye.code, str(goodbye))
        except Exception:  # the page is not to wait for a line that nobody hears
            guest.line.abort()
            raise
        finally:
            self._guests.pop(name, None)
            if live is not None and session is not None:
                live.leave(session)
            self._sweep()

    # Time

    @property
    def moves(self) -> bool:
        """Whether time counts at some table."""
        live = [one.table for one in self.tables.live.values() if one.audience.sessions]
        return any(t.phase == PLAYING and (t.races or t.running) for t in live)

    def _look_round(self) -> None:
        """Keep the time as long as it counts; else nothing wakes up the device."""
        if self._keeping is None and self.moves:
            self._keeping = self.tables.spawn(self._keep_time())

    async def _keep_time(self) -> None:
        house = self.tables.house
        while self.moves:
            house.passed()
            with suppress(TablierError):
                await self._note_time(round(house.now()))
            await asyncio.sleep(TICK_S)
        self._keeping = None

    def _sweep(self) -> None:
        """Forget tables that nobody looks at, now and then."""
        if time.monotonic() - self._swept > SWEEP_S:
            self._swept = time.monotonic()
            self.tables.sweep()
