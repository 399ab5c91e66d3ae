"""Steps and whole random games on a GPU, beside pgx's games on the same one.

All rates are per second of the clock, the best of several rounds. A round is long enough that
what Python does in between is hidden by what the GPU has to do. Beside each rate stands which
share of the memory's bandwidth it needs at the least: what is read and written of every game if
nothing is read or written twice.

pgx is measured by an interpreter that has it, PGX_PYTHON, or this one if that has it.

BENCH_GAMES   games at once (4194304)
BENCH_ONLY    one game, by name
"""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import tablier
from tablier.compile.targets.cuda import Call, LaunchVerdict, NoDevice, Striped, default_gpu
from tablier.core.match import Match
from tablier.engine.simulate.playout import Walks, play_games
from tablier.research import VectorEnv
from tablier.research.encoding import Encoding

GAMES = int(os.environ.get("BENCH_GAMES", 1 << 22))
THREADS = 1 << 18
"""Of whole random games."""
BANDWIDTH = 4.3e12
"""Bytes per second that an H200 reads and writes."""
WARM, STEPS, ROUNDS = 400, 100, 5
PGX = ("connect_four", "othello")


class Side(NamedTuple):
    """A game, and the million steps per second that are hoped for: alone, and seen."""

    name: str
    options: dict[str, Any]
    alone: int = 0
    seen: int = 0


SIDES = (
    Side("zhizhu", {}, 2_000, 1_000),
    Side("sensei", {}, 1_000, 300),
    Side("chinese-checkers", {}, 850, 300),
    Side("zinga", {"players": 4}, 100),
    Side("zinga", {"players": 2}),
)


def best(steps: int, work: Callable[[], None]) -> float:
    """The most steps per second of some rounds."""
    cupy = default_gpu().cupy
    rates = []
    for _ in range(ROUNDS):
        cupy.cuda.Device().synchronize()
        began = perf_counter()
        work()
        cupy.cuda.Device().synchronize()
        rates.append(steps / (perf_counter() - began))
    return max(rates)


def stepped(side: Side) -> None:
    """Print how many steps there are, alone and with all that a learner sees."""
    env = VectorEnv(side.name, GAMES, seed=1, device="cuda", **side.options)

    def alone() -> None:
        for _ in range(STEPS):
            env.step(env.sample())

    def seen() -> None:
        for _ in range(STEPS):
            env.step(env.sample())
            assert len(env.masks) == len(env.observations)

    for _ in range(WARM // STEPS):
        alone()
    env.wait()
    played = env._played
    state = 2 * 8 * env.encoding.width
    lists = 4 * float(played.batch.counts.mean())
    shown = env.observations.nbytes / GAMES + env.masks.nbytes / GAMES
    rate = best(GAMES * STEPS, alone)
    told("steps alone", side, rate, state + lists, side.alone)
    rate = best(GAMES * STEPS, seen)
    told("with masks and observations", side, rate, state + lists + shown, side.seen)
    env.wait()


def told(what: str, side: Side, rate: float, least: float, bar: int) -> None:
    """Print a rate, the share of the memory's bandwidth that it needs, and its bar."""
    options = " ".join(f"{name}={value}" for name, value in side.options.items())
    share = rate * least / BANDWIDTH
    needs = f" {share:6.1%} of bandwidth" if least else ""
    hoped = f"  (bar: {bar:,})" if bar else ""
    named = f"{side.name} {options}"
    print(f"{named:26} {what:28} {rate / 1e6:8,.0f} M/s{needs}{hoped}", flush=True)


def played(side: Side) -> None:
    """Print how many actions of whole random games there are."""
    match = tablier.new(side.name, **side.options)
    games, launch = walks(match, THREADS)

    def work() -> None:
        launch(THREADS)

    work()
    actions = int(games.taken.sum())
    rate = best(actions, work)
    told("whole random games, actions", side, rate, 0, 0)
    print(f"{'':55} {rate / actions * THREADS / 1e6:8,.1f} M games/s", flush=True)


def walks(match: Match, count: int) -> tuple[Walks, Any]:
    """Room for random games on the GPU, and how they are launched."""
    gpu = default_gpu()
    most = Encoding(match).most
    games = Walks(
        gpu.cupy.asarray(np.random.default_rng(1).integers(0, 1 << 32, count)),
        Striped(gpu.cupy.zeros(count * most, np.int32)),
        gpu.cupy.zeros(count, np.int64),
        gpu.cupy.zeros(count, np.int64),
    )
    call = Call(play_games, (match.state, most, games))
    return games, gpu.launches(LaunchVerdict(gpu.cupy), call)[0]


def pgx() -> None:
    """Print how many steps pgx's games make on this GPU, each at its best number of games."""
    python = os.environ.get("PGX_PYTHON") or (sys.executable if find_spec("pgx") else "")
    if not python:
        print("pgx is not measured: set PGX_PYTHON to an interpreter that has it")
        return
    program = Path(__file__).with_name("_pgx_gpu.py")
    for name in PGX:
        done = subprocess.run([python, program, name], stdout=subprocess.PIPE, text=True)
        print(done.stdout.strip() or f"pgx {name}: not measured", flush=True)


def main() -> None:
    """Print every rate."""
    only = os.environ.get("BENCH_ONLY")
    try:
        gpu = default_gpu()
    except NoDevice as error:
        print(f"nothing is measured: {error}")
        return
    name = gpu.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}, {GAMES:,} games at once", flush=True)
    for side in SIDES:
        if only in (None, side.name):
            stepped(side)
            gpu.cupy.get_default_memory_pool().free_all_blocks()
    for side in SIDES:
        if only in (None, side.name):
            played(side)
    if only in (None, "pgx"):
        pgx()


if __name__ == "__main__":
    main()
