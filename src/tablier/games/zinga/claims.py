"""What the dice give: coloured numbers, called claims.

A claim is colour * 12 + number - 1; cells of a sheet are claims, and so are
announcements. A roll is the six faces as one number in base 6, red the highest
digit and white the lowest.
"""

from tablier.core.kernel import Table, item, kernel
from tablier.games.zinga.board import CELLS

COLOURS = ("red", "orange", "yellow", "green", "blue")
LETTERS = "".join(colour[0] for colour in COLOURS)
DICE = 6
"""One die for each colour, and the white one (ZI-01)."""
FACES = 6
ROLLS = int(FACES**DICE)
NUMBERS = 2 * FACES
"""The highest number: a coloured die and the white one."""
CLAIMS = len(COLOURS) * NUMBERS
BLUE_NINE = 4 * NUMBERS + 8
WEIGHTS = Table(int(FACES ** (DICE - 1 - die)) for die in range(DICE))
"""What each die's face is worth in a roll's number."""

CELLS_PER_WORD = 10
WORDS = 3
BITS = 6
NO_CLAIM = (1 << BITS) - 1


@kernel
def face(roll: int, die: int) -> int:
    """What a die shows; die 5 is the white one."""
    return roll // WEIGHTS[die] % FACES + 1


@kernel
def given(roll: int, claim: int, active: int) -> int:
    """Whether the dice give a claim: 1 or 0.

    Everyone may add the white die to a coloured one; the active player may
    also claim the coloured die by itself (ZI-06).
    """
    number = claim % NUMBERS + 1
    alone = face(roll, claim // NUMBERS)
    if number == alone + face(roll, DICE - 1):
        return 1
    return active if number == alone else 0


# A seat's sheet is three numbers of ten cells each, six bits a cell; the five
# cells too many hold no claim.


@kernel
def claim_at(sheets: tuple[int, ...], seat: int, cell: int) -> int:
    """The claim that a cell of a seat's sheet asks for."""
    word = item(sheets, WORDS * seat + cell // CELLS_PER_WORD)
    return word >> BITS * (cell % CELLS_PER_WORD) & NO_CLAIM


@kernel
def cell_of(sheets: tuple[int, ...], seat: int, claim: int) -> int:
    """The cell where a claim stands on a seat's sheet; -1 where it does not."""
    for index in range(WORDS):
        word = item(sheets, WORDS * seat + index)
        for place in range(CELLS_PER_WORD):
            if word & NO_CLAIM == claim:
                return index * CELLS_PER_WORD + place
            word >>= BITS
    return -1


def packed(claims: tuple[int, ...]) -> tuple[int, ...]:
    """A sheet's 25 claims as three numbers."""
    padded = claims + (NO_CLAIM,) * (WORDS * CELLS_PER_WORD - CELLS)
    return tuple(
        sum(claim << BITS * place for place, claim in enumerate(padded[first:][:CELLS_PER_WORD]))
        for first in range(0, len(padded), CELLS_PER_WORD)
    )


def claim_name(claim: int) -> str:
    """A claim as it is announced: `yellow 4`."""
    return f"{COLOURS[claim // NUMBERS]} {claim % NUMBERS + 1}"


def cell_name(claim: int) -> str:
    """A claim as it stands on a sheet: `y4`."""
    return f"{LETTERS[claim // NUMBERS]}{claim % NUMBERS + 1}"
