"""Games stepped by thousands are the games that the rules tell of."""

import os
from typing import Any

import numpy as np
import pytest
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier.core.game import Game, Setup
from tablier.core.match import Match
from tablier.research.match_stepper import MatchStepper
from tablier.research.vector import host_games
from tablier.research.vector.batch import step_games
from tablier.research.vector.vector_env import VectorEnv

COMPILED = {"zhizhu"}
"""Compiling takes its time; other games are stepped interpreted, unless more is asked for."""
if "TABLIER_PARITY_GAMES" in os.environ:
    COMPILED = {game.name for game in GAMES}
LONG, SHORT = 900, 60
"""Actions with the first setup of a game, in which games end and begin, and with every other."""
SHOWN = ("seats", "rewards", "terminated", "lengths", "masks", "observations")
FORKED = 30
"""One step of so many is also played in an environment of its own."""


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_a_step_is_what_a_match_does(
    game: Game, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game.name not in COMPILED:
        monkeypatch.setattr(host_games, "step_games", step_games.py_func)
    options: dict[str, Any] = dict(setup.options)
    env = VectorEnv(game.name, 2, players=setup.players, seed=5, **options)
    chance = int(np.random.default_rng(5).integers(0, 1 << 62, (2, 2))[0, 1])
    stepper = begun(game, setup, env, chance)
    first = next(other for same, other in ALL_SETUPS if same is game)
    for step in range(LONG if setup is first else SHORT):
        seat = stepper.seat
        assert seat is not None and seat == env.seats[1]
        assert np.array_equal(stepper.mask(seat), env.masks[1])
        assert np.array_equal(stepper.observation(seat), env.observations[1])
        chosen = env.sample()
        stepper.act(int(chosen[1]))
        later = env.after(chosen) if step % FORKED == 0 else None
        env.step(chosen)
        for name in SHOWN if later else ():
            assert np.array_equal(getattr(later, name), getattr(env, name)), name
        over = stepper.seat is None
        assert env.terminated[1] == over and not env.truncated[1]
        assert env.rewards[1].tolist() == pytest.approx(stepper.scores())
        if over:
            stepper = begun(game, setup, env, stepper.chance)


def begun(game: Game, setup: Setup, env: VectorEnv, chance: int) -> MatchStepper:
    """A match with the same dice as a game of the environment."""
    match = Match(game, setup, game.rules.start(setup.players, setup.options))
    return MatchStepper(match, env.encoding, chance)


def test_games_that_end_begin_anew() -> None:
    env = VectorEnv("zhizhu", 64, seed=1)
    ended = np.zeros(64, int)
    for _ in range(400):
        lengths = env.lengths.copy()
        env.step(env.sample())
        assert np.array_equal(env.lengths, np.where(env.terminated, 0, lengths + 1))
        assert (env.rewards.sum(axis=1) == 0).all()
        assert not env.rewards[~env.terminated].any()
        assert (env.masks.sum(axis=1) > 0).all()
        ended += env.terminated
    assert ended.sum() > 64
    assert env.match(0).result is None and env.match(0).seat == env.seats[0]


def test_a_long_game_is_cut_off() -> None:
    env = VectorEnv("zhizhu", 2, seed=1, longest=10)
    for step in range(1, 31):
        env.step(env.sample())
        assert (env.truncated == (step % 10 == 0)).all() and not env.terminated.any()
        assert (env.lengths == step % 10).all() and not env.rewards.any()


def test_a_seed_tells_it_all_whatever_the_threads() -> None:
    one = VectorEnv("zhizhu", 5_000, seed=3, threads=1)
    two = VectorEnv("zhizhu", 5_000, seed=3, threads=2)
    for _ in range(50):
        chosen = one.sample()
        assert np.array_equal(chosen, two.sample())
        one.step(chosen)
        two.step(chosen)
    assert np.array_equal(one.observations, two.observations)
    one.reset(3)
    again = [one.sample() for _ in range(2)]
    one.reset(3)
    assert np.array_equal(again, [one.sample() for _ in range(2)])
    assert not np.array_equal(again[0], VectorEnv("zhizhu", 5_000, seed=4).sample())


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    env = VectorEnv("zhizhu", 3, seed=1)
    env.step([5, 5, 5])
    before = env.observations.copy()
    for wrong in (5, 87, -1, 88):
        with pytest.raises(tablier.IllegalMove, match=f"game 1: action {wrong} is not legal"):
            env.step([0, wrong, 0])
    for chosen in ([0, 0], [0.0, 0.0, 0.0], 0):
        with pytest.raises(tablier.BadOption, match="3 whole numbers"):
            env.step(chosen)
    assert np.array_equal(env.observations, before) and (env.lengths == 1).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "0 games can't be stepped"),
        ({"games": "2"}, "'2' games can't be stepped"),
        ({"games": 2, "threads": 0}, "0 threads"),
        ({"games": 2, "longest": 0}, "0 actions"),
        ({"games": 2, "way": "up"}, "has no option 'way'"),
        ({"games": 2, "players": 3}, "played by 2 players"),
    ],
)
def test_what_is_not_possible_is_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(tablier.BadOption, match=message):
        VectorEnv("zhizhu", **arguments)
