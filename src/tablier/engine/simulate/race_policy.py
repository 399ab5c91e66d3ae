"""What plays a game in which the quickest acts, of itself: its own policy.

That has two kernels: `reaction`, the microseconds that a seat takes before it acts, and `choice`,
what it does then. Both get a drawn number, so that a seed tells the whole game. Where all seats
react to the same, `outlook` works out once what they have in common, and `reaction_to` the rest.
"""

from tablier.core.game import Game
from tablier.core.parts import Policy

NORMAL = 100
"""The pace of who takes the usual time, in percent."""


def policy_of(game: Game) -> Policy:
    """The policy of a game that can be raced."""
    assert game.policy is not None, "a race is simulated by the game's own policy"
    return game.policy
