"""One server per file: another one does not touch it."""

import subprocess
import sys
from pathlib import Path

import pytest
from databases import sqlite
from houses import end, start
from sqlalchemy import create_engine, text

from tablier.compile import file_lock
from tablier.server.storage.single_instance import take


def test_a_database_is_brought_up_to_date_only_by_whoever_holds_it(tmp_path: Path) -> None:
    url = sqlite(tmp_path)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
    lease = take(url, "http://elsewhere/")
    assert lease is not None
    process = start(tmp_path)
    end(process)
    lease.close()
    with engine.begin() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
        assert [row[0] for row in tables] == ["alembic_version"]
    engine.dispose()
    assert process.returncode != 0


WITHOUT = """
import os, sys
sys.modules["fcntl"] = None
del os.nice
import tablier.server.http.serve, tablier.server.node.bot_pool as bot_pool
bot_pool._begin(10)
"""


def test_a_server_starts_where_there_are_neither_locks_nor_priorities() -> None:
    """As on Windows; the process that thinks ends with its parent, of which there is none here."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert "fcntl" not in done.stderr and "nice" not in done.stderr, done.stderr


def test_a_file_is_held_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "lease").open("w") as one, (tmp_path / "lease").open("w") as two:
        assert file_lock.take(one) and not file_lock.take(two)
        monkeypatch.setattr(file_lock, "fcntl", None)
        assert file_lock.take(two), "where nobody can know, it is taken"
