"""While a bot waits for compiled code, everybody sees how far that is."""

import asyncio
from collections.abc import Callable

from tablier.table.live.audience import Audience
from tablier.table.live.bot_seats import Bots
from tablier.table.live.host import Host

COMPILING_MS = 500.0
"""How far compiling is, which happens once per machine, is told this often."""


class CompileWatch:
    """Looks at how far compiling is, as long as somebody is there to be told."""

    def __init__(
        self, host: Host, bots: Bots, audience: Audience, tell: Callable[[], None]
    ) -> None:
        self._host = host
        self._bots = bots
        self._audience = audience
        self._tell = tell
        self._following: asyncio.Task[None] | None = None

    def note(self) -> None:
        """Begin, if a bot waits now."""
        if self._following is None and self._bots.compiling() is not None:
            self._following = self._host.spawn(self._follow())

    async def _follow(self) -> None:
        shown = self._bots.compiling()
        while self._audience.sessions and shown is not None:
            await self._host.house.sleep(COMPILING_MS)
            share = self._bots.compiling()
            if share != shown:
                self._tell()
            shown = share
        self._following = None
