"""Real servers and clients for the benches: a house in a process, tables played at random."""

import asyncio
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablier.server.socket.tcp_info import tcp_info

SEATS: list[dict[str, Any]] = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
AGAIN_S = 0.05
WAIT_S = 1200.0
"""How long an answer may take."""
GONE = (OSError, HTTPException, WebSocketException, TimeoutError, EOFError)
"""What a client sees of a house that is killed, also in the middle of an answer."""


def size(name: str, default: int) -> int:
    """How much a bench does, from the environment."""
    return int(os.environ.get(f"BENCH_{name}", default))


FIRST_PORT, PORTS = 20_000, 10_000
"""Below what systems give to connections: nobody gets such a port while a house is down."""
_ports = count(os.getpid())


def free_port() -> int:
    """A port that nobody listens on."""
    while True:
        port = FIRST_PORT + next(_ports) % PORTS
        with suppress(OSError), socket.socket() as sock:
            sock.bind(("127.0.0.1", port))
            return port


class House:
    """A server that can be killed and started again at the same address."""

    def __init__(
        self,
        folder: Path,
        *flags: str,
        launcher: str = "tablier",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self._log = folder / f"log-{self.port}.txt"
        port = ("--port", str(self.port))
        self._command = [sys.executable, "-m", launcher, "serve", *port, "--data", str(folder)]
        self._command += flags
        self._environment = {**os.environ, "PYTHONFAULTHANDLER": "1", **(environment or {})}
        self.process: subprocess.Popen[str] | None = None
        self.up_at = 0.0
        """Since when it can be reached, in seconds of the monotonic clock."""

    def start(self) -> None:
        """Come up, and be reachable when this returns."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not re.search(r"http://\S+", line):
            self.process.kill()
            how, told = self.process.wait(), self._log.read_text()[-2000:]
            sys.exit(f"the server did not start: it said {line!r}, its status is {how}; {told}")
        self.up_at = time.monotonic()

    def end(self, how: signal.Signals) -> float:
        """Stop it; the seconds that it took."""
        assert self.process is not None and self.process.stdout is not None
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()
        return time.monotonic() - began

    def memory_kib(self, figure: str = "VmRSS") -> int:
        """What the process has in memory; or VmHWM, the most that it ever had."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(rf"{figure}:\s+(\d+)", status)
        return int(found[1]) if found else 0

    def forget_peak(self) -> None:
        """Let VmHWM begin anew."""
        assert self.process is not None
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def cpu_s(self) -> float:
        """Seconds that the process has computed."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def sockets(self) -> int:
        """How many sockets the server says are open."""
        with await asyncio.to_thread(urllib.request.urlopen, f"{self.base}/metrics") as answer:
            found = re.search(r"^tablier_sockets (\d+)", answer.read().decode(), re.MULTILINE)
        return int(found[1]) if found else -1

    def make_table(
        self, game: str, person: str, seats: list[dict[str, Any]] = SEATS, client: str = ""
    ) -> dict[str, Any]:
        """A table, by default with two people at one device; of a client as a proxy names it."""
        asked = {"game": game, "seats": seats, "first": "me", "public": True}
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {person}"}
        headers |= forwarded(client)
        request = urllib.request.Request(
            f"{self.base}/api/tables", json.dumps(asked).encode(), headers
        )
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            made: dict[str, Any] = json.load(answer)
            return made

    async def dial(self, table: str, *keys: str, client: str = "") -> ClientConnection:
        """A connection that has said hello."""
        address = f"{self.base.replace('http', 'ws', 1)}/ws"
        socket = await connect(
            address,
            origin=self.base,  # type: ignore[arg-type]
            subprotocols=["tablier.1"],  # type: ignore[list-item]
            compression=None,
            max_queue=None,
            ping_interval=None,
            additional_headers=forwarded(client),
        )
        await socket.send(json.dumps({"type": "hello", "v": 1, "table": table, "keys": list(keys)}))
        return socket


def forwarded(client: str) -> dict[str, str]:
    """What a proxy adds to the request of a client."""
    return {"X-Forwarded-For": client} if client else {}


class Acked(NamedTuple):
    """A move that the server has promised to keep."""

    table: str
    seq: int
    hash: str


class Player:
    """Plays both seats of table after table at random, and comes back whenever it is cut off."""

    def __init__(self, house: House, game: str, seed: int, client: str = "") -> None:
        self.house = house
        self.client = client
        self.cuts = 0
        self.acked: list[Acked] = []
        self.refused: list[str] = []
        self.latencies: list[float] = []
        self.answered_at = 0.0
        """When the last answer reached this machine, in seconds of the monotonic clock."""
        self.back_s: list[float] = []
        """How long it took to come back, each time, once the house could be reached."""
        self.person = secrets.token_hex(16)
        self._game = game
        self._random = random.Random(seed)
        self.table = ""
        self.cut_at = 0.0

    async def take_table(self) -> None:
        """Begin a new game."""
        made = await asyncio.to_thread(
            self.house.make_table, self._game, self.person, SEATS, self.client
        )
        self.table = made["table"]

    async def play(self, go_on: Callable[[], bool], pause: Callable[[], float] = lambda: 0) -> None:
        """Play until told to stop."""
        pending: dict[str, Any] | None = None
        while go_on():
            try:
                if not self.table:
                    await self.take_table()
                    pending = None
                async with await self._dial() as socket:
                    view = await next_view(socket)
                    if self.cut_at:
                        self.back_s.append(time.monotonic() - max(self.cut_at, self.house.up_at))
                        self.cut_at = 0.0
                    while go_on() and view["phase"] == "playing":
                        pending = pending or self._chosen(view)
                        view = await self._send(socket, pending, view)
                        pending = None
                        await asyncio.sleep(pause())
                if view["phase"] != "playing":
                    self.table = ""
            except GONE:
                self.cuts += 1
                self.cut_at = self.cut_at or time.monotonic()
                await asyncio.sleep(AGAIN_S)

    async def _dial(self) -> ClientConnection:
        return await self.house.dial(self.table, self.person, client=self.client)

    def _chosen(self, view: dict[str, Any]) -> dict[str, Any]:
        seat = view["actors"][0]
        text = self._random.choice(view["legal"][str(seat)])
        cmd = secrets.token_hex(8)
        return {"type": "play", "cmd": cmd, "seat": seat, "ply": view["ply"], "text": text}

    async def _send(
        self, socket: ClientConnection, command: dict[str, Any], view: dict[str, Any]
    ) -> dict[str, Any]:
        """Send a command and wait until it is answered; the newest view.

        What counts is when the answer came in, not when this process got round to reading it.
        """
        began = time.monotonic()
        await socket.send(json.dumps(command))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 30))
            view = message.get("view", view)
            if message.get("cmd") == command["cmd"]:
                break
        info = tcp_info(socket.transport)
        self.answered_at = time.monotonic() - (info.waiting_ms / 1000 if info else 0.0)
        self.latencies.append(max(self.answered_at - began, 0.0))
        if message["type"] == "ack":
            self.acked.append(Acked(self.table, message["seq"], message["hash"]))
        else:
            self.refused.append(message["code"])
        while view["seq"] < message.get("seq", 0):
            view = json.loads(await asyncio.wait_for(socket.recv(), 30)).get("view", view)
        return view


async def next_view(socket: ClientConnection) -> dict[str, Any]:
    """The next view of a table; at a long one, pages of what is past come before it."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 120))
        view: dict[str, Any] | None = message.get("view")
        if view is not None:
            return view


def quantile(values: list[float], share: float) -> float:
    """The value that a share of all stay under."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
