"""What happens while nothing can be stored: the house's time stands still for everybody."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tablier.core.errors import TablierError
from tablier.table.live.house_clock import House
from tablier.table.rows import Entry
from tablier.table.store import Damaged, Unavailable, Writer

SLOW_S = 1.0
"""A commit that takes longer than this is taken for one that fails."""
AGAIN_S = 0.5
"""A store that is away is tried again after this long."""


class Outage:
    """Watches a writer: the house's time is halted while it can't write."""

    def __init__(
        self, writer: Writer, house: House, spawn: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self._writer = writer
        self._house = house
        self._spawn = spawn
        self._trying = False

    async def watch(self, commit: Awaitable[None]) -> None:
        """Wait for a commit; time goes on as soon as one gets through."""
        house, loop = self._house, asyncio.get_running_loop()
        late = loop.call_later(SLOW_S, lambda: house.halt(on=True))
        try:
            await commit
            house.halt(on=False)
        except (Unavailable, Damaged):
            house.halt(on=True)
            raise
        except TablierError:
            house.halt(on=False)
            raise
        finally:
            late.cancel()
            if house.halted and not self._trying:
                self._trying = True
                self._spawn(self._try_again())

    async def _try_again(self) -> None:
        """Store nothing, until that succeeds."""
        while self._house.halted:
            await asyncio.sleep(AGAIN_S)
            try:
                await self._writer.append(Entry("", []))
                self._house.halt(on=False)
            except TablierError:
                continue
        self._trying = False
