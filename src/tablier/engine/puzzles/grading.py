"""How hard a puzzle is: how often bots of each level find its first action."""

from math import exp

from tablier.core.reading.position import read_position
from tablier.core.reading.puzzles import Puzzle
from tablier.engine.bot import Bot
from tablier.engine.puzzles.mining import Found

TRIES = {1: 12, 2: 12, 3: 12, 4: 8, 5: 4, 6: 1}
"""How often each level tries."""
STRENGTH = {1: 600, 2: 800, 3: 1000, 4: 1250, 5: 1500, 6: 1800}
"""What the levels are taken for on the scale of the puzzles."""
LEAST, MOST = 400, 2200
SPREAD = 173.7
"""400 / ln 10: that much more strength, and the odds are e times as good."""


def graded(found: Found) -> Puzzle:
    """A puzzle with what the levels made of it."""
    shares = tuple(_share(found, level) for level in TRIES)
    return Puzzle(found.id, found.position, found.finding, shares, rating_of(shares))


def _share(found: Found, level: int) -> int:
    match = read_position(found.position)
    right = 0
    for seed in range(TRIES[level]):
        bot = Bot(match.game, level, seed=seed, speed=10_000_000)
        right += bot.choose(match) == found.finding.line[0]
    return round(100 * right / TRIES[level])


def rating_of(shares: tuple[int, ...]) -> int:
    """The rating at which the levels would find as much as they did.

    >>> rating_of((100,) * 6), rating_of((0,) * 6), rating_of((0, 0, 50, 100, 100, 100))
    (400, 2200, 1019)
    """
    low, high = LEAST, MOST
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(1 / (1 + exp((middle - own) / SPREAD)) for own in STRENGTH.values())
        low, high = (middle, high) if expected > sum(shares) / 100 else (low, middle)
    return LEAST if low == LEAST else high
