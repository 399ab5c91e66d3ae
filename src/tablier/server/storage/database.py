"""Reaching the database: SQLite in a file, or PostgreSQL by URL; its tables are made here."""

import asyncio
import sqlite3
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tablier.core.errors import TablierError
from tablier.server.storage import schema
from tablier.server.storage.address import parsed, without_password
from tablier.server.storage.migrations import NEWEST
from tablier.server.storage.private_files import secure
from tablier.server.storage.single_instance import taken_for_a_while
from tablier.server.storage.time_limit import CONNECT, Limits, Lines
from tablier.table.store import Damaged, Unavailable

HOUSE = 1
"""The only row of the table `house`."""
MIGRATION_LOCK = 7_224_254
LOCKED_S = 3.0
"""The seconds that one waits for another that writes to the same file."""
AGAIN_S = 0.02


class DamagedFile(Damaged):
    """The file is not as SQLite left it: whatever is written to it may be lost, or harm more."""


@dataclass(frozen=True)
class Engines:
    """Ways into a database that answers."""

    reading: AsyncEngine
    writing: Engine
    read_lines: Lines | None = None
    """Of PostgreSQL, to cut them when it hangs."""
    write_lines: Lines | None = None


async def connected(url: str, limits: Limits, *, leased: bool) -> Engines:
    """A database that answers, its tables up to date; a house that opens has the lease already."""
    address = parsed(url)
    engines = _engines(address, limits)
    try:
        looking = asyncio.to_thread(_is_up_to_date, engines.writing)
        if not await (engines.write_lines.within(looking) if engines.write_lines else looking):
            await asyncio.to_thread(_bring_up_to_date, engines.writing, leased=leased)
    except SQLAlchemyError as error:
        engines.writing.dispose()
        why = without_password(_reason(error), address)
        raise type(failure(error))(f"the database can't be opened: {why}") from None
    except TablierError:
        engines.writing.dispose()
        raise
    return engines


def _is_up_to_date(engine: Engine) -> bool:
    if engine.dialect.name == "sqlite":
        _keep_write_ahead_log(engine)
    with engine.connect() as connection:
        if _version(connection) != NEWEST:
            return False
        return connection.execute(select(schema.house.c.id)).first() is not None


def _bring_up_to_date(engine: Engine, *, leased: bool) -> None:
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    alone = taken_for_a_while(Path(file)) if file and not leased else nullcontext()
    with alone, engine.begin() as connection:
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
        code = getattr(cause, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return DamagedFile(f"the database is damaged: {_reason(error)}")
        damaged = code is None
    else:
        damaged = (getattr(cause, "sqlstate", None) or "").startswith("XX")
    if damaged:
        return Damaged(f"the database is damaged: {_reason(error)}")
    return Unavailable(f"the database can't be reached: {_reason(error)}")


def _reason(error: SQLAlchemyError) -> str:
    """What the database said, in one line."""
    return " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())


def _engines(address: URL, limits: Limits) -> Engines:
    """What goes wrong is told without what was to be stored: names, talk, keys."""
    try:
        if address.get_backend_name() == "postgresql":
            how: dict[str, Any] = {"hide_parameters": True, "pool_pre_ping": True}
            how |= {"pool_timeout": limits.hung, "connect_args": connect_args(address)}
            reading = create_async_engine(address, pool_size=8, **how)
            writing = create_engine(address, pool_size=1, **how)
            lines = (Lines(reading.sync_engine, limits), Lines(writing, limits))
            return Engines(reading, writing, *lines)
        secure(Path(str(address.database)))
        how = {"hide_parameters": True, "connect_args": {"timeout": LOCKED_S}}
        asynchronous = address.set(drivername="sqlite+aiosqlite")
        reading = create_async_engine(asynchronous, pool_size=4, **how)
        writing = create_engine(address.set(drivername="sqlite"), pool_size=1, **how)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise TablierError("PostgreSQL needs the extra: pip install 'tablier[postgres]'") from error
    for engine in (reading.sync_engine, writing):
        event.listen(engine, "connect", _prepare_sqlite)
    return Engines(reading, writing)


def connect_args(address: URL) -> dict[str, str]:
    """What PostgreSQL is asked for besides what the address says."""
    return {name: value for name, value in CONNECT.items() if name not in address.query}


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """One process at a time, and all or nothing: a start may be killed as well."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
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
