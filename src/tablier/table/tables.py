"""All tables that are in memory, and how others come in."""

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any

from tablier.core.errors import OtherRules, TablierError
from tablier.table.creation import Invitation, Wish, invited
from tablier.table.event import BrokenChain, time_of_day
from tablier.table.keys import TABLE_ID, hashed, new_key
from tablier.table.live.host import Encode, encoded
from tablier.table.live.house_clock import House
from tablier.table.live.live_table import NOT_STORED, LiveTable
from tablier.table.live.outage import Outage
from tablier.table.live.seat_keys import SeatKeys
from tablier.table.live.thinker import Thinker
from tablier.table.messages import Refused
from tablier.table.rows import Entry, SeatRow
from tablier.table.sharing.fair_queue import NOBODY, Asker
from tablier.table.sharing.long_work import LongWork
from tablier.table.soundness import misfit, outlived
from tablier.table.state import PLAYING, WAITING, Table
from tablier.table.store import Damaged, Store, Unavailable, Writer
from tablier.table.summary import Summary, read

log = logging.getLogger("tablier.tables")

MOST_RESUMED = 2_000
"""Games going on that are taken up again when the house opens."""
NO_TABLE = ("no_table", "there is no such table")
UNREADABLE = ("storage", "the tables can't be read just now")
LONG_MS = 600_000.0
"""A table at which nothing happens for this long need not stay in memory."""
LEAD_MS = 120_000.0
"""Milliseconds before something is due at it, it is taken up again."""
MOST_WAITING = 4
"""Public tables of one address that may wait for players at a time."""
WAITING_MS = 24 * 3_600_000
"""After this long they are no longer listed."""


