"""Real servers for the tests, and small clients that talk to them."""

import json
import os
import re
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest
import ready
from websockets.sync.client import ClientConnection, connect

PERSON = "p" * 32
WAIT_S = 240.0
"""How long anything may take: a bot may be compiled first, behind all else on a busy machine."""


class Line(Protocol):
    """What is left of a WebSocket for those who know no network."""

    def send(self, message: str) -> None:
        """Say something."""

    def recv(self, timeout: float) -> str | bytes:
        """The next that was said."""

    def close(self) -> None:
        """Go."""


class Reached(ABC):
    """A house that answers, wherever it is."""

    def __init__(self, base: str) -> None:
        self.base = base
        """Where its page is."""

    @abstractmethod
    def call(self, method: str, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
        """The status and the decoded body of an answer."""

    @abstractmethod
    def dial(self) -> Line:
        """A bare connection."""

    def table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """A new table, made by PERSON."""
        asked = {"game": game, "seats": seats, "first": "me", **more}
        status, made = self.call("POST", "/api/tables", asked, PERSON)
        assert status == 201, made
        answer: dict[str, Any] = made
        return answer

    def attend(self, table: str, *keys: str, seen: int = 0) -> "Client":
        """A connection to a table that has been welcomed."""
        client = Client(self.dial())
        client.send({"type": "hello", "v": 1, "table": table, "keys": list(keys), "seen": seen})
        client.welcome = client.until("welcome")
        return client


class Served(Reached):
    """A running server's address, and plain requests to it."""

    def __init__(self, base: str, process: subprocess.Popen[str], data: Path) -> None:
        super().__init__(base)
        self.process = process
        self.data = data

    def call(self, method: str, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
        """The status and the decoded body of an answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {' '.join(keys)}"}
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
                status, text, kind = answer.status, answer.read(), answer.headers["Content-Type"]
        except urllib.error.HTTPError as error:
            status, text, kind = error.code, error.read(), error.headers["Content-Type"]
        return status, json.loads(text) if kind == "application/json" else text.decode()

    def dial(self, query: str = "", **more: Any) -> ClientConnection:
        """A bare connection."""
        options: dict[str, Any] = {
            "origin": self.base,
            "subprotocols": ["tablier.1"],
            "compression": None,
            "open_timeout": WAIT_S,
            "ping_interval": None,
        }
        address = f"{self.base.replace('http', 'ws', 1)}/ws{query}"
        return connect(address, legacy=True, **options | more)


class Client:
    """A connection that keeps the newest view."""

    def __init__(self, socket: Line) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self._label = secrets.token_hex(4)
        self._names = count(1)

    def send(self, message: object) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=WAIT_S))
        self.view = message.get("view", self.view)
        self.events += message.get("events", [])
        return message

    def until(self, kind: str, cmd: str | None = None) -> dict[str, Any]:
        """The next message of a kind; others are taken in on the way."""
        while True:
            message = self.receive()
            if message["type"] == kind and (cmd is None or message.get("cmd") == cmd):
                return message

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        cmd = more.pop("cmd", f"{self._label} {next(self._names)}")
        self.send({"type": kind, "cmd": cmd, **more})
        while True:
            message = self.receive()
            if message.get("cmd") == cmd:
                return message

    def play(self, text: str, **more: Any) -> dict[str, Any]:
        """Play an action and return the answer."""
        return self.ask("play", ply=self.view["ply"], text=text, **more)

    def wait_for(self, found: Any) -> dict[str, Any]:
        """Take messages in until the view is as wanted."""
        while not self.view or not found(self.view):
            self.receive()
        return self.view

    def close(self) -> None:
        self.socket.close()


@contextmanager
def house(data: Path, *flags: str, **how: Any) -> Iterator[Served]:
    """A server in a process of its own, with its files in `data`."""
    process = start(data, *flags, **how)
    try:
        yield Served(address(process), process, data)
    finally:
        if process.poll() is None:
            process.terminate()
        end(process)


def until(found: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    late = time.monotonic() + WAIT_S
    while not found():
        assert time.monotonic() < late
        time.sleep(0.05)


def end(process: subprocess.Popen[str]) -> None:
    """Wait for a server that was told to stop."""
    assert process.stdout is not None
    try:
        process.wait(WAIT_S)
    finally:
        process.kill()
        process.stdout.close()


def start(
    data: Path,
    *flags: str,
    environment: dict[str, str] | None = None,
    program: tuple[str, ...] = ("-m", "tablier"),
) -> subprocess.Popen[str]:
    """A server that is starting."""
    command = [sys.executable, *program, "serve", "--port", "0", "--data", str(data), *flags]
    variables = {**os.environ, "PYTHONFAULTHANDLER": "1", **(environment or {})}
    if "TABLIER_GAMES" in variables:
        subprocess.run([sys.executable, ready.__file__], env=variables, check=True)
    errors = (data / "log.txt") if data.is_dir() else (data.parent / "log.txt")
    with errors.open("a") as log:
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=variables,
        )


def address(process: subprocess.Popen[str]) -> str:
    """Where a server that is starting can be reached, once it can be."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    if not found:
        process.kill()
        pytest.fail(f"the server did not start: it said {line!r}, its status is {process.wait()}")
    return found[0].rstrip("/")


@pytest.fixture(scope="session")
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reached]:
    """The one server for all tests of a process that need nothing special of it.

    Where a test is to play in a browser's own house, that.
    """
    if getattr(request, "param", "server") == "browser":
        yield request.getfixturevalue("site_house")
        return
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running
