"""How strong a bot plays: seven levels, the same for every game."""

from typing import NamedTuple

from tablier.core.errors import BadOption, listing


class Level(NamedTuple):
    """How much a bot looks at, and how often it plays without looking."""

    nodes: int
    """Positions looked at for one action; 0 is no limit."""
    lapses: float
    """The share of actions that are played at random."""
    seconds: float | None = None
    """The time for one action, where it is what limits the search."""


LEVELS = {
    1: Level(nodes=20, lapses=0.7),
    2: Level(nodes=100, lapses=0.35),
    3: Level(nodes=600, lapses=0.12),
    4: Level(nodes=5_000, lapses=0.04),
    5: Level(nodes=40_000, lapses=0.01),
    6: Level(nodes=300_000, lapses=0.0),
    7: Level(nodes=0, lapses=0.0, seconds=5.0),
}


def level_of(number: int) -> Level:
    """The level of that number."""
    if isinstance(number, bool) or number not in LEVELS:
        raise BadOption(f"there is no level {number}; there are {listing(LEVELS)}")
    return LEVELS[number]
