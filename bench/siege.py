"""A house under siege: forty honest tables while strangers do their worst.

Every attack alone, each on a house of its own, then all of them together, beside honest players,
who make 200 moves a second over 40 tables, somebody who plays a bot, somebody who opens the page
and somebody who has a game analysed. The bars are for all attacks together. The house trusts a
proxy on this machine; players and attackers each have the address that it names, and the attackers
come from 127.0.0.2 and up.

What is measured is the house, not this machine's want of processors. The house and its processes
run as they always do, the honest clients in one process of usual priority, and a move counts until
the kernel took its answer in. Attackers stand for other people's machines: each is a process that
computes only while nobody else wants to (SCHED_IDLE). So that it can be seen that they were not
starved, what each of them got through is printed: connections, requests, frames and KB a second;
and beside it how much of a core the house used, in calm and under attack.

Sizes: BENCH_SECONDS (each attack), BENCH_TOGETHER, BENCH_CALM (before each attack, and twice as
long before all of them), BENCH_EVENTS; BENCH_ATTACKS names some attacks, with commas between,
BENCH_ONLY_TOGETHER leaves out each alone, BENCH_SEEN shows what the attackers were answered,
BENCH_HOUSE is the `src` of another version.
"""

import asyncio
import json
import os
import random
import resource
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bench._attacks import ATTACKS
from bench._house import GONE, House, Player, forwarded, next_view, quantile, size
from bench.kills import _lost as lost

ROOT = Path(__file__).parents[1]
TABLES, RATE = 40, 200
GAME, BOT_GAME = "chinese-checkers", "zhizhu"
WARM_S = 3.0
TIMES, MEMORY_MB = 2.0, 400
SENT = ("connections", "requests", "frames")
RECORD = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n1. b3\n2. c1\n'
PREPARE = f"""
import tablier
from tablier.compile import cache_folder
from tablier.core import registry
for name in registry.games():
    for players in registry.find(name).players:
        cache_folder.ready_mark(name, players).touch()
tablier.bot({BOT_GAME!r}, level=7, seconds=0.1).choose(tablier.new({BOT_GAME!r}), 0)
"""
"""Compiles what is played here, and keeps a house from compiling what is not."""


@dataclass
class Seen:
    """What somebody had to wait for: when it was there, and after how many seconds."""

    waits: list[tuple[float, float]] = field(default_factory=list)
    failed: int = 0
    since: float | None = None
    """Since when the next is waited for."""

    @asynccontextmanager
    async def wait(self) -> AsyncIterator[None]:
        self.since = time.monotonic()
        try:
            yield
        except GONE:
            self.failed += 1
            raise
        finally:
            self.waits.append((time.monotonic(), time.monotonic() - self.since))
            self.since = None

    def between(self, first: float, last: float) -> list[float]:
        """What was waited for in some time, and what is still waited for."""
        found = [waited for at, waited in self.waits if first <= at <= last]
        return [*found, *([last - self.since] if self.since is not None else [])]


@dataclass
class Figures:
    """What the honest saw in some time."""

    moves: list[float]
    cuts: int
    bot_s: float
    page_s: float
    analysis_s: float
    memory_mb: float
    cores: float
    """How much of a core the house's own process used."""

    @property
    def p99(self) -> float:
        return quantile(self.moves, 0.99)


