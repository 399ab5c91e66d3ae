"""Attacks on a house of one's own, for bench/siege.py: what a stranger without a key can send.

They run in processes of their own, never reach beyond this machine's loopback addresses, and are
bounded in rate, number and time. What each of them got through is counted and printed: connections,
requests, frames, and bytes that the house's side of a line has taken.
`python -m bench._attacks PORT TABLE SECONDS NAME`
"""

import asyncio
import base64
import json
import logging
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count, cycle
from typing import Any, NamedTuple

Attack = Callable[["Siege"], Coroutine[Any, Any, None]]
GAME = "zhizhu"
BOTS = [{"kind": "bot", "level": 7}, {"kind": "bot", "level": 7}]
OPEN = [{"kind": "me", "name": "Mal"}, {"kind": "open"}]
PAIR = [{"kind": "me", "name": "Mal"}, {"kind": "here", "name": "Lam"}]
RECORD_KB = 63
CHUNK = 64 * 1024
MASK = b"\x80\x00\x00\x00\x00"
"""An empty payload, masked with zeros."""
PING, FRAGMENT, GOES_ON = b"\x89" + MASK, b"\x01" + MASK, b"\x00" + MASK
FRAMES, EVERY_S = 10_000, 0.05
"""Two hundred thousand frames a second on each flooding line, as long as it takes them."""
LOST = (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError, ValueError)


