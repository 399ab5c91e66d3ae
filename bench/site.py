"""The game without a server: what a visit costs, and whether all of it holds without a network.

In every browser that is here (Chromium, Firefox): bytes of the first visit as a server sends them
that packs with gzip, seconds to the first page, to the first table, and to the page after a restart
of the browser; how soon a move shows; what wakes up while nothing moves. Then the server is
stopped, and somebody who knows no rules plays every game to its end, goes through settings, a
lesson and a review, and finds the games again after a crash. `bench footprint` has its memory.

SITE_BROWSERS   some of chromium, firefox (all that are here)
SITE_GAMES      some of the games (all)
SITE_LOOKS      of desktop or phone, by light or dark (desktop-light phone-dark)
SITE_SHOW       0: only the measurements
"""

import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

from bench import newcomer
from bench._static_host import Host, hosted
from bench.page import WATCH_MOVES
from tablier.core import registry
from tablier.site.pyodide import pyodide
from tablier.site.site import export_site

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / room) for room in ("web", "browser", "site")]

GAMES = os.environ.get("SITE_GAMES", " ".join(registry.games())).split()
LOOKS = os.environ.get("SITE_LOOKS", "desktop-light phone-dark").split()
SHOW = os.environ.get("SITE_SHOW", "1") != "0"
PATIENCE_MS = 240_000
LARGEST_MB, PAGE_S, LATER_S, SHOWN_MS = 6.0, 6.0, 2.0, 100.0
TABLES, MOVES = 3, 4
IDLE_S = 10
SHORTEST_MS = 1000
TIMERS = """(() => {
  const told = new BroadcastChannel("timers");
  const note = (what, ms = 0) => ms < SHORTEST && told.postMessage(`${what} ${ms}`);
  for (const what of ["setTimeout", "setInterval"]) {
    const begin = globalThis[what].bind(globalThis);
    globalThis[what] = (work, ms, ...rest) => {
      note(what, ms);
      return begin(work, ms, ...rest);
    };
  }
})();
""".replace("SHORTEST", str(SHORTEST_MS))
HEAR = """if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {};
window.woken = [];
window.timers = new BroadcastChannel("timers");
timers.addEventListener("message", ({ data }) => window.woken.push(data));
"""


class Visits(NamedTuple):
    """What visits have cost."""

    megabytes: float
    page_s: float
    table_s: float
    later_s: float
    later_table_s: float
    shown_ms: float
    woken: list[str]


@contextmanager
def opened(playwright: Playwright, name: str, profile: Path) -> Iterator[BrowserContext]:
    """A browser with a profile that stays."""
    from browsers import program

    wanted = {"viewport": {"width": 1280, "height": 800}, "locale": "en"}
    kind = getattr(playwright, name)
    context = kind.launch_persistent_context(profile, **program(name, profile.parent), **wanted)
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context
    finally:
        with suppress(Error):  # it may have been killed
            context.close()


def visits(playwright: Playwright, name: str, base: str, profile: Path) -> Visits:
    """A first visit, and one after the browser was closed."""
    from hot_seat import begin
    from sites import KEPT

    Host.sent = 0
    with opened(playwright, name, profile) as context:
        page = context.pages[0]
        page_s = first_page(page, base)
        page.evaluate(KEPT)
        megabytes = Host.sent / 1e6
        table_s = timed(lambda: begin(page))
        shown = moves(page)
        for _ in range(TABLES - 1):
            page.goto(f"{base}/#/")
            begin(page)
            shown += moves(page)
        table = page.url
    with opened(playwright, name, profile) as context:
        page = context.pages[0]
        later_s = first_page(page, base)
        page.goto("about:blank")
        later_table_s = timed(lambda: again(page, table))
    woken = idle(playwright, name, base, profile)
    return Visits(
        *(megabytes, page_s, table_s, later_s, later_table_s),
        *(statistics.median(shown), woken),
    )


def moves(page: Page) -> list[float]:
    """Milliseconds from a press to the frame in which the move shows, for a few of a new game."""
    from hot_seat import play

    page.evaluate(WATCH_MOVES)
    for _ in range(MOVES):
        play(page)
    shown: list[float] = page.evaluate("() => shown")
    return shown


def again(page: Page, table: str) -> None:
    """Back to a table."""
    from hot_seat import has

    page.goto(table)
    has(page, MOVES)


def timed(work: Any) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def first_page(page: Page, base: str) -> float:
    """Seconds until all boards are drawn."""

    def visit() -> None:
        page.goto(f"{base}/")
        expect(page.locator("[data-card] > .picture :is(svg, img)").nth(3)).to_be_attached()

    return timed(visit)


