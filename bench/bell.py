"""Is the bell fair? Four equal players, four different connections, real sockets.

The players' reactions come from one distribution, and are dealt so that the connections have the
quickest finger in turn: otherwise chance alone would move their shares by two points. Connections
of 20, 60, 120 and 220 ms go through delaying proxies that tell the house how far their clients are,
as nginx can; the seats change from table to table. Each connection should win a quarter of the
bells, within three points.

Then one player lies: reports the least reaction that counts, answers pings late, by chance, late
only while the dice lie there, and all of this together; behind such proxies, and connected to the
house itself. What a liar gains is the share of bells won less the share in which no finger was
quicker: not more than three points. Beside a figure stands how far chance may move it, in 95 of
100 runs; only bells that the quickest finger did not win can. Behind proxies that tell nothing, an
honest player still wins a quarter; what a liar gains there is printed, and has no bar, since nobody
can tell the two apart.

BELL_ROUNDS   bells that all four could win, for each line of the table (1600)
BELL_TABLES   tables at the same time (40)
BELL_LINES    which lines, with commas between: told, direct, silent (all)
"""

import asyncio
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import count
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.typing import Origin, Subprotocol

import tablier
from bench._proxy import slow_line
from tablier.core.match import Match
from tablier.engine.simulate.race_policy import policy_of

LINES_MS = (20, 60, 120, 220)
MEDIAN_MS, SPREAD = 900.0, 0.3
"""A reaction to six dice and a sheet: about a second, give or take a third of it."""
LIE_MS = 150.0
LATE_MS = 230.0
BAR = 0.03
LIAR = 4
"""Where liars are counted, whatever their lines."""
OPTIONS = {"pause_s": 1, "announce_s": 4, "stop_s": 1, "bonus_s": 2, "rescue_s": 1}
PERSON = "b" * 32
ALL_FOUR = 0b1111

Lateness = Callable[[bool], float]
"""How many milliseconds a liar waits with a pong, while the dice lie there or not."""
LIES: dict[str, Lateness] = {
    "reports": lambda dice: 0.0,
    "late pongs": lambda dice: LATE_MS,
    "jittered pongs": lambda dice: random.uniform(0.0, LATE_MS),
    "late at rolls": lambda dice: LATE_MS if dice else 0.0,
    "all of them": lambda dice: random.uniform(LATE_MS / 2, LATE_MS) + (LATE_MS if dice else 0.0),
}


class Case(NamedTuple):
    """How a round of bells is played."""

    lie: str = ""
    """One of LIES, or nothing: everybody is honest."""
    public: bool = False


class Tally:
    """Bells in rounds that all four could win: who won, and whose finger was first."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.won: Counter[int] = Counter()
        self.gained: dict[int, Counter[int]] = {who: Counter() for who in (*range(4), LIAR)}
        """Of each line and of liars: bells won without the quickest finger, lost with it."""
        self._turns = count()

    @property
    def rounds(self) -> int:
        return sum(self.won.values())

    @property
    def full(self) -> bool:
        return self.rounds >= self.wanted

    def gain(self, who: int) -> tuple[float, float]:
        """What somebody gained, and how far that may be off by chance: shares of all bells."""
        got, lost = self.gained[who][1], self.gained[who][-1]
        gain = (got - lost) / self.rounds
        return gain, 1.96 * math.sqrt(((got + lost) / self.rounds - gain**2) / self.rounds)

    def deal(self) -> dict[int, float]:
        """The reactions of the four lines, in milliseconds; each in turn has the quickest."""
        drawn = (MEDIAN_MS * random.lognormvariate(0, SPREAD) for _ in LINES_MS)
        quickest, *others = sorted(drawn)
        random.shuffle(others)
        turn = next(self._turns) % len(LINES_MS)
        return dict(enumerate([*others[:turn], quickest, *others[turn:]]))

    def count(self, won: int, first: int, liar: int | None) -> None:
        """A bell: the lines of its winner, of the quickest finger, and of the liar."""
        self.won[won] += 1
        if won != first:
            self.gained[won][1] += 1
            self.gained[first][-1] += 1
            self.gained[LIAR][(won == liar) - (first == liar)] += 1


class Watch:
    """One table as a fifth client would see it: counts the bells, and follows the match."""

    def __init__(self, lines: list[int], tally: Tally, liar: int | None) -> None:
        self.lines, self.tally, self.liar = lines, tally, liar
        self.match: Match = tablier.new("zinga", players=4, **OPTIONS)
        self.seq = 0
        self.reactions: dict[int, float] = {}
        """How quick the fingers at this table are, by line, for the dice that lie there."""
        self._pressing: set[int] = set()

    def finger(self, line: int) -> float:
        """How quick a line's finger is now, in milliseconds."""
        if not self.reactions:
            self.reactions = self.tally.deal()
        self._pressing.add(line)
        return self.reactions[line]

    def take(self, events: list[dict[str, Any]]) -> None:
        """Follow the events that are new; every client of the table brings them."""
        for event in events:
            if event["seq"] <= self.seq:
                continue
            self.seq = event["seq"]
            if event["kind"] == "played":
                everybody = self.match.state.playing == ALL_FOUR and len(self._pressing) == 4
                if "bell" in event["body"] and everybody:
                    first = min(self.reactions, key=lambda line: self.reactions[line])
                    self.tally.count(self.lines[event["seat"]], first, self.liar)
                if "bell" in event["body"] or event["seat"] >= 4:
                    self.reactions = {}
                    self._pressing.clear()
                self.match.play(event["body"]["text"], event["seat"])


