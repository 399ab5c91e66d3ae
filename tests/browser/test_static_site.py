"""The page from a folder that nothing stands behind: what was acknowledged is there again."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from games_file import keep_in_a_file
from hot_seat import MOVES, begin, has, play, touch
from houses import until
from playwright.sync_api import Browser, Page, Route, expect
from site_house import OPEN
from sites import hosted
from visitors import CHROMIUM, THOUGHT_MS, Visitor, Welcome

import tablier

pytest_plugins = "visits"
WEB = Path(tablier.__file__).parent / "web"
DATABASE = """async (path) => {
  const { openDatabase } = await import(new URL(path, document.baseURI).href);
  const one = await openDatabase("trial", () => {});
  const row = [..."abcdefghij"];
  const table = (id, made) => ({
    id, status: "playing", public: true, created_ms: made, row, summary: id,
    seats: [[0, "person", `token ${id}`, "ann"], [1, "person", "other", "bo"]],
  });
  const write = (house, change) => house.write(JSON.stringify(change)).then(JSON.parse);
  const read = (...wish) => one.read(JSON.stringify(wish)).then(JSON.parse);
  const said = {};
  said.made = await write(one, { tables: [table("a", 1), table("b", 2)], events: [["a", 1, "x"]] });
  said.next = await write(one, { game: "a", events: [["a", 2]], status: "over", house_ms: 70 });
  said.again = await write(one, { game: "a", events: [["a", 2]], status: "playing" });
  said.gap = await write(one, { game: "a", events: [["a", 4]], status: "playing" });
  said.events = (await read("events", "a", 1)).found;
  said.status = (await read("table", "a")).found.status;
  said.listed = (await read("listed", ["playing", "over"], true, 9, null, 0)).found;
  said.older = (await read("listed", ["playing", "over"], true, 9, "b", 0)).found;
  said.owned = (await read("owned", ["token a", "bo"], 9, null)).found;
  said.summaries = (await read("summaries", ["b", "none"])).found;
  said.ms = (await read("house_ms")).found;
  const two = await openDatabase("trial", () => {});
  said.late = await write(one, { game: "a", events: [["a", 3]] });
  said.newer = await write(two, { game: "a", events: [["a", 3]] });
  return said;
}"""


EXPECTED = "QuotaExceeded"
DISK = "(full) => new BroadcastChannel('disk').postMessage(full)"
SPOILT = """
let full = false;
new BroadcastChannel("disk").addEventListener("message", ({ data }) => { full = data; });
const { add } = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (...rest) {
  if (full) throw new DOMException("the disk is full", "QuotaExceededError");
  return add.apply(this, rest);
};
"""
HEAR = """window.refused = 0;
const house = new BroadcastChannel("tablier-house " + location.pathname);
house.addEventListener("message", ({ data }) => {
  if (data.kind === "said" && JSON.parse(data.frame).code === "storage") window.refused += 1;
});"""


AS_BEFORE = """async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? "blocked");
  });
  const all = (await indexedDB.databases()).map(({ name }) => name);
  const name = all.find((each) => each.startsWith("tablier /"));
  const now = await done(indexedDB.open(name));
  const kept = {};
  for (const of of ["tables", "events", "house"]) {
    const store = now.transaction(of).objectStore(of);
    kept[of] = [await done(store.getAllKeys()), await done(store.getAll())];
  }
  now.close();
  await done(indexedDB.deleteDatabase(name));
  const making = indexedDB.open(name, 1);
  making.onupgradeneeded = () => {
    const database = making.result;
    const tables = database.createObjectStore("tables", { keyPath: "id" });
    tables.createIndex("created", ["created_ms", "id"]);
    for (const table of kept.tables[1]) {
      const { result, series, ...summary } = JSON.parse(table.summary);
      tables.put({ ...table, summary: JSON.stringify(summary) });
    }
    for (const of of ["events", "house"]) {
      const store = database.createObjectStore(of);
      kept[of][0].forEach((key, at) => store.put(kept[of][1][at], key));
    }
  };
  const before = await done(making);
  const stores = [...before.objectStoreNames];
  before.close();
  return stores;
}"""
"""The same games in a database of version 1, which had no place for reviews, and told less."""


SNAPSHOTS = """async () => {
  const caught = (await caches.keys()).map((name) => caches.open(name).then((one) => one.keys()));
  return (await Promise.all(caught)).flat().filter(({ url }) => url.endsWith("/snapshot")).length;
}"""
"""How many there are of Python's memory: the second house began from there."""


