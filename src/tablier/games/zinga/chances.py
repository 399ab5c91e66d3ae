"""How likely a seat is to win, in a form that is cheap to compute.

A line is worth the product, over its open cells, of how likely each is to be
offered in a turn, times `NEARNESS`. A sheet's strength is the sum over its
lines, times factors for what stands beside it. A seat's chance is its share
of the strengths of all who are still in. `bench/chances.py` shows how well the
chances foretell the winners of simulated games, and looks for better factors.
"""

from tablier.core.game import MAX_SEATS
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, replaced
from tablier.games.zinga.board import CELLS, LINE_COUNT, LINES, MIDDLE
from tablier.games.zinga.position import ZEROS, Eight, Position
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.claims import (
    CLAIMS,
    FACES,
    NUMBERS,
    cells_of,
    claim_on,
    given,
    sheet_of,
)
from tablier.games.zinga.sheet.lines import bonus_cells, missing

ONE_BITS = 10
ONE = 1 << ONE_BITS
NEARNESS = 3.46
PLUS = IntTable((1024, 930, 950, 1100))
"""By the boxes filled: one that is still open can take a turn from the others."""
BLUNDERS = IntTable((1024, 709, 402, 0))
PAWN = 1487
BONUS = 1400
"""What a bonus cell adds to a sheet: a guess, not fitted."""
THROUGH = IntTable(
    sum(1 << index for index in range(LINE_COUNT) if LINES[index] >> cell & 1)
    for cell in range(CELLS)
)
"""The lines through each cell, as bits."""
WON = 1 << 40
"""Stronger than all others together can be."""
SURE = 1 << 20


def _offered(players: int, number: int) -> float:
    """How likely a number of some colour is to be offered to a player in a turn (ZI-06)."""
    added = max(0, FACES - abs(FACES + 1 - number)) / FACES**2
    alone = 1 / FACES if number <= FACES else 0
    return added + (1 - added) * alone / players


NEAR = IntTable(
    int(ONE * NEARNESS * _offered(max(players, 1), claim % NUMBERS + 1))
    for players in range(MAX_SEATS + 1)
    for claim in range(CLAIMS)
)
"""By the players and the claim: what an open cell leaves of its line's worth, in parts of `ONE`."""


@kernel
def standings(position: Position) -> Eight:
    """How strong each seat stands; 0 for those who are out."""
    return standings_by(position, worths(position))


@kernel
def worths(position: Position) -> Eight:
    """What the lines of each seat are worth; 0 for those who are out."""
    found = ZEROS
    for seat in range(position.players):
        if position.playing >> seat & 1:
            ticks = item(position.ticks, seat)
            found = replaced(found, seat, worth_of(position, seat, ticks))
    return found


@kernel
def standings_by(position: Position, worth: Eight) -> Eight:
    """How strong each seat stands, by what its lines are worth."""
    found = ZEROS
    for seat in range(position.players):
        if position.playing >> seat & 1:
            ticks = item(position.ticks, seat)
            strong = weighed(position, seat, ticks, item(worth, seat))
            found = replaced(found, seat, strong)
    return found


@kernel
def total(standing: Eight) -> int:
    """How strong all seats stand together."""
    found = 0
    for seat in range(MAX_SEATS):
        found += item(standing, seat)
    return found


@kernel
def share(own: int, others: int) -> int:
    """The chance to win of a seat that stands so strong, in parts of `SURE`."""
    return own * SURE // (own + others)


@kernel
def strength(position: Position, seat: int, ticks: int) -> int:
    """How strong a seat would stand with these ticks on its sheet."""
    return weighed(position, seat, ticks, worth_of(position, seat, ticks))


@kernel
def worth_of(position: Position, seat: int, ticks: int) -> int:
    """What the lines of a seat's sheet would be worth with these ticks."""
    first, sheet = position.players * CLAIMS, sheet_of(position.sheets, seat)
    worth = 0
    for index in range(LINE_COUNT):
        left = LINES[index] & ~ticks
        line = ONE * ONE
        while left:
            line = line * NEAR[first + claim_on(sheet, lowest(left))] >> ONE_BITS
            left &= left - 1
        worth += line
    return worth


