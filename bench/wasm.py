"""Bots' code as WebAssembly beside native code: in Deno, Chromium and Firefox, all in one run.

First whether both do the same: what `make test` compares in Deno (random games, ways to play,
searches, trees, glances, races), the same in every browser that is here; then more random games of
all setups by checksum, and searches by action, score, depth, nodes, line and what they remember.
Then how fast they are: the alpha-beta search, the tree of three players, and simulated races; in
turns, by the time of the processor, beside native code by the same.

BENCH_GAMES      random games of each setup (200)
BENCH_SEARCHES   searches of each game (60)
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import tablier
from bench._browsers import PROGRAMS, answering, program
from bench._house import size
from bench._wasm_host import Answer, Spent, WasmFunctions, deno
from tablier.checks.setups import setups
from tablier.compile.raw_array import zeros
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.browser_code import place_of
from tablier.engine.search import deepening
from tablier.engine.search.deepening import think
from tablier.engine.search.mcts import grow, new_tree
from tablier.engine.search.transposition import new_memory
from tablier.engine.simulate.playout import walk_compiled
from tablier.engine.simulate.race import Habits, races_compiled
from tablier.solver.numbering import empty_shelf

TESTS = Path(__file__).parents[1] / "tests" / "engine" / "test_browser_code.py"
ROUNDS = 3
BAR = 0.7
"""The share of native speed that a search must have."""
SEARCHED = ("zhizhu", "chinese-checkers", "sensei")
NODES = 1_000_000
ENTRIES = 1 << 18

Place = tuple[Answer, Callable[[], float] | None]
"""Where functions are called, and who tells how long the processor has worked for them."""
Measure = Callable[[WasmFunctions | None], Spent]
"""How much is done per second by a module, or natively: on the wall, and of the processor."""


def loaded(name: str, answer: Answer, cpu_s: Callable[[], float] | None = None) -> WasmFunctions:
    """The code in a game's folder."""
    return WasmFunctions(place_of(registry.find(name)).read_bytes(), answer, cpu_s)


# Whether they are the same


