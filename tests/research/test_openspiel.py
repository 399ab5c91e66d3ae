"""OpenSpiel plays our games."""

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier import research
from tablier.core.game import TABLE, Game, Setup

NAMES = research.register_openspiel()


DICE = [f"die {face}" for face in range(1, 7)]


def loaded(game: Game, **parameters: Any) -> Any:
    return pyspiel.load_game(f"tablier_{game.name.replace('-', '_')}", parameters)


def parameters(game: Game, setup: Setup) -> dict[str, Any]:
    """A setup as OpenSpiel is told of it."""
    given: dict[str, Any] = {"players": setup.players}
    for option in game.options:
        value = setup.options[option.name]
        if value != option.default:
            given[option.name] = value if isinstance(value, int) else option.write(value)
    return given


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_states_are_what_matches_are(game: Game) -> None:
    """Also where a state is cloned, written and read on the way; dice fall one by one."""
    random = Random(1)
    match, state = tablier.new(game.name), loaded(game).new_initial_state()
    encoding = state.get_game().encoding
    faces: list[str] = []
    for _ in range(150):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            outcome = random.choice(outcomes)[0]
            if dice := match.decision.dice:
                assert [state.action_to_string(face) for face, _ in outcomes] == DICE
                faces.append(str(outcome + 1))
                if len(faces) == dice:
                    match.play(f"roll {' '.join(faces)}", TABLE)
                    faces = []
            elif outcome == TABLE:
                match.play("expired", TABLE)
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


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_openspiels_own_test_passes_with_every_setup(
    game: Game, capfd: pytest.CaptureFixture[str]
) -> None:
    """It writes every state and reads it again; what is long is cut off."""
    for setup in (setup for same, setup in ALL_SETUPS if same is game):
        made = loaded(game, longest=30, **parameters(game, setup))
        assert made.first.setup == setup
        pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_openspiels_own_test_passes_to_the_end(
    game: Game, capfd: pytest.CaptureFixture[str]
) -> None:
    made = loaded(game, longest=500)
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_games_and_states_are_written_read_and_pickled(game: Game) -> None:
    made = loaded(game)
    state = made.new_initial_state()
    random = Random(3)
    for _ in range(20):
        chance = [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(
            random.choice(chance if state.is_chance_node() else state.legal_actions())
        )
    for again in (pyspiel.load_game(str(made)), pickle.loads(pickle.dumps(made)), deepcopy(made)):
        assert str(again) == str(made) and again.first.state == made.first.state
    for copied in (
        made.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        deepcopy(state),
    ):
        assert str(copied) == str(state) and copied.history() == state.history()
        assert copied.standing.position == state.standing.position


def test_a_state_is_unpickled_where_no_game_is_registered_yet() -> None:
    state = loaded(GAMES[-1]).new_initial_state()
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    told = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(state), capture_output=True, check=True
    )
    assert told.stdout.decode().strip() == str(state)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_a_state_has_its_match_and_record(game: Game) -> None:
    state, random = loaded(game).new_initial_state(), Random(5)
    for _ in range(40):
        chance = [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(
            random.choice(chance if state.is_chance_node() else state.legal_actions())
        )
    match = state.match
    assert match.state == state.standing.position and len(match.actions) > 5
    assert tablier.read_record(match.record()).state == match.state
    assert state.clone().match.actions == match.actions


def test_the_record_of_a_match_from_a_position_says_where_it_began() -> None:
    position = "w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    state = pyspiel.load_game("tablier_zhizhu", {"position": position}).new_initial_state()
    assert position in state.match.record()


def test_a_match_that_goes_on_is_cut_off() -> None:
    state = pyspiel.load_game("tablier_sensei", {"longest": 3}).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0]


@pytest.mark.parametrize("action", [-2, 9, 10**6])
@pytest.mark.parametrize("name", ["zhizhu", "zinga"])
def test_what_is_illegal_is_refused_and_changes_nothing(name: str, action: int) -> None:
    state = pyspiel.load_game(f"tablier_{name}").new_initial_state()
    if name == "zhizhu":
        state.apply_action(9)
    before = str(state)
    with pytest.raises(tablier.IllegalMove, match=str(action)):
        state.apply_action(action)
    assert str(state) == before


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
    game = pyspiel.load_game("tablier_chinese_checkers(players=3,swap=true,passes=2)")
    options = game.first.setup.options
    assert game.num_players() == 3 and options["swap"] is True and options["passes"] == 2
    pits = pyspiel.load_game("tablier_sensei", {"way": "arashi-expert", "pits": "b3,f5"})
    assert pyspiel.load_game(str(pits)).first.setup == pits.first.setup
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"passes": 1000}, "passes=1000"),
        ({"players": 4}, "not by 4"),
        ({"longest": 0}, "0 actions"),
        ({"position": "nonsense"}, "position"),
    ]
    for given, message in wrong:
        with pytest.raises(tablier.TablierError, match=message):
            pyspiel.load_game("tablier_chinese_checkers", given)


def test_python_can_end_after_registering() -> None:
    program = "from tablier import research; print(len(research.register_openspiel()))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{len(NAMES)}\n", "")
