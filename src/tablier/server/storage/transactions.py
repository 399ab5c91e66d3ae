"""The pen: everything is written here, in one thread of its own.

A whole transaction costs one change of threads, so that a busy machine does
not hold it up between its statements.
"""

import asyncio
import logging
import math
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tablier.core.errors import TablierError
from tablier.server.storage import schema
from tablier.server.storage.commit_journal import Notes, Witness
from tablier.server.storage.counted_games import Ways, count, take_back
from tablier.server.storage.database import HOUSE, DamagedFile, failure
from tablier.server.storage.health import Health
from tablier.server.storage.survey import proofs
from tablier.server.storage.time_limit import Lines
from tablier.table.event import Event, written
from tablier.table.rows import Entry, Opening, SeatRow
from tablier.table.state import OVER
from tablier.table.store import Conflict, Unavailable
from tablier.table.summary import outcomes, read

EVENTS, PRESENCE = "tablier", "tablier_presence"
"""Where nodes tell each other of new events, and of people."""
Done = TypeVar("Done")
LONG_S = 1.0
"""Seconds after which a transaction that fails was waited for."""

log = logging.getLogger("tablier.storage")

ADD_EVENTS = insert(schema.event)


def _keep(table: Table, column: str) -> dict[str, Any]:
    """How something of a game is written in place of what was there, on either system."""
    return {
        name: new.on_conflict_do_update(
            index_elements=["game"], set_={column: new.excluded[column]}
        )
        for name, new in (
            ("sqlite", sqlite.insert(table)),
            ("postgresql", postgresql.insert(table)),
        )
    }


KEEP_SUMMARY = _keep(schema.summary, "body")
KEEP_PROOF = _keep(schema.proof, "sha256")
KEEP_REVIEW = _keep(schema.review, "body")
NOTE_HOUSE = (
    update(schema.house)
    .where(schema.house.c.id == HOUSE, schema.house.c.open_ms < bindparam("now"))
    .values(open_ms=bindparam("now"))
)
TOUCH_HOUSE = (
    update(schema.house).where(schema.house.c.id == HOUSE).values(open_ms=schema.house.c.open_ms)
)
TOUCHES = 1_000_000
MOST_PROVEN = 300
"""Events of a game; each takes three microseconds whenever somebody talks after the end."""
NOTED = "SELECT hash FROM event WHERE game = ? AND seq = ?"


