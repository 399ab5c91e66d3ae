"""What the evaluation of Chinese Checkers counts, and that it leads home."""

from collections.abc import Callable
from random import Random

import pytest

import tablier
from tablier.engine.search.deepening import think
from tablier.engine.search.transposition import new_memory
from tablier.games.chinese_checkers.board import NAMES, UPPER_BIT
from tablier.games.chinese_checkers.evaluate import (
    HASTE,
    WEIGHTS,
    Features,
    evaluate,
    features,
    has_walled_in,
    haste,
)

Star = Callable[..., tablier.Match]


@pytest.mark.parametrize("players", [2, 3])
def test_every_home_is_equally_far(players: int) -> None:
    state = tablier.new("chinese-checkers", players=players).state
    for seat in range(players):
        assert features(state, seat) == Features(
            way=12 + 2 * 11 + 3 * 10,
            squares=144 + 2 * 121 + 3 * 100,
            last=12,
            gaps=0,
            aside=0,
            ladders=4,
            inside=0,
            turn=int(seat == 0),
        )


def test_stragglers_gaps_and_ways_aside(star: Star) -> None:
    counted = features(star(n="a1 d1 m1 l1 l2 k1", s="e1 e2 e3 e4 e5 e6").state, 0)
    assert counted.last == 12 and counted.inside == 4
    assert counted.aside == 3, "d1 is as far from m1 as d4 is, and three steps further from a1"
    assert counted.gaps == 13 - 5, "pegs 0, 1, 2, 9 and 12 steps away"


def test_jumps_ahead_are_ladders(star: Star) -> None:
    lone = features(star(n="g4 m1 l1 l2 k1 k2", s="a1 b1 b2 c1 c2 c3").state, 0)
    with_rung = features(star(n="g4 m1 l1 l2 k1 k2", s="h4 b1 b2 c1 c2 c3").state, 0)
    walled = features(star(n="g4 m1 l1 l2 k1 k2", s="h4 i4 b2 c1 c2 c3").state, 0)
    assert (lone.ladders, with_rung.ladders, walled.ladders) == (0, 1, 0)


def test_who_presses_into_a_destination_with_others_in_it_is_hasty(star: Star) -> None:
    pressing = star(n="k1 k2 k3 j4 j5 d3", s="m1 l1 e1 e2 e3 e4").state
    assert haste(pressing, 0) == 2 * (2 + 1) - 1, "two at the gate, and one too many inside"
    assert haste(pressing, 1) == 0, "nobody stands in South's"
    waiting = star(n="k1 k2 i3 i4 d2 d3", s="m1 l1 e1 e2 e3 e4").state
    assert haste(waiting, 0) == -1, "two inside are few, and the gate is open"


def test_who_is_waited_for_gains_by_leaving(star: Star) -> None:
    staying = star(n="k1 k2 i3 i4 d2 d3", s="k3 d1 e1 e2 e3 e4").state
    gone = star(n="k1 k2 i3 i4 d2 d3", s="j6 d1 e1 e2 e3 e4").state
    assert evaluate(gone, 1) > evaluate(staying, 1)


def test_who_looks_ahead_waits_for_a_peg_at_home(star: Star) -> None:
    match = star(n="k1 k2 i4 i5 h4 h5", s="m1 d1 e1 e2 e3 e4")
    while len(match.actions) < 20:
        match.play(think(match, new_memory(match.game, 1 << 12), nodes=3_000).line[0])
        match.play("d1-d2" if match.state.upper[1] & UPPER_BIT[NAMES.index("d1")] else "d2-d1")
    assert features(match.state, 0).inside <= 3


def test_a_peg_walled_in_for_good_costs_nearly_the_game(star: Star) -> None:
    waiting = star(n="j5 j6 k1 k3 l1 l2", s="m1 d1 e1 e2 e3 e4").state
    opened = star(n="j5 j6 k1 k2 l1 l2", s="m1 d1 e1 e2 e3 e4").state
    own = star(n="m1 j6 k1 k3 l1 l2", s="j5 d1 e1 e2 e3 e4").state
    assert [has_walled_in(state, 0) for state in (waiting, opened, own)] == [True, False, False]
    assert not has_walled_in(tablier.new("chinese-checkers").state, 0), "its friends are there"
    assert evaluate(opened, 0) - evaluate(waiting, 0) > 400


