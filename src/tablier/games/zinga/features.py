"""What a learner sees of ZINGA, and what a player can do; the table's actions are its own."""

from tablier.core.game import MAX_SEATS
from tablier.core.rules.features import bits, number, seat, seats, word
from tablier.games.zinga.board import CELLS
from tablier.games.zinga.position import CORRECTED, RESCUING
from tablier.games.zinga.rules import EXPIRED, ROLL
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.claims import BITS, CELLS_PER_WORD, DICE, FACES, WORDS

LONGEST_MS = 600_000
"""The most that a deadline can be set to."""

FEATURES = (
    bits("sheets", BITS * CELLS_PER_WORD, each=WORDS),
    number("limits", LONGEST_MS),
    bits("pawn_again"),
    bits("ticks", CELLS, each=1),
    bits("declared", CELLS, each=1),
    number("plus", BOXES, each=1),
    number("blunders", BOXES, each=1),
    number("places", MAX_SEATS, each=1),
    seats("playing"),
    seat("pawn"),
    seat("taker"),
    seat("active"),
    word("phase", RESCUING + 1),
    word("dice", FACES, digits=DICE),
    seats("done"),
    seat("ringer"),
    word("announced", CORRECTED + 1),
    word("named", CELLS),
)

REPERTOIRE = tuple(action for action in range(ROLL) if action != EXPIRED)
