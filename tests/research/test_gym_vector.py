"""Many games, as Gymnasium's vectors of environments."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from setups import GAMES, label

import tablier
from tablier import research
from tablier.core.game import Game
from tablier.research.gym_vector_env import AUTORESET
from tablier.research.vector import host_games
from tablier.research.vector.batch import step_games

LATE = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"


def made(game: str = "zhizhu", envs: int = 16, **options: Any) -> Any:
    return research.vector(game, envs, threads=1, **options)


@pytest.mark.parametrize("autoreset", AUTORESET)
@pytest.mark.parametrize("game", GAMES, ids=label)
def test_games_are_played_through_the_spaces(
    game: Game, autoreset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other games are stepped interpreted: compiling takes its time."""
    envs = 16 if game.name == "zhizhu" else 4
    if envs < 16:
        monkeypatch.setattr(host_games, "step_games", step_games.py_func)
    env = made(game.name, envs, autoreset=autoreset, longest=30)
    assert env.metadata["autoreset_mode"] is AutoresetMode(autoreset)
    seen, infos = env.reset(seed=1)
    ended = 0
    for _ in range(80):
        assert env.observation_space.contains(seen)
        actions = env.games.sample()
        assert env.action_space.contains(actions) and infos["_seats"].all()
        seen, rewards, terminated, truncated, infos = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (envs,)
        over = terminated | truncated
        ended += over.sum()
        if env.autoreset is AutoresetMode.SAME_STEP:
            finals = infos.get("final_obs", np.full(envs, None))
            assert [final is not None for final in finals] == over.tolist()
            assert all(map(env.single_observation_space.contains, finals[over]))
        else:
            assert not seen["action_mask"][over].any()
        if env.autoreset is AutoresetMode.DISABLED and over.any():
            seen, _ = env.reset(options={"reset_mask": over})
        elif env.autoreset is AutoresetMode.SAME_STEP:
            assert seen["action_mask"].any(axis=1).all()
    assert ended >= envs
    env.close()


def test_a_game_that_is_over_waits_for_the_next_step() -> None:
    env = made(envs=2, autoreset=AutoresetMode.NEXT_STEP, start=LATE, longest=1)
    seen, _ = env.reset(seed=1)
    began = seen["observation"].copy()
    seen, rewards, terminated, truncated, _ = env.step(env.games.sample())
    assert truncated.all() and not terminated.any() and not seen["action_mask"].any()
    assert not np.array_equal(seen["observation"], began)
    seen, rewards, terminated, truncated, _ = env.step(np.full(2, 10**6))
    assert not truncated.any() and not rewards.any() and np.array_equal(seen["observation"], began)


def test_who_acted_is_paid_and_infos_tell_of_everybody() -> None:
    env = made(envs=64, start=LATE)
    _, infos = env.reset(seed=1)
    won = 0
    for _ in range(12):
        acted = infos["seats"]
        _, rewards, terminated, _, infos = env.step(env.games.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(64), acted])
        assert not infos["rewards"].sum(axis=1).any()
        won += int((rewards[terminated] == 1).sum())
    assert won > 0


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
def test_gymnasiums_statistics_count_episodes(autoreset: str) -> None:
    env: Any = RecordEpisodeStatistics(made(autoreset=autoreset, longest=10))
    env.reset(seed=1)
    lengths = []
    for _ in range(40):
        *_, infos = env.step(env.unwrapped.games.sample())
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) >= 32 and set(lengths) == {10}


def test_what_is_handed_out_is_nobody_elses() -> None:
    env = made(render_mode="ansi", envs=2)
    seen, infos = env.reset(seed=1)
    before = seen["observation"].copy()
    env.step(env.games.sample())
    assert np.array_equal(seen["observation"], before) and (infos["seats"] == 0).all()
    assert len(env.render()) == 2 and made(envs=2).render() is None


WRONG: list[tuple[Any, str]] = [
    (lambda: made(autoreset="sometimes"), "no autoreset 'sometimes'; there are NextStep, SameStep"),
    (lambda: made(autoreset=5), "no autoreset 5"),
    (lambda: made(device="cuda"), "for a GPU there is VectorEnv"),
    (lambda: made(envs=0), "0 games"),
    (lambda: made(render_mode="human"), "no render_mode 'human'"),
    (lambda: made().reset(options={"reset_mask": [1] * 16}), "is no reset_mask"),
    (lambda: made().reset(options={"reset_mask": np.ones(3, bool)}), "is no reset_mask"),
    (lambda: made().reset(options={"position": LATE}), "knows no option 'position'"),
    (lambda: made().reset(seed=[1] * 16), "is no seed"),
    (lambda: made().step(np.full(16, 87)), "not legal"),
    (lambda: made().step([0]), "16 whole numbers"),
]


@pytest.mark.parametrize(("call", "told"), WRONG)
def test_what_is_wrong_is_told(call: Any, told: str) -> None:
    with pytest.raises(tablier.TablierError, match=told):
        call()


def test_a_game_that_nobody_has_reset_is_not_played_on() -> None:
    env = made(envs=2, autoreset="Disabled", longest=1)
    env.reset(seed=1)
    env.step(env.games.sample())
    with pytest.raises(tablier.TablierError, match="game 0 is over: reset it"):
        env.step(env.games.sample())
    env.reset(options={"reset_mask": np.array([True, True])})
    env.step(env.games.sample())