class Honest:
    """All who only want to play."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.players = [
            Player(house, GAME, no, client=f"198.51.100.{no + 1}") for no in range(TABLES)
        ]
        self.bot, self.page, self.analysis = Seen(), Seen(), Seen()
        self._going = True

    async def run(self) -> None:
        """Play, until told to stop."""
        await asyncio.gather(*(player.take_table() for player in self.players))
        beat = TABLES / RATE
        playing = [self._play(no * beat / TABLES, one) for no, one in enumerate(self.players)]
        others = [self._play_bot(), self._open_page(), self._analyse()]
        await asyncio.gather(*playing, *others)

    def stop(self) -> None:
        self._going = False

    async def _play(self, first: float, player: Player) -> None:
        await asyncio.sleep(first)
        due, beat = time.monotonic(), TABLES / RATE

        def pause() -> float:
            """Moves that could not be made in their time, for want of an answer, have waited."""
            nonlocal due
            due += beat
            while due + beat < player.answered_at:
                player.latencies.append(player.answered_at - due)
                due += beat
            due = max(due, time.monotonic() - beat)
            return max(0.0, due - time.monotonic())

        await player.play(lambda: self._going, pause)

    async def _play_bot(self) -> None:
        """How long a stranger's bot takes for its move."""
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 2}]
        client, chosen = "198.51.100.101", random.Random(1)
        while self._going:
            person = secrets.token_hex(16)
            try:
                made = await asyncio.to_thread(
                    self.house.make_table, BOT_GAME, person, seats, client
                )
                async with await self.house.dial(made["table"], person, client=client) as socket:
                    await self._answer(socket, chosen)
            except GONE:
                await asyncio.sleep(0.5)

    async def _answer(self, socket: Any, chosen: random.Random) -> None:
        view = await next_view(socket)
        while self._going and view["phase"] == "playing":
            if legal := view["legal"].get("0"):
                await asyncio.sleep(0.3)
                move = {
                    "cmd": secrets.token_hex(8),
                    "ply": view["ply"],
                    "text": chosen.choice(legal),
                }
                await socket.send(json.dumps({"type": "play", "seat": 0, **move}))
            async with self.bot.wait():
                ply = view["ply"]
                while view["phase"] == "playing" and not (
                    view["legal"].get("0") and view["ply"] > ply
                ):
                    view = await next_view(socket)

    async def _open_page(self) -> None:
        while self._going:
            with suppress(*GONE):
                async with self.page.wait():
                    await asyncio.to_thread(self._ask, "/", None, "198.51.100.102")
            await asyncio.sleep(0.25)

    async def _analyse(self) -> None:
        body = json.dumps({"record": RECORD}).encode()
        while self._going:
            with suppress(*GONE):
                async with self.analysis.wait():
                    await asyncio.to_thread(self._ask, "/api/analysis", body, "198.51.100.103")
            await asyncio.sleep(10.0)

    def _ask(self, path: str, body: bytes | None, client: str) -> None:
        headers = {"Content-Type": "application/json", **forwarded(client)}
        request = urllib.request.Request(self.house.base + path, body, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            answer.read()

    async def measure(self, seconds: float) -> Figures:
        """What is seen in so many seconds."""
        self.house.forget_peak()
        began, computed = time.monotonic(), self.house.cpu_s()
        moves = [len(player.latencies) for player in self.players]
        cuts = sum(player.cuts for player in self.players)
        await asyncio.sleep(seconds)
        end = time.monotonic()
        late = [s for p, no in zip(self.players, moves, strict=True) for s in p.latencies[no:]]
        others = [one.between(began, end) for one in (self.bot, self.page, self.analysis)]
        bot, page, analysis = (max(waits, default=0.0) for waits in others)
        cut = sum(player.cuts for player in self.players) - cuts
        cores = (self.house.cpu_s() - computed) / (end - began)
        memory_mb = self.house.memory_kib("VmHWM") / 1024
        return Figures(late, cut, bot, page, analysis, memory_mb, cores)


class Ground:
    """What all houses of a run begin with: code that is compiled, and a table that is too long."""

    def __init__(self, folder: Path) -> None:
        cache = Path(tempfile.gettempdir()) / "tablier-siege-cache"
        self.environment = {"TABLIER_CACHE": str(cache)}
        if other := os.environ.get("BENCH_HOUSE"):
            self.environment["PYTHONPATH"] = other
        self._folder = folder
        self._run("-c", PREPARE)
        events = str(size("EVENTS", 20_000))
        self.table = self._run("-m", "bench._heavy_table", str(folder), events).strip()

    def _run(self, *command: str) -> str:
        whole = {**os.environ, **self.environment}
        done = subprocess.run(
            [sys.executable, *command], env=whole, check=True, stdout=subprocess.PIPE, cwd=ROOT
        )
        return done.stdout.decode()

    @asynccontextmanager
    async def besieged(self, folder: Path) -> AsyncIterator[Honest]:
        """A house in which the honest play."""
        shutil.copytree(self._folder, folder, dirs_exist_ok=True)
        house = House(folder, "--proxy", "127.0.0.0/8", environment=self.environment)
        await asyncio.to_thread(house.start)
        honest = Honest(house)
        playing = asyncio.create_task(honest.run())
        while (len(honest.bot.waits) < 3 or not honest.analysis.waits) and not playing.done():
            await asyncio.sleep(0.1)
        await asyncio.sleep(WARM_S)
        try:
            yield honest
            honest.stop()
            with suppress(TimeoutError):
                await asyncio.wait_for(playing, 60)
        finally:
            playing.cancel()
            await asyncio.to_thread(house.end, signal.SIGTERM)


class Attacked(NamedTuple):
    """What a siege came to."""

    calm: Figures
    seen: Figures
    lost: int
    attackers: list[dict[str, Any]]
    """What each of them sent and was answered."""


async def attack(ground: Ground, names: list[str], seconds: float) -> Attacked:
    """Calm, then attacked."""
    with tempfile.TemporaryDirectory() as folder:
        async with ground.besieged(Path(folder)) as honest:
            where = [str(honest.house.port), ground.table, str(seconds)]
            attackers = [
                await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bench._attacks", *where, name),
                    cwd=ROOT,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                )
                for name in names
            ]
            for one in attackers:
                assert one.stdout is not None
                await one.stdout.readline()  # ready: what it takes to start is no attack
            calm = await honest.measure(size("CALM", 10) * (1 if len(names) == 1 else 2))
            seen = [asyncio.create_task(one.communicate(b"go\n")) for one in attackers]
            figures = await honest.measure(seconds + 2.0)
            told = [json.loads((await one)[0]) for one in seen]
        acked = [one for player in honest.players for one in player.acked]
        return Attacked(calm, figures, len(await lost(Path(folder), acked)), told)


