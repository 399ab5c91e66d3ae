"""Games stepped at once, beside pgx and OpenSpiel on the same processor.

Rates are steps per second of CPU time, the best of many short rounds, and the
rounds of all sides alternate, so that a busy machine slows all.
pgx gives masks and observations with every step, and so do we beside it.
OpenSpiel's rollouts, run by its own C++, give neither; beside them we only step.

pgx is not among our dependencies, for it brings all of JAX. With
PGX_PYTHON=…/bin/python, an interpreter that has it, it is measured as well.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyspiel

from bench.playouts import open_spiel
from tablier.research import VectorEnv

ROUNDS = 30
GAMES, STEPS = 1_024, 100
"""So many steps that the games of the side before, which fill the cache, matter little."""
PGX = ("connect_four", "othello")
Measure = Callable[[int], float]


def ours(name: str, *, seen: bool, **options: Any) -> Measure:
    """A round of our steps; with all that a learner sees, or without."""
    env = VectorEnv(name, GAMES, seed=1, **options)

    def measure(seed: int) -> float:
        began = process_time()
        for _ in range(STEPS):
            env.step(env.sample())
            if seen:
                assert len(env.masks) == len(env.observations)
        return GAMES * STEPS / (process_time() - began)

    for seed in range(20):
        measure(seed)
    return measure


def morris_rollouts() -> Measure:
    """A round of OpenSpiel's nine men's morris, all of it in C++."""
    measure = open_spiel("nine_mens_morris", 100)
    return lambda seed: measure(seed)[1]


def morris_seen() -> Measure:
    """A round of the same from Python, with masks and observations."""
    game = pyspiel.load_game("nine_mens_morris")

    def measure(seed: int) -> float:
        random = np.random.default_rng(seed)
        state, steps = game.new_initial_state(), 1_000
        began = process_time()
        for draw in random.random(steps):
            legal = state.legal_actions()
            state.apply_action(legal[int(draw * len(legal))])
            state.legal_actions_mask()
            state.observation_tensor(0)
            if state.is_terminal():
                state = game.new_initial_state()
        return steps / (process_time() - began)

    return measure


@contextmanager
def pgx() -> Iterator[dict[str, Measure]]:
    """Rounds of pgx's games, in a process that has pgx; none where there is no such."""
    python = os.environ.get("PGX_PYTHON")
    if not python:
        print("pgx is not measured: set PGX_PYTHON to an interpreter that has it")
        yield {}
        return
    program = Path(__file__).with_name("_pgx.py")
    with subprocess.Popen(
        [python, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None and stdout is not None

        def ask(name: str, seed: int) -> float:
            print(name, seed, file=stdin, flush=True)
            return float(stdout.readline())

        yield {f"pgx {name}": partial(ask, name) for name in PGX}
        stdin.close()


def main() -> None:
    """Print every rate, and how they compare with the bars."""
    with pgx() as theirs:
        sides: dict[str, Measure] = {
            "zhizhu, steps alone": ours("zhizhu", seen=False),
            "sensei, steps alone": ours("sensei", seen=False),
            "sensei shizukana, steps alone": ours("sensei", seen=False, way="shizukana"),
            "open_spiel morris, rollouts": morris_rollouts(),
            "zhizhu, masks and observations": ours("zhizhu", seen=True),
            "sensei, masks and observations": ours("sensei", seen=True),
            "sensei shizukana, masks and observations": ours("sensei", seen=True, way="shizukana"),
            "chinese-checkers, masks and observations": ours("chinese-checkers", seen=True),
            "zinga, masks and observations": ours("zinga", seen=True),
            "open_spiel morris, masks and observations": morris_seen(),
            **theirs,
        }
        best = dict.fromkeys(sides, 0.0)
        for seed in range(1, ROUNDS + 1):
            for side, measure in sides.items():
                best[side] = max(best[side], measure(seed))
    for side, rate in best.items():
        print(f"{side:43} {rate:12,.0f} steps/s")
    for name in ("zhizhu", "sensei", "sensei shizukana"):
        alone, seen = best[f"{name}, steps alone"], best[f"{name}, masks and observations"]
        rollouts = alone / best["open_spiel morris, rollouts"]
        stepped = seen / best["open_spiel morris, masks and observations"]
        print(f"{name} / open_spiel morris: alone {rollouts:.1f}, seen {stepped:.1f}  (bar: 2)")
        if theirs:
            slowest = min(best[side] for side in theirs)
            print(f"{name} / slowest of pgx: {seen / slowest:.1f}  (bar: 10)")


if __name__ == "__main__":
    main()
