"""PostgreSQL's notices: what a node tells the others, and itself.

Only hints: which tables it has written to, that it is alive, and who is connected
to it. Events are read from the log, and whoever is not mentioned for a while has
left.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple

import psycopg

from tablier.server.storage.health import Tell
from tablier.server.storage.store import SqlStore
from tablier.server.storage.transactions import EVENTS, PRESENCE

AGAIN_S = 1.0
SILENT_S = 5.0
"""A node hears itself every second: a connection on which it does not is made anew."""
LARGEST = 7_000
"""A notice holds less than 8000 bytes."""


class Present(NamedTuple):
    """Who is connected to some node's table."""

    table: str
    seats: frozenset[int]
    watchers: int
    hidden: frozenset[int] = frozenset()
    """Those of the seats at which nobody looks at the table."""


SEATS = 8
"""The seats' bits; those above them are the hidden seats', of which older nodes say nothing."""


class Notice(NamedTuple):
    """What a node says."""

    channel: str
    node: str
    words: list[str]


async def notices(store: SqlStore, tell: Tell) -> AsyncIterator[Notice]:
    """What all nodes say, for ever.

    A lost connection is made anew; what was missed is found by looking.
    """
    options = store.place
    assert isinstance(options, dict), "SQLite has one node"
    while True:
        try:
            async with await _listening(options) as connection:
                heard = True
                while heard:
                    heard = False
                    async for notice in connection.notifies(timeout=SILENT_S):
                        heard = True
                        node, *words = notice.payload.split()
                        yield Notice(notice.channel, node, words)
        except (psycopg.Error, TimeoutError) as error:
            tell("listen", f"other nodes are not heard: {' '.join(str(error).split())}")
            await asyncio.sleep(AGAIN_S)


async def _listening(options: dict[str, Any]) -> psycopg.AsyncConnection[Any]:
    async with asyncio.timeout(SILENT_S):
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **options)
        try:
            for channel in (EVENTS, PRESENCE):
                await connection.execute(f"LISTEN {channel}")
        except BaseException:  # a node that closes meanwhile among them
            await connection.close()
            raise
        return connection


def written(present: Iterable[Present]) -> list[str]:
    """Notices that say who is there, none of them too long."""
    texts = [""]
    for one in present:
        mask = _mask(one.seats) | _mask(one.hidden) << SEATS
        word = f"{one.table}:{mask}:{one.watchers}"
        if len(texts[-1]) + len(word) > LARGEST:
            texts.append("")
        texts[-1] = f"{texts[-1]} {word}"
    return [text.strip() for text in texts if text]


def read(word: str) -> Present:
    """One word of such a notice."""
    table, mask, watchers = word.split(":")
    seats, hidden = _seats(int(mask)), _seats(int(mask) >> SEATS)
    return Present(table, seats, int(watchers), hidden)


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if mask >> seat & 1)
