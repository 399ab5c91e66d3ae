"""Reaching the database: SQLite in a file, or PostgreSQL by URL; its tables are made here."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tablier.core.errors import TablierError
from tablier.server.storage import schema
from tablier.server.storage.migrations import NEWEST
from tablier.table.store import Damaged, Unavailable

HOUSE = 1
"""The only row of the table `house`."""
MIGRATION_LOCK = 7_224_254
LOCKED_S = 3.0
"""So many seconds one waits for another that writes to the same file."""
AGAIN_S = 0.02


async def connected(url: str) -> tuple[AsyncEngine, Engine]:
    """A database that answers, its tables up to date: to read from, and to write to."""
    reading, writing = _engines(url)
    try:
        await asyncio.to_thread(_bring_up_to_date, writing)
    except SQLAlchemyError as error:
        writing.dispose()
        raise TablierError(f"the database can't be opened: {_reason(error)}") from error
    except TablierError:
        writing.dispose()
        raise
    return reading, writing


def _bring_up_to_date(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        _keep_write_ahead_log(engine)
    with engine.begin() as connection:
        _migrate(connection)


def _keep_write_ahead_log(engine: Engine) -> None:
    """Once for the file. SQLite does not wait for others who do the same just now: we do."""
    until = time.monotonic() + LOCKED_S
    while True:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            return
        except OperationalError as error:
            locked = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            if not locked or time.monotonic() > until:
                raise
            time.sleep(AGAIN_S)


def failure(error: SQLAlchemyError) -> TablierError:
    """What went wrong: a value that can't be stored, damage, or a database that is away.

    SQLite's damage has a number; what Python can't decode has none. PostgreSQL's
    begins with XX.
    """
    if isinstance(error, DataError):
        return TablierError(f"the database can't take this: {_reason(error)}")
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    else:
        damaged = (getattr(cause, "sqlstate", None) or "").startswith("XX")
    if damaged:
        return Damaged(f"the database is damaged: {_reason(error)}")
    return Unavailable(f"the database can't be reached: {_reason(error)}")


def _reason(error: SQLAlchemyError) -> str:
    """What the database said, in one line."""
    return " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())


def _engines(url: str) -> tuple[AsyncEngine, Engine]:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise TablierError(f"{url!r} is no address of a database") from error
    kind = parsed.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise TablierError("the database is sqlite:///FILE or postgresql://…")
    try:
        if kind == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
            reading = create_async_engine(parsed, pool_size=8, pool_pre_ping=True)
            return reading, create_engine(parsed, pool_size=1, pool_pre_ping=True)
        _make_folder(parsed.database)
        wait = {"timeout": LOCKED_S}
        asynchronous = parsed.set(drivername="sqlite+aiosqlite")
        reading = create_async_engine(asynchronous, connect_args=wait, pool_size=4)
        writing = create_engine(parsed.set(drivername="sqlite"), connect_args=wait, pool_size=1)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise TablierError("PostgreSQL needs the extra: pip install 'tablier[postgres]'") from error
    for engine in (reading.sync_engine, writing):
        event.listen(engine, "connect", _prepare_sqlite)
    return reading, writing


def _make_folder(database: str | None) -> None:
    if not database or database == ":memory:":
        raise TablierError("the database needs a file: nothing may be lost")
    try:
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TablierError(f"{Path(database).parent}: {error.strerror}") from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """One process at a time, and all or nothing: a start may be killed as well."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if _version(connection) != NEWEST:
        _upgrade(connection)
    if not connection.execute(select(schema.house.c.id)).first():
        connection.execute(insert(schema.house).values(id=HOUSE, open_ms=0))


def _version(connection: Connection) -> str | None:
    """The last step that the database has taken."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _upgrade(connection: Connection) -> None:
    """Take the missing steps. Alembic is slow to load, and hardly ever needed."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "tablier.server.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise TablierError("the database was made by a newer Tablier") from error