@kernel
def gained(position: Position, seat: int, cell: int) -> int:
    """How much more the lines are worth with one more tick: those through that cell."""
    first, sheet = position.players * CLAIMS, sheet_of(position.sheets, seat)
    ticks, lines = item(position.ticks, seat), THROUGH[cell]
    more = 0
    while lines:
        left = LINES[lowest(lines)] & ~ticks
        before = after = ONE * ONE
        while left:
            near = NEAR[first + claim_on(sheet, lowest(left))]
            before = before * near >> ONE_BITS
            if lowest(left) != cell:
                after = after * near >> ONE_BITS
            left &= left - 1
        more += after - before
        lines &= lines - 1
    return more


@kernel
def weighed(position: Position, seat: int, ticks: int, worth: int) -> int:
    """How strong a seat stands: what its lines are worth times what stands beside them."""
    worth = worth * PLUS[item(position.plus, seat)] // ONE
    worth = worth * BLUNDERS[item(position.blunders, seat)] // ONE
    if position.pawn == seat or (ticks & ~item(position.ticks, seat)) >> MIDDLE & 1:
        worth = worth * PAWN // ONE
    return worth


# What becomes of a seat that stands so strong `now`, its lines being worth `worth`


@kernel
def announced(position: Position, seat: int, claim: int, now: int, worth: int) -> int:
    """How strong it stands after it has announced a claim, right or wrong."""
    if not given(position.dice, claim, 1 if seat == position.active else 0):
        return blundered(position, seat, now)
    return claimed(position, seat, claim, now, worth)


@kernel
def claimed(position: Position, seat: int, claim: int, now: int, worth: int) -> int:
    """The same of a claim that the dice give."""
    ticks, plus = item(position.ticks, seat), item(position.plus, seat)
    equal = cells_of(position.sheets, seat, claim)
    if equal == 0:
        return blundered(position, seat, now)
    if equal & ~ticks:
        cell = best_of(position, seat, equal & ~ticks, worth)
        return ticked(position, seat, cell, now, worth)
    if plus == BOXES:
        return blundered(position, seat, now)
    return now * PLUS[plus + 1] // PLUS[plus] * (BONUS if plus + 1 == BOXES else ONE) // ONE


@kernel
def ticked(position: Position, seat: int, cell: int, now: int, worth: int) -> int:
    """How strong it stands after it has announced an open cell, rightly."""
    ticks = item(position.ticks, seat)
    if item(position.declared, seat) >> cell & 1:
        return WON
    if missing(ticks) >> cell & 1:
        return blundered(position, seat, now)
    return weighed(position, seat, ticks | 1 << cell, worth + gained(position, seat, cell))


@kernel
def best_of(position: Position, seat: int, equal: int, worth: int) -> int:
    """Of some equal open cells the one to name: the only one there is, mostly."""
    best, most = lowest(equal), -1
    if equal & (equal - 1) == 0:
        return best
    while equal:
        strong = ticked(position, seat, lowest(equal), 0, worth)
        if strong > most:
            best, most = lowest(equal), strong
        equal &= equal - 1
    return best


@kernel
def blundered(position: Position, seat: int, now: int) -> int:
    """How strong it stands with one more blunder, or rescued by the pawn (ZI-22)."""
    blunders = item(position.blunders, seat)
    if blunders + 1 == BOXES and position.pawn == seat:
        return now * ONE // PAWN
    return now * BLUNDERS[blunders + 1] // BLUNDERS[blunders]


@kernel
def best_bonus(position: Position, seat: int) -> int:
    """The bonus cell that makes it strongest (ZI-11, ZI-12)."""
    ticks = item(position.ticks, seat)
    cells = bonus_cells(ticks)
    best, most = lowest(cells), -1
    while cells:
        worth = strength(position, seat, ticks | cells & -cells)
        if worth > most:
            best, most = lowest(cells), worth
        cells &= cells - 1
    return best