class Line(NamedTuple):
    """A connection from one of the attackers' addresses."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    sent: Counter[str]

    def send(self, data: bytes, frames: int = 0, requests: int = 0) -> None:
        """Send something, and count it."""
        self.writer.write(data)
        self.sent.update(bytes=len(data), frames=frames, requests=requests)


class Siege:
    """Where the attackers are, for how long, and what became of their requests."""

    def __init__(self, number: int, port: int, table: str, seconds: float) -> None:
        self.number = number
        self.port = port
        self.table = table
        """A public table with very many events."""
        self.end = time.monotonic() + seconds
        self.seen: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self._numbers = count()

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def address(self) -> str:
        """One more stranger, as the house's proxy names him."""
        number = next(self._numbers)
        return f"203.{self.number}.{number // 250 % 250}.{number % 250 + 1}"

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        """A connection, dropped in the end without a word."""
        here = (f"127.0.0.{2 + next(self._numbers) % 200}", 0)
        dialled = asyncio.open_connection("127.0.0.1", self.port, local_addr=here)
        reader, writer = await asyncio.wait_for(dialled, 20)
        self.sent["connections"] += 1
        try:
            yield Line(reader, writer, self.sent)
        finally:
            self.sent["bytes"] -= writer.transport.get_write_buffer_size()
            writer.transport.abort()

    def head(self, method: str, path: str, who: str, *more: str) -> bytes:
        """A request as far as its body."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"X-Forwarded-For: {who}", "Content-Type: application/json", *more]
        return "\r\n".join([*lines, "", ""]).encode()

    async def ask(self, method: str, path: str, body: Any, who: str, *more: str) -> Any:
        """An answer's body, decoded; None if there is none."""
        data = json.dumps(body).encode() if body is not None else b""
        more = (*more, f"Content-Length: {len(data)}", "Connection: close")
        async with self.line() as line:
            line.send(self.head(method, path, who, *more) + data, requests=1)
            answer = await asyncio.wait_for(line.reader.read(), 60)
        head, _, rest = answer.partition(b"\r\n\r\n")
        self.seen[head[9:12].decode() or "hung up"] += 1
        with suppress(ValueError):
            return json.loads(rest)
        return None

    async def make_table(self, seats: Any, who: str, **more: Any) -> dict[str, Any]:
        """A table of the attacker's; it is empty if none was made."""
        asked = {"game": GAME, "seats": seats, "first": "me", "public": True, **more}
        made = await self.ask("POST", "/api/tables", asked, who)
        return made if isinstance(made, dict) and "table" in made else {}

    async def socket(self, line: Line, who: str) -> bool:
        """Make a line a WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        more = [f"Origin: http://127.0.0.1:{self.port}", "Connection: Upgrade"]
        more += ["Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        more += ["Sec-WebSocket-Protocol: tablier.1"]
        line.send(self.head("GET", "/ws", who, *more), requests=1)
        answer = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), 30)
        self.seen[f"socket {answer[9:12].decode()}"] += 1
        return answer.startswith(b"HTTP/1.1 101")

    async def repeat(self, once: Callable[[], Awaitable[None]], pause_s: float) -> None:
        """The same again and again, whatever becomes of it."""
        while self.goes_on:
            try:
                await once()
            except LOST as error:
                self.seen[type(error).__name__] += 1
            await asyncio.sleep(pause_s)

    async def many(self, number: int, once: Callable[[], Awaitable[None]], pause_s: float) -> None:
        """The same on several lines."""
        await asyncio.gather(*(self.repeat(once, pause_s) for _ in range(number)))


def frame(message: object) -> bytes:
    """A text frame."""
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


def hello(table: str, *keys: str, seen: int = 0) -> bytes:
    """The first frame."""
    return frame({"type": "hello", "v": 1, "table": table, "keys": list(keys), "seen": seen})


# Records


async def braces(siege: Siege) -> None:
    """64 KB of opening braces as a record."""
    record = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n' + "{" * (RECORD_KB * 1024)

    async def once() -> None:
        await siege.ask("POST", "/api/records", {"record": record}, siege.address())

    await siege.many(2, once, 1.0)


async def long_records(siege: Siege) -> None:
    """Legal records of 5,500 actions, to be shown."""
    turns = ("b1-d4", "k1-j4", "d4-b1", "j4-k1")
    head = '[Game "chinese-checkers"]\n[Rules "2"]\n[Options "draws=off"]\n[Result "*"]\n\n'
    text = head + "".join(f"{n}. {turns[(n - 1) % 4]}\n" for n in range(1, 5_501))
    record = text[: text.rindex("\n", 0, RECORD_KB * 1024)]

    async def once() -> None:
        await siege.ask("POST", "/api/records", {"record": record}, siege.address())

    await siege.many(2, once, 1.0)


# Frames


async def _flood(siege: Siege, first: bytes, frames: bytes) -> None:
    async def once() -> None:
        async with siege.line() as line:
            if not await siege.socket(line, siege.address()):
                return
            line.send(first, frames=1)
            while siege.goes_on and not line.reader.at_eof():
                line.send(frames * FRAMES, frames=FRAMES)
                await asyncio.wait_for(line.writer.drain(), 30)
                await asyncio.sleep(EVERY_S)
                if line.writer.is_closing():
                    raise ConnectionResetError

    await siege.many(2, once, 0.5)


async def pings(siege: Siege) -> None:
    """Empty pings without a hello."""
    await _flood(siege, b"", PING)


async def fragments(siege: Siege) -> None:
    """A message in empty fragments that never ends."""
    await _flood(siege, FRAGMENT, GOES_ON)


async def words(siege: Siege) -> None:
    """Messages after a hello, as many as go through."""
    await _flood(siege, hello(siege.table), frame({"type": "chat", "cmd": "x", "text": "x"}))


async def deaf(siege: Siege) -> None:
    """Ask for much, and read nothing."""

    async def once() -> None:
        async with siege.line() as line:
            if await siege.socket(line, siege.address()):
                line.reader._transport.pause_reading()  # type: ignore[attr-defined]
                line.send(hello(siege.table), frames=1)
                for number in range(20):
                    asked = {"type": "history", "cmd": f"h{number}", "ply": 0}
                    line.send(frame(asked), frames=1)
                    await asyncio.sleep(1.0)

    await siege.many(10, once, 1.0)


# Requests


async def chunked(siege: Siege) -> None:
    """A short Content-Length, and an endless body in chunks."""
    more = ("Content-Length: 10", "Transfer-Encoding: chunked")
    chunk = f"{CHUNK:x}\r\n".encode() + b"x" * CHUNK + b"\r\n"

    async def once() -> None:
        async with siege.line() as line:
            line.send(siege.head("POST", "/api/records", siege.address(), *more), requests=1)
            for _ in range(64 * 1024 * 1024 // CHUNK):
                line.send(chunk)
                await asyncio.wait_for(line.writer.drain(), 10)
            siege.seen["64 MB taken"] += 1

    await siege.many(4, once, 1.0)


async def gets(siege: Siege) -> None:
    """One address that asks for the largest answers as fast as it can."""
    who = siege.address()

    async def once() -> None:
        await siege.ask("GET", "/api/games/zinga/rules", None, who)

    await siege.many(10, once, 0.02)


async def drills(siege: Siege) -> None:
    """One address that has tasks and pages to print made for it, one after the other."""
    who, numbers = siege.address(), count()

    async def once() -> None:
        drill = f"/api/games/zinga/drills/ring?number={next(numbers)}"
        for path in (drill, "/api/games/zinga/paper?players=8", "/api/games/zhizhu/solved"):
            await siege.ask("GET", path, None, who)

    await siege.many(10, once, 0.02)


async def other_methods(siege: Siege) -> None:
    """The same by any other way of asking, known or not."""
    who, methods = siege.address(), cycle(("HEAD", "OPTIONS", "DELETE", "BREW"))

    async def once() -> None:
        await siege.ask(next(methods), "/api/games/zinga/rules", None, who)

    await siege.many(10, once, 0.02)


async def lists(siege: Siege) -> None:
    """Waiting tables by the dozen, and everybody's list again and again."""
    spammers = [siege.address() for _ in range(4)]

    async def make() -> None:
        for who in spammers:
            await siege.make_table(OPEN, who)

    async def look() -> None:
        await siege.ask("GET", "/api/tables?state=open", None, siege.address())

    await asyncio.gather(siege.repeat(make, 0.1), siege.many(4, look, 0.2))


