"""PostgreSQL's notices: what a node tells the others.

Only hints: which tables it has written to, and who is connected to it. Events
are read from the log, and whoever is not mentioned for a while has left.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

import psycopg

from tablier.server.storage.store import SqlStore
from tablier.server.storage.transactions import EVENTS, PRESENCE

AGAIN_S = 1.0
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


async def notices(store: SqlStore) -> AsyncIterator[tuple[str, str, list[str]]]:
    """Channel, node and words of what other nodes say, for ever.

    A lost connection is made anew; what was missed is found by looking.
    """
    address = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {EVENTS}")
                await connection.execute(f"LISTEN {PRESENCE}")
                async for notice in connection.notifies():
                    node, *words = notice.payload.split()
                    if node != store.node:
                        yield notice.channel, node, words
        except psycopg.OperationalError:
            await asyncio.sleep(AGAIN_S)


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
