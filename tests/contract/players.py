"""Matches played at random."""

from random import Random

from tablier.checks.play import begun, some_action
from tablier.core.match import Match

__all__ = ["begun", "play_on", "some_action"]


def play_on(match: Match, random: Random, most: int) -> Match:
    """The match after some more actions, or at its end."""
    for _ in range(most):
        if match.result is not None:
            break
        seat = random.choice(match.seats)
        match.play(some_action(match, seat, random), seat)
    return match
