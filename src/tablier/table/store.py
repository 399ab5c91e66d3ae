"""What a table needs of whatever keeps its events: a database, a browser, a dict in a test."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tablier.core.errors import TablierError
from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally
from tablier.table.rows import Entry, GameRow, SeatOutcome, SeatRow


class Damaged(TablierError):
    """What is stored is not what was written."""


class Unavailable(TablierError):
    """What is stored can't be reached just now; whether a commit got through is unknown."""


class Conflict(TablierError):
    """Another node has written first."""


class Chosen(NamedTuple):
    """Some of one's tables: those that are over or are not, of a game, by how they went."""

    over: bool | None = None
    game: str | None = None
    against: str | None = None
    score: str | None = None


ALL = Chosen()


class Store(Protocol):
    """What was stored, to be read; each may raise Damaged or Unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other nodes read and write the same tables."""

    async def game(self, game: str) -> GameRow | None:
        """A table's row."""

    async def seats(self, game: str) -> list[SeatRow]:
        """A table's seats, in order."""

    async def events(self, game: str, after: int = 0) -> list[Event]:
        """A table's events after some number, in order."""

    async def listed(
        self,
        status: Sequence[str],
        *,
        public: bool | None = True,
        most: int = 100,
        before: str | None = None,
        since_ms: int = 0,
    ) -> list[str]:
        """Tables of some status, the newest first: those older than one, made after some time."""

    async def owned(
        self,
        accounts: frozenset[str],
        most: int = 200,
        before: str | None = None,
        chosen: Chosen = ALL,
    ) -> dict[str, list[int]]:
        """The tables at which these people sit, the newest first, with their seats.

        Those older than `before`, and at most `most` of them.
        """

    async def outcomes(self, accounts: frozenset[str]) -> list[SeatOutcome]:
        """How the games went in which these people sat, as far as that is stored."""

    async def delete(self, *games: str) -> int:
        """Forget games; how many there were."""

    async def review(self, game: str) -> str | None:
        """What was said of a game."""

    async def keep_review(self, game: str, body: str) -> None:
        """Likewise, in place of what was said before."""

    async def summaries(self, games: Sequence[str]) -> dict[str, str]:
        """What lists show of some tables, of those for which it was stored."""

    async def tallies(self, ways: Sequence[int]) -> dict[int, WayTally]:
        """How often ways were taken in public games, and what came of it."""

    async def open_ms(self) -> int:
        """For how many milliseconds the house has been open, as far as it was noted."""

    def fault(self, game: str, events: Sequence[Event]) -> str | None:
        """What was committed to a table and is not among its events."""


class Writer(Protocol):
    """Whoever writes."""

    async def append(self, entry: Entry) -> None:
        """Store an entry, wholly or not at all; Conflict if another node was first.

        After any other failure either may be true.
        """
