"""Games that nobody has counted for the explorer: they ended before it did, or were brought here.

They are played again in a process of low priority, a few at a time, with a rest as long after each.
A few are one transaction, which notes whose they were: whoever is killed has lost no more than
these, and no game counts twice, however many nodes are at it.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from typing import Any

from tablier.core.errors import TablierError
from tablier.server.storage.counted_games import Ways
from tablier.server.storage.store import SqlStore
from tablier.server.storage.survey import Place, Questions, reached
from tablier.table.event import Event
from tablier.table.explorer.ways import tallies
from tablier.table.state import Table
from tablier.table.store import Conflict

AT_ONCE = 10
AGAIN_S = 3600.0
"""What was brought from elsewhere is found so often."""
Player = Callable[[Place, Sequence[str]], Awaitable[dict[str, Ways]]]
"""Plays stored games again, and tells their ways."""


async def keep_counting(store: SqlStore, play: Player) -> None:
    """Count what was not, as long as the house is open."""
    while True:
        with suppress(TablierError):  # the database is away, or there is much else to do
            await count_late(store, play)
        await asyncio.sleep(AGAIN_S)


async def count_late(store: SqlStore, play: Player, most: int = AT_ONCE) -> None:
    """Count all public games that are over and were not counted."""
    last = ""
    while names := await store.uncounted(last, most):
        began = time.monotonic()
        found = await play(store.place, names)
        try:
            await store.pen.count(found)
        except Conflict:
            continue  # one was deleted meanwhile
        last = names[-1]
        await asyncio.sleep(time.monotonic() - began)


# In a process of its own


def ways_of(place: Place, names: Sequence[str]) -> dict[str, Ways]:
    """The ways of stored games; those are left out that can't be read just now."""
    found = {}
    with closing(reached(place)) as connection:
        for name in names:
            try:
                rows = list(Questions(connection, [name]).rows("event", Event._fields))
            except (connection.Error, UnicodeDecodeError):
                continue
            found[name] = _ways(rows)
    return found


def _ways(rows: Sequence[Any]) -> Ways:
    """None of a game that can't be played again."""
    try:
        events = [Event(*row)._replace(body=json.loads(row[5])) for row in rows]
        return tallies(Table.salvage(events)[0].match)
    except (TablierError, ValueError, TypeError):
        return {}
