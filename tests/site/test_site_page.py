"""The site in a browser, below somebody's home page, from a server that knows nothing of it."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hot_seat import begin, has, play
from playwright.sync_api import Browser, expect
from sites import HAS, INSIDE, KEPT, Host, hosted, newer, shown
from visitors import Visitor

from tablier.core import registry

pytest_plugins = "visits"

USED = "icons/icons.svg"
"""A browser asks anew for what the page draws with `<use>`."""


@pytest.fixture(scope="module")
def place(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a site, and its folder."""
    root = tmp_path_factory.mktemp("home")
    with hosted(exported, root) as base:
        yield base, root / INSIDE


@pytest.fixture(scope="module")
def first_visit(browser: Browser, place: tuple[str, Path]) -> Iterator[tuple[Visitor, list[str]]]:
    """Somebody who has been there once, and what was fetched: more is not, from then on."""
    with newcomer(browser, place[0]) as somebody:
        yield somebody, [one for one in Host.asked if one.startswith(f"{place[0]}/v/")]


@contextmanager
def newcomer(browser: Browser, base: str) -> Iterator[Visitor]:
    """Somebody who was never there, and stays until the browser has all of the site."""
    somebody = Visitor(browser, base).go()
    expect(somebody.page.locator("h1.motto")).to_be_visible()
    somebody.page.evaluate(KEPT)
    yield somebody
    somebody.context.close()


@pytest.fixture
def visitor(first_visit: tuple[Visitor, list[str]]) -> Iterator[Visitor]:
    """Tests share who has been there: a first visit, with its Python, takes longer than they do."""
    somebody, _ = first_visit
    yield somebody
    somebody.context.set_offline(False)
    faults, somebody.faults = somebody.faults, []
    assert faults == []


@pytest.fixture
def restored(place: tuple[str, Path], exported: Path) -> Iterator[Path]:
    """The folder of the site, which is put right again."""
    yield place[1]
    shutil.rmtree(place[1])
    shutil.copytree(exported, place[1])


def test_offline_after_the_first_visit(
    visitor: Visitor, first_visit: tuple[Visitor, list[str]]
) -> None:
    """What the page had already is not fetched a second time, though the host allows nothing."""
    _, asked = first_visit
    twice = [address for address, times in Counter(asked).items() if times > 1]
    assert len(asked) > 100 and not [one for one in twice if not one.endswith(USED)]
    visitor.context.set_offline(True)
    visitor.go()
    expect(visitor.page.locator(".cards li")).to_have_count(4)
    visitor.page.get_by_role("link", name="Learn").click()
    expect(visitor.page.locator("h1")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(f"/{INSIDE}/#/learn"))
    visitor.page.get_by_role("link", name="Tablier").click()
    expect(visitor.page).to_have_url(f"{visitor.base}/#/")


def test_a_browser_may_install_it(visitor: Visitor) -> None:
    """As the browser itself judges, but for what only a window can have."""
    talk = visitor.context.new_cdp_session(visitor.page)
    found = talk.send("Page.getAppManifest")
    assert found["url"] == f"{visitor.base}/manifest.webmanifest" and found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    for icon in manifest["icons"]:
        size = visitor.page.evaluate(
            """async (src) => {
              const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
              return `${width}x${height}`;
            }""",
            icon["src"],
        )
        assert size == icon["sizes"]
    told = talk.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in told} <= {"in-incognito"}


def test_an_update_is_taken_at_the_next_start_and_told(
    browser: Browser, exported: Path, tmp_path: Path
) -> None:
    """Whoever plays meanwhile plays on as before, and finds the game again."""
    with hosted(exported, tmp_path) as base, newcomer(browser, base) as visitor:
        update(visitor, tmp_path / INSIDE)
        assert visitor.faults == []


def update(visitor: Visitor, folder: Path) -> None:
    """Comes in the middle of a game."""
    page = visitor.page
    begin(page)
    play(page)
    table = page.url
    new = newer(folder)
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    page.evaluate(HAS, new)
    play(page)
    page.get_by_role("link", name="Settings").click()
    expect(page.locator("h1")).to_have_text("Settings")
    assert shown(page) != new
    expect(page.locator(".notice")).to_have_count(0)
    visitor.context.set_offline(True)
    visitor.go()
    assert shown(page) == new
    expect(page.locator(".notice")).to_have_text("Tablier was updated.")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert [name for name in loaded if f"/v/{new}/" not in name and "/v/" in name] == []
    page.goto(table)
    has(page, 2)
    play(page)
    visitor.go()
    expect(page.locator(".cards li")).to_have_count(4)
    expect(page.locator(".notice")).to_have_count(0)


def test_a_download_that_fails_leaves_the_old_version(visitor: Visitor, restored: Path) -> None:
    old = shown(visitor.page)
    newer(restored)
    sheet = restored / "sw.js"
    sheet.write_bytes(sheet.read_bytes().replace(b'"files":[', b'"files":[["none.js","AAAA"],'))
    failed = visitor.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const found = new Promise((done) => {
            registration.addEventListener("updatefound", () => {
              const { installing } = registration;
              installing.addEventListener("statechange", () => done(installing.state));
            });
          });
          await registration.update();
          return found;
        }"""
    )
    assert failed == "redundant"
    visitor.context.set_offline(True)
    visitor.go()
    assert shown(visitor.page) == old
    expect(visitor.page.locator(".cards li")).to_have_count(4)


PYTHON = """async ([modules, program]) => {
  const folder = `${location.pathname}v/${document.documentElement.dataset.version}/`;
  const { python } = await import(`${folder}js/house/python.js`);
  const found = await python();
  found.FS.mkdir("/tests");
  for (const [name, text] of Object.entries(modules)) found.FS.writeFile(`/tests/${name}`, text);
  return found.runPythonAsync(program);
}"""
TRIED = """
import logging, sys
logging.disable()
sys.path.insert(0, "/tests")
import tablier, tablier.engine.search.mind
from matrix import PHASES, ROLES, try_everything
from tabs import tabs
for name in tablier.games():
    match = tablier.new(name)
    while len(match.actions) < 6 and len(match.seats) == 1:
        match = match.play(match.legal()[0])
    assert tablier.read_position(match.position()).position() == match.position()
for role in ROLES:
    for phase in PHASES:
        async with tabs() as house:
            await try_everything(house, role, phase)
f"{tablier.games()} {len(ROLES) * len(PHASES)}"
"""
TESTS = Path(__file__).parents[1]
MODULES = [TESTS / "table" / name for name in ("matrix.py", "guests.py", "memory.py")]


def test_whoever_may_do_what_at_a_server_may_do_it_here(visitor: Visitor) -> None:
    """The server's matrix against the house in the browser, and all games in its Python.

    That is the trimmed library, packed code and renamed scripts, under the page's own policy.
    """
    modules = [*MODULES, TESTS / "browser" / "tabs.py"]
    texts = {path.name: path.read_text("utf-8") for path in modules}
    told = visitor.page.evaluate(PYTHON, [texts, TRIED])
    assert told == f"{registry.games()} 16"
