"""Agents of one's own, to be measured: `tablier arena zhizhu --players agent:hasty level:1 random`.

A function of a match and a seat returns the text of a legal action. A class is made anew for every
game, from its seed, and called likewise.
"""

from random import Random

from tablier import Match


def hasty(match: Match, seat: int) -> str:
    """Wins where it can at once, and else plays the first legal action."""
    legal = match.legal(seat)
    for text in legal:
        match.play(text, seat)  # the match is the agent's own copy
        won = match.result is not None and match.result.ranks[seat] == 1
        match.undo()
        if won:
            return text
    return legal[0]


class Dreamer:
    """Plays anything, the same again for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def __call__(self, match: Match, seat: int) -> str:
        return self.random.choice(match.legal(seat))
