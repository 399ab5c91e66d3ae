"""Many tables at once: how long a move takes, and what a socket costs.

Four things, each on a house of its own: moves at a steady rate over many
games, each with a player and two who watch, beside a bare echo server in the
same run; the same while bots think all the time; many idle sockets while moves
go on; and a reader that stops reading. Sizes: BENCH_RATE, BENCH_GAMES,
BENCH_SECONDS, BENCH_BOTS, BENCH_IDLE, BENCH_IDLE_RATE.
"""

import asyncio
import json
import resource
import secrets
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import starmap
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from bench._house import GONE, SEATS, House, Player, quantile, size

GAME = "chinese-checkers"
WATCHERS = 2
WARM_S = 12
"""So long everybody comes in and the bots wake up; it is not measured."""
MOVE_MS, IDLE_MS, KIB = 50, 100, 40
DELAY_MS, FREED_S = 50, 15


@asynccontextmanager
async def opened(*flags: str) -> AsyncIterator[House]:
    """A house that is stopped in the end."""
    with tempfile.TemporaryDirectory() as name:
        house = House(Path(name), *flags)
        await asyncio.to_thread(house.start)
        try:
            yield house
        finally:
            await asyncio.to_thread(house.end, signal.SIGTERM)


async def drain(socket: ClientConnection) -> None:
    """Read and throw away."""
    try:
        async for _ in socket:
            pass
    except GONE:
        pass


async def played(
    house: House, games: int, rate: float, seconds: float, watchers: int
) -> tuple[list[float], float]:
    """Seconds from each move to its acknowledgement, at a rate; and of CPU that a move took."""
    players = [Player(house, GAME, number) for number in range(games)]
    await asyncio.gather(*(player.take_table() for player in players))
    watching = [
        asyncio.create_task(drain(await house.dial(player.table)))
        for player in players
        for _ in range(watchers)
    ]
    end, beat = time.monotonic() + WARM_S + seconds, games / rate

    async def play(number: int, player: Player) -> None:
        due = time.monotonic() + beat * number / games

        def pause() -> float:
            nonlocal due
            due += beat
            return max(0.0, due - time.monotonic())

        await asyncio.sleep(beat * number / games)
        await player.play(lambda: time.monotonic() < end, pause)

    playing = asyncio.gather(*starmap(play, enumerate(players)))
    await asyncio.sleep(WARM_S)
    before = house.cpu_s()
    for player in players:
        player.latencies.clear()
    await playing
    for task in watching:
        task.cancel()
    taken = [seconds for player in players for seconds in player.latencies]
    return taken, (house.cpu_s() - before) / max(1, len(taken))


async def echoed(rate: float, seconds: float, sockets: int) -> list[float]:
    """The same rate of small frames against a server that only sends them back."""

    async def echo(socket: ServerConnection) -> None:
        async for frame in socket:
            await socket.send(frame)

    taken: list[float] = []
    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        end, beat = time.monotonic() + seconds, sockets / rate

        async def ask(number: int) -> None:
            async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
                await asyncio.sleep(beat * number / sockets)
                while time.monotonic() < end:
                    began = time.perf_counter()
                    await socket.send('{"type":"play"}')
                    await socket.recv()
                    taken.append(time.perf_counter() - began)
                    await asyncio.sleep(beat)

        await asyncio.gather(*(ask(number) for number in range(sockets)))
    return taken


def told(label: str, taken: list[float], seconds: float, bar: int) -> None:
    """One line of figures."""
    p50, p99 = (quantile(taken, share) * 1000 for share in (0.5, 0.99))
    bars = f" (bar: {bar} ms)" if bar else ""
    print(f"{label:28} {len(taken) / seconds:6.0f}/s  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms{bars}")


async def moves() -> None:
    """Moves over many games, beside an echo; and again while bots think."""
    games, rate, seconds = size("GAMES", 200), size("RATE", 500), size("SECONDS", 20)
    async with opened() as house:
        taken, cpu = await played(house, games, rate, seconds, WATCHERS)
    told(f"{games} games, {games * (WATCHERS + 1)} sockets", taken, seconds, MOVE_MS)
    print(f"{'':28} {cpu * 1000:.2f} ms of CPU a move")
    told("bare echo", await echoed(rate, seconds / 2, games), seconds / 2, 0)
    calm_ms = quantile(taken, 0.99) * 1000
    bots = size("BOTS", 8)
    async with opened() as house:
        awake = [asyncio.Event() for _ in range(bots)]
        sparring = [asyncio.create_task(spar(house, one)) for one in awake]
        await asyncio.gather(*(one.wait() for one in awake))
        taken, _ = await played(house, games, rate, seconds, WATCHERS)
        for task in sparring:
            task.cancel()
    told(f"and {bots} bots thinking", taken, seconds, round(2 * calm_ms))