def show(name: str, found: Attacked) -> None:
    """Print the figures of a siege, and what the attackers got through."""
    calm, seen = found.calm, found.seen
    moves = f"{calm.p99 * 1000:6.1f} {seen.p99 * 1000:8.1f} ms {seen.p99 / calm.p99:6.1f} x"
    others = (
        f"bot {seen.bot_s:5.1f} s  page {seen.page_s:5.2f} s  analysis {seen.analysis_s:4.1f} s"
    )
    house = f"{seen.memory_mb:4.0f} MB  house {calm.cores:4.0%} → {seen.cores:4.0%}"
    print(f"{name:13} {moves}  cut {seen.cuts}  lost {found.lost}  {others}  {house}", flush=True)
    for one in found.attackers:
        rates = Counter(one["rates"])
        sent = "  ".join(f"{rates[what]:9,.1f} {what}" for what in SENT)
        kb = f"{rates['bytes'] / 1024:9,.1f} KB"
        print(f"    {one['name']:13} {sent}  {kb}  a second", flush=True)
        if "BENCH_SEEN" in os.environ:
            print(f"    {'':13} {one['seen']}", flush=True)


async def besiege(ground: Ground) -> list[str]:
    """Print all figures; the bars that all attacks together break."""
    chosen = os.environ.get("BENCH_ATTACKS", "")
    names = [name.strip() for name in chosen.split(",") if name.strip()] or list(ATTACKS)
    print(f"{'':13} p99 calm, attacked", flush=True)
    for name in names if "BENCH_ONLY_TOGETHER" not in os.environ else ():
        show(name, await attack(ground, [name], size("SECONDS", 12)))
    found = await attack(ground, names, size("TOGETHER", 40))
    show("all together", found)
    return list(_broken(found.calm, found.seen, found.lost))


def _broken(calm: Figures, seen: Figures, missing: int) -> Iterator[str]:
    if seen.p99 > TIMES * calm.p99:
        yield f"p99 is {seen.p99 / calm.p99:.1f} times what it was (bar: {TIMES:.0f})"
    if seen.cuts:
        yield f"{seen.cuts} honest players were disconnected (bar: 0)"
    if seen.memory_mb > MEMORY_MB:
        yield f"{seen.memory_mb:.0f} MB of memory (bar: {MEMORY_MB})"
    if missing:
        yield f"{missing} acknowledged moves were lost (bar: 0)"


def main() -> None:
    """Besiege a house, and say which bars were not met."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    with tempfile.TemporaryDirectory() as folder:
        broken = asyncio.run(besiege(Ground(Path(folder))))
    if broken:
        sys.exit("\n".join(broken))


if __name__ == "__main__":
    main()
