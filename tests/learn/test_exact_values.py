"""Exact values of positions, also within a turn, beside what books and rules say one by one."""

from typing import Any

import numpy as np
import pytest

import tablier
from tablier.compile.position_rows import load
from tablier.core import registry
from tablier.learn.exact_values import UNKNOWN, WON, chances, with_neighbours, worths
from tablier.learn.lessons import SolvedLessons
from tablier.learn.samples import Samples
from tablier.learn.self_play import SelfPlayPace, play_samples
from tablier.solver.endgames import Endgames

GAME = registry.find("zhizhu")
RULES = GAME.rules
LATE = "zhizhu w..w.w../...b..../b.....b. w 0-0 0 - - 0 41"


@pytest.fixture(scope="module")
def endgames() -> Endgames:
    """The books that ship: up to nine pieces."""
    return Endgames(GAME)


def slowly(position: Any, seat: int, endgames: Endgames) -> int:
    """What a position is worth to a seat, by the rules and single books."""
    if not RULES.decision(position).actors:
        own, other = RULES.place(position, seat), RULES.place(position, 1 - seat)
        return (other > own) * WON - (own > other) * WON
    value = endgames.exact(position)
    if value is not None:
        worth = value.outcome * (WON - value.turns) if value.outcome else 0
        return worth if position.seat == seat else -worth
    out = [0] * RULES.MOST_ACTIONS
    legal = out[: RULES.actions(position, seat, out)]
    return max(slowly(RULES.play(position, seat, action), seat, endgames) for action in legal)


def test_worths_are_those_of_the_books(endgames: Endgames) -> None:
    start = tablier.read_position(LATE)
    samples = play_samples(GAME, (start.state,), 2, SelfPlayPace(20, 4, 0.5), 60, 3)
    positions = with_neighbours(start.state, samples, 2, RULES.MOST_ACTIONS, 1)
    assert len(positions) > len(samples)
    found = worths(endgames, start.state, positions)
    states = [load(start.state, row, 0) for row in positions]
    within = sum(state.due > 0 for state in states)
    assert within and (found != UNKNOWN).all()
    for state, worth in zip(states, found, strict=True):
        assert worth == slowly(state, state.seat, endgames)


def test_nothing_is_known_where_no_book_is(endgames: Endgames) -> None:
    start = tablier.new("zhizhu")
    samples = play_samples(GAME, (start.state,), 2, SelfPlayPace(20, 4, 0.5), 5, 3)
    assert (worths(endgames, start.state, samples.positions) == UNKNOWN).all()
    assert len(SolvedLessons(endgames).teach(GAME, start.state, 2, samples)) == 0


def test_sooner_wins_are_likelier(endgames: Endgames) -> None:
    found = chances(np.array([WON - 1, WON - 60, 0, 60 - WON, 1 - WON]), 0.99)
    assert found.tolist() == sorted(found.tolist(), reverse=True) and found[2] == 0.5
    start = tablier.read_position(LATE)
    samples = Samples(np.array([[0]]), np.zeros((1, 2)), np.zeros((1, 2)))
    played = play_samples(GAME, (start.state,), 2, SelfPlayPace(20, 0, 0.5), 3, 3)
    taught = SolvedLessons(endgames, neighbours=0).teach(GAME, start.state, 2, played)
    assert len(samples) == 1 and len(taught) == 3 and taught.words.shape[1] == 2
