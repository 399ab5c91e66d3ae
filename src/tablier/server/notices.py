"""PostgreSQL's notices: a node tells the others which tables it has written to."""

import asyncio
from collections.abc import AsyncIterator

import psycopg

from tablier.server.store import CHANNEL, Store

AGAIN_S = 1.0


async def notices(store: Store) -> AsyncIterator[str]:
    """Tables that some node has written to, for ever; a lost connection is made anew."""
    address = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for notice in connection.notifies():
                    for name in notice.payload.split():
                        yield name
        except psycopg.OperationalError:
            await asyncio.sleep(AGAIN_S)
