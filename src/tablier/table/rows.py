"""What goes into the database and comes out of it.

Events are bound by their chain; the rows of games and seats each carry a seal,
so that a flipped bit in a key's hash is not taken for a wrong key.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally


class SeatRow(NamedTuple):
    """A seat, and the hashes of the keys that open it."""

    no: int
    kind: str
    token_sha256: str | None
    account: str | None
    seal: str | None = None
    """As it was read; None in a database from before there were seals."""

    def sealed(self, game: str) -> "SeatRow":
        """The same, as it is written."""
        return self._replace(seal=self._seal_at(game))

    def sound(self, game: str) -> bool:
        """Whether it is what was written."""
        return self.seal is None or self.seal == self._seal_at(game)

    def _seal_at(self, game: str) -> str:
        return _seal([game, *self[:-1]])


class GameRow(NamedTuple):
    """What is known of a table without reading its events; the seed stays secret."""

    id: str
    rules: str
    rules_version: int
    status: str
    public: bool
    join_sha256: str | None
    watch_sha256: str | None
    seed_commit: str
    seed: str
    created_ms: int
    seal: str | None = None

    def sealed(self) -> "GameRow":
        """The same, as it is written."""
        return self._replace(seal=self._right_seal)

    @property
    def sound(self) -> bool:
        """Whether it is what was written."""
        return self.seal is None or self.seal == self._right_seal

    @property
    def _right_seal(self) -> str:
        """The status may change under it."""
        return _seal(self._replace(status="")[:-1])


class SeatOutcome(NamedTuple):
    """How a game that is over went for somebody at it."""

    game: str
    no: int
    rules: str
    against: str
    """`computer`, `person`, or `here` where all people played with the same person's keys."""
    level: int | None
    """The strongest of the computers, where there were no other people."""
    score: str | None
    """None where one played both sides."""
    ended_ms: int


class Entry(NamedTuple):
    """What one table wants written: events, and what changes with them."""

    game: str
    events: list[Event]
    status: str | None = None
    """In what state it is, where that is new, or where it is over."""
    seats: tuple[SeatRow, ...] = ()
    new: tuple["Opening", ...] = ()
    summary: str | None = None
    """What lists show of the table from now on."""
    tallies: Mapping[int, WayTally] | None = None
    """The ways of a public game that is over now."""


class Opening(NamedTuple):
    """A table that begins."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    events: list[Event]
    summary: str | None = None


def _seal(fields: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(fields).encode()).hexdigest()
