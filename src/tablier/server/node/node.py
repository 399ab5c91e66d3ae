"""A node: the tables of one process, and all that runs beside them."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from pydantic_core import to_json

from tablier.core.errors import TablierError
from tablier.server.node import gc_pauses
from tablier.server.node.bot_pool import Thinkers
from tablier.server.node.late_counts import keep_counting
from tablier.server.node.metrics import Metrics
from tablier.server.storage.group_commit import GroupCommit
from tablier.server.storage.integrity import faults
from tablier.server.storage.store import SqlStore
from tablier.table import messages
from tablier.table.live.house_clock import House
from tablier.table.live.thinker import Unthought
from tablier.table.store import Unavailable
from tablier.table.tables import Tables

if TYPE_CHECKING:
    from tablier.server.node.peers import Neighbours

log = logging.getLogger("tablier.node")

WAKE_S = 3.0
SWEEP_S = 30.0
NOTE_S = 1.0
START_S, AGAIN_S = 30.0, 0.5
"""A database that is away when the house opens, or is started together with it, is waited for."""
LAST_S = 2.0
"""One that is away when the house closes is not."""


async def take_up(url: str) -> tuple[SqlStore, int]:
    """A database, and how long the house has been open; one that is away is tried for a while."""
    until = time.monotonic() + START_S
    while True:
        try:
            store = await SqlStore.open(url, leased=True)
            try:
                return store, await store.open_ms()
            except TablierError:
                await store.close()
                raise
        except Unavailable as error:
            if time.monotonic() > until:
                raise
            log.warning("%s; trying again", error)
            await asyncio.sleep(AGAIN_S)


class Node:
    """Tables over a database, bots in processes, and other nodes where there are any."""

    def __init__(self, store: SqlStore, house: House, thinkers: Thinkers, metrics: Metrics) -> None:
        self.store = store
        self.house = house
        self.thinkers = thinkers
        self.metrics = metrics
        self.writer = GroupCommit(store, house.now, metrics.committed)
        self.tables = Tables(
            store,
            self.writer,
            house,
            thinkers,
            encode=lambda message: to_json(message).decode(),
        )
        self._neighbours: Neighbours | None = None
        store.tell_failures(metrics.storage_failed)

    async def open(self) -> None:
        """Begin to write, keep the time, and take up what was going on."""
        spawn = self.tables.spawn
        spawn(self.writer.run())
        spawn(self.house.keep())
        spawn(self._sweep())
        spawn(gc_pauses.sweep(lambda: self.metrics.events))
        spawn(self._keep_time())
        if self.store.shared:
            from tablier.server.node.peers import Neighbours

            tell = self.metrics.storage_failed
            self._neighbours = Neighbours(self.store, self.tables.live, spawn, tell)
            self._neighbours.open()
            self.tables.announce = self._neighbours.announce
        for finding in await self.store.recall():
            log.error("the database has lost something: %s", finding)
        spawn(self._examine())
        spawn(self._resume())
        spawn(self._wake_bots())

    async def close(self) -> None:
        """Say goodbye to all, and stop. What was acknowledged is stored already."""
        await self.tables.close(messages.RESTART)
        with suppress(TablierError, TimeoutError):
            async with asyncio.timeout(LAST_S):
                await self.store.write([], round(self.house.now()))
                if self._neighbours is not None:
                    await self._neighbours.say_goodbye()
        await self.tables.stop()
        self.thinkers.close()
        await self.store.close()

    async def _examine(self) -> None:
        for finding in await self.store.check():
            log.error("the database is damaged: %s", finding)

    async def _resume(self) -> None:
        """Take up what was going on, as soon as it can be read."""
        while True:
            try:
                return await self.tables.resume()
            except Unavailable:
                await asyncio.sleep(AGAIN_S)

    async def _wake_bots(self) -> None:
        """Not at once: whoever opens the house wants to see it first."""
        await asyncio.sleep(WAKE_S)
        try:
            await self.thinkers.draw_boards()
            await self.thinkers.wake()
        except Unthought as error:
            log.error("the bots can't be compiled ahead: %s", error)
        await keep_counting(self.store, self.thinkers.ways)

    async def _keep_time(self) -> None:
        """While clocks run, so that a crash gives nobody more than a second."""
        while True:
            await asyncio.sleep(NOTE_S)
            if self.store.shared or any(live.table.running for live in self.tables.live.values()):
                with suppress(TablierError):
                    await self.note_time()

    async def note_time(self) -> None:
        """Note for how long the house has been open; where others do so too, the longest counts."""
        await self.tables.outage.watch(self.store.write([], round(self.house.now())))
        if self.store.shared:
            self.house.catch_up(await self.store.open_ms())

    async def _sweep(self) -> None:
        """Forget tables that nobody looks at, and look after those that are frozen."""
        while True:
            await asyncio.sleep(SWEEP_S)
            for name in self.tables.sweep():
                await self._thaw(name)

    async def _thaw(self, name: str) -> None:
        """A frozen game that was put back goes on: everybody comes again and finds it well."""
        if self.store.witness is not None:
            self.store.witness.renew(name)
        if not await faults(self.store, name):
            await self.tables.forget(name, messages.RESTART)
