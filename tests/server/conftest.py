"""Databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import PostgreSQL, sqlite


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """A real PostgreSQL."""
    server = PostgreSQL()
    yield server
    server.admin.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a fresh database, on either system."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    server: PostgreSQL = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a fresh database, where it doesn't matter which."""
    return sqlite(tmp_path)
