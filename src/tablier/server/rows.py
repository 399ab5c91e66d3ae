"""What goes into the database and comes out of it."""

from typing import NamedTuple

from tablier.server.event import Event


class SeatRow(NamedTuple):
    """A seat, and the hashes of the keys that open it."""

    no: int
    kind: str
    token_sha256: str | None
    account: str | None


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


class Entry(NamedTuple):
    """What one table wants written: events, and what changes with them."""

    game: str
    events: list[Event]
    status: str | None = None
    seats: tuple[SeatRow, ...] = ()
    new: tuple["Opening", ...] = ()


class Opening(NamedTuple):
    """A table that begins."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    events: list[Event]
