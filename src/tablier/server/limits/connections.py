"""How many connections there are, in all and by address."""

from collections import Counter
from collections.abc import Callable

from tablier.server.limits.bounds import MOST_TOLD
from tablier.server.limits.household import HERE, household

FULL, CROWDED = "full", "crowded"
"""Why somebody gets no place: none is left, or none for this address."""


class Place:
    """What one connection takes up."""

    __slots__ = ("_connections", "refused", "who")

    def __init__(self, connections: "Connections", who: str, refused: str) -> None:
        self._connections = connections
        self.who = who
        """The household that it counts for; HERE if it isn't counted by address."""
        self.refused = refused
        """Why this connection is only told that there is no place; empty if there is."""

    def claim(self, address: str | None) -> bool:
        """Count for the client that a proxy speaks for; False if that has too many."""
        who = self._connections.counted(address)
        if who == self.who:
            return True
        if self._connections.is_crowded(who):
            return False
        self._connections.move(self.who, who)
        self.who = who
        return True

    def leave(self) -> None:
        """The connection has ended."""
        self._connections.leave(self.who)


class Connections:
    """Who is connected."""

    def __init__(self, most: int, most_each: int, uncounted: Callable[[str], bool]) -> None:
        self.most = most
        self._most_each = most_each
        self._uncounted = uncounted
        """Whether an address is a proxy's, which speaks for many."""
        self.count = 0
        self._each: Counter[str] = Counter()
        self.idle: dict[Callable[[], None], None] = {}
        """How to close those who wait between two requests, the longest waiting first."""

    def enter(self, address: str | None) -> Place | None:
        """A place for a new connection; None where it can't even be told that there is none."""
        who, refused = self.counted(address), ""
        if self.count >= self.most and not self._make_room():
            refused = FULL
        elif self.is_crowded(who):
            refused = CROWDED
        over = self._each[who] - self._most_each if refused == CROWDED else 0
        if refused and max(over, self.count - self.most) >= MOST_TOLD:
            return None
        self.count += 1
        self.move(HERE, who)
        return Place(self, who, refused)

    def counted(self, address: str | None) -> str:
        """The household that an address counts for."""
        if address is not None and self._uncounted(address):
            return HERE
        return household(address)

    def is_crowded(self, who: str) -> bool:
        """Whether a household has all the connections that it may have."""
        return who != HERE and self._each[who] >= self._most_each

    def move(self, before: str, after: str) -> None:
        """A connection counts for another household."""
        if after != HERE:
            self._each[after] += 1
        if before != HERE:
            self._each[before] -= 1
            if not self._each[before]:
                del self._each[before]

    def leave(self, who: str) -> None:
        """A connection has ended."""
        self.count -= 1
        self.move(who, HERE)

    def _make_room(self) -> bool:
        """Whoever waits between two requests gives way to somebody who asks for something."""
        if not self.idle:
            return False
        close = next(iter(self.idle))
        del self.idle[close]
        close()
        return True
