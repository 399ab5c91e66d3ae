"""Bots of every level play legal, sensible games."""

import time
from collections.abc import Callable
from itertools import count
from random import Random
from types import ModuleType
from typing import ClassVar

import pytest

import tablier
from tablier.core.registry import games
from tablier.engine.levels import LEVELS
from tablier.engine.search import deepening, mind
from tablier.engine.search.one_turn import Glance
from tablier.engine.search.transposition import new_memory


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_bot_plays_legal_actions(name: str, level: int) -> None:
    match = tablier.new(name)
    player = tablier.bot(name, level, seed=1)
    random = Random(1)
    for _ in range(12):
        seats = [seat for seat in match.seats if seat != tablier.TABLE]
        if not seats:
            match.play("roll 3 2 3 6 1 1", tablier.TABLE)
            continue
        seat = random.choice(seats)
        text = player.choose(match, seat)
        assert text in match.legal(seat)
        match.play(text, seat)


def test_a_bot_without_a_clock_does_not_blunder() -> None:
    match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
    match.play("roll 3 2 3 6 1 1", tablier.TABLE).play("ring", 0)
    match.play(tablier.bot("zinga", level=6, seed=1).choose(match, 0), 0)
    assert match.state.blunders[0] == 0 and match.state.ticks[0].bit_count() == 1


def test_a_bot_says_for_whom_it_could_act() -> None:
    player = tablier.bot("zinga", seed=1)
    match = tablier.new("zinga", players=3, untimed=True)
    with pytest.raises(tablier.AmbiguousMove, match="say for whom the bot acts; seat=0, 1, 2"):
        player.choose(match)
    match.play("ready", 1)
    with pytest.raises(tablier.OutOfTurn, match="seat 1 now; seat=0, 2 may"):
        player.choose(match, 1)
    match.play("ready", 0).play("ready", 2)
    with pytest.raises(tablier.OutOfTurn, match="the dice are to be thrown"):
        player.choose(match)
    with pytest.raises(tablier.OutOfTurn, match="the game is over"):
        player.choose(match.agree_draw())


def test_three_players_have_bots_too() -> None:
    match = tablier.new("chinese-checkers", players=3)
    player = tablier.bot("chinese-checkers", 4, seed=1)
    for _ in range(6):
        match.play(player.choose(match))
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
        player = tablier.bot(name, 5, seed=seed)
        while match.result is None:
            own = match.seat == seed % 2
            match.play(player.choose(match) if own else random.choice(match.legal()))
        assert match.result.ranks[seed % 2] == 1


class Alarm:
    """A timer that goes off at once, and notes what it was set to."""

    set_to: ClassVar[list[float]] = []

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self.set_to.append(seconds)
        self.start = function

    def cancel(self) -> None:
        """Too late."""


