"""One server per SQLite file: two would not hear of each other's moves."""

import os
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from tablier.compile import file_lock
from tablier.core.errors import TablierError


class AlreadyOpen(TablierError):
    """Another server has the file; `address` is where people reach it."""

    def __init__(self, address: str) -> None:
        super().__init__(f"this house is open already, at {address}")
        self.address = address


def take(url: str, address: str) -> IO[str] | None:
    """Hold the lease of a SQLite file until the process ends; PostgreSQL needs none."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise TablierError(f"{url!r} is no address of a database") from error
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    path = Path(f"{parsed.database}.lease")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lease = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    except OSError as error:
        raise TablierError(f"{path}: {error.strerror}") from error
    if not file_lock.take(lease):
        where = lease.read().strip()
        lease.close()
        raise AlreadyOpen(where)
    lease.truncate()
    lease.write(address)
    lease.flush()
    return lease
