"""An alarm: something is to be looked at again after a while."""

import asyncio
from collections.abc import Awaitable, Callable

from tablier.table.live.node import Node


class Alarm:
    """Rings once; setting it anew forgets the time for which it was set before."""

    def __init__(self, node: Node, ring: Callable[[], Awaitable[None]]) -> None:
        self._node = node
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
        self._waiting = None if wait_ms is None else self._node.spawn(self._wait(wait_ms))

    def rung(self) -> None:
        """It has rung, and whoever heard it goes on undisturbed."""
        self._waiting = None

    async def _wait(self, wait_ms: float) -> None:
        await self._node.house.sleep(wait_ms)
        await self._ring()
