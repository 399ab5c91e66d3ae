"""Scores of positions, for the seat that is to act, and the windows that they are looked for in."""

from typing import NamedTuple

from tablier.compile.dispatch import place
from tablier.compile.marks import jitable
from tablier.core.game import Position

DEEPEST = 120
"""No line is followed further than this many actions."""
WON = 1_000_000
"""The score of a game that is won now; every action until then takes one off."""
KNOWN = WON - 2 * DEEPEST
"""The score of a win that the endgames promise now; what lies beyond was seen to the end."""
SURE = KNOWN // 2
"""Scores beyond this are proven wins."""
TOLD = 300_000
"""The score of a win of which only the outcome is known, before what an evaluation adds."""
MOST_ADDED = 100_000
"""No evaluation adds more to that, or takes more off."""
A_TURN = 4
"""A promised turn counts as four actions, so that a quick win with removals comes first."""
INFINITY = WON + 1
UNSETTLED = WON + 2
"""In place of a score that is not known without searching."""


class Window(NamedTuple):
    """The scores that matter: up to `alpha` something better is at hand, from `beta` on the
    opponent has something better.
    """

    alpha: int
    beta: int


@jitable
def turned(alpha: int, beta: int, same: bool) -> Window:
    """A window as the next seat sees it, which may be the same."""
    return Window(alpha, beta) if same else Window(-beta, -alpha)


@jitable
def outcome(position: Position, seat: int, ply: int) -> int:
    """The score of a finished game for a seat."""
    own, other = place(position, seat), place(position, 1 - seat)
    if own == other:
        return 0
    return WON - ply if own < other else ply - WON


@jitable
def promised(value: int, ply: int) -> int:
    """The score of a value that is not drawn, from the endgames."""
    score = KNOWN - A_TURN * (value - 1) - ply
    return -score if value & 1 else score


@jitable
def told(value: int, evaluation: int) -> int:
    """The score of a value that is known to be won or lost, and no more.

    It lies between evaluations and proven wins. The evaluation tells where to make progress.
    """
    added = max(-MOST_ADDED, min(evaluation, MOST_ADDED))
    return added - TOLD if value & 1 else added + TOLD


@jitable
def from_here(score: int, ply: int, sure: int) -> int:
    """A score by its distance from the position, not the root, where it is a proven win."""
    return score + ply if score >= sure else score - ply if score <= -sure else score


@jitable
def from_root(score: int, ply: int, sure: int) -> int:
    """The way back."""
    return score - ply if score >= sure else score + ply if score <= -sure else score
