"""Whether stored games are what was written: their chains, their rows, their replays."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from tablier.core.errors import TablierError
from tablier.server.storage.store import SqlStore, chunks
from tablier.server.storage.time_limit import ADMIN_LIMITS
from tablier.table.rows import Opening
from tablier.table.soundness import unfit

ALONE = 200
"""Games that are checked sooner than other processes have started."""
Finding = tuple[str, str]
"""A table, and what is wrong with it."""
Found = TypeVar("Found")
Where = TypeVar("Where")


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
    fault = store.fault(game.row.id, game.events)
    return [*unfit(game), *([] if fault is None else [fault])]


async def checked(store: SqlStore, names: Sequence[str]) -> list[Finding]:
    """What is wrong with some games; those that can't be read together are read one by one."""
    try:
        games = await store.openings(names)
    except TablierError:
        return [(name, fault) for name in names for fault in await faults(store, name)]
    return [(name, fault) for name in games for fault in unsound(store, games[name])]


async def aside(
    job: Callable[[Where, Sequence[str]], list[Found]],
    where: Where,
    names: Sequence[str],
    most: int | None = None,
) -> AsyncIterator[tuple[int, list[Found]]]:
    """Something about many games, on all cores: about how many of them, and what was found."""
    with _pool(len(names)) as pool:
        loop = asyncio.get_running_loop()
        parts = list(chunks(names, most))
        doing = [loop.run_in_executor(pool, job, where, part) for part in parts]
        try:
            for part, done in zip(parts, doing, strict=True):
                yield len(part), await done
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(games: int) -> Executor:
    if games <= ALONE:
        return ThreadPoolExecutor(1)
    deaf = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), signal.signal, deaf)


# In a thread or a process of its own


def replayed(url: str, names: Sequence[str]) -> list[Finding]:
    """What is wrong with some games, which are played again."""

    async def work() -> list[Finding]:
        store = await SqlStore.open(url, ADMIN_LIMITS)
        try:
            store.expect_what_was_noted()
            return await checked(store, names)
        finally:
            await store.close()

    return asyncio.run(work())
