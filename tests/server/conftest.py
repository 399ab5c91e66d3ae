"""One server for all tests of a process that need nothing special of it, and databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import PostgreSQL, sqlite
from houses import Served, house


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server on a free port."""
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running


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
