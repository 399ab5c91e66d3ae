"""Matches played at random."""

from random import Random

from tablier.core.game import TABLE, Game, Setup
from tablier.core.match import Match


def begun(game: Game, setup: Setup) -> Match:
    """A match with that setup, before its first action."""
    return Match(game, setup, game.rules.start(setup.players, setup.options))


def play_on(match: Match, random: Random, most: int) -> Match:
    """The match after some more actions, or at its end."""
    for _ in range(most):
        if match.result is not None:
            break
        seat = random.choice(match.seats)
        match.play(some_action(match, seat, random), seat)
    return match


def some_action(match: Match, seat: int, random: Random) -> str:
    """A legal action of a seat. Dice are thrown rather than looked up in a list."""
    if seat == TABLE and (dice := match.decision.dice):
        return " ".join(["roll", *(str(random.randint(1, 6)) for _ in range(dice))])
    return random.choice(match.legal(seat))