def tested(place: str) -> bool:
    """Whether the tests of such code pass in a place."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        str(TESTS),
    ]
    done = subprocess.run(command, env={**os.environ, "WASM_IN": place}, check=False)
    return done.returncode == 0


def different_games(game: Game, code: WasmFunctions, games: int) -> int:
    """How many random games differ."""
    room, walk = zeros(game.rules.MOST_ACTIONS), code.function("walk")
    found = 0
    for setup in setups(game):
        at = game.rules.start(setup.players, setup.options), setup.players, room
        found += sum(walk(*at, seed) != walk_compiled(*at, seed) for seed in range(games))
    return found


def different_searches(game: Game, code: WasmFunctions, searches: int) -> int:
    """How many searches differ, in anything that they find or remember."""
    random, found = Random(game.name), 0
    two = [setup for setup in setups(game) if setup.players == 2]
    for number in range(searches):
        setup = two[number % len(two)]
        match = Match(game, setup, game.rules.start(2, setup.options))
        for _ in range(random.randrange(50)):
            if match.result is None:
                match.play(random.choice(match.legal()))
        if match.result is None:
            thoughts = [thought(match, one) for one in (None, code)]
            found += thoughts[0] != thoughts[1]
    return found


def thought(match: Match, code: WasmFunctions | None, nodes: int = 20_000) -> Any:
    """What a search finds and remembers."""
    memory = new_memory(match.game, 1 << 12, empty_shelf())
    return searched(match, memory, code, nodes), memory.table.tobytes()


def searched(match: Match, memory: Any, code: WasmFunctions | None, nodes: int) -> Any:
    """A search by a module, or natively; a browser answers only the thread that began it."""
    if code is None:
        return think(match, memory, nodes=nodes)
    here = patch.object(deepening, "halting", lambda halt, work, nodes: work())
    with here, patch.object(deepening, "search", code.function("search")):
        return think(match, memory, nodes=nodes)


# How fast they are


def measured(code: WasmFunctions | None, done: Callable[[], float]) -> Spent:
    """What is done per second, less what it takes to hand things over to a module."""
    before = code.spent if code else Spent(time.perf_counter(), time.process_time())
    count = done()
    after = code.spent if code else Spent(time.perf_counter(), time.process_time())
    return Spent(*(count / (end - begin) for begin, end in zip(before, after, strict=True)))


def nodes(name: str) -> Measure:
    """Nodes of the search from the start."""
    match = tablier.new(name)

    def measure(code: WasmFunctions | None) -> Spent:
        memory = new_memory(match.game, ENTRIES, empty_shelf())
        return measured(code, lambda: float(searched(match, memory, code, NODES).nodes))

    return measure


def visits(name: str, count: int = 30_000) -> Measure:
    """Visits of the tree, for the most players that a game has."""
    match = tablier.new(name, players=max(tablier.new(name).game.players))

    def measure(code: WasmFunctions | None) -> Spent:
        tree = new_tree(match.game, 400_000)
        function = code.function("grow") if code else grow
        at = match.state, match.players, match.game.scale, count, tree
        return measured(code, lambda: function(*at) or count)

    return measure


def simulated(name: str, count: int = 3_000) -> Measure:
    """Simulated races of four."""
    match = tablier.new(name, players=4)

    def measure(code: WasmFunctions | None) -> Spent:
        wins, due = zeros(4), zeros(9)
        function = code.function("races") if code else races_compiled
        at = match.state, Habits(), count, 4, wins, due, 1
        return measured(code, lambda: float(bool(function(*at)) * count))

    return measure


def compare(what: str, name: str, measure: Measure, places: dict[str, Place]) -> bool:
    """Measure in turns, and print the best of each; whether the bar is met."""
    codes: dict[str, WasmFunctions | None] = {"native": None}
    codes |= {place: loaded(name, *told) for place, told in places.items()}
    found: dict[str, list[float]] = {place: [] for place in codes}
    for number in range(ROUNDS + 1):
        for place, code in codes.items():
            rate = measure(code).own
            found[place] += [rate] if number else []
    best = {place: max(rates) for place, rates in found.items()}
    native = best.pop("native")
    told = [f"{place} {rate:,.0f} ({rate / native:.0%})" for place, rate in best.items()]
    print(f"{name}: {what} per second: native {native:,.0f}, {', '.join(told)}", flush=True)
    return min(best.values()) / native >= BAR


def different(place: str, answer: Answer) -> int:
    """How much is different in a place, of random games and searches."""
    games, searches = size("GAMES", 200), size("SEARCHES", 60)
    faults = 0
    for name in registry.games():
        game, code = registry.find(name), loaded(name, answer)
        found = different_games(game, code, games)
        looked = searches if name in SEARCHED else 0
        found += different_searches(game, code, looked) if looked else 0
        print(
            f"{place}, {name}: {found} of {games * len(setups(game)):,} random games and "
            f"{looked} searches differ; loaded in {code.load_ms:.0f} ms",
            flush=True,
        )
        faults += found
    return faults


def main() -> None:
    """Compare what they do, and how fast."""
    here = [name for name in PROGRAMS if program(name)]
    print("".join(f"there is no {name} here\n" for name in PROGRAMS if name not in here), end="")
    same = all(tested(place) for place in ("deno", *here))
    fast = True
    with ExitStack() as stack:
        places: dict[str, Place] = {"deno": (stack.enter_context(deno()), None)}
        places |= {name: stack.enter_context(answering(name)) for name in here}
        faults = sum(different(place, answer) for place, (answer, _) in places.items())
        for name in SEARCHED:
            fast &= compare("nodes", name, nodes(name), places)
        compare("visits", "chinese-checkers", visits("chinese-checkers"), places)
        compare("races", "zinga", simulated("zinga"), places)
    print(f"bar: nothing differs, and searches have {BAR:.0%} of native speed")
    if faults or not same or not fast:
        sys.exit("wasm: the bar is not met")


if __name__ == "__main__":
    main()
