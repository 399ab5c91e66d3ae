"""The environments, as PettingZoo and Gymnasium want them."""

import sys
import warnings
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)
from setups import GAMES, label

import tablier
from tablier import research
from tablier.core.game import Game

AEC = [(game, players) for game in GAMES for players in sorted({game.players[0], game.players[-1]})]


@pytest.fixture(autouse=True)
def expect_dictionaries() -> Any:
    """PettingZoo's tests warn of observations with masks, which its own board games have."""
    with warnings.catch_warnings():
        for told in ("Observation is not a NumPy", "Observation space for each", "Action mask"):
            warnings.filterwarnings("ignore", told)
        yield


def seeded(env: Any) -> Any:
    """An environment whose dice and samples are the same every time, reset without a seed too."""
    env.reset(seed=1)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
        env.observation_space(agent).seed(number)
    return env


@pytest.mark.parametrize(("game", "players"), AEC, ids=label)
def test_aec_passes_the_api_test(game: Game, players: int) -> None:
    api_test(seeded(research.aec(game.name, players=players)), num_cycles=60)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_aec_passes_the_performance_test(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its five seconds pass as quickly as it looks at the clock, a tenth at a time."""
    module = import_module("pettingzoo.test.performance_benchmark")
    seconds = (tenth / 10 for tenth in count())
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))
    performance_benchmark(seeded(research.aec(game.name, players=game.players[-1])))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_aec_follows_its_seed(game: Game) -> None:
    seed_test(lambda: research.aec(game.name), num_cycles=30)


def test_aec_refuses_what_is_illegal_and_tells_the_result() -> None:
    env = research.aec("zhizhu", render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(tablier.IllegalMove, match=r"a1 is taken.*ZZ-05"):
        env.step(0)
    wrong: Any
    for wrong in (88, None, 1.5, "a2"):
        with pytest.raises(tablier.IllegalMove, match=f"no action {wrong!r}"):
            env.step(wrong)
    assert "W" in str(env.render()) and env.agent_selection == "player_1"
    random = np.random.default_rng(1)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(random.choice(np.flatnonzero(mask)))
    assert sorted(env.rewards.values()) == [-1, 1]
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("make", [research.aec, research.parallel, research.solo])
def test_drawings(make: Any) -> None:
    env = make("zinga", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    assert make("zinga").render_mode is None


def test_aec_cuts_off() -> None:
    env = research.aec("sensei", longest=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize("options", [{}, {"players": 5, "untimed": True}], ids=str)
def test_races_pass_the_parallel_tests(options: dict[str, Any]) -> None:
    parallel_api_test(seeded(research.parallel("zinga", **options)), num_cycles=60)
    parallel_seed_test(lambda: research.parallel("zinga", **options), num_cycles=10)


def planned(env: Any, **actions: str) -> dict[str, int]:
    """What everybody does, given as texts; the others wait."""
    match = env.unwrapped._match
    plans = dict.fromkeys(env.agents, env.wait)
    for agent, text in actions.items():
        seat = env.agents.index(agent)
        number = match.game.notation.read(match.state, seat, text)
        plans[agent] = int(env.encoding.places[number])
    return plans


def test_the_quickest_rings_and_the_slow_come_too_late() -> None:
    first = {0: 0, 1: 0}
    for seed in range(40):
        env = research.parallel("zinga", paces=[100, 300])
        env.reset(seed=seed)
        env.step(planned(env, player_0="ready", player_1="ready"))
        assert "dice" in env.encoding.layout
        _, rewards, *_, infos = env.step(planned(env, player_0="ring", player_1="ring"))
        acted = [seat for seat in (0, 1) if infos[f"player_{seat}"]["acted"]]
        assert len(acted) == 1 and not any(rewards.values())
        first[acted[0]] += 1
    assert first[0] > first[1] > 0


def test_waiting_lets_the_time_run_out_and_nonsense_is_waiting() -> None:
    env = research.parallel("zinga")
    env.reset(seed=1)
    nonsense: Any
    for nonsense in (5, -1, 0.5, None):
        *_, infos = env.step({"player_0": env.wait, "player_1": nonsense})
        assert infos == {
            "player_0": {"acted": False, "refused": False},
            "player_1": {"acted": False, "refused": True},
        }
    env.step(planned(env))
    assert env.unwrapped._match.actions[0] == "expired"


def test_solo_passes_gymnasiums_check() -> None:
    names = research.register_gymnasium()
    assert len(names) == len(GAMES)
    check_env(gymnasium.make("tablier/zhizhu-v1", render_mode="ansi").unwrapped)
    check_env(gymnasium.make("tablier/zinga-v2", players=3).unwrapped)


@pytest.mark.parametrize("name", ["zhizhu", "zinga"])
def test_solo_plays_whole_matches(name: str) -> None:
    env = research.solo(name, level=1, seat=1, render_mode="ansi")
    observation, _ = env.reset(seed=2)
    random = np.random.default_rng(1)
    over = False
    while not over:
        action = random.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, cut, info = env.step(action)
        assert not cut and info == {}
    assert reward in (-1, 0, 1) and isinstance(env.render(), str)


def test_solo_refuses_what_is_illegal() -> None:
    env = research.solo("zhizhu", longest=2)
    before, _ = env.reset(seed=1)
    after, reward, over, cut, info = env.step(87)
    assert np.array_equal(after["observation"], before["observation"])
    assert (reward, over, cut) == (0, False, False) and "(ZZ-" in info["refused"]
    assert env.step(0)[3]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: research.aec("go"), "there is no game 'go'"),
        (lambda: research.aec("zhizhu", render_mode="human"), "no render_mode 'human'"),
        (lambda: research.aec("zhizhu", longest=0), "0 actions"),
        (lambda: research.parallel("zhizhu"), "played in turns"),
        (lambda: research.parallel("zinga", paces=[0]), "no paces"),
        (lambda: research.parallel("zinga", paces=[100] * 3), "no paces"),
        (lambda: research.solo("zhizhu", seat=2), "no seat 2"),
        (lambda: research.solo("zhizhu", level=9), "no level 9"),
    ],
)
def test_what_is_not_possible_is_told(make: Any, message: str) -> None:
    with pytest.raises(tablier.TablierError, match=message):
        make()


@pytest.mark.parametrize("library", ["pettingzoo", "pyspiel"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for module in ("aec_env", "openspiel_game"):
        monkeypatch.delitem(sys.modules, f"tablier.research.{module}", raising=False)
    make = research.register_openspiel if library == "pyspiel" else lambda: research.aec("zhizhu")
    with pytest.raises(tablier.TablierError, match="pip install 'tablier"):
        make()
