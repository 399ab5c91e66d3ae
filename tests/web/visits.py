"""One browser for all tests of a process, and visitors who were never here."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from boards import Board
from boards import served as page_of_a_board
from browsers import PROGRAMS, launched
from houses import Reached
from playwright.sync_api import Browser, expect, sync_playwright
from site_house import OPEN, SiteHouse
from visitors import PATIENCE_MS, Visitor, Welcome

expect.set_options(timeout=PATIENCE_MS)

_open = ExitStack()
_browsers: list[Browser] = []
_idle: dict[str, list[Visitor]] = {}
"""Visitors who have forgotten everything, by what is special about them."""


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The same for all modules with visits that follow each other."""
    name: str = request.config.getoption("--browser")
    if PROGRAMS[name] is None:
        pytest.skip(
            f"NO BROWSER TESTS: no {name.title()} here (apt install, or set {name.upper()})"
        )
    if not _browsers:
        playwright = _open.enter_context(sync_playwright())
        browser = launched(playwright, name, tmp_path_factory.mktemp("browser"))
        for left in (_browsers.clear, _idle.clear, browser.close):
            _open.callback(left)
        _browsers.append(browser)
    return _browsers[0]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close it for the others: while Playwright is there, no other test can run an event loop."""
    if "visits" not in getattr(getattr(item, "module", None), "pytest_plugins", ()):
        _open.close()


def pytest_sessionfinish() -> None:
    _open.close()


@pytest.fixture
def welcome(browser: Browser, served: Reached) -> Iterator[Welcome]:
    """Let visitors in; their pages must do nothing wrong.

    A new browser profile takes longer than most tests, so that it is handed on where that can be.
    """
    visitors: list[tuple[str, Visitor]] = []
    site = served if isinstance(served, SiteHouse) else None
    usual = OPEN if site else {}

    def let_in(base: str = served.base, **how: Any) -> Visitor:
        visitor = found(repr((base, usual | how)), base, **usual | how)
        if site:
            site.enter(visitor)
        return visitor

    def found(kind: str, base: str, **how: Any) -> Visitor:
        idle = _idle.get(kind)
        visitors.append((kind, idle.pop() if idle else Visitor(browser, base, **how)))
        return visitors[-1][1]

    if site:
        let_in()
        _idle.setdefault(visitors[0][0], []).append(visitors.pop()[1])
    yield let_in
    for kind, visitor in visitors:
        if not visitor.faults and visitor.base == served.base and visitor.forget():
            _idle.setdefault(kind, []).append(visitor)
        else:
            visitor.context.close()
    assert not [fault for _, visitor in visitors for fault in visitor.faults]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a page with one board is served."""
    folder: Path = tmp_path_factory.mktemp("page")
    with page_of_a_board(folder) as address:
        yield address


@pytest.fixture(scope="module")
def board(browser: Browser, address: str) -> Iterator[Board]:
    """A board that any game can be laid on; its page must do nothing wrong."""
    page = browser.new_page(viewport={"width": 700, "height": 700})
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield Board(page)
    page.close()
    assert errors == []
