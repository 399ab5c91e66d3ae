"""One browser for all tests of a process, and visitors who were never here."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from boards import Board
from boards import served as page_of_a_board
from houses import Served
from playwright.sync_api import Browser, expect, sync_playwright
from visitors import CHROMIUM, PATIENCE_MS, Visitor, Welcome

expect.set_options(timeout=PATIENCE_MS)

CHEAP = ["--no-sandbox", "--process-per-site"]
"""All pages of a house in one process: a new one for each takes longer than the page."""
_open = ExitStack()
_browsers: list[Browser] = []
_idle: dict[str, list[Visitor]] = {}
"""Visitors who have forgotten everything, by what is special about them."""


@pytest.fixture(scope="module")
def browser() -> Browser:
    """The same for all modules with visits that follow each other."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TESTS: no Chromium here (apt install chromium, or set CHROMIUM)")
    if not _browsers:
        playwright = _open.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHEAP)
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
def welcome(browser: Browser, served: Served) -> Iterator[Welcome]:
    """Let visitors in; their pages must do nothing wrong.

    A new browser profile takes longer than most tests, so that it is handed on where that can be.
    """
    visitors: list[tuple[str, Visitor]] = []

    def let_in(base: str = served.base, **how: Any) -> Visitor:
        kind = repr((base, how))
        idle = _idle.get(kind)
        visitors.append((kind, idle.pop() if idle else Visitor(browser, base, **how)))
        return visitors[-1][1]

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
