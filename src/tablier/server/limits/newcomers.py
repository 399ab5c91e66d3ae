"""Those who play go first: whoever is not at a table yet is dealt with one a turn of the loop.

Hundreds may come at the same moment. What each of them asks for is little, but all
of it at once would keep everybody waiting who has a clock running. Between two
turns the loop reads and answers whatever came from those who play. Addresses take
turns as well, so that a crowd from one of them waits behind itself.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from tablier.server.limits.bounds import MOST_NEWCOMERS_BYTES

Act = Callable[[], object]


class Newcomers:
    """What waits for its turn, by household."""

    def __init__(self) -> None:
        self.size = 0
        """Bytes that wait."""
        self._waiting: dict[str, deque[tuple[Act, int]]] = {}

    def come(self, who: str, act: Act, size: int) -> bool:
        """Do something with so many bytes when it is its turn; False if too much waits already."""
        if self.size + size > MOST_NEWCOMERS_BYTES:
            return False
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self.size += size
        self._waiting.setdefault(who, deque()).append((act, size))
        return True

    def _next(self) -> None:
        who = next(iter(self._waiting))
        acts = self._waiting.pop(who)
        act, size = acts.popleft()
        self.size -= size
        if acts:
            self._waiting[who] = acts  # behind all others
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        act()
