"""Browsers that nobody drives: with a page of ours, and what all of their processes take."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from bench._wasm_host import CALLS, Answer

PROGRAMS = {
    "chromium": ("chromium-headless-shell", "chromium", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
QUIET = {
    "fission.autostart": "false",
    "dom.ipc.processCount": "1",
    "browser.shell.checkDefaultBrowser": "false",
    "browser.aboutwelcome.enabled": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
}
"""All pages in one process, as the tests have it, and nothing but the page."""
PATIENCE_S = 120


class Running(NamedTuple):
    """A browser, by its first process."""

    pid: int

    def processes(self) -> dict[str, list[int]]:
        """All that it has started, by what they are for: pages, or the browser itself."""
        children: dict[int, list[int]] = {}
        for place in Path("/proc").glob("[0-9]*/stat"):
            told = _read(place)
            if told:
                parent = int(told.rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(place.parent.name))
        found: dict[str, list[int]] = {"pages": [], "browser": []}
        due = [self.pid]
        while due:
            pid = due.pop()
            due += children.get(pid, [])
            command = _read(Path(f"/proc/{pid}/cmdline"))
            pages = re.search(r"--type=renderer|-contentproc.*[\0 ]tab\0*$", command)
            found["pages" if pages else "browser"].append(pid)
        return found

    def memory_mb(self) -> dict[str, float]:
        """What they have in memory; what several share counts by its part (PSS)."""
        return {kind: sum(map(_pss_mb, pids)) for kind, pids in self.processes().items()}

    def cpu_s(self) -> Callable[[], float]:
        """Tells how long the processor has worked for its pages."""
        pids = self.processes()["pages"]

        def told() -> float:
            tasks = [task for pid in pids for task in Path(f"/proc/{pid}/task").glob("*/schedstat")]
            return sum(int(_read(task).partition(" ")[0] or 0) for task in tasks) / 1e9

        return told


def _pss_mb(pid: int) -> float:
    told = re.search(r"^Pss:\s+(\d+)", _read(Path(f"/proc/{pid}/smaps_rollup")), re.MULTILINE)
    return int(told[1]) / 1024 if told else 0.0


def _read(place: Path) -> str:
    """A file of a process; nothing once that has gone."""
    try:
        return place.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def program(name: str) -> str | None:
    """Where a browser is, if it is here."""
    own = os.environ.get(name.upper())
    return own or next(filter(None, map(shutil.which, PROGRAMS[name])), None)


@contextmanager
def running(name: str, profile: Path, address: str) -> Iterator[Running]:
    """A browser with a page."""
    command = program(name)
    assert command is not None, f"there is no {name} here"
    profile.mkdir(parents=True, exist_ok=True)
    if name == "chromium":
        flags = ["--headless", "--no-sandbox", f"--user-data-dir={profile}"]
        flags += ["--remote-debugging-port=0", "--window-size=1280,800"]
    else:
        lines = [f'user_pref("{key}", {value});\n' for key, value in QUIET.items()]
        (profile / "user.js").write_text("".join(lines))
        flags = ["--headless", "--no-remote", "--profile", str(profile)]
    quiet = subprocess.DEVNULL
    how: Any = {"stdout": quiet, "stderr": quiet, "start_new_session": True}
    with subprocess.Popen([command, *flags, address], **how) as process:
        try:
            yield Running(process.pid)
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # it may have been started by a script


PAGE = b"<!doctype html><title>calls</title><script type=module src=calls.js></script>"


def _page(connection: ServerConnection, request: Request) -> Response | None:
    """The page that calls functions, and its script."""
    if "Upgrade" in request.headers:
        return None
    files = {"/": ("text/html", PAGE), "/calls.js": ("text/javascript", CALLS.read_bytes())}
    kind, body = files.get(request.path, ("text/plain", b""))
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body))})
    return Response(200, "OK", headers, body)


HOW: dict[str, Any] = {"process_request": _page, "max_size": None, "compression": None}


@contextmanager
def answering(name: str) -> Iterator[tuple[Answer, Callable[[], float]]]:
    """A page of a browser that calls functions, and how long the processor has worked for it."""
    asked: SimpleQueue[str | None] = SimpleQueue()
    told: SimpleQueue[str | bytes] = SimpleQueue()

    def attend(page: ServerConnection) -> None:
        told.put("")
        while (text := asked.get()) is not None:
            page.send(text)
            told.put(page.recv())

    def answer(request: dict[str, Any]) -> Any:
        asked.put(json.dumps(request))
        return json.loads(told.get(timeout=PATIENCE_S))

    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place,
        serve(
            attend, "127.0.0.1", 0, process_request=_page, max_size=None, compression=None
        ) as server,
    ):
        thread = Thread(target=server.serve_forever)
        thread.start()
        port = server.socket.getsockname()[1]
        try:
            with running(name, Path(place), f"http://127.0.0.1:{port}/") as browser:
                told.get(timeout=PATIENCE_S)
                yield answer, browser.cpu_s()
        finally:
            asked.put(None)
            server.shutdown()
            thread.join()
