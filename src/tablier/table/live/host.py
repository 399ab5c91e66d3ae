"""What a live table needs of the node that it is on."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from tablier.table.live.house_clock import House
from tablier.table.live.outage import Outage
from tablier.table.live.thinker import Thinker
from tablier.table.sharing.long_work import LongWork
from tablier.table.store import Store, Writer

Encode = Callable[[object], str]
"""Makes a frame of a message."""


def encoded(message: object) -> str:
    """A message as one frame, by the standard library."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Host(Protocol):
    """The one clock, store and thinker of all tables in a process."""

    house: House
    store: Store
    writer: Writer
    """Whoever writes for all of them."""
    outage: Outage
    """Whoever waits for what is written, and stops the time where that does not come."""
    thinker: Thinker
    work: LongWork
    encode: Encode
    refused: int
    """How many commands were refused."""

    def announce(self, table: str) -> None:
        """Tell the other nodes who is at a table."""

    async def open_next(self, table: str) -> None:
        """Take up the table that follows another, in the background."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background, as long as the house is open."""
