"""Every screen in every language: what axe finds, and what scrolls sideways at any width.

In one language, by day and by night: what the tab key reaches without showing it.
Zoom of 200 % is a window of half the size, as browsers lay it out.
"""

import sys
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from bench.page import CHROMIUM, served
from tablier.core import registry
from tablier.core.words import LANGUAGES

sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))

THEMES = ("light", "dark")
SIZES = (
    (320, 568),
    (360, 640),
    (640, 360),
    (640, 400),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)
"""640 × 400 is 1280 × 800 at 200 %."""
AXE_AT = ((360, 640), (1280, 800))
REVIEW = "review of "
OPEN_RECORD = """async (text) => {
  const { src } = document.querySelector('script[type="module"]');
  const { openRecord } = await import(src.replace("main.js", "study/opened_record.js"));
  await openRecord(text);
}"""
TABLE = """async ([game, kind]) => {
  const asked = { game, seats: [{ kind: "me" }, { kind }], first: "me" };
  const person = JSON.parse(localStorage["tablier.person"]);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${person}` };
  const body = JSON.stringify(asked);
  return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).table;
}"""
SIDEWAYS = """() => {
  const root = document.documentElement;
  const over = root.scrollWidth - root.clientWidth;
  const parts = [...document.querySelectorAll("main *")]
    .filter((node) => /auto|scroll/.test(getComputedStyle(node).overflowX))
    .filter((node) => node.scrollWidth > node.clientWidth)
    .map((node) => `.${node.className}`);
  return over > 0 ? [`the page, by ${over} px`, ...parts] : parts;
}"""
INSPECT = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}"""


def main() -> None:
    """Print what is wrong, and fail if anything is."""
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        looked, found = 0, []
        for language in LANGUAGES:
            more, faults = _look(browser, base, language)
            looked += more
            found += faults
        for theme in THEMES:
            found += _walk(browser, base, theme)
        browser.close()
    print(
        f"{looked} screens in {len(LANGUAGES)} languages, {len(SIZES)} sizes: {len(found)} faults"
    )
    print("\n".join(found))
    assert not found


def _look(browser: Browser, base: str, language: str) -> tuple[int, list[str]]:
    page = _visit(browser, base, locale=language)
    page.evaluate(Axe().axe_script)
    found = []
    screens = _screens(page)
    for screen in screens:
        _turn(page, screen)
        found += [f"{language}, {fault}" for fault in _faults(page, screen)]
    page.context.close()
    return len(screens), found


def _walk(browser: Browser, base: str, theme: str) -> list[str]:
    from focus import unseen

    page = _visit(browser, base, locale="en", color_scheme=theme)
    found = []
    for screen in _screens(page):
        _turn(page, screen)
        found += [f"{theme}, {screen or 'home'}: no focus on {each}" for each in unseen(page)]
    page.context.close()
    return found


def _visit(browser: Browser, base: str, **how: Any) -> Page:
    page = browser.new_context(reduced_motion="reduce", **how).new_page()
    page.goto(f"{base}/#/settings")
    page.locator("main:not([aria-busy]) h1").first.wait_for(state="attached")
    page.evaluate("() => import('/js/base/access_keys.js').then((keys) => keys.personKey())")
    return page


def _screens(page: Page) -> list[str]:
    each = [f"{screen}/{name}" for name in registry.games() for screen in ("new", "learn")]
    lessons = [f"learn/{name}/{step}" for name in registry.games() for step in (1, 99)]
    tables = [f"table/{_table(page, name)}" for name in registry.games()]
    waiting = f"table/{_table(page, registry.games()[0], 'open')}"
    reviews = [f"{REVIEW}{name}" for name in registry.games()]
    own = ["", "learn", "settings", "view", "nowhere"]
    return [*own, *each, *lessons, *tables, waiting, *reviews]


def _table(page: Page, game: str, other: str = "here") -> str:
    table: str = page.evaluate(TABLE, [game, other])
    return table


def _review(page: Page, name: str) -> None:
    """Open the record of a game, after any other screen."""
    record = sorted((registry.find(name).folder / "golden").glob("*.txt"))[0].read_text("utf-8")
    _turn(page, "nowhere")
    page.evaluate(OPEN_RECORD, record)
    page.locator(".stepper").wait_for()


def _turn(page: Page, screen: str) -> None:
    if screen.startswith(REVIEW):
        _review(page, screen.removeprefix(REVIEW))
        return
    page.evaluate("(hash) => { location.hash = hash; }", f"#/{screen}")
    page.wait_for_function("(hash) => location.hash === hash", arg=f"#/{screen}")
    page.locator("main:not([aria-busy]) h1").first.wait_for(state="attached")
    if screen.startswith("table/"):
        page.locator(".point, .stage.own > *").first.wait_for(state="attached")


def _faults(page: Page, screen: str) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        where = f"{screen or 'home'}, {width} × {height}"
        found += [f"{where}: {part} scrolls sideways" for part in page.evaluate(SIDEWAYS)]
        if (width, height) in AXE_AT:
            found += [f"{where}: {fault}" for fault in page.evaluate(INSPECT)]
    return found
