"""Tuning finds weights, and finds the same again."""

import numpy as np
import pytest

import tablier
from tablier.engine.tuning import regress, tunable, tune, weights_in_use

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
    rounds = [list(tune(tablier.position(CALM), games=20, rounds=2)) for _ in range(2)]
    assert rounds[0] == rounds[1]
    assert rounds[0][0].positions > 100 and rounds[0][0].weights != rounds[0][1].weights
    assert rounds[0] != list(tune(tablier.position(CALM), games=20, rounds=2, seed=2))


def test_ways_of_playing_have_weights_of_their_own() -> None:
    calm, storm = tablier.position(CALM), tablier.position("sensei")
    assert tunable(calm.game)
    assert weights_in_use(calm) != weights_in_use(storm)
    crossed = tablier.position("sensei way=shizukana-crossed")
    assert weights_in_use(crossed) == weights_in_use(calm)


def test_a_game_without_weights_is_refused() -> None:
    match = tablier.position("zinga")
    assert not tunable(match.game)
    with pytest.raises(tablier.BadOption, match="zinga has no weights to tune"):
        next(tune(match, games=1, rounds=1))