class Pen:
    """Writes transactions, one after the other."""

    def __init__(
        self, engine: Engine, node: str, witness: Witness | None, lines: Lines | None = None
    ) -> None:
        self.engine = engine
        self.health = Health("write")
        self.damage: str | None = None
        """What is known to be wrong with the file: then nothing is written any more."""
        self._node = node
        self._witness = witness
        self._lines = lines
        self._hand = ThreadPoolExecutor(1, "pen")
        self._began = self._gave_up = -math.inf
        self._at_work = False
        self.last = (-math.inf, True)
        """When the last transaction ended, in seconds of the monotonic clock, and whether well."""

    async def write(self, entries: Sequence[Entry], open_ms: int | None = None) -> None:
        """Entries, and how long the house has been open: all in one transaction, or Conflict.

        After Unavailable either may be true.
        """
        events = [event for entry in entries for event in _all_events(entry)]
        await self._do(lambda connection: self._write(connection, entries, events, open_ms), events)

    async def put(self, *games: Opening) -> None:
        """Whole games, each in place of what is there of it."""
        events = [event for game in games for event in game.events]

        def work(connection: Connection) -> None:
            names = [game.row.id for game in games]
            take_back(connection, names)
            connection.execute(delete(schema.game).where(schema.game.c.id.in_(names)))
            entries = [Entry(game.row.id, [], new=(game,)) for game in games]
            last = max(event.house_ms for event in events)
            self._write(connection, entries, events, last)

        await self._do(work, events)

    async def delete(self, *games: str) -> int:
        """Forget games; how many there were."""
        gone = delete(schema.game).where(schema.game.c.id.in_(games))

        def work(connection: Connection) -> int:
            take_back(connection, games)
            return connection.execute(gone).rowcount

        found = await self._do(work)
        if self._witness is not None:
            self._witness.forget(games)
        return found

    async def count(self, games: Mapping[str, Ways]) -> None:
        """Add the ways of games that ended some time ago, each once."""
        await self._do(lambda connection: count(connection, games))

    async def keep_review(self, game: str, body: str) -> None:
        """What was said of a game, in place of what was said before."""
        keep = KEEP_REVIEW[self.engine.dialect.name]
        await self._do(lambda connection: connection.execute(keep, {"game": game, "body": body}))

    async def keep_address(self, game: str, address: str) -> None:
        """Where a game can be looked at from now on; Conflict if it has an address."""
        row = {"id": address, "game": game}
        await self._do(lambda connection: connection.execute(insert(schema.address), row))

    async def drop_addresses(self, *games: str) -> None:
        """Some games can't be looked at any more by who has their address."""
        gone = delete(schema.address).where(schema.address.c.game.in_(games))
        await self._do(lambda connection: connection.execute(gone))

    async def tell(self, channel: str, words: Sequence[str]) -> None:
        """Something for the other nodes."""

        def work(connection: Connection) -> None:
            for line in words:
                self._notify(connection, channel, line)

        await self._do(work)

    async def touch(self) -> None:
        """Commit something that means nothing: what can't be stored now fails."""
        await self._do(_touch)

    async def held(self, notes: Notes) -> set[str]:
        """The tables of which the noted event is there, in SQLite, which is asked directly."""
        return await asyncio.get_running_loop().run_in_executor(self._hand, self._held, notes)

    async def checkpoint(self) -> None:
        """Bring everything from the write-ahead log into the file, and begin new notes."""
        await asyncio.get_running_loop().run_in_executor(self._hand, self._checkpoint)

    def condemn(self, why: str) -> None:
        """The file is damaged: write nothing more into it."""
        if self.damage is None:
            self.damage = why
            log.error("nothing is written any more, until the file is replaced: %s", why)

    @property
    def hangs(self) -> bool:
        """Whether the last transaction was given up after a long wait."""
        return not self.last[1] and self._gave_up == self.last[0]

    def close(self) -> None:
        """Finish what was begun; a database that hangs is not waited for."""
        if self._lines is not None and (self.hangs or self._at_work):
            self._lines.cut()
        self._hand.shutdown(cancel_futures=True)
        self.engine.dispose()

    # In the thread

    async def _do(self, work: Callable[[Connection], Done], events: Sequence[Event] = ()) -> Done:
        loop = asyncio.get_running_loop()
        asked = time.monotonic()
        doing = loop.run_in_executor(self._hand, self._transact, work, events, asked)
        if self._lines is not None:
            self._watch(doing, self._lines)
        try:
            done: Done = await doing
        except Conflict:
            raise
        except TablierError as error:
            self.health.failed(error)
            raise
        self.health.succeeded()
        return done

    def _watch(self, doing: asyncio.Future[Any], lines: Lines) -> None:
        """Cut the connection if the transaction that runs takes too long."""
        cut_at = -math.inf

        def look() -> None:
            nonlocal cut_at
            left = max(self._began, cut_at) + lines.limits.hung - time.monotonic()
            if left <= 0:
                lines.cut()
                cut_at, left = time.monotonic(), lines.limits.hung
            if not doing.done():
                again[0] = loop.call_later(left, look)

        loop = asyncio.get_running_loop()
        again = [loop.call_later(lines.limits.hung, look)]
        doing.add_done_callback(lambda _: again[0].cancel())

    def _transact(
        self, work: Callable[[Connection], Done], events: Sequence[Event], asked: float
    ) -> Done:
        if self.damage is not None:
            raise DamagedFile(self.damage)
        if asked < self._gave_up:
            raise Unavailable("the database does not answer")
        self._began, self._at_work = time.monotonic(), True
        try:
            with self.engine.begin() as connection:
                done = work(connection)
        except IntegrityError as error:
            raise Conflict("another node has written first") from error
        except SQLAlchemyError as error:
            failed = failure(error)
            self._note_failure(failed)
            raise failed from error
        finally:
            self._at_work = False
        self.last = (time.monotonic(), True)
        if self._witness is not None:
            self._witness.note(events)
            if self._witness.full:
                self._checkpoint()
        return done

    def _note_failure(self, failed: TablierError) -> None:
        """Those who waited for as long as this one are not made to wait once more each."""
        now = time.monotonic()
        self.last = (now, False)
        if isinstance(failed, Unavailable) and now - self._began >= LONG_S:
            self._gave_up = now
        if isinstance(failed, DamagedFile):
            self.condemn(str(failed))

    def _held(self, notes: Notes) -> set[str]:
        found = set()
        with self.engine.connect() as connection:
            ask: Any = connection.connection.driver_connection
            for name, (seq, digest) in notes.items():
                with suppress(sqlite3.Error):  # damage
                    if ask.execute(NOTED, (name, seq)).fetchone() == (digest,):
                        found.add(name)
        return found

    def _checkpoint(self) -> None:
        if self._witness is None:
            return
        with suppress(SQLAlchemyError), self.engine.connect() as connection:
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
            if busy == 0:
                self._witness.shorten()

    def _write(
        self,
        connection: Connection,
        entries: Sequence[Entry],
        events: Sequence[Event],
        open_ms: int | None,
    ) -> None:
        for entry in entries:
            for opening in entry.new:
                _open_table(connection, opening)
            _change(connection, entry)
        _summarise(connection, entries)
        _note_outcomes(connection, entries)
        if events:
            connection.execute(ADD_EVENTS, [_row(event) for event in events])
        _prove(connection, entries, events)
        count(connection, {e.game: e.tallies for e in entries if e.tallies is not None})
        if open_ms is not None:
            _note_house(connection, open_ms)
        if connection.dialect.name == "postgresql":
            games = " ".join(sorted({entry.game for entry in entries}))
            self._notify(connection, EVENTS, games)

    def _notify(self, connection: Connection, channel: str, words: str) -> None:
        connection.execute(select(func.pg_notify(channel, f"{self._node} {words}")))


