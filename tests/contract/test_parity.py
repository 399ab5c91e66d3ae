"""The rules are the same interpreted and compiled."""

import os

import numpy as np
import pytest
from setups import ALL_SETUPS, GAMES, label

from tablier.core.game import Game, Setup
from tablier.engine.playout import walk, walk_compiled

GAMES_IN_ALL = int(os.environ.get("TABLIER_PARITY_GAMES", "1000"))
"""Per game, spread over its setups."""


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_random_games_are_the_same_both_ways(game: Game, setup: Setup) -> None:
    start = game.rules.start(setup.players, setup.options)
    listed = [0] * game.rules.MOST_ACTIONS
    array = np.zeros(game.rules.MOST_ACTIONS, np.int64)
    share = sum(other is game for other, _ in ALL_SETUPS)
    for seed in range(1, GAMES_IN_ALL // share + 2):
        assert walk(start, listed, seed) == walk_compiled(start, array, seed), f"seed {seed}"


def test_every_game_is_compared() -> None:
    assert {game.name for game, _ in ALL_SETUPS} == {game.name for game in GAMES}
