"""Tuning finds weights, and finds the same again."""

import numpy as np
import pytest

import tablier
from tablier.engine.arena.tuning import regress, tunable, tune, weights_in_use

CALM = "sensei way=shizukana"


def test_the_regression_finds_the_weights_behind_the_results() -> None:
    random = np.random.default_rng(1)
    differences = random.integers(-5, 6, (40_000, 3)).astype(float)
    true = np.array([0.5, -0.25, 0.0])
    ahead = (random.random(len(differences)) < 1 / (1 + np.exp(-differences @ true))).astype(float)
    found, loss = regress(differences, ahead)
    assert np.abs(found - true).max() < 0.02
    assert loss < np.log(2)


def test_the_same_games_teach_the_same_weights() -> None:
    rounds = [list(tune(tablier.read_position(CALM), games=20, rounds=2)) for _ in range(2)]
    assert rounds[0] == rounds[1]
    assert rounds[0][0].positions > 100 and rounds[0][0].weights != rounds[0][1].weights
    assert rounds[0] != list(tune(tablier.read_position(CALM), games=20, rounds=2, seed=2))


@pytest.mark.parametrize(
    ("setup", "rows"), [(CALM, {0}), ("sensei", {1}), ("zhizhu", {0, 1}), ("chinese-checkers", {0})]
)
def test_ways_and_parts_of_a_game_have_weights_of_their_own(setup: str, rows: set[int]) -> None:
    match = tablier.read_position(setup)
    learned = next(tune(match, games=4, rounds=1))
    assert tunable(match.game) and set(learned.weights) == rows
    in_use = weights_in_use(match.game)
    assert len(in_use) == 2 and in_use[0] != in_use[1]


def test_a_game_without_weights_is_refused() -> None:
    match = tablier.read_position("zinga")
    assert not tunable(match.game)
    with pytest.raises(tablier.BadOption, match="zinga has no weights to tune"):
        next(tune(match, games=1, rounds=1))
