"""The house of a browser, in the test's own process: pages that speak with it in texts alone."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from guests import PERSON, Gathering, Guest, HandMoved
from memory import FirstLegal, Line, MemoryStore

from tablier.browser.browser_house import BrowserHouse
from tablier.table.creation import Invitation
from tablier.table.live.live_table import LiveTable


class Pages:
    """What was handed to pages, by connection."""

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}

    def say(self, line: str, frame: str) -> None:
        self.lines[line].write(frame)

    def end(self, line: str, code: int) -> None:
        self.lines[line].closed = code


class TabGuest(Guest):
    """Somebody at a page."""

    def __init__(self, gathering: "Tabs", name: str, table: str, keys: tuple[str, ...]) -> None:
        self.line = gathering.pages.lines.setdefault(name, Line())
        self.keys = keys
        self.table = table
        self.name = name
        self._gathering: Tabs = gathering
        self._names = count(1)

    def send(self, **frame: Any) -> None:
        self._gathering.house_here.hear(self.name, json.dumps(frame))

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        cmd = fields.pop("cmd", f"c{next(self._names)}")
        heard = len(self.line.frames)
        self.send(type=kind, cmd=cmd, **fields)
        while True:
            for message in self.messages[heard:]:
                if message.get("cmd") == cmd:
                    await self._gathering.settle(self.table)
                    return message
            await asyncio.sleep(0)

    async def leave(self) -> None:
        self._gathering.house_here.hang_up(self.name)
        await self._gathering.settle(self.table)


class Tabs(Gathering):
    """Tables that are reached by requests and frames."""

    def __init__(
        self, house: BrowserHouse, pages: Pages, time: HandMoved, thinker: FirstLegal
    ) -> None:
        super().__init__(house.tables, time, thinker)
        self.house_here = house
        self.pages = pages
        self._names = count(1)

    async def request(self, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
        """A status, and what was answered."""
        text = "" if body is None else json.dumps(body)
        told = json.loads(await self.house_here.ask(path, text, json.dumps(keys)))
        return told["status"], told["content"]

    async def table(self, game: str, *seats: dict[str, Any], **more: Any) -> Invitation:
        wish = {"game": game, "first": "me", "hints": True, "seats": list(seats)} | more
        status, made = await self.request("/api/tables", wish, PERSON)
        assert status == 201, made
        await self.settle(made["table"])
        seated = [(seat["seat"], seat["key"]) for seat in made["seats"]]
        return Invitation(made["table"], seated, made["join"], made["watch"])

    async def sit(self, made: Invitation, person: str, name: str = "Cy", **more: Any) -> str:
        path, wish = f"/api/tables/{made.table}/sit", {"name": name} | more
        status, told = await self.request(path, wish, person, made.join or "")
        assert status == 200, told
        await self.settle(made.table)
        key: str = told["key"]
        return key

    async def attend(self, table: str, *keys: str, seen: int = 0) -> TabGuest:
        guest = TabGuest(self, f"page {next(self._names)}", table, keys)
        self.house_here.connect(guest.name)
        guest.send(type="hello", v=1, table=table, keys=list(keys), seen=seen)
        while not guest.line.frames and guest.line.closed is None:
            await asyncio.sleep(0)
        await self.settle(table)
        return guest

    @property
    def live(self) -> dict[str, LiveTable]:
        return dict(self.tables.live)


@asynccontextmanager
async def tabs(store: MemoryStore | None = None) -> AsyncIterator[Tabs]:
    """A house whose events are kept in memory, left properly in the end."""
    store = store or MemoryStore()
    time, thinker, pages = HandMoved(store.noted_ms), FirstLegal(), Pages()

    async def note_time(now_ms: int) -> None:
        store.noted_ms = now_ms

    house = BrowserHouse(store, store, thinker, pages, house=time, note_time=note_time)
    await house.open()
    try:
        yield Tabs(house, pages, time, thinker)
    finally:
        await house.close()
