"""One real server for all tests of a process, a browser for each module, and fresh visitors."""

from collections.abc import Iterator
from typing import Any

import pytest
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
