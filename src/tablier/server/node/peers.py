"""The other nodes on the same database: what they wrote, and who is connected to them."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from tablier.core.errors import TablierError
from tablier.server.node import pg_notify
from tablier.server.storage.health import Tell
from tablier.server.storage.store import SqlStore
from tablier.server.storage.transactions import EVENTS, PRESENCE
from tablier.table.live.live_table import LiveTable
from tablier.table.store import Damaged, Unavailable

POLL_S = 1.0
PRESENCE_S = 15.0
"""The others are told who is here at least this often."""
DEAD_S = 2.0
"""Nodes are heard of every second; seconds of silence after which one counts as dead."""
GOODBYE = "goodbye"
GATHER_S = 0.05
"""Comings and goings within this time are told together."""


class Neighbours:
    """Keeps the tables of this node up with the others."""

    def __init__(
        self,
        store: SqlStore,
        live: Mapping[str, LiveTable],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        tell: Tell,
    ) -> None:
        self.store = store
        self._live = live
        self._spawn = spawn
        self._tell_failure = tell
        self._heard: dict[str, float] = {}
        """When each node was last heard of."""
        self._wrote: dict[str, tuple[str, float]] = {}
        """Which node wrote last to a table, and when that was heard."""
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    def open(self) -> None:
        """Begin to listen and to tell."""
        for work in (self._listen, self._poll, self._tell):
            self._spawn(work())

    def announce(self, table: str) -> None:
        """Tell the others soon who is at a table."""
        self._changed.add(table)
        self._wake.set()

    async def say_goodbye(self) -> None:
        """Leave to the others at once what this node would have done."""
        await self.store.pen.tell(PRESENCE, [GOODBYE])

    async def _listen(self) -> None:
        async for notice in pg_notify.notices(self.store, self._tell_failure):
            if notice.node == self.store.node:
                self._miss(time.monotonic())
            elif notice.words == [GOODBYE]:
                self._bury(notice.node)
            else:
                self._heard[notice.node] = time.monotonic()
                self._take_in(notice)

    def _take_in(self, notice: pg_notify.Notice) -> None:
        if notice.channel == EVENTS:
            for name in notice.words:
                self._wrote[name] = notice.node, time.monotonic()
                if live := self._live.get(name):
                    self._spawn(live.catch_up())
        else:
            for present in map(pg_notify.read, notice.words):
                self._hear(notice.node, present)

    def _miss(self, now: float) -> None:
        """This node hears itself: whoever of the others is silent meanwhile has died."""
        for node in [node for node, at in self._heard.items() if now - at > DEAD_S]:
            self._bury(node)
        self._wrote = {
            name: (node, at)
            for name, (node, at) in self._wrote.items()
            if name in self._live or now - at <= DEAD_S  # it may be being read just now
        }

    def _bury(self, node: str) -> None:
        """Go on with what a node did that has gone."""
        self._heard.pop(node, None)
        for name in [name for name, (last, _) in self._wrote.items() if last == node]:
            del self._wrote[name]
            if live := self._live.get(name):
                self._spawn(live.take_over())

    def _hear(self, node: str, present: pg_notify.Present) -> None:
        """Who hears of a node for the first time answers it."""
        live = self._live.get(present.table)
        if live is not None and live.hear(node, present.seats, present.watchers, present.hidden):
            self.announce(present.table)

    async def _poll(self) -> None:
        """A notice may be lost: look for gaps as well."""
        while True:
            await asyncio.sleep(POLL_S)
            if not self._live:
                continue
            with suppress(Damaged, Unavailable):
                for name, seq in (await self.store.last_seqs(list(self._live))).items():
                    live = self._live.get(name)
                    if live is not None and seq > live.table.seq:
                        self._spawn(live.catch_up())

    async def _tell(self) -> None:
        """Changes at once, and everybody now and then."""
        all_told = time.monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PRESENCE_S):
                    await self._wake.wait()
            self._wake.clear()
            tables, self._changed = self._changed, set()
            if time.monotonic() - all_told >= PRESENCE_S:
                all_told = time.monotonic()
                tables |= {name for name, live in self._live.items() if live.audience.sessions}
            with suppress(TablierError):
                await self.store.tell_presence(pg_notify.written(map(self._present, tables)))
            await asyncio.sleep(GATHER_S)

    def _present(self, table: str) -> pg_notify.Present:
        live = self._live.get(table)
        if live is None:
            return pg_notify.Present(table, frozenset(), 0)
        audience = live.audience
        return pg_notify.Present(table, audience.here, audience.watchers, audience.hidden)
