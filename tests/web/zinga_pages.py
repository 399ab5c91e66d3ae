"""Pages for matches of ZINGA, which the tests of a process share."""

import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from visitors import PATIENCE_MS
from zinga_sittings import Handler, Opening, Sitting

from tablier import Match


@pytest.fixture(scope="module")
def zinga_page() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def zinga_context(browser: Browser) -> Iterator[BrowserContext]:
    """What all pages share; a new one of these takes longer than most tests."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture(scope="module")
def free_pages() -> list[Page]:
    """Pages that nobody sits at."""
    return []


@pytest.fixture
def opened(
    zinga_context: BrowserContext, free_pages: list[Page], zinga_page: str
) -> Iterator[Opening]:
    """Sit down at a match."""
    sittings: list[Sitting] = []

    def sit(match: Match, *seats: int, **how: str) -> Sitting:
        page = free_pages.pop() if free_pages else zinga_context.new_page()
        sittings.append(Sitting(page, zinga_page, match, list(seats)).sit(**how))
        return sittings[-1]

    yield sit
    for sitting in sittings:
        free_pages.append(sitting.leave())
