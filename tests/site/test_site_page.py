"""The site in a browser, below somebody's home page, from a server that knows nothing of it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hot_seat import begin, has, play
from playwright.sync_api import Browser, Page, expect
from sites import INSIDE, KEPT, Host, hosted
from visitors import Visitor

from tablier.core import registry
from tablier.site.folder import MARK, write_folder

pytest_plugins = "visits"

HAS = """(named) => new Promise((done) => {
  const look = async () => {
    const { installing, waiting } = await navigator.serviceWorker.getRegistration();
    const here = (await caches.keys()).some((name) => name.endsWith(` ${named}`));
    if (here && !installing && !waiting) done();
    else setTimeout(look, 50);
  };
  look();
})"""

USED = "icons/icons.svg"
"""A browser asks anew for what the page draws with `<use>`."""


@pytest.fixture
def place(exported: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a site, and its folder."""
    with hosted(exported, tmp_path) as base:
        yield base, tmp_path / INSIDE


@pytest.fixture
def visitor(browser: Browser, place: tuple[str, Path]) -> Iterator[Visitor]:
    """Somebody who has never been there."""
    somebody = Visitor(browser, place[0])
    yield somebody
    somebody.context.close()
    assert somebody.faults == []


def kept(page: Page) -> None:
    """Wait until the browser has all of the site."""
    page.evaluate(KEPT)


def newer(folder: Path, more: dict[str, bytes] | None = None) -> str:
    """The same site as another version, as if something in it had changed."""
    old = json.loads((folder / MARK).read_text())
    inside = folder / "v" / old["version"]
    new = "".join(reversed(old["version"]))
    versioned = {
        path.relative_to(inside).as_posix(): path.read_bytes()
        for path in inside.rglob("*")
        if path.is_file()
    }
    beside = {
        name: (folder / name).read_bytes().replace(old["version"].encode(), new.encode())
        for name in old["files"]
    }
    write_folder(folder, new, {**versioned, **(more or {})}, beside)
    return new


def test_offline_after_the_first_visit(visitor: Visitor) -> None:
    """What the page had already is not fetched a second time, though the host allows nothing."""
    visitor.go()
    expect(visitor.page.locator("h1.motto")).to_be_visible()
    kept(visitor.page)
    asked = [address for address in Host.asked if address.startswith(f"{visitor.base}/v/")]
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
    visitor.go()
    kept(visitor.page)
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
    visitor: Visitor, place: tuple[str, Path]
) -> None:
    """Whoever plays meanwhile plays on as before, and finds the game again."""
    visitor.go()
    page = visitor.page
    kept(page)
    begin(page)
    play(page)
    table = page.url
    new = newer(place[1])
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


def test_a_download_that_fails_leaves_the_old_version(
    visitor: Visitor, place: tuple[str, Path]
) -> None:
    visitor.go()
    kept(visitor.page)
    old = shown(visitor.page)
    newer(place[1])
    sheet = place[1] / "sw.js"
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


def shown(page: Page) -> str:
    """The version of the page that is open."""
    return str(page.locator("html").get_attribute("data-version"))


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
    visitor.go()
    told = visitor.page.evaluate(PYTHON, [texts, TRIED])
    assert told == f"{registry.games()} 16"
