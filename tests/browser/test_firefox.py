"""The page without a server in Firefox, once: all else of it is tried in Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import PROGRAMS, launched
from hot_seat import begin, has, play
from playwright.sync_api import Browser, expect, sync_playwright
from site_house import ASK
from sites import HAS, INSIDE, KEPT, hosted, newer, shown
from visitors import PATIENCE_MS, Visitor

import tablier
from tablier.browser.thoughts import Thoughts

expect.set_options(timeout=PATIENCE_MS)
NODES = 500
LATE = """() => ["person", "persons", "keys"].forEach((name) => {
  localStorage.removeItem(`tablier.${name}`);
})"""
"""What localStorage has Firefox writes seconds later: a killed one has lost it."""


@pytest.fixture
def firefox(exported: Path, tmp_path: Path) -> Iterator[Browser]:
    if PROGRAMS["firefox"] is None:
        pytest.skip("NO FIREFOX TEST: no Firefox here (apt install firefox-esr, or set FIREFOX)")
    with sync_playwright() as playwright:
        browser = launched(playwright, "firefox", tmp_path)
        yield browser
        browser.close()


def test_a_game_is_played_judged_and_found_again(
    firefox: Browser, exported: Path, tmp_path: Path
) -> None:
    """Two play, the computer thinks as native code does, and nothing is lost without a host.

    Meanwhile comes a newer version: they go on with theirs, and have the other at the next start.
    """
    record = tablier.new("zhizhu").play("b3").play("c4").record()
    wish = {"record": record, "nodes": NODES}
    with hosted(exported, tmp_path / "home") as club:
        visitor = Visitor(firefox, club).go()
        page = visitor.page
        page.evaluate(KEPT)
        begin(page)
        play(page)
        table = page.url
        answer = page.evaluate(ASK, ["/api/analysis", wish, []])
        old, new = shown(page), newer(tmp_path / "home" / INSIDE)
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        page.evaluate(HAS, new)
        play(page)
        assert shown(page) == old
    page.evaluate(LATE)
    page.goto("about:blank")
    page.goto(table)
    expect(page.locator(".notice")).to_have_text("Tablier was updated.")
    assert shown(page) == new
    has(page, 2)
    play(page)
    expect(page.locator("main")).to_have_attribute("data-phase", "playing")
    assert visitor.faults == []
    assert answer == {"status": 200, "content": {"moves": judged(wish)}}


def judged(wish: dict[str, Any]) -> Any:
    """What native code thinks of a record."""
    *_, last = Thoughts().begin("analyse", json.dumps(wish))
    return json.loads(last or "")
