"""The rules are the same interpreted and compiled."""

import os

import numpy as np
import pytest
from setups import ALL_SETUPS, GAMES, label

from tablier.core.game import Game, Setup
from tablier.engine.simulate.playout import walk, walk_compiled

ACTIONS_IN_ALL = 120_000
"""Per game, spread over its setups: one endless game tells no more than many short ones."""
GAMES_IN_ALL = int(os.environ.get("TABLIER_PARITY_GAMES", "0"))
"""Where so many games are to be played in any case, likewise."""


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_random_games_are_the_same_both_ways(game: Game, setup: Setup) -> None:
    start = game.rules.start(setup.players, setup.options)
    listed = [0] * game.rules.MOST_ACTIONS
    array = np.zeros(game.rules.MOST_ACTIONS, np.int64)
    setups = sum(other is game for other, _ in ALL_SETUPS)
    seed = compared = 0
    while compared < ACTIONS_IN_ALL / setups or seed < GAMES_IN_ALL / setups:
        seed += 1
        played = walk(start, setup.players, listed, seed)
        assert played == walk_compiled(start, setup.players, array, seed), f"seed {seed}"
        compared += played[0]


def test_every_game_is_compared() -> None:
    assert {game.name for game, _ in ALL_SETUPS} == {game.name for game in GAMES}
