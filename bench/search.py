"""The engine's speed, one thread, beside OpenSpiel's C++ in one run.

Rates are per second of CPU time, from the start position, the best of several
rounds; the rounds of all sides alternate, so that a busy machine slows all.

- nodes: positions of the alpha-beta search, by the evaluation
- net: the same by the game's net, or by one with weights by lot where it has none
- playouts: random games to their end, and OpenSpiel's rollouts
- simulations: plain UCT with a playout for each, and OpenSpiel's MCTSBot
- visits: our tree search, which asks the evaluation instead of a playout

OpenSpiel plays its own games: nine men's morris, and Chinese checkers on the
large star, whose random games are many times longer than ours.
"""

import time
from collections.abc import Callable
from random import Random

import pyspiel

import tablier
from bench.playouts import open_spiel, ours
from tablier.core.game import Game
from tablier.engine.arena.players import rival
from tablier.engine.net.known_nets import net_of, net_with, rows_of
from tablier.engine.net.net import Net
from tablier.engine.net.net_file import Weights, lengths
from tablier.engine.search.deepening import think
from tablier.engine.search.mcts import grow, new_tree
from tablier.engine.search.scores import DEEPEST
from tablier.engine.search.transposition import new_memory

ROUNDS = 3
BAR, NET_BAR = 3.0e6, 2.0e6
"""Nodes per second that the search must reach from the first game's start, and with a net from
every game's."""
BOARDS = ("zhizhu", "chinese-checkers", "sensei")
THEIRS = {"zhizhu": "nine_mens_morris", "chinese-checkers": "chinese_checkers"}
"""OpenSpiel's nearest game."""

Measure = Callable[[int], float]
"""One round, with a seed: how much was done per second."""


def timed(work: Callable[[], int]) -> float:
    """How much a piece of work does per second."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def nodes(name: str, *, net: bool = False, count: int = 1_000_000) -> Measure:
    """Nodes of the alpha-beta search."""
    match = tablier.new(name)
    think(match, new_memory(match.game, 2), depth=1)

    def measure(seed: int) -> float:
        memory = new_memory(match.game, learned=False)
        if net:
            memory = memory._replace(net=some_net(match.game))
        return timed(lambda: think(match, memory, nodes=count).nodes)

    return measure


def some_net(game: Game) -> Net:
    """The net of a game, or one by lot: it takes as long."""
    found, places = net_of(game, DEEPEST + 1), DEEPEST + 1
    if found.is_on:
        return found
    random = Random(1)
    by_lot = ([random.randint(-60, 60) for _ in range(length)] for length in lengths(game))
    return net_with(game, rows_of(game, Weights(*by_lot)), places)


def playouts(name: str, count: int) -> Measure:
    """Random games."""
    measure = ours(name, count)
    return lambda seed: measure(seed)[0]


def rollouts(name: str, count: int) -> Measure:
    """OpenSpiel's random games."""
    measure = open_spiel(name, count)
    return lambda seed: measure(seed)[0]


def visits(name: str, count: int = 50_000) -> Measure:
    """Visits of the tree search, for the most players that a game has."""
    match = tablier.new(name, players=max(tablier.new(name).game.players))
    game = match.game

    def visit(count: int) -> int:
        grow(match.state, match.players, game.scale, count, new_tree(game, 100 * count))
        return count

    visit(1)
    return lambda seed: timed(lambda: visit(count))


def simulations(name: str, count: int) -> Measure:
    """Plain UCT with playouts."""
    match = tablier.new(name)
    rival("uct:1", match.game, 1).choose(match, 0)

    def measure(seed: int) -> float:
        player = rival(f"uct:{count}", match.game, seed)
        return timed(lambda: count * bool(player.choose(match, 0)))

    return measure


def mcts_bot(name: str, count: int) -> Measure:
    """Simulations of OpenSpiel's MCTSBot."""
    game = pyspiel.load_game(name)

    def measure(seed: int) -> float:
        one_rollout = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, one_rollout, 2.0, count, 1000, False, seed, False)
        state = game.new_initial_state()
        return timed(lambda: count * bool(bot.step(state) >= 0))

    return measure


def sides() -> dict[tuple[str, str], Measure]:
    """Everything that is measured, by game and by what it is."""
    table: dict[tuple[str, str], Measure] = {}
    for name in BOARDS:
        table[name, "nodes"] = nodes(name)
        table[name, "net"] = nodes(name, net=True)
        table[name, "visits"] = visits(name)
    for name, count in {"zhizhu": 30_000, "chinese-checkers": 3_000, "sensei": 5_000}.items():
        table[name, "playouts"] = playouts(name, count)
        table[name, "simulations"] = simulations(name, count // 3)
    table["zinga", "playouts"] = playouts("zinga", 5_000)
    for name, count in {"nine_mens_morris": 3_000, "chinese_checkers": 100}.items():
        table[name, "playouts"] = rollouts(name, count)
        table[name, "simulations"] = mcts_bot(name, count)
    return table


def main() -> None:
    """Print every rate, how they compare, and the bar."""
    measures = sides()
    best = dict.fromkeys(measures, 0.0)
    for seed in range(1, ROUNDS + 1):
        for side, measure in measures.items():
            best[side] = max(best[side], measure(seed))
    kinds = ("nodes", "net", "visits", "playouts", "simulations")
    print(f"{'per second':18}" + "".join(f"{kind:>14}" for kind in kinds))
    for name in dict.fromkeys(name for name, _ in best):
        rates = [f"{best[name, kind]:,.0f}" if (name, kind) in best else "" for kind in kinds]
        print(f"{name:18}" + "".join(f"{rate:>14}" for rate in rates))
    for name, theirs in THEIRS.items():
        for kind in ("playouts", "simulations"):
            ratio = best[name, kind] / best[theirs, kind]
            print(f"{name} / open_spiel {theirs}, {kind}: {ratio:.1f}")
    first = BOARDS[0]
    print(f"{first}, million nodes/s: {best[first, 'nodes'] / 1e6:.1f}  (bar: {BAR / 1e6:.0f})")
    for name in BOARDS:
        net, plain = best[name, "net"], best[name, "nodes"]
        bar = f"(bar: {NET_BAR / 1e6:.0f})"
        print(f"{name} with a net: {net / 1e6:.1f}, {net / plain:.0%} of the evaluation's  {bar}")


if __name__ == "__main__":
    main()