def _open_table(connection: Connection, opening: Opening) -> None:
    game = opening.row.id
    connection.execute(insert(schema.game), opening.row.sealed()._asdict())
    seats = [seat.sealed(game)._asdict() | {"game": game} for seat in opening.seats]
    connection.execute(insert(schema.seat), seats)


def _change(connection: Connection, entry: Entry) -> None:
    if entry.status is not None:
        change = update(schema.game).where(schema.game.c.id == entry.game)
        connection.execute(change.values(status=entry.status))
    for seat in entry.seats:
        columns = schema.seat.c
        where = (columns.game == entry.game) & (columns.no == seat.no)
        connection.execute(
            update(schema.seat).where(where).values(**seat.sealed(entry.game)._asdict())
        )


def _summarise(connection: Connection, entries: Sequence[Entry]) -> None:
    """What lists show of these tables, and of those that they open."""
    bodies = {entry.game: entry.summary for entry in entries}
    bodies |= {opening.row.id: opening.summary for entry in entries for opening in entry.new}
    rows = [{"game": game, "body": body} for game, body in bodies.items() if body is not None]
    if rows:
        connection.execute(KEEP_SUMMARY[connection.dialect.name], rows)


def _note_outcomes(connection: Connection, entries: Sequence[Entry]) -> None:
    """How games went that are over now; one that goes on after its end has not ended."""
    told = {entry.game: (entry.status, entry.summary) for entry in entries if entry.status}
    told |= {new.row.id: (new.row.status, new.summary) for e in entries for new in e.new}
    columns = schema.outcome.c
    for game, (status, text) in told.items():
        if status != OVER:
            connection.execute(delete(schema.outcome).where(columns.game == game))
            continue
        found = read(text or "")
        known = connection.execute(select(columns.game).where(columns.game == game)).first()
        if found is None or known is not None:
            continue
        rows = [went._asdict() for went in outcomes(found, _seats(connection, game))]
        if rows:
            connection.execute(insert(schema.outcome), rows)


def _seats(connection: Connection, game: str) -> list[SeatRow]:
    columns = schema.seat.c
    asked = select(*(columns[field] for field in SeatRow._fields)).where(columns.game == game)
    return [SeatRow(*row) for row in connection.execute(asked.order_by(columns.no))]


def _prove(connection: Connection, entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """Note of what is over, and short enough not to keep others waiting, that it is sound."""
    long = {event.game for event in events if event.seq > MOST_PROVEN}
    over = {entry.game for entry in entries if entry.status == OVER}
    over |= {new.row.id for entry in entries for new in entry.new if new.row.status == OVER}
    names = sorted(over - long)
    ask: Any = connection.connection.driver_connection
    try:
        rows = [{"game": name, "sha256": proof} for name, proof in proofs(ask, names).items()]
    except (sqlite3.Error, UnicodeDecodeError):
        return  # damage, which a check finds
    except ask.Error as error:
        raise DBAPIError("proofs", None, error) from error
    if rows:
        connection.execute(KEEP_PROOF[connection.dialect.name], rows)


def _touch(connection: Connection) -> None:
    """A page has to change: SQLite stores none that stays the same, and so notices no full disk."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        number = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
        connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % TOUCHES}")
    else:
        connection.execute(TOUCH_HOUSE)


def _note_house(connection: Connection, open_ms: int) -> None:
    """The house's time only ever grows, whichever node notes it."""
    connection.execute(NOTE_HOUSE, {"now": open_ms})


def _all_events(entry: Entry) -> list[Event]:
    """An entry's events, after those of the tables that it opens."""
    return [event for opening in entry.new for event in opening.events] + entry.events


def _row(event: Event) -> dict[str, Any]:
    return event._asdict() | {"body": written(event.body)}