class Player:
    """One player, honest or not."""

    def __init__(self, table: str, key: str, seat: int, watch: Watch, lie: str) -> None:
        self.table, self.key, self.seat, self.watch = table, key, seat, watch
        self.line = watch.lines[seat]
        self.lie = lie if self.line == watch.liar else ""
        self.rolled = False
        """Whether the dice lie there and the bell was not rung."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, port: int) -> None:
        """Until the game or the count is over."""
        async with connect(
            f"ws://127.0.0.1:{port}/ws",
            origin=Origin(f"http://127.0.0.1:{port}"),
            subprotocols=[Subprotocol("tablier.1")],
            compression=None,
            ping_interval=None,
        ) as socket:
            if self.lie:
                self._answer_late(socket)
            hello = {"type": "hello", "v": 1, "table": self.table, "keys": [self.key]}
            await socket.send(json.dumps(hello))
            with suppress(ConnectionClosed):
                await self._follow(socket)

    def _answer_late(self, socket: ClientConnection) -> None:
        """Let pongs wait, and nothing else."""
        send, loop = socket.protocol.send_frame, asyncio.get_running_loop()

        def now(frame: Frame) -> None:
            with suppress(Exception):
                send(frame)
                socket.send_data()

        def later(frame: Frame) -> None:
            wait_ms = LIES[self.lie](self.rolled) if frame.opcode is Opcode.PONG else 0.0
            if wait_ms:
                loop.call_later(wait_ms / 1000, now, frame)
            else:
                send(frame)

        socket.protocol.send_frame = later  # type: ignore[method-assign]

    async def _follow(self, socket: ClientConnection) -> None:
        asked: tuple[int, str] | None = None
        watch = self.watch
        async for frame in socket:
            message = json.loads(frame)
            shown = time.perf_counter()
            watch.take(message.get("events", []))
            view = message.get("view")
            if view is None:
                continue
            if view["result"] or watch.tally.full or watch.match.state.playing != ALL_FOUR:
                return
            legal = view["legal"].get(str(self.seat), [])
            self.rolled = "ring" in legal
            moment = (view["turn"], view["scene"]["prompt"]["token"])
            if not legal or moment == asked:
                continue
            asked = moment
            if self.rolled:
                task = asyncio.get_running_loop().create_task(self._press(socket, view, shown))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                await _send(socket, view, self._choice(legal))

    def _choice(self, legal: list[str]) -> str:
        match = self.watch.match
        action = policy_of(match.game).choice(match.state, self.seat, random.getrandbits(32), 0)
        text = match.game.notation.write(match.state, self.seat, action)
        return text if text in legal else random.choice(legal)

    async def _press(self, socket: ClientConnection, view: dict[str, Any], shown: float) -> None:
        await asyncio.sleep(self.watch.finger(self.line) / 1000)
        felt = (time.perf_counter() - shown) * 1000
        with suppress(ConnectionClosed):
            await _send(socket, view, "ring", reaction=LIE_MS if self.lie else felt)


async def _send(socket: ClientConnection, view: dict[str, Any], text: str, **more: float) -> None:
    cmd = f"{view['ply']} {text}"
    message = {"type": "play", "cmd": cmd, "ply": view["ply"], "text": text, **more}
    await socket.send(json.dumps(message))


def _make(base: str, public: bool) -> dict[str, Any]:
    seats = [{"kind": "here", "name": str(number)} for number in range(4)]
    asked = {"game": "zinga", "players": 4, "options": OPTIONS, "seats": seats, "first": "me"}
    asked["public"] = public
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {PERSON}"}
    request = urllib.request.Request(f"{base}/api/tables", json.dumps(asked).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


async def _tables(
    base: str, ports: list[int], tally: Tally, case: Case, liars: Iterator[int]
) -> None:
    """Table after table, the seats dealt anew, until enough bells have been heard."""
    while not tally.full:
        made = await asyncio.to_thread(_make, base, case.public)
        lines = random.sample(range(4), 4)
        watch = Watch(lines, tally, next(liars) % 4 if case.lie else None)
        seats = enumerate(made["seats"])
        players = [Player(made["table"], one["key"], seat, watch, case.lie) for seat, one in seats]
        await asyncio.gather(*(one.play(ports[one.line]) for one in players))


async def measure(base: str, rounds: int, tables: int, case: Case, lines: str) -> Tally:
    """Bells on many tables at once; every line lies at as many of them."""
    tally, liars = Tally(rounds), count()
    async with AsyncExitStack() as stack:
        port = int(base.rsplit(":", 1)[1])
        ports = [port] * 4
        if lines != "direct":
            slow = (slow_line(port, ms, tells=lines == "told") for ms in LINES_MS)
            ports = [await stack.enter_async_context(line) for line in slow]
        await asyncio.gather(*(_tables(base, ports, tally, case, liars) for _ in range(tables)))
    return tally


@contextmanager
def _house(*flags: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tablier", "serve", "--port", "0", "--data", data, *flags]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            yield found[0].rstrip("/")
            server.terminate()


def main() -> None:
    """Print each connection's share of the bells, and what liars gained, beside the bars."""
    rounds = int(os.environ.get("BELL_ROUNDS", "1600"))
    tables = int(os.environ.get("BELL_TABLES", "40"))
    unfair: list[float] = []
    gains: list[float] = []
    lying = [Case(lie) for lie in LIES]
    plans: list[tuple[str, list[Case], list[float] | None]] = [
        ("told", [Case(), Case(public=True), *lying, Case("all of them", public=True)], gains),
        ("direct", [*lying, Case("late pongs", public=True)], gains),
        ("silent", [Case(), Case("late pongs"), Case("late pongs", public=True)], None),
    ]
    chosen = os.environ.get("BELL_LINES", "told,direct,silent").split(",")
    for lines, cases, counted in plans:
        if lines not in chosen:
            continue
        with _house(*(() if lines == "direct" else ("--proxy", "127.0.0.1"))) as base:
            for case in cases:
                tally = asyncio.run(measure(base, rounds, tables, case, lines))
                shares = _print(lines, case, tally)
                if not case.lie:
                    unfair += [abs(share - 0.25) for share in shares]
                elif counted is not None:
                    counted.append(tally.gain(LIAR)[0])
    furthest, most = max(unfair, default=0.0), max(gains, default=0.0)
    print(f"furthest from a quarter: {furthest:.1%}; most gained by lying: {most:+.1%}")
    assert max(furthest, most) <= BAR


def _print(lines: str, case: Case, tally: Tally) -> list[float]:
    shares = [tally.won[line] / tally.rounds for line in range(len(LINES_MS))]
    told = []
    for line, (ms, share) in enumerate(zip(LINES_MS, shares, strict=True)):
        told.append(f"{ms} ms {share:.1%} ± {tally.gain(line)[1]:.1%}")
    gain, error = tally.gain(LIAR)
    seen = f"liars gain {gain:+.1%} ± {error:.1%}" if case.lie else "  ".join(told)
    place = "public" if case.public else "friends"
    print(
        f"{lines:7} {place:8} {case.lie or 'all honest':15} {tally.rounds:5} bells   {seen}",
        flush=True,
    )
    return shares


if __name__ == "__main__":
    main()
