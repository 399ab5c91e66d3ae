"""How good a ZINGA position is: lines on the way, PLUS boxes, blunders, the pawn."""

from tablier.core.kernel import Table, item, kernel, popcount
from tablier.games.zinga.board import LINE_COUNT, LINES
from tablier.games.zinga.position import Position
from tablier.games.zinga.settling import AGREED, BOXES

PROGRESS = Table((0, 1, 4, 16, 64, 256))
"""What a line is worth, by its ticks."""
PLUS = 6
BLUNDER = Table((0, 10, 60))
PAWN = 30
WON = 10_000


@kernel
def evaluate(position: Position, seat: int) -> int:
    """A seat's prospects less those of its strongest rival still in the game."""
    if position.ending == AGREED and item(position.places, seat) == 1:
        return 0
    if position.ending:
        return WON if item(position.places, seat) == 1 else -WON
    if item(position.places, seat):
        return -WON
    rival = -WON
    for other in range(position.players):
        if other != seat and item(position.places, other) == 0:
            rival = max(rival, prospects(position, other))
    return prospects(position, seat) - rival


@kernel
def prospects(position: Position, seat: int) -> int:
    """What a seat's own sheet and the pawn are worth, in ticks on an empty line."""
    worth = line_worth(item(position.ticks, seat))
    worth += PLUS * (item(position.plus, seat) % BOXES) - BLUNDER[item(position.blunders, seat)]
    return worth + PAWN if position.pawn == seat else worth


@kernel
def line_worth(ticks: int) -> int:
    """What the twelve lines of a sheet are worth."""
    worth = 0
    for index in range(LINE_COUNT):
        worth += PROGRESS[popcount(LINES[index] & ticks)]
    return worth
