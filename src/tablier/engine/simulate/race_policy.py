"""What a game's own policy does where the quickest acts: how soon, and what then.

A game that can be raced has a `policy` with two kernels: `reaction`, the microseconds that a seat
takes before it acts, and `choice`, what it does then. Both get a drawn number, so that a seed
tells the whole game.
"""

from tablier.core import registry
from tablier.core.game import Position
from tablier.core.parts import Policy

NORMAL = 100
"""The pace of who takes the usual time, in percent."""


def reaction(position: Position, seat: int, drawn: int, pace: int) -> int:
    """The microseconds that a seat takes which needs `pace` percent of the usual time."""
    return policy_of(type(position)).reaction(position, seat, drawn, pace)


def choice(position: Position, seat: int, drawn: int, slips: int) -> int:
    """What a seat does, or the table."""
    return policy_of(type(position)).choice(position, seat, drawn, slips)


def policy_of(position_class: type) -> Policy:
    """What plays the game that has such positions."""
    policy = registry.owner(position_class).policy
    assert policy is not None, "a race is simulated by the game's own policy"
    return policy