# Lines that are held


async def _held(siege: Siege, number: int, sent: Callable[[], bytes], drip: bytes) -> None:
    """So many lines, each kept for as long as the house keeps it."""

    async def once() -> None:
        began = time.monotonic()
        async with siege.line() as line:
            line.send(sent(), requests=1)
            while siege.goes_on and not line.reader.at_eof():
                if drip:
                    line.send(drip)
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.reader.read(65536), 1.0)
        if siege.goes_on:
            siege.seen[f"held for {round(time.monotonic() - began, -1):.0f} s"] += 1

    await siege.many(number, once, 1.0)


async def slow_heads(siege: Siege) -> None:
    """Heads that come a letter at a time."""
    await _held(siege, 150, lambda: b"GET / HTTP/1.1\r\nX-A: ", b"a")


async def slow_bodies(siege: Siege) -> None:
    """Bodies that come a letter at a time."""

    def sent() -> bytes:
        return siege.head("POST", "/api/records", siege.address(), "Content-Length: 5000")

    await _held(siege, 150, sent, b"x")


async def idle(siege: Siege) -> None:
    """Connections that say nothing at all."""
    await _held(siege, 300, lambda: b"", b"")


async def sockets(siege: Siege) -> None:
    """Many sockets of one address at one table, in and out."""
    who = siege.address()

    async def once() -> None:
        async with siege.line() as line:
            if await siege.socket(line, who):
                line.send(hello(siege.table, seen=1 << 30), frames=1)
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.reader.read(-1), 10.0)

    await siege.many(300, once, 1.0)


# Tables


async def hellos(siege: Siege) -> None:
    """Come again and again to a table with very many events, and want all of them."""

    async def once() -> None:
        async with siege.line() as line:
            if await siege.socket(line, siege.address()):
                line.send(hello(siege.table), frames=1)
                await asyncio.wait_for(line.reader.readexactly(10_000), 20)
                siege.seen["welcomes"] += 1

    await siege.many(4, once, 0.5)


