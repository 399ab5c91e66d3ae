"""Whether a stored game is what was written: its chain, its replay, its row."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tablier.core.errors import OtherRules, TablierError
from tablier.server.storage.store import SqlStore, chunks
from tablier.server.storage.time_limit import ADMIN_LIMITS
from tablier.table.event import BrokenChain, Event, check
from tablier.table.rows import Opening
from tablier.table.soundness import misfit, outlived
from tablier.table.state import Table

ALONE = 1_000
"""Games that are checked sooner than other processes have started."""
Findings = list[tuple[str, str]]
"""Tables, and what is wrong with them."""


async def faults(store: SqlStore, game: str) -> list[str]:
    """What is wrong with a stored game."""
    try:
        row, events = await store.game(game), await store.events(game)
        seats = await store.seats(game)
    except TablierError as error:
        return [str(error)]
    if row is None:
        return ["there is no such table"]
    return unsound(store, Opening(row, tuple(seats), events))


def unsound(store: SqlStore, game: Opening) -> list[str]:
    """What is wrong with a game that was read."""
    row, seats, events = game.row, game.seats, game.events
    try:
        table, fault = Table.salvage(events)
    except OtherRules:
        return _unplayed(store, row.id, events)
    except TablierError as error:
        return [str(error)]
    found = [fault, store.fault(row.id, events), misfit(row, seats, table)]
    if fault is None and row.status != table.phase and not outlived(row, table):
        found.append(f"its row says {row.status}, its events {table.phase}")
    if [seat.no for seat in seats] != list(range(table.players)):
        found.append("its seats are not all there")
    return [one for one in found if one is not None]


def _unplayed(store: SqlStore, game: str, events: Sequence[Event]) -> list[str]:
    """What is wrong with a game whose rules are no longer played, as far as that can be seen."""
    try:
        check(events)
    except BrokenChain as error:
        return [str(error)]
    fault = store.fault(game, list(events))
    return [] if fault is None else [fault]


async def checked(store: SqlStore, names: Sequence[str]) -> Findings:
    """What is wrong with some games; those that can't be read together are read one by one."""
    try:
        games = await store.openings(names)
    except TablierError:
        return [(name, fault) for name in names for fault in await faults(store, name)]
    return [(name, fault) for name in games for fault in unsound(store, games[name])]


async def checked_aside(
    store: SqlStore, url: str, names: Sequence[str]
) -> AsyncIterator[tuple[int, Findings]]:
    """The same for many, on all cores: how many were looked at, and what was found."""
    if len(names) <= ALONE:
        for part in chunks(names):
            yield len(part), await checked(store, part)
        return
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), _ignore_interrupts) as pool:
        parts = list(chunks(names))
        doing = [loop.run_in_executor(pool, _check, url, part) for part in parts]
        try:
            for part, done in zip(parts, doing, strict=True):
                yield len(part), await done
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# In a process of its own


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check(url: str, names: Sequence[str]) -> Findings:
    async def work() -> Findings:
        store = await SqlStore.open(url, ADMIN_LIMITS)
        try:
            store.expect_what_was_noted()
            return await checked(store, names)
        finally:
            await store.close()

    return asyncio.run(work())
