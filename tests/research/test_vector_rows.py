"""Single rows of a vector: how games ended, saved and restored ones, starts, records."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier.core.game import Game, Setup
from tablier.research import VectorEnv
from tablier.research.match_stepper import MatchStepper
from tablier.research.vector import host_games
from tablier.research.vector.batch import step_games
from tablier.research.vector.prospects import weigh_games

SHOWN = ("seats", "rewards", "terminated", "truncated", "lengths", "masks", "observations")
FINAL = ("final_observations", "final_seats", "final_lengths")
FIRST_SETUPS = [next(pair for pair in ALL_SETUPS if pair[0] is game) for game in GAMES]
LATE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
"""Three pieces against five: over soon, by random play too."""
CIRCLING = "zhizhu b.w...w./..w...../...w..bb b 0-0 0 - - 0 42"
OTHER = "zhizhu ......../..w...../b....... w 8-8 0 - - 0 3"


def shown(env: VectorEnv, rows: Any = slice(None)) -> list[Any]:
    """All that there is to see of some rows."""
    return [np.array(getattr(env, name)[rows]).tolist() for name in (*SHOWN, *FINAL)]


def ahead(env: VectorEnv, steps: int) -> VectorEnv:
    for _ in range(steps):
        env.step(env.sample())
    return env


def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a game played that is compiled nowhere else in these tests."""
    monkeypatch.setattr(host_games, "step_games", step_games.py_func)
    monkeypatch.setattr(host_games, "weigh_games", weigh_games.py_func)


# How games ended


def test_a_game_that_ended_is_seen_beside_the_new_one() -> None:
    env = VectorEnv("zhizhu", 32, seed=2, start=LATE, longest=40)
    env.watch()
    over = cut = 0
    for _ in range(60):
        actors, lengths = env.seats.copy(), env.lengths.copy()
        env.step(env.sample())
        for row in np.flatnonzero(env.terminated | env.truncated):
            final, seat = env.final_match(int(row)), int(env.final_seats[row])
            assert env.final_lengths[row] == lengths[row] + 1 == len(final.actions)
            assert (final.result is not None) == env.terminated[row]
            assert seat == (final.seat if env.truncated[row] else actors[row])
            seen = env.encoding.observation(final.state, seat, final.repetitions)
            assert np.array_equal(env.final_observations[row], seen)
            assert env.lengths[row] == 0 and env.match(int(row)).actions == []
            over, cut = over + bool(env.terminated[row]), cut + bool(env.truncated[row])
    assert over > 10 and cut > 10


def test_before_any_game_has_ended_its_end_is_the_start() -> None:
    env = ahead(VectorEnv("zhizhu", 2, seed=1), 3)
    assert env.final_match(1).position() == tablier.new("zhizhu").position()
    assert not env.final_lengths.any() and env.final_observations[0].any()


# Saved and restored


def test_saved_games_go_on_as_they_would_have() -> None:
    env = ahead(VectorEnv("zhizhu", 20, seed=7), 80)
    saved, before = env.save(), shown(env)
    ahead(env, 60)
    after = shown(env)
    env.restore(saved)
    assert shown(env) == before
    ahead(env, 60)
    assert shown(env) == after
    other = VectorEnv("zhizhu", 40, seed=1)
    other.restore(pickle.loads(pickle.dumps(saved)), rows=slice(20, 40))
    assert shown(other, slice(20, 40)) == before
    ahead(other, 60)
    assert shown(other, slice(20, 40)) == after


def test_repetitions_are_restored() -> None:
    """Slides there and back: the third time it is a draw, whatever was played meanwhile."""
    cycle = ["a1-a2", "a3-a4", "a2-a1", "a4-a3"]
    env = VectorEnv("zhizhu", 2, seed=1, start=CIRCLING)
    env.watch()

    def played(texts: list[str]) -> None:
        for text in texts:
            match = env.match(1)
            number = match.game.notation.read(match.state, match.seat or 0, text)
            chosen = env.sample()
            assert isinstance(number, int)
            chosen[1] = env.encoding.places[number]
            env.step(chosen)

    played(cycle)
    saved = env.save([1])
    ahead(env, 7)
    env.restore(saved)
    played(cycle[:3])
    assert not env.terminated[1]
    played(cycle[3:])
    final = env.final_match(1).result
    assert env.terminated[1] and final is not None and final.reason == "repetition"
    assert not env.rewards[1].any()


def test_a_game_is_cloned_and_each_goes_its_own_way() -> None:
    env = ahead(VectorEnv("zhizhu", 9, seed=3), 30)
    others = shown(env, [0, 1, 5, 6, 7, 8])
    env.clone(4, [2, 3])
    assert shown(env, [2]) == shown(env, [3]) == shown(env, [4])
    assert shown(env, [0, 1, 5, 6, 7, 8]) == others
    ahead(env, 5)
    assert shown(env, [2]) == shown(env, [3]) == shown(env, [4])
    env.clone(4, [2, 3], seed=1)
    ahead(env, 20)
    assert len({env.match(row).position() for row in (2, 3, 4)}) == 3


