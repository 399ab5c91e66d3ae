"""The writer: one per node, it commits what many tables want written together."""

import asyncio
import time
from collections.abc import Callable

from tablier.server.storage.store import SqlStore
from tablier.table.rows import Entry
from tablier.table.store import Unavailable

MOST_EVENTS = 64
"""The most events that go into one transaction."""


PACE_S = 0.005
"""Commits begin so far apart: under load many moves share one, and a single move never waits."""


class GroupCommit:
    """Takes entries from all tables; each waits until its own are on disk."""

    def __init__(
        self, store: SqlStore, house_ms: Callable[[], float], observe: Callable[[int, float], None]
    ) -> None:
        self.store = store
        self._house_ms = house_ms
        self._observe = observe
        self._waiting: asyncio.Queue[tuple[Entry, asyncio.Future[None]]] = asyncio.Queue()
        self._held: tuple[Entry, asyncio.Future[None]] | None = None

    async def append(self, entry: Entry) -> None:
        """Store an entry; Conflict if another node was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((entry, done))
        await done

    async def run(self) -> None:
        """Commit batch after batch, as long as the house is open."""
        began = 0.0
        while True:
            first = self._held or await self._waiting.get()
            await asyncio.sleep(max(0.0, began + PACE_S - time.perf_counter()))
            batch = self._batch(first)
            began = time.perf_counter()
            await self._commit(batch)
            self._observe(sum(len(e.events) for e, _ in batch), time.perf_counter() - began)

    def _batch(
        self, first: tuple[Entry, asyncio.Future[None]]
    ) -> list[tuple[Entry, asyncio.Future[None]]]:
        self._held = None
        batch, events = [first], len(first[0].events)
        while not self._waiting.empty():
            item = self._waiting.get_nowait()
            events += len(item[0].events)
            if events > MOST_EVENTS:
                self._held = item
                break
            batch.append(item)
        return sorted(batch, key=lambda item: item[0].game)

    async def _commit(self, batch: list[tuple[Entry, asyncio.Future[None]]]) -> None:
        """All together; where that can't be, each by itself, so that one harms no other."""
        try:
            await self.store.write([entry for entry, _ in batch], round(self._house_ms()))
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for item in batch:
                    await self._commit([item])
                return
            for _, done in batch:
                _settle(done, error)
        else:
            for _, done in batch:
                _settle(done)


def _settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tell whoever waits, unless they have gone."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
