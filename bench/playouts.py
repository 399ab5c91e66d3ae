"""Random playouts, compiled, one thread, beside OpenSpiel's C++ in one run.

Rates are per second of CPU time, the best of several rounds, and the rounds of
both sides alternate, so that a busy machine slows both. OpenSpiel plays its
own games: nine men's morris, and Chinese checkers on the large star. Random
games here end by the rules' own limits, without counting repetitions.
"""

import time
from collections.abc import Callable

import numpy as np
import pyspiel

import tablier
from tablier.engine.simulate.playout import playouts_compiled

ROUNDS = 5
Rate = tuple[float, float]
"""Playouts and actions per second."""


def ours(name: str, games: int) -> Callable[[int], Rate]:
    """A round of our playouts."""
    match = tablier.new(name)
    out = np.zeros(match.game.rules.MOST_ACTIONS, np.int64)
    playouts_compiled(match.state, 1, out, 1)

    def measure(seed: int) -> Rate:
        began = time.process_time()
        actions = playouts_compiled(match.state, games, out, seed)
        took = time.process_time() - began
        return games / took, actions / took

    return measure


def open_spiel(name: str, games: int) -> Callable[[int], Rate]:
    """A round of OpenSpiel's rollouts, run by its own C++ evaluator."""
    game = pyspiel.load_game(name)
    length = _mean_length(game)

    def measure(seed: int) -> Rate:
        rollouts = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 100, False, seed, False)
        state = game.new_initial_state()
        began = time.process_time()
        bot.step(state)
        took = time.process_time() - began
        return games / took, games * length / took

    return measure


def _mean_length(game: pyspiel.Game, games: int = 100) -> float:
    """How many actions a random game of OpenSpiel's has."""
    random = np.random.default_rng(1)
    actions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            actions += 1
    return actions / games


def main() -> None:
    """Print every rate, and how they compare with the bars."""
    sides = {
        "zhizhu": ours("zhizhu", 60_000),
        "open_spiel nine_mens_morris": open_spiel("nine_mens_morris", 5_000),
        "chinese-checkers": ours("chinese-checkers", 5_000),
        "open_spiel chinese_checkers": open_spiel("chinese_checkers", 200),
        "sensei arashi": ours("sensei", 10_000),
    }
    best = dict.fromkeys(sides, (0.0, 0.0))
    for seed in range(1, ROUNDS + 1):
        for side, measure in sides.items():
            best[side] = max(best[side], measure(seed))
    for side, (games, actions) in best.items():
        print(f"{side:29} {games:12,.0f} playouts/s {actions:14,.0f} actions/s")
    morris = best["zhizhu"][0] / best["open_spiel nine_mens_morris"][0]
    checkers = best["chinese-checkers"][1] / best["open_spiel chinese_checkers"][1]
    sensei = best["sensei arashi"][1] / 1e6
    print(f"zhizhu / morris, playouts:             {morris:6.1f}  (bar: 8)")
    print(f"chinese-checkers / theirs, actions:    {checkers:6.1f}  (bar: 2)")
    print(f"sensei arashi, million actions/s:      {sensei:6.1f}  (bar: 2)")


if __name__ == "__main__":
    main()