async def spar(house: House, awake: asyncio.Event) -> None:
    """Answer the strongest bot at once, whatever it plays, so that it goes on thinking."""
    person = secrets.token_hex(16)
    seats: list[dict[str, object]] = [SEATS[0], {"kind": "bot", "level": 7}]
    while True:
        made = await asyncio.to_thread(house.make_table, GAME, person, seats)
        async with await house.dial(made["table"], person) as socket:
            async for frame in socket:
                view = json.loads(frame).get("view")
                if view is None:
                    continue
                if view["phase"] != "playing":
                    break
                if view["ply"] > 1:
                    awake.set()
                if legal := view["legal"].get("0"):
                    move = {"cmd": secrets.token_hex(8), "ply": view["ply"], "text": legal[0]}
                    await socket.send(json.dumps({"type": "play", "seat": 0, **move}))


async def idle() -> None:
    """Sockets that do nothing, while others play."""
    sockets, rate = size("IDLE", 5000), size("IDLE_RATE", 200)
    seconds, games = size("SECONDS", 20), 50
    async with opened() as house:
        host = Player(house, GAME, 0)
        await host.take_table()
        held = [await house.dial(host.table) for _ in range(10)]
        before = house.memory_kib()
        for _ in range(sockets // 50):
            held += await asyncio.gather(*(house.dial(host.table) for _ in range(50)))
        readers = [asyncio.create_task(drain(socket)) for socket in held]
        await asyncio.sleep(3)
        each = (house.memory_kib() - before) / max(1, len(held) - 10)
        taken, _ = await played(house, games, rate, seconds, 0)
        for reader in readers:
            reader.cancel()
        for socket in held:
            socket.transport.abort()
    told(f"with {sockets} idle sockets", taken, seconds, IDLE_MS)
    print(f"{'':28} {each:.1f} KiB a socket (bar: {KIB} KiB)")


async def stalled() -> None:
    """One at a table stops reading; how late are the others, and when is it given up?"""
    async with opened() as house:
        player = Player(house, GAME, 0)
        await player.take_table()
        calm = await _times(player, 3)
        deaf = [await house.dial(player.table) for _ in range(5)]
        for socket in deaf:
            socket.transport.pause_reading()
        began = time.monotonic()
        noise = asyncio.create_task(_noise(house, player))
        late = await _times(player, 6)
        while await house.sockets() > 2 and time.monotonic() - began < 2 * FREED_S:
            await asyncio.sleep(0.2)
        freed = time.monotonic() - began
        noise.cancel()
        for socket in deaf:
            socket.transport.abort()
    delay = (quantile(late, 0.99) - quantile(calm, 0.99)) * 1000
    print(f"{'deaf readers':28} others delayed by {delay:.1f} ms at p99 (bar: {DELAY_MS} ms)")
    print(f"{'':28} their sockets freed after {freed:.1f} s (bar: {FREED_S} s)")


async def _times(player: Player, seconds: float) -> list[float]:
    player.latencies.clear()
    end = time.monotonic() + seconds
    await player.play(lambda: time.monotonic() < end, lambda: 0.02)
    return list(player.latencies)


async def _noise(house: House, player: Player) -> None:
    """Large answers, so that the deaf ones' buffers fill up."""
    socket = await house.dial(player.table, player.person)
    reader = asyncio.create_task(drain(socket))
    try:
        number = 0
        while True:
            number += 1
            chat = {"type": "rename", "cmd": f"n{number}", "seat": 0, "name": "x" * 24}
            await socket.send(json.dumps(chat))
            await asyncio.sleep(0.05)
    finally:
        reader.cancel()


def main() -> None:
    """Print all figures."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    for part in (moves, idle, stalled):
        asyncio.run(part())


if __name__ == "__main__":
    main()
