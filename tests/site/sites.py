"""The site of all games, written once for all tests, and a plain web server in front of it."""

import json
import os
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Page

from tablier.compile.file_lock import alone
from tablier.core import registry
from tablier.core.words import LANGUAGES
from tablier.site.folder import MARK, write_folder

PYTHON = Path(__file__).parents[2] / ".venv" / "pyodide"
INSIDE = "club/games"
"""Where the site lies at its host."""
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
"""Wait until the browser has a version as a whole."""


class Host(SimpleHTTPRequestHandler):
    """Hands files out as they lie there, packs nothing, and sends no headers of its own."""

    asked: ClassVar[list[str]] = []
    """The addresses of all that was handed out, by any of them."""

    def log_request(self, *told: object) -> None:
        """Note what was asked for."""
        self.asked.append(f"http://127.0.0.1:{self.connection.getsockname()[1]}{self.path}")

    def log_message(self, *told: object) -> None:
        """Nothing is written anywhere."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """A browser may be gone before it has everything."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)


@pytest.fixture(scope="session")
def python() -> dict[str, bytes]:
    """Pyodide, as it was fetched."""
    if not PYTHON.is_dir():
        pytest.skip("NO SITE TESTS: no Pyodide here (make pyodide)")
    from tablier.site.pyodide import pyodide

    return pyodide(PYTHON)


@pytest.fixture(scope="session")
def exported(python: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole site, which nobody changes; the processes of a run share it."""
    from tablier.site.site import export_site

    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared-site"
    with alone(shared.with_suffix(".lock")):
        if not (shared / MARK).is_file():
            with ThreadPoolExecutor(1) as aside:  # Playwright's event loop may run in this thread
                aside.submit(export_site, shared, python, registry.games(), LANGUAGES).result()
    return shared


@contextmanager
def hosted(folder: Path, root: Path) -> Iterator[str]:
    """A web server with a copy of a site somewhere below its root; the address of the site."""
    shutil.copytree(folder, root / INSIDE)
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(root)))
    thread = threading.Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/{INSIDE}"
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


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


def shown(page: Page) -> str:
    """The version of the page that is open."""
    return str(page.locator("html").get_attribute("data-version"))
