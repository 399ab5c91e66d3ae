"""What Senseï's evaluation counts is really there."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import tablier
from tablier import Match
from tablier.core.rules.kernel import popcount
from tablier.games.sensei.evaluate import WEIGHTS, evaluate, features, first_weight, slid
from tablier.games.sensei.moves import FLIGHT
from tablier.games.sensei.rules import (
    ARRIVED,
    END,
    MOST_ACTIONS,
    Position,
    actions,
    free_squares,
    loose,
    play,
)

WAYS = ("arashi", "shizukana", "shizukana-crossed", "arashi-expert")


def random_matches(way: str, games: int) -> Iterator[Match]:
    """Every position of some random games, while they go on."""
    for seed in range(games):
        match, random = tablier.new("sensei", way=way), Random(seed)
        while match.result is None and len(match.actions) < 150:
            yield match
            match.play(random.choice(match.legal()))


def arrives(state: Position) -> bool:
    """Whether the player to move can win within the turn, tried out: the flight comes last."""
    listed = [0] * MOST_ACTIONS
    legal = listed[: actions(state, state.seat, listed)]
    for action in legal:
        if FLIGHT <= action < END and play(state, state.seat, action).ending == ARRIVED:
            return True
    for action in legal:
        if action < FLIGHT:
            after = play(state, state.seat, action)
            if (after.seat, after.ending) == (state.seat, 0) and arrives(after):
                return True
    return False


@pytest.mark.parametrize("way", WAYS)
def test_stones_at_hand_are_those_that_the_rules_let_move(way: str) -> None:
    listed = [0] * MOST_ACTIONS
    for match in random_matches(way, 2):
        state = match.state
        if state.moved < 2:
            legal = listed[: actions(state, state.seat, listed)]
            ends = {action % 49 for action in legal if action < FLIGHT}
            found = slid(loose(state, state.seat), free_squares(state), state.far)
            assert found == sum(1 << square for square in ends)


@pytest.mark.parametrize("way", ["arashi", "shizukana-crossed"])
def test_a_win_that_is_counted_can_be_played(way: str) -> None:
    won = (m.state for m in random_matches(way, 30) if features(m.state, m.state.seat).wins)
    found = [arrives(state) for state in islice(won, 12)]
    assert found == [True] * 12


def test_landings_threats_and_wins() -> None:
    rows = "rrr.rrr/...R.../......./......./...G.../......./ggg.ggg"
    blocked = features(tablier.read_position(f"sensei {rows} g 0 0 31").state, 0)
    assert (blocked.landings, blocked.threats, blocked.wins) == (0, 0, 0), "d6 is in the way"
    rows = "rr.r.rr/..Rr.../g....../....G../......./......./ggg..gg"
    storm = tablier.read_position(f"sensei {rows} g 0 0 31").state
    assert features(storm, 0)[:4] == (1, 1, 0, 1), "a5-e5 e5-e7 e4*e7"
    assert features(storm, 1).wins == 0
    one_left = tablier.read_position(f"sensei {rows} g 1 0 31").state
    assert features(one_left, 0)[:4] == (1, 1, 0, 0)
    calm = tablier.read_position(f"sensei way=shizukana {rows} g 0 0 31").state
    assert features(calm, 0)[:4] == (1, 0, 0, 0)


def test_contacts_count_where_unfair_play_does() -> None:
    joined = "......./....g../......./...Rrrr/rrr..../gg...../..gG.gg"
    match = tablier.read_position(f"sensei {joined} g 0 0 31")
    assert features(match.state, 0).facing == 1
    assert features(match.state, 1).facing == 0
    match = tablier.read_position(f"sensei unfair=off {joined} g 0 0 31")
    assert features(match.state, 0).facing == 0
    parted = joined.replace("...Rrrr", "....Rrr").replace(".......", "...r...", 1)
    match = tablier.read_position(f"sensei {parted} g 0 0 31")
    assert features(match.state, 0).facing == 0


@pytest.mark.parametrize("way", WAYS)
def test_the_evaluation_weighs_the_difference(way: str) -> None:
    for match in random_matches(way, 2):
        state = match.state
        own, other = features(state, 0), features(state, 1)
        row = WEIGHTS[first_weight(state) :]
        total = sum(w * (a - b) for w, a, b in zip(row, own, other, strict=False))
        assert evaluate(state, 0) == total // 10
        assert abs(evaluate(state, 0) + evaluate(state, 1)) <= 1


def test_both_sides_are_judged_alike() -> None:
    start = tablier.new("sensei").state
    assert start.far and popcount(start.stones[0]) == 7
    assert features(start, 0)._replace(left=0) == features(start, 1)
