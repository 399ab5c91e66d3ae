"""Guests at tables in the test's own process: time is moved by hand, and nobody waits."""

import asyncio
import heapq
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from memory import FirstLegal, Line, MemoryStore

from tablier.table import messages
from tablier.table.creation import Invitation, wish_of
from tablier.table.keys import hashed, hashes
from tablier.table.live.house_clock import House
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Session
from tablier.table.tables import Tables

STEP_S = 0.25
PERSON, OTHER, THIRD = "p" * 32, "o" * 32, "t" * 32
ME, HERE, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}, {"kind": "open"}
BOT = {"kind": "bot", "level": 1}


class HandMoved(House):
    """The house's time, which passes when a test says so."""

    def __init__(self, open_ms: int = 0) -> None:
        self.at = 1000.0
        self.busy_s = 0.0
        """Seconds of processor time."""
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()
        super().__init__(open_ms, lambda: self.at, lambda: self.busy_s)

    async def keep(self) -> None:
        await asyncio.Event().wait()

    async def sleep(self, ms: float) -> None:
        if ms > 0:
            woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._sleepers, (self.passed() + ms, next(self._order), woken))
            await woken

    def move(self, ms: float) -> None:
        """Let time pass as a process sees it that is never stopped."""
        end = self.at + ms / 1000
        while self.at < end:
            self.at = min(end, self.at + STEP_S)
            self.now()

    def stall(self, ms: float, *, busy: bool) -> None:
        """Nothing is done for a while, because of work or because the process was stopped."""
        self.at += ms / 1000
        self.busy_s += ms / 1000 if busy else 0.0

    def due(self) -> float | None:
        """Milliseconds until the next sleeper is to wake."""
        return self._sleepers[0][0] - self.passed() if self._sleepers else None

    def wake(self) -> None:
        """Wake whoever is due."""
        while self._sleepers and self._sleepers[0][0] <= self.passed() + 1e-6:
            _, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)


class Guest:
    """A client: sends commands, and keeps what it was told."""

    def __init__(self, gathering: "Gathering", live: LiveTable, keys: tuple[str, ...]) -> None:
        self.line = Line()
        self.keys = keys
        self.table = live.table.id
        held = hashes(keys)
        self.session = Session(self.line, live.keys.rights(held), held)
        self._gathering = gathering
        self._names = count(1)

    @property
    def live(self) -> LiveTable:
        return self._gathering.tables.live[self.table]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.line.frames]

    @property
    def view(self) -> dict[str, Any]:
        """The newest view."""
        shown: dict[str, Any] = [m["view"] for m in self.messages if "view" in m][-1]
        return shown

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for m in self.messages for event in m.get("events", ())]

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command; its answer."""
        cmd = fields.pop("cmd", f"c{next(self._names)}")
        self.line.arrived = fields.pop("came", time.monotonic())
        text = json.dumps({"type": kind, "cmd": cmd} | fields)
        heard = len(self.line.frames)
        await self.live.handle(self.session, messages.read_command(text))
        while True:
            for message in self.messages[heard:]:
                if message.get("cmd") == cmd:
                    await self._gathering.settle(self.table)
                    return message
            await asyncio.sleep(0)

    async def play(self, text: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("play", ply=self.live.table.ply, text=text, **fields)

    async def leave(self) -> None:
        """The connection ends."""
        self.live.leave(self.session)
        await self._gathering.settle(self.table)


class Gathering:
    """Tables, and time that passes for all of them."""

    def __init__(self, tables: Tables, house: HandMoved, thinker: FirstLegal) -> None:
        self.tables = tables
        self.house = house
        self.thinker = thinker

    async def table(self, game: str, *seats: dict[str, Any], **more: Any) -> Invitation:
        """A table made by PERSON, who begins."""
        asked: dict[str, Any] = {"players": None, "options": {}, "first": "me", "clock": None}
        asked |= {"public": False, "hints": True, "game": game}
        asked |= {"seats": [{"name": "", "level": None, "nonce": None} | seat for seat in seats]}
        made = await self.tables.create(wish_of(asked | more), hashed(PERSON))
        await self.settle(made.table)
        return made

    async def sit(self, made: Invitation, person: str, name: str = "Cy", **more: Any) -> str:
        """Take an open seat of a table; its key."""
        live = await self.tables.table(made.table)
        held = hashes([person, made.join or ""])
        _, key = await self.tables.sit(live, held, hashed(person), name, more.get("seat"))
        await self.settle(made.table)
        return key

    async def attend(self, table: str, *keys: str, seen: int = 0) -> Guest:
        """A guest who was welcomed."""
        live = await self.tables.table(table)
        guest = Guest(self, live, keys)
        await live.join(guest.session, seen)
        await self.settle(table)
        return guest

    async def settle(self, *tables: str) -> None:
        """Until nothing is to be done at some tables, or at all, without time passing."""
        for table in tables or tuple(self.tables.live):
            before, live = -1, self.tables.live[table]
            while before != live.table.seq:
                before = live.table.seq
                for _ in range(5):
                    await asyncio.sleep(0)
                async with live._mailbox:
                    pass

    async def passes(self, ms: float) -> None:
        """Let time pass, and everything happen that is due meanwhile."""
        end = self.house.now() + ms
        while (due := self.house.due()) is not None and self.house.now() + due <= end:
            self.house.move(max(due, 0.0))
            self.house.wake()
            await self.settle()
        self.house.move(end - self.house.now())
        await self.settle()


@asynccontextmanager
async def gathering(store: MemoryStore | None = None) -> AsyncIterator[Gathering]:
    """Tables whose events are kept in memory, left properly in the end."""
    store = store or MemoryStore()
    house, thinker = HandMoved(store.noted_ms), FirstLegal()
    tables = Tables(store, store, house, thinker)
    await tables.resume()
    try:
        yield Gathering(tables, house, thinker)
    finally:
        await tables.close(messages.RESTART)
        store.noted_ms = round(house.now())
        await tables.stop()
