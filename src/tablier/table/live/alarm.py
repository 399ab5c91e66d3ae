"""An alarm: something is to be looked at again after a while."""

import asyncio
from collections.abc import Awaitable, Callable

from tablier.table.live.host import Host


class Alarm:
    """Rings once; setting it anew forgets the time for which it was set before."""

    def __init__(self, host: Host, ring: Callable[[], Awaitable[None]]) -> None:
        self._host = host
        self._ring = ring
        self._waiting: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._waiting is not None

    def set(self, wait_ms: float | None) -> None:
        """Ring after that many milliseconds of the house's time; None: not at all."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = None if wait_ms is None else self._host.spawn(self._wait(wait_ms))

    def rung(self) -> None:
        """It has rung, and whoever heard it goes on undisturbed."""
        self._waiting = None

    async def _wait(self, wait_ms: float) -> None:
        await self._host.house.sleep(wait_ms)
        await self._ring()
