"""Somebody's games as one file, and back, in either house; `table/archive.py` has its format.

Whoever has the file has the games: their seats open to the person who takes them in. What comes
in was perhaps written by hand: nothing of it is stored before all of it was looked at.
"""

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import NamedTuple

from tablier.core.errors import OtherRules
from tablier.house.lists import PAGE, account_of
from tablier.table.archive import ArchiveFault, read_archive, write_end, write_game, write_start
from tablier.table.event import Event, Head, Proposal, bound, time_of_day
from tablier.table.keys import hashed, hashes, new_key
from tablier.table.messages import RESTART
from tablier.table.rows import Entry, Opening, SeatRow
from tablier.table.sharing.fair_queue import NOBODY, Asker
from tablier.table.soundness import odd, unfit
from tablier.table.state import OVER, PLAYING, WAITING, Table
from tablier.table.store import Conflict, Store
from tablier.table.summary import outlook, written
from tablier.table.tables import Tables


class Sound(NamedTuple):
    """A game of a file that fits together."""

    game: Opening
    goes_on: tuple[str, ...] | None
    """What its seats add to the dice, where time counts in it: here that goes on from now."""


class Taken(NamedTuple):
    """What became of the games of a file, by their tables."""

    added: list[str]
    gone_on: list[str]
    """They were here, and had come further in the file."""
    kept: list[str]
    """They were here, and have come as far or further, or on another way, or are not one's own."""
    faults: list[str]
    """What could not be read."""


# Out


async def write_all(tables: Tables) -> AsyncIterator[str]:
    """All games that are stored, a game at a time."""
    names = await tables.store.listed([WAITING, PLAYING, OVER], public=None, most=1_000_000)
    async for part in _write(tables, names, None, NOBODY):
        yield part


async def write_own(tables: Tables, held: frozenset[str], asker: Asker) -> AsyncIterator[str]:
    """The games that the holder of some keys may take along, a game at a time.

    A game with others stays until it is over, as it holds the dice that are still to come. Their
    seats come along without keys.
    """
    names: list[str] = []
    while page := await tables.store.owned(held, PAGE, names[-1] if names else None):
        names += page
    async for part in _write(tables, names, held, asker):
        yield part


async def _write(
    tables: Tables, names: Iterable[str], held: frozenset[str] | None, asker: Asker
) -> AsyncIterator[str]:
    yield write_start()
    games = 0
    for name in names:
        game = await _read(tables.store, name)
        if game is not None and held is not None:
            game = _along(game, held)
        if game is not None:
            yield "".join(await tables.work.run(asker, write_game(game)))
            games += 1
    yield write_end(games)


async def _read(store: Store, name: str) -> Opening | None:
    """A game as it stood at one moment, though it may go on meanwhile."""
    row = await store.game(name)
    while row is not None:
        seats, events = await store.seats(name), await store.events(name)
        before, row = row, await store.game(name)
        if row == before:
            return Opening(row, tuple(seats), events)
    return None


def _along(game: Opening, held: frozenset[str]) -> Opening | None:
    """A game as the holder of some keys may have it; None if others still play."""
    if game.row.status != OVER and not _is_own(game.seats, held):
        return None
    seats = (
        seat if _opens(seat, held) else seat._replace(token_sha256=None, account=None, seal=None)
        for seat in game.seats
    )
    return game._replace(seats=tuple(seats))


def _opens(seat: SeatRow, held: frozenset[str]) -> bool:
    return seat.token_sha256 in held or seat.account in held


def _is_own(seats: Iterable[SeatRow], held: frozenset[str]) -> bool:
    """Whether nobody else plays, and nobody else can sit down."""
    return all(seat.kind == "bot" or _opens(seat, held) for seat in seats)


# In


def read_games(text: str) -> Iterator[Sound | str]:
    """The games of a file that fit together, and what is wrong with the others; BadArchive."""
    for found in read_archive(text.splitlines()):
        if isinstance(found, ArchiveFault):
            yield f"line {found.line}: {found.text}"
        elif wrong := odd(found) or next(iter(unfit(found)), None):
            yield f"table {found.row.id:.16}: {wrong}"
        else:
            yield _told(found)


def _told(game: Opening) -> Sound:
    """A sound game with what lists show of it."""
    try:
        table, _ = Table.salvage(game.events)
    except OtherRules:  # it stays as it is, and closed
        return Sound(game, None)
    counts = table.phase == PLAYING and (table.clocks or table.match.game.rules.DEADLINES)
    summed = game._replace(summary=written(table, outlook(table)))
    return Sound(summed, table.nonces if counts else None)


class Handover:
    """Takes games in for the holder of some keys."""

    def __init__(self, tables: Tables, keys: list[str]) -> None:
        self.taken = Taken([], [], [], [])
        self._tables = tables
        self._account = account_of(keys)
        self._held = hashes(keys)

    async def take(self, found: Sound | str) -> None:
        """Store a game that is not here yet, or not as far; what is here stays."""
        if isinstance(found, str):
            self.taken.faults.append(found)
            return
        (row, seats, events, summary), tables = found.game, self._tables
        here = await tables.store.events(row.id) if await tables.store.game(row.id) else []
        ahead = events != here and events[: len(here)] == here
        if here and not (ahead and _is_own(await tables.store.seats(row.id), self._held)):
            self.taken.kept.append(row.id)
            return
        events = [*events, *_continued(found, round(tables.house.now()))]
        if here:
            entry = Entry(row.id, events[len(here) :], row.status, summary=summary)
        else:
            closed = row._replace(public=False, join_sha256=None, watch_sha256=None, seal=None)
            new = Opening(closed, tuple(_reopened(seats, self._account)), events, summary)
            entry = Entry(row.id, [], new=(new,))
        try:
            await tables.writer.append(entry)
        except Conflict:  # it has gone on here, or come in, this very moment
            self.taken.kept.append(row.id)
            return
        if row.id in tables.live:
            await tables.forget(row.id, RESTART)
        (self.taken.gone_on if here else self.taken.added).append(row.id)


def _continued(sound: Sound, now_ms: int) -> list[Event]:
    """What lets time count from now on: the house that a game comes from had a time of its own."""
    if sound.goes_on is None:
        return []
    last = sound.game.events[-1]
    begun = Proposal("begun", None, {"nonces": list(sound.goes_on)})
    head = Head(last.game, last.seq, last.hash)
    return bound(head, [begun], None, time_of_day(), now_ms)


def _reopened(seats: Iterable[SeatRow], account: str | None) -> Iterator[SeatRow]:
    """The seats with new keys: those of people that had any belong to whoever has the file."""
    for seat in seats:
        mine = seat.kind == "person" and seat.token_sha256 is not None
        key = hashed(new_key()) if mine else None
        yield SeatRow(seat.no, seat.kind, key, account if mine else None)
