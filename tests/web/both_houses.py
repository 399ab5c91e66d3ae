"""Which house a test of the page plays in: a server, the one in a browser, or each of them.

All play at a server, those marked `both` in a browser's house as well. With `--house browser` all
play there, but for those marked `server`, which need one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from site_house import SiteHouse

HERE = Path(__file__).parent
SERVER, BROWSER = "server", "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--house",
        choices=[SERVER, BROWSER],
        default=SERVER,
        help="where the page's tests play: at a server, or in the browser itself",
    )
    parser.addoption("--browser", choices=["chromium", "firefox"], default="chromium")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.path.parent != HERE or "served" not in metafunc.fixturenames:
        return
    if metafunc.config.getoption("--house") == BROWSER:
        metafunc.parametrize("served", [BROWSER], indirect=True)
    elif metafunc.definition.get_closest_marker("both"):
        metafunc.parametrize("served", [SERVER, BROWSER], indirect=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those in a browser's house come first, one after the other: there, Python starts once."""
    items.sort(key=lambda item: which(item) != BROWSER)


def which(item: pytest.Item) -> object:
    """The house of a test that has a choice."""
    found = getattr(item, "callspec", None)
    return found and found.params.get("served")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if which(item) == BROWSER and item.get_closest_marker("server"):
        pytest.skip("needs a server")


@pytest.fixture(scope="session")
def site_house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator["SiteHouse"]:
    """The houses of all browsers that visit a site."""
    from site_house import SiteHouse
    from sites import hosted

    with hosted(request.getfixturevalue("exported"), tmp_path_factory.mktemp("home")) as base:
        yield SiteHouse(base)
