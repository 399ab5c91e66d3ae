"""OpenSpiel plays our games."""

import subprocess
import sys
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from setups import GAMES, label

import tablier
from tablier import research
from tablier.core.game import TABLE, Game

NAMES = research.register_openspiel()


def loaded(game: Game) -> pyspiel.Game:
    return pyspiel.load_game(f"tablier_{game.name.replace('-', '_')}")


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_states_are_what_matches_are(game: Game) -> None:
    """Also where a state is cloned, written and read on the way."""
    random = Random(1)
    match, state = tablier.new(game.name), loaded(game).new_initial_state()
    encoding = state.get_game().encoding
    for _ in range(150):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            outcome = random.choice(outcomes)[0]
            if match.decision.dice or outcome == TABLE:
                match.play(
                    state.action_to_string(outcome) if match.decision.dice else "expired", TABLE
                )
        elif state.is_terminal():
            break
        else:
            seat = state.current_player()
            assert seat in match.seats
            texts = {state.action_to_string(action) for action in state.legal_actions()}
            assert texts == set(match.legal(seat))
            seen = encoding.observation(match.state, seat, match.repetitions)
            assert np.array_equal(state.observation_tensor(seat), seen)
            outcome = random.choice(state.legal_actions())
            match.play(state.action_to_string(outcome), seat)
        state = state.clone()
        state.apply_action(outcome)
        assert state.standing.position == match.state
    assert state.is_terminal() == (match.result is not None)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith("zinga")])
def test_openspiels_own_test_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_tree_search_closes_the_chain_and_removes() -> None:
    """White closes spoke 1, and with the removal Black is down to two pieces."""
    position = "w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    game = pyspiel.load_game("tablier_zhizhu", {"position": position})
    random = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2, 60, rollouts, solve=True, random_state=random)
    slide = bot.step(state)
    assert state.action_to_string(slide) == "c2-c1"
    state.apply_action(slide)
    state.apply_action(bot.step(state))
    assert state.is_terminal() and state.returns() == [1, -1]


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("tablier_chinese_checkers", {"players": 3, "swap": "on"})
    assert game.num_players() == 3 and game.first.setup.options["swap"] is True
    with pytest.raises(tablier.BadOption, match="swap=maybe"):
        pyspiel.load_game("tablier_chinese_checkers", {"swap": "maybe"})


def test_python_can_end_after_registering() -> None:
    program = "from tablier import research; print(len(research.register_openspiel()))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{len(NAMES)}\n", "")