def test_nobody_is_walled_in_by_one_who_looks_ahead(star: Star) -> None:
    """The last but one that would fill the destination waits outside for the peg in the tip."""
    match = star(n="i4 j5 k1 k2 k3 l1", s="m1 d1 e1 e2 e3 e4")
    while len(match.actions) < 12:
        match.play(think(match, new_memory(match.game, 1 << 12), nodes=3_000).line[0])
        match.play("d1-d2" if match.state.upper[1] & UPPER_BIT[NAMES.index("d1")] else "d2-d1")
        assert not has_walled_in(match.state, 0)


@pytest.mark.parametrize("players", [2, 3])
def test_the_evaluation_is_the_margin_over_the_best_of_the_others(players: int) -> None:
    match, random = tablier.new("chinese-checkers", players=players), Random(1)
    row = WEIGHTS[(players - 2) * len(Features._fields) :]
    for _ in range(60):
        match.play(random.choice(match.legal()))
        worths = [
            sum(w * count for w, count in zip(row, features(match.state, seat), strict=False))
            + HASTE * row[0] * haste(match.state, seat)
            for seat in range(players)
        ]
        for seat, own in enumerate(worths):
            rest = worths[:seat] + worths[seat + 1 :]
            assert evaluate(match.state, seat) == (own - max(rest)) // 10


def test_even_a_shallow_search_gets_home(star: Star) -> None:
    match = star(n="h4 i5 j5 j6 k1 k3", s="d4 e5 d5 b1 b2 a1", turn=41)
    memory = new_memory(match.game, 1 << 12)
    while match.result is None and len(match.actions) < 24:
        match.play(think(match, memory, nodes=500).line[0])
    assert match.result is not None and match.result.reason == "filled"


ALONE = {"places": "1-2-0", "mover": "w", "options": "play_on=on", "turn": 90}
HOME = "j1 i1 j2 h1 i2 j3"
THERE = {"n": "k1 k2 k3 l1 l2 m1", "e": "d1 d2 d3 e1 e2 f1"}


def walk(match: tablier.Match, most: int) -> tablier.Match:
    """The match after the last player took the best-looking way, so many turns at most."""
    rules, out = match.game.rules, [0] * match.game.rules.MOST_ACTIONS
    for _ in range(most):
        if match.result is None:
            legal = out[: rules.actions(match.state, 2, out)]
            best = max(legal, key=lambda a: evaluate(rules.play(match.state, 2, a), 2))
            match.play(match.game.notation.write(match.state, 2, best))
    return match


@pytest.mark.rule("CC-19")
@pytest.mark.parametrize("seed", range(6))
def test_the_last_player_walks_home_without_dawdling(star: Star, seed: int) -> None:
    free = sorted(set(NAMES) - set(" ".join(THERE.values()).split()))
    pegs = HOME if seed == 0 else " ".join(Random(seed).sample(free, 6))
    match = walk(star(players=3, w=pegs, **THERE, **ALONE), 40)
    assert match.result == tablier.Result((1, 2, 3), "ranked")


@pytest.mark.rule("CC-19")
def test_the_last_player_stops_where_the_way_is_barred(star: Star) -> None:
    """North has resigned and keeps a peg in the tip of West's destination."""
    pegs = {"n": "d10 a1 b1 b2 c1 c2", "e": THERE["e"], "w": HOME}
    match = star(players=3, **{**ALONE, "places": "3-1-0"}, **pegs)
    assert walk(match, 1).result == tablier.Result((3, 1, 2), "stopped")
    swap = star(players=3, **{**ALONE, "places": "3-1-0", "options": "play_on=on swap=on"}, **pegs)
    assert walk(swap, 40).result == tablier.Result((3, 1, 2), "ranked")


@pytest.mark.rule("CC-19")
def test_any_bot_brings_the_last_pegs_home(star: Star) -> None:
    match = star(players=3, w="d8 d9 d10 e8 g5 g6", **THERE, **ALONE)
    bot = tablier.bot("chinese-checkers", level=1, seed=3)
    for _ in range(20):
        if match.result is None:
            match.play(bot.choose(match))
    assert match.result == tablier.Result((1, 2, 3), "ranked")
