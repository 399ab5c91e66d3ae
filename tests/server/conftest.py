"""One server for all tests of a process that need nothing special of it."""

from collections.abc import Iterator

import pytest
from houses import Served, house


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server on a free port."""
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running
