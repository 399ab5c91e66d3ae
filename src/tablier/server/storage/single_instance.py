"""One server per SQLite file: two would not hear of each other's moves."""

import fcntl
import os
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from tablier.core.errors import TablierError


class AlreadyOpen(TablierError):
    """Another server has the file; `address` is where people reach it."""

    def __init__(self, address: str) -> None:
        super().__init__(f"this house is open already, at {address}")
        self.address = address


def take(url: str, address: str) -> IO[str] | None:
    """Hold the lease of a SQLite file until the process ends; PostgreSQL needs none."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    path = Path(f"{parsed.database}.lease")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lease = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    except OSError as error:
        raise TablierError(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        where = lease.read().strip()
        lease.close()
        raise AlreadyOpen(where) from None
    lease.truncate()
    lease.write(address)
    lease.flush()
    return lease