@pytest.mark.parametrize(("players", "where"), [(2, deepening), (3, mind)])
def test_a_time_limit_ends_the_search(
    players: int, where: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the alarm, level 7 would look for its whole time."""
    monkeypatch.setattr(where, "Timer", Alarm)
    monkeypatch.setattr(Alarm, "set_to", [])
    match = tablier.new("chinese-checkers", players=players)
    began = time.process_time()
    assert tablier.bot("chinese-checkers", 7, seconds=3600).choose(match) in match.legal()
    assert tablier.bot("chinese-checkers", 7).choose(match) in match.legal()
    assert sum(Alarm.set_to) == pytest.approx(3600 + 5)
    assert time.process_time() - began < 300, "compiling included"


def test_little_thought_is_enough_for_a_game_that_is_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two players: after a finished depth. Three: after the first share of the time."""
    monkeypatch.setattr(deepening, "monotonic", count(0.0, 1e6).__next__)
    match, memory = tablier.new("zhizhu"), new_memory(tablier.new("zhizhu").game, 1 << 12)
    depths = [
        deepening.think(match, memory, seconds=60, depth=3, clear=clear).depth
        for clear in (0, 9999)
    ]
    assert depths == [2, 3]

    monkeypatch.setattr(mind, "Timer", Alarm)
    monkeypatch.setattr(Alarm, "set_to", [])
    home = tablier.read_position(
        "chinese-checkers players=3 ./../.../........../........./......../......./"
        "w......e/ww.....ee/www..n.eee/nn./nn/n n 0-0-0 0-0-0 31"
    )
    assert tablier.bot("chinese-checkers", 7, seconds=10).choose(home) == "j6-k3"
    assert Alarm.set_to == [pytest.approx(1)]


@pytest.mark.parametrize("seconds", [0, 0.0, -1, float("nan"), float("inf"), True])
def test_a_bot_needs_time(seconds: float) -> None:
    with pytest.raises(tablier.BadOption, match="a bot can't think for"):
        tablier.bot("zhizhu", 7, seconds=seconds)


def test_a_glance_misses_what_is_out_of_sight() -> None:
    """White can win at once: who sees everything does, who sees little mostly does not."""
    match = tablier.read_position("zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41")
    glance, random = Glance(match.game), Random(1)
    assert {glance.choose(match, 0, random) for _ in range(5)} == {"c4-c3"}
    seen = [glance.choose(match, 0, random, sight=0.1) for _ in range(40)]
    assert 0 < seen.count("c4-c3") < 20
    assert set(seen) <= set(match.legal()) and match.actions == []


# Where the quickest acts


def rolled() -> tablier.Match:
    match = tablier.new("zinga").play("ready", 0).play("ready", 1)
    return match.play("roll 3 2 3 6 1 1", tablier.TABLE)


def test_higher_levels_are_quicker() -> None:
    match = rolled()

    def mean(level: int) -> float:
        player = tablier.bot("zinga", level, seed=1)
        return sum(player.delay(match, 0) for _ in range(50)) / 50

    means = [mean(level) for level in LEVELS]
    assert means == sorted(means, reverse=True) and means[-1] >= 250_000


def test_no_bot_is_quicker_than_a_quarter_of_a_second() -> None:
    match, player = rolled(), tablier.bot("zinga", 7, seed=3)
    delays = [player.delay(match, seat) for seat in (0, 1) for _ in range(100)]
    assert min(delays) >= 250_000


def test_a_delay_is_drawn_from_the_seed() -> None:
    match = rolled()
    one, same, other = (tablier.bot("zinga", 4, seed=seed).delay(match, 0) for seed in (1, 1, 2))
    assert one == same != other


def test_no_delay_for_others() -> None:
    with pytest.raises(tablier.OutOfTurn):
        tablier.bot("zinga").delay(rolled(), 2)
    assert tablier.bot("zhizhu").delay(tablier.new("zhizhu")) == 0


def test_low_levels_slip() -> None:
    def blunders(level: int) -> int:
        total = 0
        player = tablier.bot("zinga", level, seed=5)
        for _ in range(60):
            match = rolled().play("ring", 0)
            total += match.play(player.choose(match, 0), 0).state.blunders[0]
        return total

    assert blunders(1) > 3 and blunders(7) == 0


@pytest.mark.parametrize("ask", ["choose", "delay", "wake", "pieces"])
def test_a_bot_of_another_game_is_refused(ask: str) -> None:
    player = tablier.bot("zhizhu", level=4, seed=1)
    told = "this bot plays zhizhu, and the match is of chinese-checkers"
    with pytest.raises(tablier.BadOption, match=told):
        getattr(player, ask)(tablier.new("chinese-checkers"))


@pytest.mark.parametrize("seconds", ["x", True, 0, [2]])
def test_a_bot_thinks_for_a_number_of_seconds(seconds: float) -> None:
    with pytest.raises(tablier.BadOption, match="a bot can't think for"):
        tablier.bot("zhizhu", seconds=seconds)