def idle(playwright: Playwright, name: str, base: str, profile: Path) -> list[str]:
    """Timers of less than a second while a game waits for a move, of the page and its workers."""
    from hot_seat import begin, play

    Host.spied, Host.spy = ("house_worker.js", "thinker_worker.js"), TIMERS.encode()
    with opened(playwright, name, profile.with_name("idle")) as context:
        context.add_init_script(HEAR + TIMERS)
        page = context.pages[0]
        page.goto(f"{base}/#/")
        begin(page)
        play(page)
        page.wait_for_timeout(3000)
        page.evaluate("() => { window.woken = []; }")
        page.wait_for_timeout(1000 * IDLE_S)
        woken: list[str] = page.evaluate("() => window.woken")
    Host.spied = ()
    return woken


# The show


def show(playwright: Playwright, name: str, folder: Path, out: Path) -> None:
    """Everything with the server stopped, on a desktop and on a phone."""
    from browsers import launched
    from sites import KEPT

    browser = launched(playwright, name, out)
    more = {"bypass_csp": True} if name == "chromium" else {}
    for look in LOOKS:
        with hosted(folder) as base:
            visitor = newcomer.somebody(browser, base, look, **more)
            visitor.go()
            visitor.page.evaluate(KEPT)
        for game in GAMES:
            pictures = ROOT / "dist" / "site-show" / name / look / game
            player = newcomer.Newcomer(visitor, game, pictures)
            print(f"{name}, {look}, {game}, no server: {player.visit()}", flush=True)
        look_round(visitor)
        print(f"{name}, {look}: hot seat, review, lesson, settings, languages", flush=True)
        visitor.context.close()
    browser.close()


def look_round(visitor: Any) -> None:
    """Two at one screen, a review, a lesson, another language, and the game again."""
    from hot_seat import begin, has, play

    page = visitor.go().page
    begin(page)
    for _ in range(3):
        play(page)
    table = page.url
    visitor.tool("resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.button("Review").click()
    visitor.button("Judge the moves").click()
    page.locator(".graph svg").wait_for()
    visitor.go("learn/sensei/1").wait_for_turn()
    visitor.button("Show me").click()
    expect(page.locator(".answer")).to_be_visible()
    for language, title in (("Deutsch", "Einstellungen"), ("English", "Settings")):
        visitor.go("settings")
        page.get_by_text(language, exact=True).click()
        expect(page.locator("h1")).to_have_text(title)
    page.goto(table)
    has(page, 4)
    assert not visitor.faults, visitor.faults


def crash(playwright: Playwright, name: str, base: str, profile: Path) -> None:
    """The browser is killed the moment a move was acknowledged, twice."""
    from hot_seat import begin, has, play

    table = ""
    for moves in (0, 1, 2):
        with opened(playwright, name, profile) as context:
            page = context.pages[0]
            if table:
                page.goto(table)
                has(page, moves)
            else:
                page.goto(f"{base}/#/")
                begin(page)
            play(page)
            table = page.url
            for pid in using(profile):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    print(f"{name}: killed three times, and no move was lost", flush=True)


def using(profile: Path) -> list[int]:
    """The processes of a browser, by the profile that they were started with."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(profile).encode() in place.read_bytes():
                found.append(int(place.parent.name))
    return found


def main() -> None:
    """Measure, show, and fail where a bar is not met."""
    from browsers import PROGRAMS

    wanted = os.environ.get("SITE_BROWSERS", " ".join(PROGRAMS)).split()
    here = [name for name in wanted if PROGRAMS[name]]
    print("".join(f"there is no {name} here\n" for name in wanted if name not in here), end="")
    met = True
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        out = Path(place)
        with ThreadPoolExecutor(1) as aside:  # Playwright has its event loop in this thread
            aside.submit(export_site, out / "club/games", pyodide(ROOT / ".venv/pyodide")).result()
        for name in here:
            with hosted(out) as base:
                met &= told(name, visits(playwright, name, base, out / name / "profile"))
                crash(playwright, name, base, out / name / "crashed")
            if SHOW:
                show(playwright, name, out, out)
    if not met:
        sys.exit("site: a bar is not met")


def told(name: str, found: Visits) -> bool:
    """Print what visits cost beside the bars; whether they are met."""
    rows = [
        ("MB over the wire, the first visit", found.megabytes, LARGEST_MB),
        ("s to the first page, never here before", found.page_s, PAGE_S),
        ("s from there to the first table, which starts Python", found.table_s, None),
        ("s to the first page after a restart of the browser", found.later_s, LATER_S),
        ("s to a table that goes on, likewise", found.later_table_s, None),
        (f"ms until a move shows, the median of {TABLES * MOVES}", found.shown_ms, SHOWN_MS),
        (f"timers under a second in {IDLE_S} s at rest", float(len(found.woken)), 1.0),
    ]  # fmt: skip
    for what, value, bar in rows:
        print(f"{name}: {value:.2f} {what}" + (f" (bar {bar:g})" if bar else ""), flush=True)
    print(f"{name}: {sorted({*found.woken})}" if found.woken else "", end="")
    return all(bar is None or value < bar for _, value, bar in rows)


if __name__ == "__main__":
    main()
