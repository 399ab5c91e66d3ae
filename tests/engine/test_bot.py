"""Bots of every level play legal, sensible games."""

from random import Random

import pytest

import tablier
from tablier.core.registry import games
from tablier.engine.levels import LEVELS


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_bot_plays_legal_actions(name: str, level: int) -> None:
    match = tablier.new(name)
    bot = tablier.bot(name, level, seed=1)
    random = Random(1)
    for _ in range(12):
        seats = [seat for seat in match.seats if seat != tablier.TABLE]
        if not seats:
            match.play("roll 3 2 3 6 1 1", tablier.TABLE)
            continue
        seat = random.choice(seats)
        text = bot.choose(match, seat)
        assert text in match.legal(seat)
        match.play(text, seat)


def test_a_bot_without_a_clock_does_not_blunder() -> None:
    match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
    match.play("roll 3 2 3 6 1 1", tablier.TABLE).play("ring", 0)
    match.play(tablier.bot("zinga", level=6, seed=1).choose(match, 0), 0)
    assert match.state.blunders[0] == 0 and match.state.ticks[0].bit_count() == 1


def test_three_players_have_bots_too() -> None:
    match = tablier.new("chinese-checkers", players=3)
    bot = tablier.bot("chinese-checkers", 4, seed=1)
    for _ in range(6):
        match.play(bot.choose(match))
    assert len(match.actions) == 6


def test_the_same_seed_plays_the_same() -> None:
    def game(seed: int) -> list[str]:
        match = tablier.new("zhizhu")
        bots = [tablier.bot("zhizhu", 2, seed=seed + seat) for seat in range(2)]
        while match.result is None and len(match.actions) < 30:
            assert match.seat is not None
            match.play(bots[match.seat].choose(match))
        return match.actions

    assert game(1) == game(1) != game(5)


@pytest.mark.parametrize("level", [0, 8, True, "3"])
def test_an_unknown_level_is_refused(level: int) -> None:
    with pytest.raises(tablier.BadOption, match="there are 1, 2, 3, 4, 5, 6, 7"):
        tablier.bot("zhizhu", level)


def test_a_bot_does_not_act_for_others() -> None:
    match = tablier.new("zhizhu")
    with pytest.raises(tablier.OutOfTurn):
        tablier.bot("zhizhu").choose(match, seat=1)
    match.resign()
    with pytest.raises(tablier.OutOfTurn):
        tablier.bot("zhizhu").choose(match)


@pytest.mark.parametrize("name", ["zhizhu", "sensei"])
def test_level_5_beats_random_play(name: str) -> None:
    for seed in range(4):
        match, random = tablier.new(name), Random(seed)
        bot = tablier.bot(name, 5, seed=seed)
        while match.result is None:
            own = match.seat == seed % 2
            match.play(bot.choose(match) if own else random.choice(match.legal()))
        assert match.result.ranks[seed % 2] == 1


def test_a_time_limit_is_kept() -> None:
    match = tablier.new("zhizhu")
    assert tablier.bot("zhizhu", 7, seconds=0.05).choose(match) in match.legal()
    assert set(LEVELS) == set(range(1, 8))