def test_a_snapshot_fits_its_own_game_only() -> None:
    saved = VectorEnv("zhizhu", 3, seed=1).save([0, 2])
    assert len(saved) == 2 and saved.rows == (0, 2) and "bytes" not in repr(saved)
    wrong: list[tuple[VectorEnv, dict[str, Any], str]] = [
        (VectorEnv("zhizhu", 3, draws=False), {}, "another game, or has other options"),
        (VectorEnv("zhizhu", 3), {"rows": [0, 1, 2]}, "2 games can't be put in the place of 3"),
        (VectorEnv("zhizhu", 2), {}, "there is no row 2: there are 2"),
    ]
    for env, arguments, message in wrong:
        before = shown(env)
        with pytest.raises(tablier.TablierError, match=message):
            env.restore(saved, **arguments)
        assert shown(env) == before


# State in, state out


def test_games_after_an_action_are_others_and_these_stay() -> None:
    env = ahead(VectorEnv("zhizhu", 5, seed=3), 40)
    before, chosen = shown(env), env.sample()
    later, again = env.after(chosen), env.after(chosen)
    assert shown(env) == before and shown(later) == shown(again)
    env.step(chosen)
    assert shown(env) == shown(later)
    ahead(env, 60)
    ahead(later, 60)
    assert shown(env) == shown(later) != shown(again)


def test_all_ways_to_go_on_are_looked_at_at_once() -> None:
    env = ahead(VectorEnv("zhizhu", 3, seed=6), 9)
    ways = np.flatnonzero(env.masks[2])
    later = env.after(ways, [2] * len(ways))
    assert later.games == len(ways) > 5
    for row, way in enumerate(ways):
        match = env.match(2)
        match.play(env.encoding.text(match, way))
        assert later.match(row).position() == match.position()
    assert env.after([ways[0]], [-1]).match(0).position() == later.match(0).position()


def test_what_was_watched_is_watched_in_what_comes_after() -> None:
    env = VectorEnv("zhizhu", 3, seed=6)
    env.watch([1])
    ahead(env, 4)
    later = env.after(env.sample()[[0, 1, 1]], [0, 1, 1])
    lengths = [len(later.match(row).actions) for row in range(3)]
    assert lengths == [0, 5, 5] and len(env.match(1).actions) == 4


def test_an_illegal_action_is_refused_before_anything_comes_after() -> None:
    env = ahead(VectorEnv("zhizhu", 3, seed=6), 4)
    before = shown(env)
    with pytest.raises(tablier.IllegalMove, match="game 1: action 88 is not legal"):
        env.after([*env.sample()[:1], 88, 0])
    assert shown(env) == before


# Prospects


