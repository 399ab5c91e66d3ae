"""What is stored, and how it is written and read; the same on SQLite and PostgreSQL."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Select, exists, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from tablier.server.storage import schema
from tablier.server.storage.commit_journal import Notes, Witness
from tablier.server.storage.database import DamagedFile, Engines, connect_args, connected, failure
from tablier.server.storage.health import Health, Tell
from tablier.server.storage.time_limit import HOUSE_LIMITS, Limits
from tablier.server.storage.transactions import PRESENCE, Pen
from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally
from tablier.table.rows import GameRow, Opening, SeatOutcome, SeatRow
from tablier.table.state import OVER
from tablier.table.store import ALL, Chosen, Damaged, Unavailable

Some = TypeVar("Some")
ASKED_S = 1.0
"""Whether the database answers is asked no oftener than this, however many want to know."""


MOST_AT_ONCE = 200
"""Tables, or events of a table, that are read or written together where there are very many."""


def chunks(names: Sequence[Some], most: int | None = None) -> Iterator[Sequence[Some]]:
    """Many things, some at a time."""
    most = most or MOST_AT_ONCE
    for first in range(0, len(names), most):
        yield names[first : first + most]


class Selection(NamedTuple):
    """Some of the tables: by game, by state, by when they were made, a part at a time."""

    game: str | None = None
    status: str | None = None
    since_ms: int | None = None
    before_ms: int | None = None
    limit: int | None = None
    offset: int = 0

    def of(self, query: Select[Any]) -> Select[Any]:
        """A question about tables, about these alone, the oldest first."""
        columns = schema.game.c
        if self.game is not None:
            query = query.where(columns.rules == self.game)
        if self.status is not None:
            query = query.where(columns.status == self.status)
        if self.since_ms is not None:
            query = query.where(columns.created_ms >= self.since_ms)
        if self.before_ms is not None:
            query = query.where(columns.created_ms < self.before_ms)
        ordered = query.order_by(columns.created_ms, columns.id)
        return ordered.limit(self.limit).offset(self.offset or None)


EVERYTHING = Selection()


class SqlStore:
    """An open database."""

    def __init__(self, engines: Engines) -> None:
        self.engine = engine = engines.reading
        self.health = Health("read")
        self.shared = engine.dialect.name == "postgresql"
        self.node = secrets.token_hex(4)
        self.witness = None if self.shared else Witness(Path(engine.url.database or ""))
        self.pen = Pen(engines.writing, self.node, self.witness, engines.write_lines)
        self.write, self.put, self.delete = self.pen.write, self.pen.put, self.pen.delete
        self.keep_review, self.keep_address = self.pen.keep_review, self.pen.keep_address
        self.drop_addresses = self.pen.drop_addresses
        self._reading: set[asyncio.Task[Sequence[Any]]] = set()
        self._touching: asyncio.Task[None] | None = None
        self._lines = engines.read_lines

    @classmethod
    async def open(
        cls, url: str, limits: Limits = HOUSE_LIMITS, *, leased: bool = False
    ) -> "SqlStore":
        """Connect, and bring the tables up to date, for which a house holds the lease."""
        return cls(await connected(url, limits, leased=leased))

    @property
    def place(self) -> str | dict[str, Any]:
        """Where it is for the driver alone: SQLite's file, or how psycopg connects."""
        address = self.engine.url
        if not self.shared:
            return str(address.database)
        options = self.engine.dialect.create_connect_args(address)[1]
        options.pop("context", None)  # SQLAlchemy's own, which no other process can be told
        return {**options, **connect_args(address)}

    def tell_failures(self, tell: Tell) -> None:
        """Whom to tell of what goes wrong from now on."""
        self.health.tell = self.pen.health.tell = tell

    async def close(self) -> None:
        """Let the connections go, once nobody reads any more."""
        if self._lines is not None and self.pen.hangs:
            self._lines.cut()
        await asyncio.gather(*self._reading, return_exceptions=True)
        await self.engine.dispose()
        self.pen.close()
        if self.witness is not None:
            self.witness.close()

    async def recall(self) -> list[str]:
        """Compare what was committed with what is there; the house that opens does this once."""
        if self.witness is None:
            return []
        notes = self.noted()
        held = await self.pen.held(notes)
        self.witness.missing = {name: note for name, note in notes.items() if name not in held}
        await self.pen.checkpoint()
        return [
            f"table {game}: event {seq} was stored and has gone"
            for game, (seq, _) in self.witness.missing.items()
        ]

    def noted(self) -> Notes:
        """What was committed lately, as far as there are notes of it: the last event of tables."""
        notes = {} if self.witness is None else self.witness.notes()
        return {name: note for name, note in notes.items() if note[0]}

    def expect_what_was_noted(self) -> None:
        """For whoever looks at a database beside the house: all that is noted is to be there."""
        if self.witness is not None:
            self.witness.missing = self.witness.notes()

    async def answers(self, seconds: float) -> bool:
        """Whether something can be stored within some seconds.

        As the last transaction went, if it was within a second; else a small
        one is tried, one for all who ask meanwhile.
        """
        if self.pen.damage is not None:
            return False
        ended, well = self.pen.last
        idle = self._touching is None or self._touching.done()
        if idle and time.monotonic() - ended < ASKED_S:
            return well
        if self._touching is None or idle:
            self._touching = asyncio.get_running_loop().create_task(self.pen.touch())
            self._touching.add_done_callback(lambda done: done.cancelled() or done.exception())
        touched, _ = await asyncio.wait({self._touching}, timeout=seconds)
        return bool(touched) and self._touching.exception() is None

    async def tell_presence(self, present: Sequence[str]) -> None:
        """Tell the other nodes who is here."""
        await self.pen.tell(PRESENCE, present)

    # Reading

    async def game(self, game: str) -> GameRow | None:
        """A table's row."""
        rows = await self._rows(select(schema.game).where(schema.game.c.id == game))
        return GameRow(*rows[0]) if rows else None

    async def seats(self, game: str) -> list[SeatRow]:
        """A table's seats, in order."""
        columns = schema.seat.c
        query = select(*(columns[field] for field in SeatRow._fields))
        query = query.where(columns.game == game).order_by(columns.no)
        return [SeatRow(*row) for row in await self._rows(query)]

    async def events(self, game: str, after: int = 0) -> list[Event]:
        """A table's events after some number, in order; of a long table a part at a time."""
        columns = schema.event.c
        events: list[Event] = []
        query = select(schema.event).where(columns.game == game).order_by(columns.seq)
        while True:
            rows = await self._rows(query.where(columns.seq > after).limit(MOST_AT_ONCE))
            events += map(_event, rows)
            if len(rows) < MOST_AT_ONCE:
                return events
            after = events[-1].seq

    async def games(self, chosen: Selection = EVERYTHING) -> list[tuple[GameRow, int]]:
        """Chosen tables, the oldest first, and how many events each has."""
        count = (
            select(func.count()).where(schema.event.c.game == schema.game.c.id).scalar_subquery()
        )
        rows = await self._rows(chosen.of(select(schema.game, count)))
        return [(GameRow(*row[:-1]), row[-1]) for row in rows]

    async def names(self, chosen: Selection = EVERYTHING) -> list[str]:
        """The same, by name alone."""
        return [row[0] for row in await self._rows(chosen.of(select(schema.game.c.id)))]

    async def finished_before(self, at_ms: int) -> list[str]:
        """Games that are over, and at which nothing happened since some time of day."""
        games, events = schema.game.c, schema.event.c
        last = select(func.max(events.at_ms)).where(events.game == games.id).scalar_subquery()
        query = select(games.id).where(games.status == OVER, last < at_ms)
        return [row[0] for row in await self._rows(query.order_by(games.created_ms, games.id))]

    async def openings(self, names: Sequence[str]) -> dict[str, Opening]:
        """Whole games, with few questions to the database."""
        events: dict[str, list[Event]] = {name: [] for name in names}
        seats: dict[str, list[SeatRow]] = {name: [] for name in names}
        columns = schema.event.c
        query = select(schema.event).where(columns.game.in_(names))
        for row in await self._rows(query.order_by(columns.game, columns.seq)):
            events[row.game].append(_event(row))
        places = schema.seat.c
        chairs = select(places.game, *(places[field] for field in SeatRow._fields))
        for row in await self._rows(chairs.where(places.game.in_(names)).order_by(places.no)):
            seats[row[0]].append(SeatRow(*row[1:]))
        games = await self._rows(select(schema.game).where(schema.game.c.id.in_(names)))
        rows = {row[0]: GameRow(*row) for row in games}
        return {
            name: Opening(rows[name], tuple(seats[name]), events[name])
            for name in names
            if name in rows
        }

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
        columns = schema.game.c
        query = select(columns.id).where(columns.status.in_(status), columns.created_ms > since_ms)
        if public is not None:
            query = query.where(columns.public == public)
        query = _older(query, before).order_by(columns.created_ms.desc(), columns.id.desc())
        return [row[0] for row in await self._rows(query.limit(most))]

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
        seats, games = schema.seat.c, schema.game.c
        mine = _chosen(select(games.id), chosen, _held(accounts))
        order = (games.created_ms.desc(), games.id.desc())
        page = [
            row[0] for row in await self._rows(_older(mine, before).order_by(*order).limit(most))
        ]
        query = select(seats.game, seats.no, seats.account, seats.token_sha256)
        query = query.where(seats.game.in_(page)).order_by(seats.no)
        owned: dict[str, list[int]] = {game: [] for game in page}
        for game, no, account, token in await self._rows(query):
            if account in accounts or token in accounts:
                owned[game].append(no)
        return owned

    async def outcomes(self, accounts: frozenset[str]) -> list[SeatOutcome]:
        """How the games went in which these people sat, as far as that is stored."""
        seats, went = schema.seat.c, schema.outcome.c
        mine = select(seats.game, seats.no).where(_held(accounts))
        own = {(game, no) for game, no in await self._rows(mine)}
        games = mine.with_only_columns(seats.game)
        query = select(*(went[field] for field in SeatOutcome._fields))
        found = await self._rows(query.where(went.game.in_(games)))
        return [SeatOutcome(*row) for row in found if (row.game, row.no) in own]

    async def review(self, game: str) -> str | None:
        """What was said of a game."""
        return await self._one(select(schema.review.c.body).where(schema.review.c.game == game))

    async def address(self, game: str) -> str | None:
        """Where a game can be looked at, if somebody has shared it."""
        return await self._one(select(schema.address.c.id).where(schema.address.c.game == game))

    async def at_address(self, address: str) -> str | None:
        """The game that can be looked at there."""
        columns = schema.address.c
        return await self._one(select(columns.game).where(columns.id == address))

    async def _one(self, query: Any) -> str | None:
        rows = await self._rows(query)
        return str(rows[0][0]) if rows else None

    async def summaries(self, games: Sequence[str]) -> dict[str, str]:
        """What lists show of some tables, of those for which it was stored."""
        columns = schema.summary.c
        query = select(columns.game, columns.body).where(columns.game.in_(games))
        return {row[0]: row[1] for row in await self._rows(query)}

    async def tallies(self, ways: Sequence[int]) -> dict[int, WayTally]:
        """How often ways were taken in public games, and what came of it."""
        query = select(schema.way).where(schema.way.c.id.in_(ways))
        return {row[0]: WayTally(*row[1:]) for row in await self._rows(query)}

    async def uncounted(self, after: str, most: int) -> list[str]:
        """Public games that are over and were never counted, by name."""
        games, counted = schema.game.c, schema.counted.c
        known = exists().where(counted.game == games.id)
        query = select(games.id).where(games.public, games.status == OVER, games.id > after, ~known)
        return [row[0] for row in await self._rows(query.order_by(games.id).limit(most))]

    async def last_seqs(self, games: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of some tables."""
        columns = schema.event.c
        query = select(columns.game, func.max(columns.seq)).where(columns.game.in_(games))
        return {row[0]: row[1] for row in await self._rows(query.group_by(columns.game))}

    async def open_ms(self) -> int:
        """How long the house has been open: noted with every batch of events."""
        noted = await self._rows(select(schema.house.c.open_ms))
        return int(noted[0][0]) if noted else 0

    def fault(self, game: str, events: Sequence[Event]) -> str | None:
        """What was committed to a table and is not among its events."""
        return None if self.witness is None else self.witness.fault(game, events)

    async def check(self, *, wholly: bool = False) -> list[str]:
        """What the database itself finds wrong with its files."""
        if self.shared:
            return []
        try:
            rows = await self._rows(text(f"PRAGMA {'integrity' if wholly else 'quick'}_check(10)"))
        except (Damaged, Unavailable) as error:
            return [str(error)]
        found = [row[0] for row in rows if row[0] != "ok"]
        if found:
            self.pen.condemn(f"the database is damaged: {found[0]}")
        return found

    async def _rows(self, query: Any) -> Sequence[Any]:
        """What was begun is read to its end, also when nobody waits for it any more."""
        reading = asyncio.get_running_loop().create_task(self._read(query))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        return await asyncio.shield(reading)

    async def _read(self, query: Any) -> Sequence[Any]:
        if self._lines is not None and self.pen.hangs:
            raise Unavailable("the database does not answer")
        reading = self._execute(query)
        try:
            rows = await (self._lines.within(reading) if self._lines else reading)
        except UnicodeDecodeError as error:
            raise Damaged("the database holds what is no text") from error
        except SQLAlchemyError as error:
            failed = failure(error)
            if isinstance(failed, DamagedFile):
                self.pen.condemn(str(failed))
            self.health.failed(failed)
            raise failed from error
        self.health.succeeded()
        return rows

    async def _execute(self, query: Any) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()


def _event(row: Any) -> Event:
    values = dict(row._mapping)
    try:
        body = json.loads(values["body"])
        if not isinstance(body, dict):
            raise ValueError("no object")
    except (ValueError, RecursionError) as error:
        raise Damaged(f"event {values['seq']} can't be read") from error
    return Event(**(values | {"body": body}))


def _held(accounts: frozenset[str]) -> Any:
    """The seats of some people."""
    seats = schema.seat.c
    return seats.account.in_(accounts) | seats.token_sha256.in_(accounts)


def _chosen(query: Any, chosen: Chosen, held: Any) -> Any:
    """Tables at which somebody sits, of those that were chosen."""
    games, seats, went = schema.game.c, schema.seat.c, schema.outcome.c
    at, ended = select(seats.game).where(held), (went.game == seats.game) & (went.no == seats.no)
    if chosen.against is not None:
        ended &= went.against == chosen.against
    if chosen.score is not None:
        ended &= went.score == chosen.score
    if chosen.against is not None or chosen.score is not None:
        at = at.where(exists().where(ended))
    query = query.where(games.id.in_(at))
    if chosen.game is not None:
        query = query.where(games.rules == chosen.game)
    if chosen.over is not None:
        status = games.status + ""  # so that nobody's games are looked for among all that are over
        query = query.where(status == OVER if chosen.over else status != OVER)
    return query


def _older(query: Any, before: str | None) -> Any:
    """Only the tables that stand after one in a list, of which the newest come first."""
    if before is None:
        return query
    columns = schema.game.c
    made = select(columns.created_ms).where(columns.id == before).scalar_subquery()
    same = (columns.created_ms == made) & (columns.id < before)
    return query.where((columns.created_ms < made) | same)
