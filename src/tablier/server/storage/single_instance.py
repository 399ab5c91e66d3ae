"""One server per SQLite file: two would not hear of each other's moves."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tablier.compile import file_lock
from tablier.core.errors import TablierError
from tablier.server.storage.address import sqlite_file
from tablier.server.storage.private_files import make_folder, open_own

WAIT_S, AGAIN_S = 3.0, 0.02
"""Whoever brings a file up to date is done within this time."""


class AlreadyOpen(TablierError):
    """Another server has the file; `address` is where people reach it."""

    def __init__(self, address: str) -> None:
        super().__init__(f"this house is open already, at {address}")
        self.address = address


def take(url: str, address: str) -> IO[str] | None:
    """Hold the lease of a SQLite file until the process ends; PostgreSQL needs none."""
    file = sqlite_file(url)
    return None if file is None else _take_soon(file, address)


@contextmanager
def taken_for_a_while(file: Path) -> Iterator[None]:
    """Hold the lease of a file that is to be brought up to date, which an open house forbids."""
    try:
        lease = _take_soon(file, "")
    except AlreadyOpen as held:
        raise TablierError(f"the database is of another version, and {held}: stop it") from held
    with lease:
        yield


def _take_soon(file: Path, address: str) -> IO[str]:
    """Who brings a file up to date has no address, and is waited for."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            return _take(file, address)
        except AlreadyOpen as held:
            if held.address or time.monotonic() > until:
                raise
            time.sleep(AGAIN_S)


def _take(file: Path, address: str) -> IO[str]:
    make_folder(file.parent)
    path = file.with_name(f"{file.name}.lease")
    lease = os.fdopen(open_own(path, os.O_RDWR), "r+", encoding="utf-8")
    if not file_lock.take(lease):
        where = lease.read().strip()
        lease.close()
        raise AlreadyOpen(where)
    lease.truncate()
    lease.write(address)
    lease.flush()
    return lease
