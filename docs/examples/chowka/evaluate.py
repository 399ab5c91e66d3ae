"""How good a position is: how far ahead of the best of the others."""

from tablier.core.rules.kernel import item, kernel, popcount
from tablier.games.chowka.board import HOME, POINTS
from tablier.games.chowka.rules import PIECES, Position


@kernel
def progress(position: Position, seat: int) -> int:
    """The steps that a seat's pieces have gone, and one for each that has entered."""
    own = item(position.pieces, seat)
    total = POINTS * (PIECES - item(position.hands, seat) - popcount(own))
    for step in range(HOME):
        total += (own >> step & 1) * (step + 1)
    return total


@kernel
def evaluate(position: Position, seat: int) -> int:
    best = 0
    for other in range(position.players):
        best = max(best, 0 if other == seat else progress(position, other))
    return 10 * (progress(position, seat) - best)
