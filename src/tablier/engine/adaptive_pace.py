"""How quick a bot is that adapts: about as quick as those it plays.

Who came first in the match so far says who is quicker, and nothing else is needed: neither a clock
nor a memory, so that the pace is the same after a restart, on another node and in a replay. A bot
that was first becomes slower, one that was beaten quicker, by steps that shrink whenever the sense
changes. So it ends up where it is first as often as each of its rivals.
"""

from collections.abc import Collection, Iterable

from tablier.core.match import Match
from tablier.engine.levels import GENTLE, LEVELS

SLOWEST, QUICKEST = 2_500, LEVELS[7].pace
"""Nobody is left waiting for longer than that, or meets one that is quicker than the best."""
FIRST_STEP, LAST_STEP = 60, 15
"""By how many percent the pace changes, at first and at the end."""
FINE = 1_000
"""Paces are reckoned in parts of a percent, and with whole numbers: the same everywhere."""
SHRINKING = 75
"""What is left of a step when the sense changes, in percent."""


def adapted_pace(match: Match, seat: int, rivals: Collection[int]) -> int:
    """The pace of a seat now; what others do who are no rivals does not count."""
    races = [first == seat for first in firsts(match) if first == seat or first in rivals]
    return pace_after(races, len(rivals))


def firsts(match: Match) -> list[int]:
    """Who was quickest, each time that somebody could be."""
    quickest = match.game.quickest
    assert quickest is not None, "only where a game says who was quickest a bot adapts"
    steps = zip(match.states, match.history, strict=False)
    return [move.seat for position, move in steps if quickest(position, move.action)]


def pace_after(races: Iterable[bool], rivals: int) -> int:
    """The pace after some races, each won by the bot itself (true) or by one of its rivals.

    To have won once weighs as much as to have been beaten once by each rival.
    """
    pace, step, before = LEVELS[GENTLE].pace * FINE, FIRST_STEP, None
    usual = 100 * (rivals + 1)
    for won in races:
        if before is not None and won != before:
            step = max(step * SHRINKING // 100, LAST_STEP)
        before = won
        slower = usual + 2 * step
        for _ in range(rivals if won else 1):
            pace = pace * slower // usual if won else pace * usual // slower
        pace = max(QUICKEST * FINE, min(pace, SLOWEST * FINE))
    return pace // FINE
