"""The same random games on the CPU and on a GPU, by the checksums of everything in them.

Every list of legal actions, every position and every result goes into the checksum of its game,
for all setups of all games. Then vectors of games are stepped on both, and everything that they
show is compared after each step.

PARITY_ACTIONS   actions of each game, over all its setups (100000000; 0: none are played)
PARITY_STEPS     steps of each setup's vector (100)
PARITY_ONLY      one game, by name
"""

import os
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from tablier.checks.setups import setups
from tablier.compile.raw_array import bare
from tablier.compile.targets.cuda import Call, Gpu, LaunchVerdict, NoDevice, Striped, default_gpu
from tablier.core import registry
from tablier.core.game import Game, Setup
from tablier.core.match import Match
from tablier.engine.simulate.playout import Walks, walk_games
from tablier.research import VectorEnv
from tablier.research.encoding import Encoding

ACTIONS = int(os.environ.get("PARITY_ACTIONS", 100_000_000))
STEPS = int(os.environ.get("PARITY_STEPS", 100))
GAMES = 1 << 16
"""Of one launch."""
VECTOR = 1 << 12
SHOWN = ("seats", "rewards", "terminated", "truncated", "lengths", "masks", "observations")


def begun(game: Game, setup: Setup) -> Match:
    """The match that a setup begins with."""
    return Match(game, setup, game.rules.start(setup.players, setup.options))


class Walkers:
    """Random games of one setup on both."""

    def __init__(self, gpu: Gpu, match: Match) -> None:
        cupy, self.most = gpu.cupy, Encoding(match).most
        self.match = match
        self.far = Walks(
            cupy.zeros(GAMES, np.int64),
            Striped(cupy.zeros(GAMES * self.most, np.int32)),
            cupy.zeros(GAMES, np.int64),
            cupy.zeros(GAMES, np.int64),
        )
        self.near = Walks(
            *(bare(np.zeros(GAMES * width, np.int64)) for width in (1, self.most, 1, 1))
        )
        call = Call(walk_games, (match.state, match.players, self.most, self.far))
        self.verdict = LaunchVerdict(cupy)
        self.launch = gpu.launches(self.verdict, call)[0]

    def compare(self, seed: int, pool: ThreadPoolExecutor, cores: int) -> tuple[int, int]:
        """Play games of a seed; how many actions there were, and how many games differ."""
        states = np.random.default_rng(seed).integers(0, 1 << 32, GAMES)
        self.far.states.set(states)
        self.near.states[:] = states
        self.launch(GAMES)
        bounds = [GAMES * part // (8 * cores) for part in range(8 * cores + 1)]
        position, players = self.match.state, self.match.players
        list(
            pool.map(
                lambda first, last: walk_games(
                    position, players, self.most, self.near, first, last
                ),
                bounds[:-1],
                bounds[1:],
            )
        )
        self.verdict.wait()
        taken, checksums = self.far.taken.get(), self.far.checksums.get()
        differ = (taken != self.near.taken) | (checksums != self.near.checksums)
        return int(taken.sum()), int(differ.sum())


def compare_walks(gpu: Gpu, game: Game) -> tuple[int, int]:
    """All setups of a game; actions, and games that differ."""
    ways = setups(game)
    cores = len(os.sched_getaffinity(0))
    actions = differ = 0
    with ThreadPoolExecutor(cores) as pool:
        for number, setup in enumerate(ways, 1):
            walkers, seed = Walkers(gpu, begun(game, setup)), 0
            while seed == 0 or actions < ACTIONS * number / len(ways):
                seed += 1
                more, wrong = walkers.compare(seed, pool, cores)
                actions, differ = actions + more, differ + wrong
    return actions, differ


def compare_vectors(game: Game, setup: Setup) -> tuple[int, int]:
    """A vector of one setup: steps in all, and after how many of them anything differed."""
    options: dict[str, Any] = dict(setup.options)
    near, far = (
        VectorEnv(game.name, VECTOR, players=setup.players, seed=5, device=device, **options)
        for device in ("cpu", "cuda")
    )
    wrong = 0
    for _ in range(STEPS):
        chosen = near.sample()
        same = np.array_equal(chosen, far.sample().get())
        near.step(chosen)
        far.step(chosen)
        same = same and all(
            np.array_equal(getattr(near, name), getattr(far, name).get()) for name in SHOWN
        )
        wrong += not same
    far.wait()
    return STEPS * VECTOR, wrong


def main() -> None:
    """Print what was compared, and what differs."""
    only = os.environ.get("PARITY_ONLY")
    try:
        gpu = default_gpu()
    except NoDevice as error:
        print(f"nothing is compared: {error}")
        return
    failed = 0
    for name in registry.games():
        if only not in (None, name):
            continue
        game, began = registry.find(name), perf_counter()
        actions, differ = compare_walks(gpu, game) if ACTIONS else (0, 0)
        told = f"{name}: {actions:,} actions in {len(setups(game))} setups, {differ} games differ"
        print(f"{told}, {perf_counter() - began:.0f} s", flush=True)
        steps = wrong = 0
        for setup in setups(game):
            more, bad = compare_vectors(game, setup)
            steps, wrong = steps + more, wrong + bad
        print(f"{name}: {steps:,} steps of vectors, {wrong} differ", flush=True)
        failed += differ + wrong
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
