"""The site in a browser, below somebody's home page, from a server that knows nothing of it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sites import INSIDE, hosted
from visitors import Visitor

from tablier.core import registry
from tablier.site.folder import MARK, write_folder

pytest_plugins = "visits"

KEPT = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) done();
  serviceWorker.addEventListener("controllerchange", done, { once: true });
})"""
"""The service worker takes over when it has everything. (Waiting as Playwright does needs eval.)"""
HAS = """(named) => new Promise((done) => {
  const look = async () => {
    const { installing, waiting } = await navigator.serviceWorker.getRegistration();
    const here = (await caches.keys()).some((name) => name.endsWith(` ${named}`));
    if (here && !installing && !waiting) done();
    else setTimeout(look, 50);
  };
  look();
})"""


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
    assert [fault for fault in somebody.faults if "404" not in fault] == []


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
    visitor.go()
    expect(visitor.page.locator("h1.motto")).to_be_visible()
    kept(visitor.page)
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
    visitor.go()
    kept(visitor.page)
    new = newer(place[1])
    visitor.go()
    assert shown(visitor.page) != new
    visitor.page.evaluate(HAS, new)
    expect(visitor.page.locator(".notice")).to_have_count(0)
    visitor.context.set_offline(True)
    visitor.go()
    assert shown(visitor.page) == new
    expect(visitor.page.locator(".notice")).to_have_text("Tablier was updated.")
    loaded = visitor.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert [name for name in loaded if f"/v/{new}/" not in name and "/v/" in name] == []
    visitor.go()
    expect(visitor.page.locator(".cards li")).to_have_count(4)
    expect(visitor.page.locator(".notice")).to_have_count(0)


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


PYTHON = """async () => {
  const folder = `${location.pathname}v/${document.documentElement.dataset.version}/`;
  const asked = fetch;
  window.fetch = async (what, how) => {
    if (!String(what).endsWith("pyodide.asm.wasm")) return asked(what, how);
    const { body } = await asked(`${what}.gzip`);
    const unpacked = body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
  };
  const { loadPyodide } = await import(`${folder}pyodide/pyodide.js`);
  const python = await loadPyodide();
  const sources = await (await asked(`${folder}tablier.zip`)).arrayBuffer();
  python.unpackArchive(sources, "zip", { extractDir: "/tablier" });
  return python.runPython(`
import sys
sys.path.insert(0, "/tablier")
import tablier, tablier.engine.search.mind
played = []
for name in tablier.games():
    match = tablier.new(name)
    while len(match.actions) < 6 and len(match.seats) == 1:
        match = match.play(match.legal()[0])
    assert tablier.read_position(match.position()).position() == match.position()
    played.append(f"{name} {len(match.actions)}")
", ".join(played)`);
}"""


def test_python_starts_and_plays_with_what_the_site_has_of_it(visitor: Visitor) -> None:
    """The trimmed library, packed code and renamed scripts, under the page's own policy."""
    visitor.go()
    played = visitor.page.evaluate(PYTHON).split(", ")
    assert [each.rpartition(" ")[0] for each in played] == registry.games()
    assert len([each for each in played if each.endswith(" 6")]) == 3
