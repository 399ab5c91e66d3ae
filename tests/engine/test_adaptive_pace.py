"""The bot that becomes as quick as those it plays."""

from itertools import repeat
from random import Random

import pytest

import tablier
from tablier.core.dice import Dice
from tablier.core.match import Match
from tablier.engine.adaptive_pace import QUICKEST, SLOWEST, firsts, pace_after
from tablier.engine.levels import ADAPTIVE, GENTLE, LEVELS, level_name, levels_of
from tablier.games.zinga.policy import greedy

START = LEVELS[GENTLE].pace
PERSON, BOT = 0, 1
GAMES, MOST_TURNS = 6, 60


def rung(*seats: int, players: int = 2) -> Match:
    """A match in which these seats rang, one turn after the other, and said nothing."""
    match = tablier.new("zinga", players=players)
    for seat in seats:
        for each in range(players):
            match.play("ready", each)
        match.play("roll 3 2 3 6 1 1", tablier.TABLE).play("ring", seat)
        match.play("expired", tablier.TABLE)
    return match


def test_it_begins_gently_and_follows_who_is_first() -> None:
    bot = tablier.bot("zinga", ADAPTIVE)
    assert bot.pace(rung(), BOT) == START
    assert bot.pace(rung(BOT), BOT) > START > bot.pace(rung(PERSON), BOT)
    assert bot.pace(rung(PERSON, PERSON), BOT) < bot.pace(rung(PERSON, BOT), BOT)


def test_only_its_rivals_count() -> None:
    match = rung(2, 2, players=3)
    assert tablier.bot("zinga", ADAPTIVE, rivals=(0,)).pace(match, BOT) == START
    assert tablier.bot("zinga", ADAPTIVE, rivals=()).pace(rung(BOT), BOT) == START
    assert tablier.bot("zinga", ADAPTIVE).pace(match, BOT) < START


def test_its_pace_is_in_the_record() -> None:
    match = rung(PERSON, BOT)
    again = tablier.read_record(match.record())
    paces = [tablier.bot("zinga", ADAPTIVE).pace(each, BOT) for each in (match, again)]
    assert paces[0] == paces[1] != START
    delays = [tablier.bot("zinga", ADAPTIVE, seed=3).delay(each, BOT) for each in (match, again)]
    assert delays[0] == delays[1]


@pytest.mark.parametrize("rivals", [1, 3])
def test_it_is_neither_too_slow_nor_too_quick(rivals: int) -> None:
    assert pace_after(repeat(True, 50), rivals) == SLOWEST
    assert pace_after(repeat(False, 90), rivals) == QUICKEST


@pytest.mark.parametrize("rivals", [1, 2, 7])
def test_everybody_is_first_equally_often_where_it_stays(rivals: int) -> None:
    """Whoever is first once among as many as sit there leaves its pace about as it was."""
    races = [index % (rivals + 1) == 0 for index in range(40 * (rivals + 1))]
    settled = [pace_after(races[: n * (rivals + 1)], rivals) for n in (20, 40)]
    assert settled[1] == pytest.approx(settled[0], rel=0.3)


@pytest.mark.parametrize("seconds", [8.0, 1.5])
def test_a_slow_and_a_quick_player_ring_about_half_the_time(seconds: float) -> None:
    rings = [seat for game in range(GAMES) for seat in firsts(raced(seconds, game))]
    assert len(rings) > 100
    assert 0.4 < rings.count(PERSON) / len(rings) < 0.6


def test_a_fixed_level_is_no_match_for_either() -> None:
    """What the bot that adapts is there for."""
    shares = []
    for seconds in (8.0, 1.5):
        rings = [seat for game in range(3) for seat in firsts(raced(seconds, game, GENTLE))]
        shares.append(rings.count(PERSON) / len(rings))
    assert shares[0] < 0.3 and shares[1] > 0.8


def raced(seconds: float, seed: int, level: int = ADAPTIVE) -> Match:
    """A game against somebody who rings for any open cell, after about so many seconds."""
    match, random = tablier.new("zinga", untimed=True), Random(seed)
    bot = tablier.bot("zinga", level, seed=seed)
    dice = Dice(random.randbytes(32), ("0" * 32, "1" * 32))
    while match.result is None and match.state.turn < MOST_TURNS:
        if match.to_roll:
            match.roll(dice)
            continue
        waits = {PERSON: 1_000_000 * seconds * random.uniform(0.7, 1.3)}
        if BOT in match.seats:
            waits[BOT] = bot.delay(match, BOT)
        first = min(set(waits) & set(match.seats), key=waits.__getitem__)
        if first == BOT:
            match.play(bot.choose(match, BOT), BOT)
        else:
            action = greedy(match.state, PERSON, random.getrandbits(32))
            match.play(match.game.notation.write(match.state, PERSON, action), PERSON)
    return match


def test_only_a_race_that_says_who_was_quickest_has_it() -> None:
    having = [name for name in tablier.games() if ADAPTIVE in levels_of(tablier.new(name).game)]
    assert having == ["zinga"]
    with pytest.raises(tablier.BadOption, match="there is no level 8; there are 1, 2"):
        tablier.bot("zhizhu", ADAPTIVE)
    with pytest.raises(tablier.BadOption, match=r"there are 1, .*, 7, 8$"):
        tablier.bot("zinga", 9)
    with pytest.raises(tablier.BadOption, match="a level is a whole number, not '3'"):
        tablier.bot("zinga", "3")  # type: ignore[arg-type]
    with pytest.raises(tablier.BadOption, match=r"a level is a whole number, not 8\.0"):
        tablier.bot("zinga", 8.0)  # type: ignore[arg-type]
    assert [level_name(ADAPTIVE, each) for each in ("en", "de")] == ["Companion", "Geselle"]