@pytest.mark.parametrize(("game", "setup"), FIRST_SETUPS, ids=label)
def test_prospects_are_what_the_evaluation_says(
    game: Game, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game.name != "zhizhu":
        interpreted(monkeypatch)
    options: dict[str, Any] = dict(setup.options)
    env = ahead(VectorEnv(game.name, 3, players=setup.players, seed=2, **options), 45)
    assert env.prospects.shape == (3, setup.players) and env.prospects.dtype == np.float32
    for row in range(3):
        state = env.match(row).state
        odds = [game.evaluate(state, seat) / game.scale for seat in range(setup.players)]
        assert env.prospects[row] == pytest.approx(np.tanh(np.divide(odds, 2)), abs=1e-6)


def test_final_prospects_are_the_rewards_unless_a_game_was_cut_off() -> None:
    env = VectorEnv("zhizhu", 32, seed=2, start=LATE, longest=40)
    over = cut = 0
    for _ in range(60):
        env.step(env.sample())
        ended = env.terminated
        assert np.array_equal(env.final_prospects[ended], env.rewards[ended])
        over += int(np.count_nonzero(ended))
        cut += int(np.count_nonzero(np.abs(env.final_prospects[env.truncated]) > 0.01))
    assert over > 10 and cut > 10


# Single rows


def test_single_rows_are_reset_and_stepped() -> None:
    env = ahead(VectorEnv("zhizhu", 8, seed=5), 20)
    left = shown(env, [0, 1, 4, 6, 7])
    env.reset(rows=[2, 3, 5])
    assert env.lengths.tolist() == [20, 20, 0, 0, 20, 0, 20, 20]
    env.step([7, 8, 9], rows=np.isin(np.arange(8), [2, 3, 5]))
    assert env.lengths.tolist() == [20, 20, 1, 1, 20, 1, 20, 20]
    assert shown(env, [0, 1, 4, 6, 7]) == left
    before = shown(env)
    with pytest.raises(tablier.IllegalMove, match="game 3: action 8 is not legal"):
        env.step([1, 8], rows=[2, 3])
    assert shown(env) == before
    ahead(env, 1)
    assert env.lengths.tolist() == [21, 21, 2, 2, 21, 2, 21, 21]


def test_a_seed_of_single_rows_is_theirs_alone() -> None:
    env, same = (VectorEnv("zhizhu", 4, seed=5) for _ in range(2))
    for one in (env, same):
        one.reset(seed=9, rows=[1, 3])
    assert np.array_equal(env.sample(), same.sample())
    env.reset(seed=9, rows=[3, 1])
    same.reset(seed=9, rows=[1, 3])
    assert env.sample()[[3, 1]].tolist() == same.sample()[[1, 3]].tolist()


# Starts


def test_games_begin_where_they_are_told_to() -> None:
    env = VectorEnv("zhizhu", 300, seed=1, start=[LATE, tablier.read_position(OTHER)])
    begun = [env.match(row).position() for row in range(300)]
    assert set(begun) == {LATE, OTHER} and 100 < begun.count(LATE) < 200
    env.step(env.sample())
    env.reset(rows=[4, 5], start=["zhizhu", OTHER])
    assert env.match(4).position() == tablier.new("zhizhu").position()
    assert env.match(5).position() == OTHER and env.lengths[3] == 1
    env.reset(start=LATE)
    assert {env.match(row).position() for row in range(300)} == {LATE}
    later: set[str] = set()
    while not {LATE, OTHER} <= later:
        env.step(env.sample())
        later |= {env.match(int(row)).position() for row in np.flatnonzero(env.terminated)}
    assert later == {LATE, OTHER}


def test_what_was_played_before_a_start_does_not_count() -> None:
    match = tablier.new("zhizhu").play("b3").play("c1")
    env = VectorEnv("zhizhu", 2, start=match)
    assert env.match(0).position() == match.position() and not env.lengths.any()


# Histories


@pytest.mark.parametrize("name", ["zhizhu", "zinga"])
def test_a_watched_row_has_its_record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "zhizhu":
        interpreted(monkeypatch)
    env = VectorEnv(name, 3, seed=4, start=LATE if name == "zhizhu" else None, longest=300)
    env.watch([1])
    ended = 0
    for _ in range(330):
        env.step(env.sample())
        if env.terminated[1] or env.truncated[1]:
            final = env.final_match(1)
            again = tablier.read_record(final.record())
            assert again.actions == final.actions and again.state == final.state
            ended += 1
    assert ended
    match = env.match(1)
    assert tablier.read_record(match.record()).state == match.state == position(env, 1)
    assert env.match(0).actions == [] and env.match(0).state == position(env, 0)


def position(env: VectorEnv, row: int) -> Any:
    """Where a row stands, whatever was watched."""
    other = copy.deepcopy(env)
    other.watch([])
    return other.match(row).state


def test_a_row_is_watched_from_its_next_game_on() -> None:
    env = ahead(VectorEnv("zhizhu", 2, seed=4), 5)
    env.watch([0, 1])
    env.reset(rows=[1])
    env.step(env.sample())
    assert env.match(0).actions == [] and len(env.match(1).actions) == 1
    saved = env.save()
    ahead(env, 4)
    env.restore(saved)
    assert len(env.match(1).actions) == 1
    env.clone(1, [0])
    assert env.match(0).actions == env.match(1).actions
    env.restore(VectorEnv("zhizhu", 2).save())
    assert env.match(1).actions == []


def test_a_watched_row_knows_the_starts_of_a_reset() -> None:
    env = VectorEnv("zhizhu", 2, seed=4)
    env.watch()
    env.reset(start=["zhizhu", OTHER])
    env.step(env.sample())
    assert env.match(1).standard is False and len(env.match(1).actions) == 1
    assert env.match(0).standard and "Position" not in env.match(0).record()


# Copies, pickles, and what may not be written to


def test_copies_and_pickles_go_on_alike() -> None:
    env = VectorEnv("zhizhu", 6, seed=8, start=[LATE, OTHER], longest=30, threads=1)
    env.watch([2])
    ahead(env, 20)
    same, again = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    for other in (same, again):
        assert shown(other) == shown(env)
    for one in (env, same, again):
        ahead(one, 50)
    assert shown(env) == shown(same) == shown(again)
    assert env.match(2).actions == again.match(2).actions != []
    ahead(same, 1)
    assert shown(env) == shown(again)


@pytest.mark.parametrize("name", [*SHOWN, *FINAL, "prospects", "final_prospects"])
def test_nobody_writes_to_the_games(name: str) -> None:
    env = VectorEnv("zhizhu", 3, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        getattr(env, name)[:] = 1


def test_a_row_is_what_a_match_does_with_a_start_and_a_cut() -> None:
    """Cut off where a seat is asked, after the table's part, as the other environments do."""
    env = VectorEnv("zhizhu", 1, seed=6, longest=7)
    chance = int(np.random.default_rng(6).integers(0, 1 << 62, (2, 1))[0, 0])
    stepper = MatchStepper(tablier.new("zhizhu"), env.encoding, chance)
    for _ in range(7):
        chosen = env.sample()
        stepper.act(int(chosen[0]))
        env.step(chosen)
    assert env.truncated[0] and env.final_seats[0] == stepper.seat
    assert env.final_match(0).state == stepper.match.state