def _spoil(route: Route, more: str) -> None:
    """A script as it is, and something before it."""
    own = WEB / "js" / "house" / route.request.url.rpartition("/")[2]
    route.fulfill(body=more + own.read_text("utf-8"), content_type="text/javascript")


@pytest.fixture(scope="module")
def club(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, in a folder of somebody's home page."""
    with hosted(exported, tmp_path_factory.mktemp("home")) as base:
        yield base


def test_a_game_survives_all_that_tabs_do(welcome: Welcome, club: str) -> None:
    """Two tabs share a house; a full disk stores nothing, and says so; the first tab goes."""
    first: Visitor = welcome(club, **OPEN)
    first.context.route("**/house/database.js", partial(_spoil, more=SPOILT))
    first.prepare(HEAR)
    first.go()
    expect(first.page.locator("input[name=way]")).to_have_count(2)
    begin(first.page)
    play(first.page)
    second = first.context.new_page()
    second.goto(first.page.url)
    has(second, 1)
    play(second)
    has(first.page, 2)
    first.page.evaluate(DISK, True)
    touch(first.page, 2)
    first.page.wait_for_function("() => window.refused > 0")
    assert first.page.locator(MOVES).count() == second.locator(MOVES).count() == 2
    first.page.evaluate(DISK, False)
    has(second, 3)
    first.page.goto("about:blank")
    play(second)
    second.reload()
    has(second, 4)
    assert second.evaluate(SNAPSHOTS) == 1
    second.goto(f"{club}/#/mine")
    keep_in_a_file(second)
    expect(second.locator(".tables li")).to_have_count(1)
    second.locator(".tables li a").click()
    has(second, 4)
    second.locator('[data-tool="resign"]').click()
    second.get_by_role("dialog").get_by_role("button", name="Resign").click()
    second.locator("main[data-phase=over]").wait_for()
    for page in (first.page, second):
        page.goto(f"{club}/manifest.webmanifest")
    assert second.evaluate(AS_BEFORE) == ["events", "house", "tables"]
    second.goto(f"{club}/#/mine")
    second.locator(".over li a").click()
    has(second, 5)
    second.get_by_role("button", name="Review").click()
    second.get_by_role("button", name="Judge the moves").click()
    expect(second.locator(".graph")).to_be_visible(timeout=THOUGHT_MS)
    first.faults = [fault for fault in first.faults if not re.search(EXPECTED, fault)]


def test_a_killed_browser_has_lost_nothing(browser: Browser, club: str, tmp_path: Path) -> None:
    """The whole browser is killed the moment a move was acknowledged.

    Of what localStorage was given nothing needs to be on disk by then.
    """
    url = ""
    for moves in (0, 1):
        with own_browser(browser, tmp_path) as page:
            if moves:
                page.goto(url)
                has(page, moves)
            else:
                page.goto(f"{club}/#/")
                begin(page)
            play(page)
            url = page.url
        shutil.rmtree(next(tmp_path.rglob("Local Storage")))


@contextmanager
def own_browser(browser: Browser, folder: Path) -> Iterator[Page]:
    """A page in a browser of its own, which is killed in the end."""
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless", "--no-sandbox", f"--user-data-dir={folder}"]
    command += ["--remote-debugging-port=0", "about:blank"]
    port = folder / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        until(lambda: port.is_file() and "\n" in port.read_text())
        address = f"http://127.0.0.1:{port.read_text().splitlines()[0]}"
        own = browser.browser_type.connect_over_cdp(address)
        yield own.contexts[0].pages[0]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


REFUSED = {
    "locks": """if (navigator.locks) navigator.locks.request = navigator.locks.query = async () => {
      throw new DOMException("denied", "SecurityError");
    };""",
    "database": """indexedDB.open = () => {
      throw new DOMException("denied", "SecurityError");
    };""",
}


@pytest.mark.parametrize("refused", REFUSED)
def test_whoever_may_keep_nothing_is_told(welcome: Welcome, club: str, refused: str) -> None:
    """As browsers refuse it where people block what sites store, and in some private windows."""
    visitor: Visitor = welcome(club, **OPEN)
    visitor.context.route("**/house/house_worker.js", partial(_spoil, more=REFUSED[refused]))
    visitor.prepare(REFUSED[refused])
    visitor.go()
    for _ in range(2):
        visitor.page.locator("[data-card=zhizhu] button.cover").click()
        expect(visitor.page.locator(".notice")).to_contain_text("keeps nothing for this page")
        visitor.go()
    visitor.page.goto("about:blank")  # nothing is told any more
    assert all("denied" in fault for fault in visitor.faults), visitor.faults
    visitor.faults.clear()


def test_a_file_that_is_missing_is_told_and_no_page_waits_for_ever(
    welcome: Welcome, club: str
) -> None:
    """Pyodide says nothing of machine code that it does not get."""
    visitor: Visitor = welcome(club, **OPEN)
    visitor.context.route("**/pyodide.asm.wasm.gzip", lambda route: route.fulfill(status=404))
    visitor.go()
    visitor.page.locator("[data-card=zhizhu] button.cover").click()
    expect(visitor.page.locator(".notice")).to_contain_text("can't be reached", timeout=15_000)
    assert any("no pyodide.asm.wasm: 404" in fault for fault in visitor.faults)
    visitor.page.goto(f"{club}/#/table/abcdefghij")
    told = visitor.page.get_by_role("status").get_by_text("can't be reached")
    expect(told).to_be_visible(timeout=15_000)
    visitor.page.goto("about:blank")
    visitor.faults.clear()


def test_an_address_that_is_not_safe_is_told(welcome: Welcome, exported: Path) -> None:
    """Without https there are no locks; all that needs no house is shown."""
    unsafe = "http://club.example"

    def hand_out(route: Route) -> None:
        name = route.request.url.removeprefix(f"{unsafe}/").partition("#")[0]
        route.fulfill(path=exported / (name or "index.html"))

    visitor: Visitor = welcome(unsafe, **OPEN)
    visitor.context.route(f"{unsafe}/**", hand_out)
    visitor.go()
    visitor.page.locator("[data-card=zhizhu] button.cover").click()
    expect(visitor.page.locator(".notice")).to_contain_text("over https only")


def test_a_house_that_falls_is_followed_by_another(welcome: Welcome, club: str) -> None:
    """Python has come to an end, and says so to whoever asks."""
    visitor: Visitor = welcome(club, **OPEN).go()
    begin(visitor.page)
    play(visitor.page)
    with visitor.page.expect_worker():
        visitor.page.workers[0].evaluate("() => void Promise.reject(new Error('out of memory'))")
    play(visitor.page)
    assert len([fault for fault in visitor.faults if "out of memory" in fault]) == len(
        visitor.faults
    )
    visitor.faults.clear()


UNKEPT = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {};"
"""What keeps a page offline lives where the first one does, and is not to be stopped as well."""


def test_a_house_that_was_frozen_is_followed_by_another(
    browser: Browser, club: str, tmp_path: Path
) -> None:
    """As a phone stops a tab, which goes on later with what it had not heard yet."""
    with own_browser(browser, tmp_path) as first:
        first.context.add_init_script(UNKEPT)
        first.goto(f"{club}/#/")
        begin(first)
        play(first)
        second = first.context.new_page()
        second.goto(first.url)
        has(second, 1)
        with stopped(first):
            play(second)
            play(second)
        has(first, 3)
        play(first)
        has(second, 4)
        assert second.workers and not first.workers


@contextmanager
def stopped(page: Page) -> Iterator[None]:
    """All that a page does stands still meanwhile."""
    browser = page.context.browser
    assert browser
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process for process in told if process["type"] == "renderer"]
    busiest = max(pages, key=lambda process: float(process["cpuTime"]))
    os.kill(busiest["id"], signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(busiest["id"], signal.SIGCONT)


def test_the_browser_is_coloured_as_the_page_is(welcome: Welcome, club: str) -> None:
    """Also where the theme that somebody chose is not the system's."""
    visitor = welcome(club, settings={"theme": "dark"}, color_scheme="light", **OPEN).go()
    metas = visitor.page.locator("meta[name=theme-color]")
    assert [one.get_attribute("content") for one in metas.all()] == ["#1d1a17"] * 2


def test_the_database_keeps_what_it_says(welcome: Welcome, club: str) -> None:
    visitor = welcome(club, **OPEN).go()
    said = visitor.page.evaluate(DATABASE, visitor.module("house/database.js"))
    assert said == {
        "made": {},
        "next": {},
        "again": {"error": "conflict"},
        "gap": {"error": "conflict"},
        "events": [["a", 2]],
        "status": "over",
        "listed": ["b", "a"],
        "older": ["a"],
        "owned": [["b", [1]], ["a", [0, 1]]],
        "summaries": {"b": "b"},
        "ms": 70,
        "late": {"error": "another tab has taken over"},
        "newer": {},
    }
    visitor.faults = [fault for fault in visitor.faults if not re.search(EXPECTED, fault)]
