"""Wins that can't be prevented, compared with trying everything in plain Python."""

from functools import cache
from random import Random
from typing import Any

import pytest

import tablier
from tablier.core import registry
from tablier.engine.puzzles.forced import ForcedWins
from tablier.games.sensei.puzzles.this_turn import wins_now

GAME = registry.find("sensei")
LINE = "sensei ......./.r...rg/.r..r.G/..r.Rg./.g.gg../g....../..r.... g 1 0 29"
"""Green can bring a stone to g7 and fly there."""


@cache
def wins_this_turn(position: Any, seat: int) -> bool:
    """Whether the player in turn wins before it ends: all actions are tried."""
    rules = GAME.rules
    if position.ending:
        return bool(position.winner == seat)
    if position.seat != seat:
        return False
    out = [0] * rules.MOST_ACTIONS
    count = rules.actions(position, seat, out)
    return any(wins_this_turn(rules.play(position, seat, action), seat) for action in out[:count])


def positions(way: str, games: int) -> list[Any]:
    """Positions within turns, late in games that are played at random."""
    found = []
    for seed in range(games):
        random, match = Random(seed), tablier.new("sensei", way=way)
        while match.result is None and len(match.actions) < 120:
            match.play(random.choice(match.legal()))
            if match.result is None and match.state.moved and random.random() < 0.1:
                found.append(match.state)
    return found


@pytest.mark.parametrize("way", ["arashi-expert", "shizukana-crossed"])
def test_a_turn_that_wins_is_seen_without_trying_everything(way: str) -> None:
    forced, seen = ForcedWins(GAME), []
    for position in positions(way, 6):
        wins = wins_this_turn(position, position.seat)
        seen.append(wins)
        assert forced(position, position.seat, 1) == wins
        assert wins_now(position, position.seat) in (int(wins), -1)
    assert any(seen) and not all(seen)


def test_what_wins_in_one_turn_wins_in_two_and_never_for_the_other() -> None:
    position, forced = tablier.read_position(LINE).state, ForcedWins(GAME)
    assert forced(position, 0, 1) and forced(position, 0, 2)
    assert not forced(position, 1, 1)
