"""Ten thousand games of bots, with a look at every index that compiled code uses.

All games take part, the handbook's examples and the tests' own included, in all their setups and at
all levels; in each game somebody also asks for a hint. Then whatever else is compiled has its turn
in every setup: random walks, perft, trees, environments, weights. An index outside is an error
that ends the run, and so is a crash.

Levels look at a hundredth of their nodes, at least twenty, and the highest thinks for some
milliseconds: it is bounds that are looked for, and no good moves.

BOUNDS_GAMES   games of bots (10000)
BOUNDS_ONLY    one game, by name
BOUNDS_JOBS    processes (2)
"""

import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PLACES = (ROOT / "docs" / "examples", ROOT / "tests" / "engine" / "dice")
LONGEST = 400
"""Actions after which a game is left."""
SHARE, LEAST, SECONDS = 100, 20, 0.004
ASIDE = 30
"""Nodes for a hint, visits of a tree, games side by side, steps of them, games of a round."""


class Part(NamedTuple):
    """Some games of one kind, or what else there is to be looked at."""

    game: str
    setup: int
    """The number of the setup."""
    level: int
    """0 for what else there is."""
    games: int


def chosen(name: str, number: int) -> tuple[Any, Any]:
    """A game, and its setup of that number."""
    from tablier.checks.setups import setups
    from tablier.core import registry

    game = registry.find(name)
    return game, setups(game)[number]


def played(part: Part) -> Part:
    """Do what a part says; an index outside raises an error."""
    from tablier.compile.bounds import CHECKED

    assert CHECKED, "this process does not look at indices"
    game, setup = chosen(part.game, part.setup)
    if part.level == 0:
        look_aside(game, setup)
        play_game(game, setup, 2, Random(0))
    for number in range(part.games):
        play_game(game, setup, part.level, Random(f"{part} {number}"))
    return part


def play_game(game: Any, setup: Any, level: int, random: Random) -> None:
    """Bots of one level, who act as chance will have it where several may."""
    from tablier.core.dice import Dice
    from tablier.core.game import TABLE
    from tablier.core.match import Match
    from tablier.engine.analysis.analysis import hints
    from tablier.engine.bot import Bot

    match = Match(game, setup, game.rules.start(setup.players, setup.options))
    bot = Bot(game, level, seconds=SECONDS, seed=random.getrandbits(32))
    if bot.level.nodes:
        nodes = max(bot.level.nodes // SHARE, LEAST)
        bot.level, bot.seconds = bot.level._replace(nodes=nodes), 60.0
    dice = Dice.seeded(random.getrandbits(32), setup.players)
    asks = random.randrange(LONGEST // 8)
    while match.result is None and len(match.actions) < LONGEST:
        seat = random.choice(match.seats)
        if seat == TABLE and match.to_roll:
            match.roll(dice)
        elif seat == TABLE:
            match.play(match.legal(TABLE)[0], TABLE)
        else:
            if len(match.actions) >= asks:
                hints(match, nodes=ASIDE)
                asks = LONGEST
            match.play(bot.choose(match, seat), seat)


def look_aside(game: Any, setup: Any) -> None:
    """Everything compiled that bots and hints don't use."""
    import numpy as np

    from tablier.core.dice import Dice
    from tablier.core.match import Match
    from tablier.engine.arena.players import rival
    from tablier.engine.arena.tuning import tunable, tune
    from tablier.engine.simulate.perft import perft
    from tablier.engine.simulate.playout import playouts_compiled, walk_compiled
    from tablier.research import VectorEnv

    match = Match(game, setup, game.rules.start(setup.players, setup.options))
    out = np.zeros(game.rules.MOST_ACTIONS, np.int64)
    for seed in range(ASIDE):
        walk_compiled(match.state, setup.players, out, seed)
    playouts_compiled(match.state, ASIDE, out, 1)
    perft(game, match.state, 2)
    env = VectorEnv(game.name, ASIDE, players=setup.players, seed=1, longest=200, **setup.options)
    for _ in range(10 * ASIDE):
        env.step(env.sample())
        assert env.masks.any(axis=1).all() and env.observations.max() <= 1
    while match.to_roll:
        match.roll(Dice.seeded(1, setup.players))
    if not game.is_race:
        for spec in ("uct:50", "mcts:50", "greedy", "random"):
            rival(spec, game, 1).choose(match, match.seats[0])
    if tunable(game) and not any(match.actions):
        next(tune(match, ASIDE, 1))


def parts(games: int) -> list[Part]:
    """What there is to do: as many games of each game, each setup and each level.

    Each game's first setup comes before all else, so that no two processes compile the same.
    """
    from tablier.checks.setups import setups
    from tablier.core import registry
    from tablier.engine.levels import LEVELS

    only = os.environ.get("BOUNDS_ONLY")
    names = [name for name in registry.games() if only in (None, name)]
    found = []
    for game in map(registry.find, names):
        kinds = [(number, level) for number in range(len(setups(game))) for level in LEVELS]
        wanted = -(-games // len(names))
        for index, (number, level) in enumerate(kinds):
            share = wanted * (index + 1) // len(kinds) - wanted * index // len(kinds)
            found.append(Part(game.name, number, level, share))
        found += [Part(game.name, number, 0, 0) for number in range(len(setups(game)))]
    return sorted(found, key=lambda part: part.setup + part.level > 0)


def run() -> None:
    """Play, and count."""
    began, done = time.perf_counter(), Counter[str]()
    planned = parts(int(os.environ.get("BOUNDS_GAMES", "10000")))
    left = Counter(part.game for part in planned)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(int(os.environ.get("BOUNDS_JOBS", "2")), context) as executor:
        for part in executor.map(played, planned):
            done[part.game] += part.games
            left[part.game] -= 1
            if left[part.game] == 0:
                print(f"{part.game:18} {done[part.game]:6,} games", flush=True)
    took = time.perf_counter() - began
    print(f"{done.total():,} games of bots, no index outside (bar: 10,000; {took:.0f} s)")


def main() -> None:
    """Begin anew in a process that finds the games and compiles code that looks."""
    variables = {
        "TABLIER_BOUNDS": "1",
        "TABLIER_GAMES": os.pathsep.join(map(str, PLACES)),
    }
    done = subprocess.run([sys.executable, "-m", "bench.bounds"], env={**os.environ, **variables})
    if done.returncode:
        sys.exit("bounds: the bar is not met")


if __name__ == "__main__":
    run()
