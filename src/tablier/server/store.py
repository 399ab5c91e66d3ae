"""The database: SQLite in a file, or PostgreSQL by URL; the same tables on both."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Connection, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tablier.core.errors import TablierError
from tablier.server import schema
from tablier.server.event import Event, written

CHANNEL = "tablier"
"""Where nodes tell each other of new events."""
HOUSE = 1


class Damaged(TablierError):
    """What is stored can't be read."""


class Conflict(TablierError):
    """Another node has written first."""


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


class Store:
    """An open database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.postgres = engine.dialect.name == "postgresql"
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the tables up to date."""
        store = cls(_engine(url))
        try:
            async with store.engine.begin() as connection:
                await connection.run_sync(_migrate)
        except DBAPIError as error:
            await store.close()
            raise Damaged(f"the database can't be opened: {error.orig}") from error
        return store

    async def close(self) -> None:
        """Let the connections go."""
        await self.engine.dispose()

    # Writing

    async def write(self, entries: Sequence[Entry], open_ms: int | None = None) -> None:
        """Everything in one transaction, or Conflict and nothing."""
        try:
            async with self._writing, self.engine.begin() as connection:
                for entry in entries:
                    for opening in entry.new:
                        await _open_table(connection, opening)
                    await _change(connection, entry)
                rows = [_row(e) for entry in entries for e in entry.events]
                if rows:
                    await connection.execute(insert(schema.event), rows)
                if open_ms is not None:
                    await _note_house(connection, open_ms)
                if self.postgres and entries:
                    games = " ".join(sorted({entry.game for entry in entries}))
                    notify = text("SELECT pg_notify(:channel, :games)")
                    await connection.execute(notify, {"channel": CHANNEL, "games": games})
        except IntegrityError as error:
            raise Conflict("another node has written first") from error

    # Reading

    async def game(self, game: str) -> GameRow | None:
        """A table's row."""
        rows = await self._rows(select(schema.game).where(schema.game.c.id == game))
        return GameRow(*rows[0]) if rows else None

    async def seats(self, game: str) -> list[SeatRow]:
        """A table's seats, in order."""
        columns = schema.seat.c
        query = select(columns.no, columns.kind, columns.token_sha256, columns.account)
        query = query.where(columns.game == game).order_by(columns.no)
        return [SeatRow(*row) for row in await self._rows(query)]

    async def events(self, game: str, after: int = 0) -> list[Event]:
        """A table's events after some number, in order."""
        columns = schema.event.c
        query = select(schema.event).where(columns.game == game, columns.seq > after)
        return [_event(row) for row in await self._rows(query.order_by(columns.seq))]

    async def listed(
        self, status: Sequence[str], *, public: bool | None = True, most: int = 100
    ) -> list[str]:
        """Tables of some status, the newest first."""
        columns = schema.game.c
        query = select(columns.id).where(columns.status.in_(status))
        if public is not None:
            query = query.where(columns.public == public)
        query = query.order_by(columns.created_ms.desc()).limit(most)
        return [row[0] for row in await self._rows(query)]

    async def owned(self, accounts: frozenset[str], most: int = 200) -> dict[str, list[int]]:
        """The tables at which these people sit, the newest first, with their seats."""
        seats, games = schema.seat.c, schema.game.c
        query = select(seats.game, seats.no).join(schema.game, games.id == seats.game)
        query = query.where(seats.account.in_(accounts) | seats.token_sha256.in_(accounts))
        owned: dict[str, list[int]] = {}
        for game, no in await self._rows(query.order_by(games.created_ms.desc()).limit(most)):
            owned.setdefault(game, []).append(no)
        return owned

    async def last_seqs(self, games: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of some tables."""
        columns = schema.event.c
        query = select(columns.game, func.max(columns.seq)).where(columns.game.in_(games))
        return {row[0]: row[1] for row in await self._rows(query.group_by(columns.game))}

    async def open_ms(self) -> int:
        """How long the house has been open; an event may know better than the last note."""
        noted = await self._rows(select(schema.house.c.open_ms))
        last = await self._rows(select(func.max(schema.event.c.house_ms)))
        return max(noted[0][0] if noted else 0, last[0][0] or 0)

    async def check(self) -> list[str]:
        """What the database itself finds wrong with its files."""
        if self.postgres:
            return []
        try:
            rows = await self._rows(text("PRAGMA quick_check(10)"))
        except Damaged as error:
            return [str(error)]
        return [row[0] for row in rows if row[0] != "ok"]

    async def _rows(self, query: Any) -> Sequence[Any]:
        try:
            async with self.engine.connect() as connection:
                return (await connection.execute(query)).all()
        except (DBAPIError, UnicodeDecodeError) as error:
            raise Damaged(f"the database can't be read: {error}") from error


async def _open_table(connection: AsyncConnection, opening: Opening) -> None:
    await connection.execute(insert(schema.game), opening.row._asdict())
    seats = [seat._asdict() | {"game": opening.row.id} for seat in opening.seats]
    await connection.execute(insert(schema.seat), seats)
    await connection.execute(insert(schema.event), [_row(e) for e in opening.events])


async def _change(connection: AsyncConnection, entry: Entry) -> None:
    if entry.status is not None:
        change = update(schema.game).where(schema.game.c.id == entry.game)
        await connection.execute(change.values(status=entry.status))
    for seat in entry.seats:
        columns = schema.seat.c
        where = (columns.game == entry.game) & (columns.no == seat.no)
        await connection.execute(update(schema.seat).where(where).values(**seat._asdict()))


async def _note_house(connection: AsyncConnection, open_ms: int) -> None:
    """The house's time only ever grows, whichever node notes it."""
    columns = schema.house.c
    change = update(schema.house).where(columns.id == HOUSE, columns.open_ms < open_ms)
    await connection.execute(change.values(open_ms=open_ms))


def _row(event_: Event) -> dict[str, Any]:
    return event_._asdict() | {"body": written(event_.body)}


def _event(row: Any) -> Event:
    values = dict(row._mapping)
    try:
        body = json.loads(values["body"])
        if not isinstance(body, dict):
            raise ValueError("no object")
    except (ValueError, RecursionError) as error:
        raise Damaged(f"event {values['seq']} can't be read") from error
    return Event(**(values | {"body": body}))


# Opening


def _engine(url: str) -> AsyncEngine:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise TablierError(f"{url!r} is no address of a database") from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    if parsed.get_backend_name() not in drivers:
        raise TablierError("the database is sqlite:///FILE or postgresql://…")
    parsed = parsed.set(drivername=drivers[parsed.get_backend_name()])
    try:
        if parsed.get_backend_name() == "postgresql":
            return create_async_engine(parsed, pool_size=8, pool_pre_ping=True)
        _make_folder(parsed.database)
        engine = create_async_engine(parsed, connect_args={"timeout": 10}, pool_size=4)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise TablierError("PostgreSQL needs the extra: pip install 'tablier[postgres]'") from error
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _make_folder(database: str | None) -> None:
    if not database or database == ":memory:":
        raise TablierError("the database needs a file: nothing may be lost")
    try:
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TablierError(f"{Path(database).parent}: {error.strerror}") from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "tablier.server:migrations")
    config.attributes["connection"] = connection
    alembic.upgrade(config, "head")
    if not connection.execute(select(schema.house.c.id)).first():
        connection.execute(insert(schema.house).values(id=HOUSE, open_ms=0))
