"""Which way of thinking suits a match. A race has its game's own policy, and the others these."""

from tablier.core.match import Match

EXACT_DICE = 3
"""With more dice than this, some rolls are drawn to stand for all."""


def is_searched(match: Match) -> bool:
    """Whether a search suits a match: two play, and every roll of the dice can be looked at.

    For the others a tree is grown.
    """
    return match.players == 2 and match.game.dice <= EXACT_DICE
