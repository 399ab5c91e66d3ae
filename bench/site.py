"""The game without a server: what a visit costs, and whether all of it holds without a network.

In every browser that is here (Chromium, Firefox): bytes of the first visit as a server sends them
that packs with gzip, seconds to the first page, to the first table, and to the page after a restart
of the browser; how soon a move shows; how much memory all of it takes; what wakes up while nothing
moves. Then the server is stopped, and somebody who knows no rules plays every game to its end,
goes through settings, a lesson and a review, and finds the games again after a crash.

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
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

from bench import newcomer, wasm
from bench._wasm_host import CALLS
from bench.page import WATCH_MOVES
from tablier.core import registry
from tablier.site.page import FOR_GOOD
from tablier.site.pyodide import pyodide
from tablier.site.site import export_site

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / room) for room in ("web", "browser", "site")]

GAMES = os.environ.get("SITE_GAMES", " ".join(registry.games())).split()
LOOKS = os.environ.get("SITE_LOOKS", "desktop-light phone-dark").split()
SHOW = os.environ.get("SITE_SHOW", "1") != "0"
PATIENCE_MS = 240_000
LARGEST_MB, PAGE_S, LATER_S, SHOWN_MS, MEMORY_MB = 6.0, 6.0, 2.0, 100.0, 250.0
TABLES, MOVES = 3, 4
RANDOM_GAMES, SEARCHES = 50, 20
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


class Host(SimpleHTTPRequestHandler):
    """Packs what it hands out, as the site's own headers have it, and counts it.

    Workers can be made to tell their timers.
    """

    sent = 0
    spied: tuple[str, ...] = ()
    packed: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        """A file, packed."""
        path = Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = Host.packed.setdefault(str(path), compress(path.read_bytes()))
        if path.name in Host.spied:
            body = compress(TIMERS.encode() + path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", FOR_GOOD if "/v/" in self.path else "no-cache")
        self.end_headers()
        self.wfile.write(body)
        Host.sent += len(body) + 200

    def log_message(self, *told: object) -> None:
        """Nothing is written anywhere."""


class Visits(NamedTuple):
    """What visits have cost."""

    megabytes: float
    page_s: float
    table_s: float
    later_s: float
    later_table_s: float
    shown_ms: float
    memory_mb: float
    woken: list[str]


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of the site, below somebody's home page."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    thread = Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/club/games"
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


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
        before = memory_mb(context)
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
        thinks(page, base)
        memory = memory_mb(context) - before
    with opened(playwright, name, profile) as context:
        page = context.pages[0]
        later_s = first_page(page, base)
        page.goto("about:blank")
        later_table_s = timed(lambda: again(page, table))
    woken = idle(playwright, name, base, profile)
    return Visits(
        *(megabytes, page_s, table_s, later_s, later_table_s),
        *(statistics.median(shown), memory, woken),
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


def thinks(page: Page, base: str) -> None:
    """The computer has answered at the next table."""
    page.goto(f"{base}/#/")
    page.locator("input[name=way][value=computer]").check(force=True)
    page.locator("[data-card=sensei] button.cover").click()
    page.locator("main[data-phase=playing] .point.source").first.wait_for(state="attached")


def memory_mb(context: BrowserContext) -> float:
    """What all processes of a browser have for themselves, shared memory by its part."""
    own = {os.getpid()}
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in own} - own
        own |= more
        grown = bool(more)
    return sum(map(_pss_mb, own - {os.getpid()}))


def _pss_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def idle(playwright: Playwright, name: str, base: str, profile: Path) -> list[str]:
    """Timers of less than a second while a game waits for a move, of the page and its workers."""
    from hot_seat import begin, play

    Host.spied = ("house_worker.js", "thinker_worker.js")
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


# The same as native code, and as quick


def equal(playwright: Playwright, name: str, out: Path) -> bool:
    """Whether random games and searches come to the same as in native code; prints how quick."""
    from browsers import launched

    browser = launched(playwright, name, out)
    page = browser.new_page()
    page.goto("about:blank")
    page.add_script_tag(path=CALLS, type="module")
    page.wait_for_function("!!globalThis.answer")
    faults = 0

    def answer(request: dict[str, Any]) -> Any:
        return page.evaluate("request => answer(request)", request)

    for game in GAMES:
        code, known = wasm.loaded(game, answer), registry.find(game)
        faults += wasm.different_games(known, code, RANDOM_GAMES)
        if game in wasm.SEARCHED:
            faults += wasm.different_searches(known, code, SEARCHES)
            wasm.compare("nodes", game, wasm.nodes(game), {name: answer})
    browser.close()
    print(f"{name}: {faults} of {RANDOM_GAMES} random games of each setup and {SEARCHES} searches "
          "of each game differ from native code", flush=True)  # fmt: skip
    return faults == 0


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
            met &= equal(playwright, name, out)
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
        ("MB of memory more than an empty page, after the computer's turn", found.memory_mb,
         MEMORY_MB),
        (f"timers under a second in {IDLE_S} s at rest", float(len(found.woken)), 1.0),
    ]  # fmt: skip
    for what, value, bar in rows:
        print(f"{name}: {value:.2f} {what}" + (f" (bar {bar:g})" if bar else ""), flush=True)
    print(f"{name}: {sorted({*found.woken})}" if found.woken else "", end="")
    return all(bar is None or value < bar for _, value, bar in rows)


if __name__ == "__main__":
    main()
