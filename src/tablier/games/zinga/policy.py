"""How a simulated player plays ZINGA: careful, never at a loss, only more or less quick.

Two kernels: `reaction` says how long a player takes, `choice` what the player
then does. Both get a number below 2**32 drawn by the caller, and keep no
chance of their own.
"""

from math import log

from tablier.core.game import TABLE
from tablier.core.kernel import Table, item, kernel, lowest
from tablier.games.zinga.board import MIDDLE
from tablier.games.zinga.claims import (
    CLAIMS,
    DICE,
    NUMBERS,
    ROLLS,
    cell_of,
    claim_at,
    face,
)
from tablier.games.zinga.evaluate import PAWN, PLUS, line_worth
from tablier.games.zinga.lines import bonus_cells, missing
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    PAUSING,
    RACING,
    ROLLING,
    STOPPING,
    Position,
)
from tablier.games.zinga.rules import (
    ANNOUNCE,
    BONUS,
    DECLARE,
    EXPIRED,
    LET,
    NOTHING,
    READY,
    RESCUE,
    RING,
    ROLL,
    STOP,
    TAKE,
)
from tablier.games.zinga.settling import BOXES

FASTEST = 350_000
"""Microseconds below which nobody sees and rings."""
SEARCH = 2_000_000
"""Microseconds that it takes on average to find the only useful claim there is."""
SAYING = 600_000
"""Microseconds to do what needs no search."""
NEVER = 1 << 40
WAITS = Table(int(-1000 * log(1 - (share + 0.5) / 256)) for share in range(256))
"""A waiting time for each 256th part of an exponential distribution, in its mean / 1000."""


@kernel
def reaction(position: Position, seat: int, drawn: int) -> int:
    """Microseconds until the player acts.

    The more useful claims there are, the sooner one of them is seen; that there
    is none takes the longest to find out.
    """
    if position.phase == STOPPING and seat == position.ringer:
        return NEVER
    if position.phase != RACING:
        return SAYING + (drawn >> 14)
    useful = useful_claims(position, seat)
    if useful == 0:
        return FASTEST + 5 * SEARCH + (drawn >> 14)
    return FASTEST + WAITS[drawn >> 24] * (SEARCH // 1000) // useful + (drawn >> 8 & 0x3FFF)


@kernel
def choice(position: Position, seat: int, drawn: int, slips: int) -> int:
    """What the player does; a player who slips announces whatever comes to mind."""
    if position.phase == ROLLING:
        return ROLL + (drawn * ROLLS >> 32)
    if seat == TABLE:
        return EXPIRED
    if position.phase == PAUSING:
        return _before_the_roll(position, seat)
    if position.phase in (RACING, ANNOUNCING):
        best = best_claim(position, seat)
        if position.phase == RACING:
            return NOTHING if best < 0 else RING
        return ANNOUNCE + (drawn * CLAIMS >> 32 if slips or best < 0 else best)
    if position.phase == STOPPING:
        return STOP if _would_win(position) else LET
    if position.phase == CHOOSING:
        return BONUS + _best_bonus(position, seat)
    return RESCUE


@kernel
def greedy(position: Position, seat: int, drawn: int) -> int:
    """What a player does who rings for any open cell, whatever it is worth."""
    if position.phase not in (RACING, ANNOUNCING):
        return choice(position, seat, drawn, 0)
    count = offers(position, seat)
    for index in range(count):
        claim = offered(position, seat, (index + drawn) % count)
        cell = cell_of(position.sheets, seat, claim)
        if cell >= 0 and not item(position.ticks, seat) >> cell & 1:
            return RING if position.phase == RACING else ANNOUNCE + claim
    return NOTHING if position.phase == RACING else choice(position, seat, drawn, 0)


@kernel
def _before_the_roll(position: Position, seat: int) -> int:
    undeclared = missing(item(position.ticks, seat)) & ~item(position.declared, seat)
    if undeclared:
        return DECLARE + claim_at(position.sheets, seat, lowest(undeclared))
    return TAKE if position.taker == seat else READY


@kernel
def offered(position: Position, seat: int, index: int) -> int:
    """The claims that the dice offer a seat, numbered from 0: five, or ten if active (ZI-06)."""
    die = index % (DICE - 1)
    white = face(position.dice, DICE - 1) if index < DICE - 1 else 0
    return die * NUMBERS + face(position.dice, die) + white - 1


@kernel
def offers(position: Position, seat: int) -> int:
    """How many claims the dice offer a seat."""
    return 2 * (DICE - 1) if seat == position.active else DICE - 1


@kernel
def claim_worth(position: Position, seat: int, claim: int) -> int:
    """What announcing a claim that the dice give is worth; 0 if nothing or a blunder."""
    ticks = item(position.ticks, seat)
    cell = cell_of(position.sheets, seat, claim)
    if cell < 0:
        return 0
    if ticks >> cell & 1:
        return PLUS if item(position.plus, seat) < BOXES else 0
    if missing(ticks) & ~item(position.declared, seat) & 1 << cell:
        return 0
    return _tick_worth(position, seat, cell)


@kernel
def _tick_worth(position: Position, seat: int, cell: int) -> int:
    ticks = item(position.ticks, seat)
    worth = line_worth(ticks | 1 << cell) - line_worth(ticks)
    return worth + PAWN if cell == MIDDLE and position.pawn != seat else worth


@kernel
def useful_claims(position: Position, seat: int) -> int:
    """How many claims on the table are worth a ring."""
    useful = 0
    for index in range(offers(position, seat)):
        if claim_worth(position, seat, offered(position, seat, index)):
            useful += 1
    return useful


@kernel
def best_claim(position: Position, seat: int) -> int:
    """The claim on the table that is worth the most; -1 if none is worth a ring."""
    best, most = -1, 0
    for index in range(offers(position, seat)):
        claim = offered(position, seat, index)
        worth = claim_worth(position, seat, claim)
        if worth > most:
            best, most = claim, worth
    return best


@kernel
def _would_win(position: Position) -> bool:
    """Whether the ringer has announced the fifth of a declared line."""
    if position.announced >= CLAIMS:
        return False
    cell = cell_of(position.sheets, position.ringer, position.announced)
    return cell >= 0 and item(position.declared, position.ringer) >> cell & 1 == 1


@kernel
def _best_bonus(position: Position, seat: int) -> int:
    cells = bonus_cells(item(position.ticks, seat))
    best, most = lowest(cells), -1
    while cells:
        worth = _tick_worth(position, seat, lowest(cells))
        if worth > most:
            best, most = lowest(cells), worth
        cells &= cells - 1
    return claim_at(position.sheets, seat, best)
