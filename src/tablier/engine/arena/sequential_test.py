"""Whether a player is stronger than another, told as soon as the games are enough for it.

Wald's sequential test: of two guesses, no stronger or stronger by some Elo, one is taken once it
is so much likelier that it is wrong in five of a hundred such matches at the most.
"""

from math import log

from tablier.engine.arena.ratings import Tally

ERROR = 0.05
"""How often either answer may be wrong."""
ENOUGH = log((1 - ERROR) / ERROR)
"""The log of how many times as likely one of the guesses must be."""
FEWEST = 16
"""Games before which nothing is said, since how scores vary isn't known yet."""
HALF = 0.5
"""Of a win, loss and draw that are added, so that they always vary."""


def expected(elo: float) -> float:
    """The score of a game for a player that is stronger by that much."""
    return 1 / (1 + 10 ** (-elo / 400))


def evidence(tally: Tally, elo: float) -> float:
    """The log of how many times likelier these games are if a player is that much stronger.

    >>> from tablier.engine.arena.ratings import Tally
    >>> round(evidence(Tally(30, 0, 10), 50), 2), evidence(Tally(10, 5, 10), 50) < 0
    (3.22, True)
    """
    wins, draws, losses = (count + HALF for count in tally)
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    spread = (wins + draws / 4) / games - score**2
    low, high = expected(0), expected(elo)
    return games * (high - low) * (2 * score - low - high) / (2 * spread)


def verdict(tally: Tally, elo: float) -> bool | None:
    """Whether a player is stronger by that much rather than not at all; None: not known yet."""
    if sum(tally) < FEWEST:
        return None
    found = evidence(tally, elo)
    return None if abs(found) < ENOUGH else found > 0