class Tables:
    """The tables of one node; what it runs on is handed in."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        house: House,
        thinker: Thinker,
        *,
        encode: Encode = encoded,
    ) -> None:
        self.store = store
        self.writer = writer
        self.outage = Outage(writer, house, self.spawn)
        self.house = house
        self.thinker = thinker
        self.work = LongWork()
        self.encode = encode
        self.refused = 0
        self.announce: Callable[[str], None] = lambda table: None
        """Tells the other nodes who is at a table, where there are others."""
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._asked_for: set[str] = set()
        self._wakes: dict[str, float] = {}
        """When tables that were put away are to be taken up, by the house's time."""
        self._waiting: dict[str, list[str]] = {}
        """The public tables that wait for players, by the address that made them."""
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def live(self) -> Mapping[str, LiveTable]:
        """The tables in memory."""
        return self._live

    # Work in the background

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; what goes wrong is logged, not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Unavailable):
            log.warning("a task was given up: %s", error)
        else:
            log.error("a task failed", exc_info=error)

    async def close(self, code: int) -> None:
        """Say goodbye to all who are connected."""
        sessions = [session for live in self._live.values() for session in live.audience.sessions]
        await asyncio.gather(*(session.close(code) for session in sessions))

    async def stop(self) -> None:
        """End all that runs in the background."""
        running = {*self._tasks, *self._loading.values()}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # Finding

    async def table(self, table: str, asker: Asker = NOBODY) -> LiveTable:
        """A table, read from the store if it is not in memory; Refused if there is none."""
        if not TABLE_ID.fullmatch(table):
            raise Refused(*NO_TABLE)
        self._asked_for.add(table)
        if table in self._live:
            return self._live[table]
        if table not in self._loading:
            loading = asyncio.get_running_loop().create_task(self._take_up(table, asker))
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._loading[table] = loading
        return await asyncio.shield(self._loading[table])

    async def open(self, name: str, hashes: frozenset[str], asker: Asker = NOBODY) -> LiveTable:
        """A table for those whose keys open it; for everybody else there is no such table.

        Nothing is read for them, and nothing told of what may be wrong with it.
        """
        if name not in self._live and TABLE_ID.fullmatch(name):
            try:
                row, seats = await self.store.game(name), await self.store.seats(name)
            except Unavailable as error:
                raise Refused(*UNREADABLE) from error
            except Damaged:
                return await self.table(name, asker)
            if row is None or not SeatKeys(row, seats).admits(hashes):
                raise Refused(*NO_TABLE)
        live = await self.table(name, asker)
        if not live.keys.admits(hashes):
            raise Refused(*NO_TABLE)
        return live

    async def _take_up(self, table: str, asker: Asker) -> LiveTable:
        """Read a table once for all who ask for it meanwhile, and also if it can't be read."""
        try:
            self._live[table] = await self._load(table, asker)
            self._wakes.pop(table, None)
            return self._live[table]
        finally:
            del self._loading[table]

    async def _load(self, name: str, asker: Asker) -> LiveTable:
        try:
            row = await self.store.game(name)
            events, seats = await self.store.events(name), await self.store.seats(name)
            if row is None:
                raise Refused(*NO_TABLE)
            if self.store.shared:
                self.house.catch_up(await self.store.open_ms())
            table = Table.of(events)
            fault = (await self.work.run(asker, table.replay(events)))[-1]
            if fault is None and (why := outlived(row, table)):
                raise OtherRules(why)
        except Unavailable as error:
            raise Refused(*UNREADABLE) from error
        except OtherRules as error:
            log.warning("table %s stays closed: %s", name, error)
            raise Refused("other_rules", str(error)) from error
        except (BrokenChain, Damaged) as error:
            log.error("table %s can't be read: %s", name, error)
            raise Refused("frozen", f"this game is frozen: {error}") from error
        live = LiveTable(self, table, row, seats)
        fault = fault or self.store.fault(name, events) or misfit(row, seats, table.made)
        if fault is not None:
            live.freeze(fault)
        await live.begin()
        return live

    async def summaries(self, names: Iterable[str]) -> dict[str, Summary]:
        """What a list shows of some tables, in this order; what can't be read is left out."""
        wanted = list(names)
        stored = await self.store.summaries([name for name in wanted if name not in self._live])
        found = {name: await self._summary(name, stored.get(name, "")) for name in wanted}
        return {name: shown for name, shown in found.items() if shown is not None}

    async def _summary(self, name: str, stored: str) -> Summary | None:
        if name not in self._live and (kept := read(stored)) is not None:
            return kept
        try:
            live = await self.table(name)
        except Refused:
            return None
        if not stored and not live.frozen:
            with suppress(TablierError):
                await live.store_summary()
        return live.summary()

    async def open_next(self, table: str) -> None:
        """Take up the table that follows another."""
        await self.table(table)

    async def resume(self) -> None:
        """Take up what was going on when the house closed; Unavailable if not all could be read."""
        for table in await self.store.listed([PLAYING], public=None, most=MOST_RESUMED):
            try:
                await self.table(table)
            except Refused as refused:
                if refused.code == "storage":
                    raise Unavailable(str(refused)) from refused

    def sweep(self) -> list[str]:
        """Forget tables that nobody looks at, nor has asked for since the last time.

        The names of those that are frozen, and stay.
        """
        now = self.house.now()
        for name, live in list(self._live.items()):
            rest_ms = live.rest_ms
            if rest_ms >= LONG_MS and name not in self._asked_for:
                live.put_away()
                del self._live[name]
                if rest_ms < math.inf:
                    self._wakes[name] = now + rest_ms - LEAD_MS
        self._asked_for.clear()
        for name in [name for name, due in self._wakes.items() if due <= now]:
            del self._wakes[name]
            self.spawn(self._wake(name))
        return [name for name, live in self._live.items() if live.frozen]

    async def _wake(self, name: str) -> None:
        with suppress(Refused):
            await self.table(name)

    async def forget(self, name: str, code: int) -> None:
        """Let go of a table; who was connected comes again, and it is read anew."""
        live = self._live.pop(name)
        await asyncio.gather(*(session.close(code) for session in list(live.audience.sessions)))

    # Making and sitting down

    async def create(self, wish: Wish, account: str | None, address: str = "") -> Invitation:
        """Make a table as somebody wants it; an address may have a few waiting for players."""
        waits = wish.public and any(chair["kind"] == "open" for chair in wish.chairs)
        if not waits or not address:
            return await self._create(wish, account)
        async with self._opening:
            names = [name for name in self._waiting.get(address, ()) if await self._waits(name)]
            if len(names) >= MOST_WAITING:
                why = f"{MOST_WAITING} of your tables wait for players already"
                raise Refused("too_many_waiting", f"{why}: wait with them, or play without a list")
            made = await self._create(wish, account)
            self._waiting[address] = [*names, made.table]
            return made

    async def _waits(self, name: str) -> bool:
        """Whether a table still is on the list of those that wait for players."""
        row = await self.store.game(name)
        return row is not None and row.status == WAITING and row.created_ms > listed_since()

    async def _create(self, wish: Wish, account: str | None) -> Invitation:
        opening, invitation = invited(wish, account, round(self.house.now()))
        try:
            entry = Entry(invitation.table, [], new=(opening,))
            await self.outage.watch(self.writer.append(entry))
        except TablierError as error:
            raise Refused(*NOT_STORED) from error
        await self.table(invitation.table)
        return invitation

    async def sit(
        self,
        live: LiveTable,
        hashes: frozenset[str],
        account: str | None,
        name: str,
        asked: int | None,
        nonce: str | None = None,
    ) -> tuple[int, str]:
        """Take an open seat; Refused without the right to it."""
        row = live.keys.row
        if account in (row.join_sha256, row.watch_sha256):
            account = None
        if not live.keys.admits(hashes):
            raise Refused(*NO_TABLE)
        if not row.public and row.join_sha256 not in hashes:
            raise Refused("no_invitation", "this table is by invitation: use its link")
        key = new_key()
        seat = await live.sit(asked, SeatRow(0, "person", hashed(key), account), name, nonce)
        return seat, key


def listed_since() -> int:
    """Tables that wait for players are listed if they were made after this time of day."""
    return time_of_day() - WAITING_MS
