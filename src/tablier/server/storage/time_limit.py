"""How long PostgreSQL may take, and what becomes of a connection on which it takes longer.

The server itself ends statements that are slow. One that hangs ends nothing, and
neither does it answer those who want to give up: its connections are cut.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Engine, event

Done = TypeVar("Done")

CONNECT = {
    "connect_timeout": "2",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "6000",
}
"""libpq's parameters for every connection, unless the address has its own."""


@dataclass(frozen=True)
class Limits:
    """Seconds that a statement, and a transaction without one, may take."""

    statement: int
    idle: int

    @property
    def hung(self) -> float:
        """Seconds after which a server that says nothing is taken to hang."""
        return self.statement + 1.0


HOUSE_LIMITS, ADMIN_LIMITS = Limits(3, 3), Limits(600, 60)
"""People wait for a house; a transaction of a node that was stopped would hold up the others."""


class Lines:
    """The connections of an engine to PostgreSQL."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.limits = limits
        self._open: WeakSet[Any] = WeakSet()
        event.listen(engine, "connect", self._prepare)

    def _prepare(self, connection: Any, _record: Any) -> None:
        self._open.add(getattr(connection, "driver_connection", connection))
        cursor = connection.cursor()
        cursor.execute(f"SET statement_timeout = '{self.limits.statement}s'")
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{self.limits.idle}s'")
        cursor.close()
        connection.commit()

    def cut(self) -> None:
        """End all connections from this side; whoever waits on one is told that it is lost."""
        import psycopg

        for connection in list(self._open):
            with (
                suppress(OSError, psycopg.Error),
                socket.socket(fileno=os.dup(connection.fileno())) as line,
            ):
                line.shutdown(socket.SHUT_RDWR)

    async def within(self, work: Awaitable[Done]) -> Done:
        """Wait for some work on these connections, which are cut if it takes too long."""
        doing = asyncio.ensure_future(work)
        while not (await asyncio.wait({doing}, timeout=self.limits.hung))[0]:
            self.cut()
        return await doing
