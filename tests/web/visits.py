"""One real server for all tests of a process, a browser for each module, and fresh visitors."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boards import Board
from boards import served as page_of_a_board
from houses import Served, house
from playwright.sync_api import Browser, expect, sync_playwright
from visitors import CHROMIUM, PATIENCE_MS, Visitor, Welcome

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer: while Playwright is there, no other test can run an event loop."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TESTS: no Chromium here (apt install chromium, or set CHROMIUM)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server on a free port."""
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def welcome(browser: Browser, served: Served) -> Iterator[Welcome]:
    """Let visitors in, each with an own browser profile; their pages must do nothing wrong."""
    visitors: list[Visitor] = []

    def let_in(base: str = served.base, **how: Any) -> Visitor:
        visitors.append(Visitor(browser, base, **how))
        return visitors[-1]

    yield let_in
    for visitor in visitors:
        visitor.context.close()
    assert not [fault for visitor in visitors for fault in visitor.faults]


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
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield Board(page)
    page.close()
    assert errors == []
