"""The environments, as PettingZoo and Gymnasium want them."""

import copy
import pickle
import sys
import warnings
from functools import partial
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
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier import research
from tablier.core.game import Game, Setup
from tablier.research.gym_env import SoloEnv
from tablier.research.match_stepper import MatchStepper
from tablier.research.parallel_env import RaceEnv

NAMES = research.register_gymnasium()
SOME = 6
"""Cycles with a setup of which there are many."""


@pytest.fixture(autouse=True)
def expect_dictionaries() -> Any:
    """PettingZoo's tests warn of observations with masks, which its own board games have."""
    with warnings.catch_warnings():
        masked = ("Observation is not a NumPy", "Observation space for each", "Action mask")
        for told in (*masked, "a reset knows no option 'options'"):
            warnings.filterwarnings("ignore", told)
        yield


def seeded(env: Any) -> Any:
    """An environment whose dice and samples are the same every time, reset without a seed too."""
    env.reset(seed=1)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
        env.observation_space(agent).seed(number)
    return env


def chosen(setup: Setup) -> dict[str, Any]:
    """A setup as the environments are told of it."""
    return {"players": setup.players, **setup.options}


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_aec_passes_the_api_test(game: Game) -> None:
    api_test(seeded(research.aec(game.name)), num_cycles=60)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_aec_passes_the_api_test_with_every_setup(game: Game) -> None:
    for setup in (setup for same, setup in ALL_SETUPS if same is game):
        api_test(seeded(research.aec(game.name, **chosen(setup))), num_cycles=SOME)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_the_handbooks_loop_runs_to_the_end(game: Game) -> None:
    env = seeded(research.aec(game.name, longest=300))
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        over, mask = terminated or truncated, observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))
    assert env.agents == [] and sum(returns.values()) == 0
    assert env.match.result is not None or len(env.match.actions) >= 300
    with pytest.raises(tablier.TablierError, match="over, and everybody has heard of it"):
        env.step(None)


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
    env = make("zinga", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape == (301, 480, 3) and pixels.dtype == np.uint8 and pixels.std() > 10


def test_aec_cuts_off() -> None:
    env = research.aec("sensei", longest=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_races_pass_the_parallel_tests() -> None:
    parallel_api_test(seeded(research.parallel("zinga")), num_cycles=60)


@pytest.mark.parametrize("game", [game for game in GAMES if game.is_race], ids=label)
def test_races_pass_the_parallel_tests_with_every_setup(game: Game) -> None:
    for setup in (setup for same, setup in ALL_SETUPS if same is game):
        make = partial(research.parallel, game.name, **chosen(setup))
        parallel_api_test(seeded(make()), num_cycles=SOME)
        parallel_seed_test(make, num_cycles=2)


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


@pytest.mark.parametrize("name", NAMES)
def test_solo_passes_gymnasiums_check(name: str) -> None:
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_solo_passes_gymnasiums_check_with_every_setup(game: Game) -> None:
    """Against bots that take the first legal action: thinking is shown elsewhere."""
    for setup in (setup for same, setup in ALL_SETUPS if same is game):
        check_env(BotsWithoutThought(game.name, **chosen(setup)), skip_render_check=True)


class BotsWithoutThought(SoloEnv):
    """Its bots take the first legal action."""

    def _let_others_play(self, stepper: MatchStepper) -> None:
        while stepper.seat not in (None, self.seat):
            stepper.say(stepper.match.legal(stepper.seat)[0])


def test_solo_is_told_seat_level_and_position() -> None:
    env = research.solo("zhizhu", level=1)
    observation, _ = env.reset(seed=1, options={"seat": 1, "level": 2})
    assert (env.seat, env.level) == (1, 2) and len(env.match.actions) == 1
    assert observation["observation"][env.encoding.layout["observer"]].tolist() == [0, 1]
    env.reset()
    assert (env.seat, env.level, env.match.actions) == (0, 1, [])
    position = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    env.reset(options={"position": position})
    assert env.match.position() == position
    env.step(env.encoding.number(env.match, "c2-c1"))
    assert env.match.actions == ["c2-c1"]


WRONG_RESETS: list[tuple[dict[str, Any], str]] = [
    ({"options": {"side": 1}}, "knows no option 'side'; it knows seat, level, position"),
    ({"options": {"seat": 2}}, "no seat 2"),
    ({"options": {"level": 0}}, "no level 0"),
    ({"options": {"position": "sensei"}}, "of another game"),
    ({"options": {"position": "zhizhu draws=off"}}, "other options"),
    ({"options": {"position": 5}}, "5 is no text"),
    ({"options": 5}, "5 are no options"),
    ({"seed": -1}, "-1 is no seed"),
    ({"seed": "1"}, "'1' is no seed"),
]


@pytest.mark.parametrize(("given", "message"), WRONG_RESETS)
def test_a_reset_that_can_not_be_is_told_and_changes_nothing(
    given: dict[str, Any], message: str
) -> None:
    env = research.solo("zhizhu")
    env.reset(seed=1)
    env.step(0)
    before = env.match.actions
    with pytest.raises(tablier.TablierError, match=message):
        env.reset(**given)
    assert env.match.actions == before and env.seat == 0


def test_pettingzoos_reset_warns_of_what_it_does_not_know() -> None:
    env = research.aec("zhizhu")
    with pytest.warns(UserWarning, match="knows no option 'seat'; it knows position"):
        env.reset(options={"seat": 1})
    env.reset(options={"position": "zhizhu w......./w......./.w.bb..b b 0-0 0 - - 0 52"})
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize("make", [research.aec, research.parallel, research.solo])
def test_what_was_never_reset_says_so(make: Any) -> None:
    env = make("zinga")
    for ask in (env.render, lambda: env.match, lambda: env.step(0)):
        with pytest.raises(tablier.TablierError, match="reset it first"):
            ask()


def test_agents_that_there_are_not_are_told() -> None:
    env, race = research.aec("zhizhu"), research.parallel("zinga")
    env.reset(seed=1)
    race.reset(seed=1)
    asked: list[Any] = [env.observe, env.observation_space, env.action_space, race.action_space]
    agent: Any
    for agent in ("player_2", 0, None, ["player_0"]):
        for ask in asked:
            with pytest.raises(tablier.BadOption, match="there is no agent"):
                ask(agent)
    wrong: Any
    for wrong in ({}, {"player_0": 0}, 5, None, [0, 0]):
        with pytest.raises(tablier.BadOption, match="needed for each of player_0, player_1"):
            race.step(wrong)


def play_on(env: Any, count: int) -> None:
    """Play the first legal action of whoever is asked, a number of times."""
    for _ in range(count):
        match = env.match
        if isinstance(env, RaceEnv):
            texts = [match.legal(seat) for seat in range(match.players)]
            plans = {
                agent: env.encoding.number(match, texts[seat][0], seat) if texts[seat] else env.wait
                for seat, agent in enumerate(env.agents)
            }
            env.step(plans)
        else:
            seat = env.seat if isinstance(env, SoloEnv) else int(env.agent_selection[-1])
            env.step(env.encoding.number(match, match.legal(seat)[0], seat))


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (research.aec, "zhizhu"),
        (research.aec, "zinga"),
        (research.parallel, "zinga"),
        (partial(research.solo, level=3), "zhizhu"),
        (partial(research.solo, level=3), "zinga"),
    ],
)
def test_environments_are_pickled_and_copied(make: Any, name: str) -> None:
    """A copy goes on as the first does: dice, reactions and bots are the same."""
    env = make(name)
    env.reset(seed=3)
    play_on(env, 3)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    play_on(env, 5)
    for other in copies:
        play_on(other, 5)
        assert other.match.actions == env.match.actions
        assert other.match.position() == env.match.position()


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
