"""What the dice give: coloured numbers, called claims.

A claim is colour * 12 + number - 1; cells of a sheet are claims, and so are
announcements. A roll is the six faces as one number in base 6, red the highest
digit and white the lowest.
"""

from tablier.core.rules.kernel import IntTable, item, kernel, lowest
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
WEIGHTS = IntTable(int(FACES ** (DICE - 1 - die)) for die in range(DICE))
"""What each die's face is worth in a roll's number."""
INVERSES = IntTable((1 << 32) // weight + (weight > 1) for weight in WEIGHTS)
"""Multiplied by one of these, the upper bits of a roll's number are those of its dice up to one.

A GPU divides slowly. No roll is so high that this makes a difference.
"""

CELLS_PER_WORD = 10
WORDS = 3
BITS = 6
CELL_MASK = (1 << BITS) - 1
EACH_CELL = sum(1 << BITS * place for place in range(CELLS_PER_WORD))
"""The lowest bit of every cell in a number."""
HIGHEST_BITS = EACH_CELL << BITS - 1
LOWER_BITS = HIGHEST_BITS - EACH_CELL


@kernel
def face(roll: int, die: int) -> int:
    """What a die shows; die 5 is the white one."""
    return (roll * INVERSES[die] >> 32) % FACES + 1


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


# A seat's sheet is three numbers of ten cells each, six bits a cell. The third
# has five cells, and above them the number in the sheet's corner.


@kernel
def sheet_of(sheets: tuple[int, ...], seat: int) -> tuple[int, int, int]:
    """The three numbers of a seat's sheet."""
    first = WORDS * seat
    return item(sheets, first), item(sheets, first + 1), item(sheets, first + 2)


@kernel
def claim_on(sheet: tuple[int, int, int], cell: int) -> int:
    """The claim that a cell of a sheet asks for."""
    word, place = sheet[0], cell
    if cell >= 2 * CELLS_PER_WORD:
        word, place = sheet[2], cell - 2 * CELLS_PER_WORD
    elif cell >= CELLS_PER_WORD:
        word, place = sheet[1], cell - CELLS_PER_WORD
    return word >> BITS * place & CELL_MASK


@kernel
def claim_at(sheets: tuple[int, ...], seat: int, cell: int) -> int:
    """The claim that a cell of a seat's sheet asks for."""
    return claim_on(sheet_of(sheets, seat), cell)


@kernel
def cells_of(sheets: tuple[int, ...], seat: int, claim: int) -> int:
    """The cells where a claim stands on a seat's sheet, as bits: one, mostly (ZI-02)."""
    if claim < 0:
        return 0
    sheet = sheet_of(sheets, seat)
    found = _places_of(sheet[0], claim) | _places_of(sheet[1], claim) << CELLS_PER_WORD
    last = _places_of(sheet[2], claim) & (1 << CELLS - 2 * CELLS_PER_WORD) - 1
    return found | last << 2 * CELLS_PER_WORD


@kernel
def _places_of(word: int, claim: int) -> int:
    """Where a claim stands in one number of a sheet, as bits: all ten cells at once."""
    differing = word ^ claim * EACH_CELL
    equal = ~(differing | (differing & LOWER_BITS) + LOWER_BITS) & HIGHEST_BITS
    found = 0
    while equal:
        found |= 1 << lowest(equal) // BITS
        equal &= equal - 1
    return found


@kernel
def repeats(sheets: tuple[int, ...], seat: int, ticks: int) -> int:
    """The open cells with an equal one open before them, as bits: none, mostly (ZI-02)."""
    found, before, cell = 0, 0, 0
    for index in range(WORDS):
        word = item(sheets, WORDS * seat + index)
        for _ in range(min(CELLS_PER_WORD, CELLS - cell)):
            claim = 1 << (word & CELL_MASK)
            if not ticks >> cell & 1:
                found |= 1 << cell if before & claim else 0
                before |= claim
            word >>= BITS
            cell += 1
    return found


@kernel
def first_open(cells: int, ticks: int) -> int:
    """Of equal cells the first that is open, else the first; -1 where there are none."""
    if cells & ~ticks:
        return lowest(cells & ~ticks)
    return lowest(cells) if cells else -1


def packed(claims: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A sheet's 25 claims and the number in its corner as three numbers."""
    printed = (*claims, number)
    return tuple(
        sum(claim << BITS * place for place, claim in enumerate(printed[first:][:CELLS_PER_WORD]))
        for first in range(0, len(printed), CELLS_PER_WORD)
    )


def sheet_number(sheets: tuple[int, ...], seat: int) -> int:
    """The number in the corner of a seat's sheet (ZI-03)."""
    return claim_at(sheets, seat, CELLS)


def claim_name(claim: int) -> str:
    """A claim as it is announced: `yellow 4`."""
    return f"{COLOURS[claim // NUMBERS]} {claim % NUMBERS + 1}"


def numbered(sheets: tuple[int, ...], seat: int, cell: int) -> str:
    """A cell as one of equals, counted row by row: `yellow 4 #2`."""
    claim = claim_at(sheets, seat, cell)
    before = cells_of(sheets, seat, claim) & (2 << cell) - 1
    return f"{claim_name(claim)} #{before.bit_count()}"


def called(sheets: tuple[int, ...], seat: int, ticks: int, cell: int) -> str:
    """A cell as it is announced: with its number if an equal one would be meant without it."""
    claim = claim_at(sheets, seat, cell)
    equal = cells_of(sheets, seat, claim)
    plain = equal & ~ticks == 0 or cell == first_open(equal, ticks)
    return claim_name(claim) if plain else numbered(sheets, seat, cell)


def cell_name(claim: int) -> str:
    """A claim as it stands on a sheet: `y4`."""
    return f"{LETTERS[claim // NUMBERS]}{claim % NUMBERS + 1}"
