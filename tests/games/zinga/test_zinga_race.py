"""The simulator: whole games between players with reaction times."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import TABLE
from tablier.engine.simulate.race import Habits, race, races, races_compiled
from tablier.engine.simulate.race_policy import NORMAL
from tablier.games.zinga import rules
from tablier.games.zinga.policy import NEVER, choice, reaction


def played(players: int, games: int, seed: int, habits: Habits) -> tuple[list[int], int]:
    wins = [0] * players
    start = tablier.new("zinga", players=players).state
    turns, _ = races(start, habits, games, players, wins, [0] * (TABLE + 1), seed)
    return wins, turns


def paces(*percent: int) -> Habits:
    return Habits(pace=(*percent, *[NORMAL] * (TABLE - len(percent))))


@pytest.mark.parametrize(("players", "games"), [(2, 20), (8, 4)])
def test_every_game_has_one_winner(players: int, games: int) -> None:
    wins, turns = played(players, games, 5, Habits())
    assert sum(wins) == games and not any(wins[players:])
    assert turns > games * 8


def test_the_quicker_player_wins_more() -> None:
    wins, _ = played(2, 60, 1, paces(40, 160))
    assert wins[0] > 2 * wins[1]


def test_slips_are_blunders_and_cost_the_game() -> None:
    often = Habits(slips=(900, *[0] * (TABLE - 1)))
    wins, _ = played(2, 40, 1, often)
    assert wins[1] > 35


def test_a_seed_tells_the_whole_game() -> None:
    assert played(3, 5, 11, Habits()) == played(3, 5, 11, Habits())
    assert played(3, 5, 11, Habits()) != played(3, 5, 12, Habits())


@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 8))
@settings(max_examples=20)
def test_simulated_players_only_do_what_is_legal(seed: int, players: int) -> None:
    state = tablier.new("zinga", players=players).state
    out = [0] * rules.MOST_ACTIONS
    for _ in range(60):
        actors = rules.decision(state).actors
        for seat in range(TABLE + 1):
            if actors >> seat & 1 and not (state.phase == 4 and seat == state.ringer):
                action = choice(state, seat, seed, seed & 1)
                if not rules.decision(state).dice:
                    assert action in out[: rules.actions(state, seat, out)]
                acting = seat
        if not actors:
            break
        seed = (seed * 1_664_525 + 1_013_904_223) & 0xFFFF_FFFF
        state = rules.play(state, acting, choice(state, acting, seed, seed & 1))


def test_deadlines_pass_in_simulated_time() -> None:
    """Players who take ten times as long never ring before the turn is over."""
    start = tablier.new("zinga", turn_s=1, announce_s=1)
    end, _, _ = race(start.state, paces(1000, 1), [0] * (TABLE + 1), 3)
    assert end.places[:2] == (2, 1)


def test_nobody_waits_for_what_the_ready_have_forgotten() -> None:
    """Without deadlines nothing else than their not being waited for ends the pause."""
    start = tablier.new("zinga", untimed=True).state
    end, _, _ = race(start, Habits(slips=(300,) * TABLE), [0] * (TABLE + 1), 3)
    assert end.ending
    ready = tablier.read_position(
        "zinga xxxx./...../..x../...../.....:0:0:0 ...../...../...../...../.....:0:0:0 "
        "- 1 2 roll - - - - 20"
    ).state
    assert reaction(ready, 0, 1, NORMAL) == NEVER
    for slips in (0, 1):
        assert choice(ready, 0, 1, slips) == rules.DECLARE + 4
        assert choice(ready, TABLE, 1, slips) >= rules.ROLL


def test_compiled_races_are_the_same() -> None:
    players = 2
    start = tablier.new("zinga", players=players).state
    wins = np.zeros(players, np.int64)
    due = np.zeros(TABLE + 1, np.int64)
    habits = Habits(slips=(50,) * TABLE)
    counted = [0] * players
    total = races(start, habits, 30, len(counted), counted, [0] * (TABLE + 1), 9)
    assert races_compiled(start, habits, 30, len(wins), wins, due, 9) == total
    assert list(wins) == counted