async def takebacks(siege: Siege) -> None:
    """Play and take back, on one's own, as fast as the house goes along."""

    async def once() -> None:
        who, person = siege.address(), secrets.token_hex(16)
        made = await siege.make_table(PAIR, who)
        keys = [seat["key"] for seat in made.get("seats", [])]
        async with siege.line() as line:
            if not keys or not await siege.socket(line, who):
                return
            line.send(hello(made["table"], *keys, person), frames=1)
            for number in count():
                if not siege.goes_on or line.reader.at_eof():
                    break
                play = {"type": "play", "cmd": f"p{number}", "seat": 0, "ply": 0, "text": "b3"}
                ask = {"type": "takeback", "cmd": f"t{number}", "seat": 0, "say": "ask"}
                take = {"type": "takeback", "cmd": f"a{number}", "seat": 1, "say": "accept"}
                line.send(b"".join(map(frame, (play, ask, take))), frames=3)
                await asyncio.sleep(0.04)
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.reader.read(1 << 20), 0.001)

    await siege.many(4, once, 1.0)


async def bots(siege: Siege) -> None:
    """One address fills the house with tables of bots alone."""
    who = siege.address()
    for _ in range(61):
        if not siege.goes_on:
            return
        with suppress(*LOST):
            made = await siege.make_table(BOTS, who)
            siege.seen["tables of bots"] += bool(made)


async def analyses(siege: Siege) -> None:
    """Two addresses ask for analyses, and hang up."""
    who = [siege.address(), siege.address()]
    turns = "".join(f"{n}. {p}\n" for n, p in enumerate(("a1", "a5", "b1", "c7", "c2"), 1))
    body = {"record": f'[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n{turns}'}
    data = json.dumps(body).encode()

    async def once() -> None:
        for one in who:
            async with siege.line() as line:
                length = f"Content-Length: {len(data)}"
                line.send(siege.head("POST", "/api/analysis", one, length) + data, requests=1)
                await asyncio.sleep(0.3)

    await siege.many(4, once, 0.5)


async def hints(siege: Siege) -> None:
    """Ask the computer for a hint, on several lines at once, without end."""

    async def once() -> None:
        who = siege.address()
        made = await siege.make_table(PAIR, who, hints=True)
        keys = [seat["key"] for seat in made.get("seats", [])]
        async with siege.line() as line:
            if not keys or not await siege.socket(line, who):
                return
            line.send(hello(made["table"], *keys), frames=1)
            for number in range(200):
                ask = {"type": "hint", "cmd": f"h{number}", "seat": 0}
                line.send(frame(ask), frames=1)
                await asyncio.sleep(0.1)
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.reader.read(1 << 20), 0.001)

    await siege.many(4, once, 1.0)


ATTACKS: dict[str, Attack] = {
    one.__name__.replace("_", " "): one
    for one in (
        *(braces, long_records, pings, fragments, words, deaf, chunked, gets, lists),
        *(slow_heads, slow_bodies, idle, sockets, hellos, takebacks, bots, analyses, hints),
        *(other_methods, drills),
    )
}


def give_way() -> None:
    """Compute only while nobody else wants to: attackers have processors of their own elsewhere."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)


async def main(port: int, table: str, seconds: float, name: str) -> None:
    """Attack, and print what was sent and what was answered."""
    siege = Siege(list(ATTACKS).index(name), port, table, seconds)
    with suppress(TimeoutError):
        await asyncio.wait_for(ATTACKS[name](siege), seconds + 5)
    rates = {what: number / seconds for what, number in siege.sent.items()}
    print(json.dumps({"name": name, "rates": rates, "seen": siege.seen.most_common(8)}))


if __name__ == "__main__":
    give_way()
    logging.disable()  # asyncio tells of every line that the house has cut
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]))
