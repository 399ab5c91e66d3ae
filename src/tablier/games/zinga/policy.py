"""How a simulated player plays ZINGA: by the chances to win, and more or less quickly.

Two kernels: `reaction` says how long a player takes, `choice` what the player
then does. Both get a number below 2**32 drawn by the caller, and keep no
chance of their own.
"""

from math import log
from typing import NamedTuple

from tablier.core.game import TABLE
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, replaced
from tablier.games.zinga.chances import (
    ONE,
    PAWN,
    announced,
    best_bonus,
    best_of,
    blundered,
    claimed,
    share,
    standings,
    standings_by,
    total,
    weighed,
    worth_of,
    worths,
)
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    NOTHING_YET,
    PAUSING,
    RACING,
    ROLLING,
    STOPPING,
    ZEROS,
    Eight,
    Position,
)
from tablier.games.zinga.rules import (
    ANNOUNCE,
    BONUS,
    DECLARE,
    EXPIRED,
    LET,
    NAME,
    NOTHING,
    READY,
    RESCUE,
    RING,
    ROLL,
    STOP,
    TAKE,
    idle_seats,
    undeclared,
)
from tablier.games.zinga.sheet.claims import (
    CLAIMS,
    DICE,
    NUMBERS,
    ROLLS,
    cells_of,
    face,
)

FASTEST = 350_000
"""Microseconds below which nobody sees and rings."""
SEARCH = 2_000_000
"""Microseconds that it takes on average to find the only useful claim there is."""
SAYING = 600_000
"""Microseconds to do what needs no search."""
FLOOR = 250_000
"""Microseconds that even the quickest takes."""
NEVER = 1 << 40
WAITS = IntTable(int(-1000 * log(1 - (share + 0.5) / 256)) for share in range(256))
"""A waiting time for each 256th part of an exponential distribution, in its mean / 1000."""


class RollOutlook(NamedTuple):
    """What everybody's reactions to a roll rest on, seat by seat."""

    worth: Eight
    """What the lines of each are worth."""
    standing: Eight
    """How strong each stands."""
    best: Eight
    """And after the best that it could claim of the dice; the same where it can't or is done."""


@kernel
def outlook(position: Position, seats: int) -> RollOutlook:
    """The outlook of all, if any seat's reaction is asked for that rests on it."""
    if position.phase != RACING or seats == 0:
        return RollOutlook(worth=ZEROS, standing=ZEROS, best=ZEROS)
    worth = worths(position)
    standing = standings_by(position, worth)
    best = standing
    for seat in range(position.players):
        if (position.playing & ~position.done) >> seat & 1:
            now = item(standing, seat)
            most = now
            for index in range(offers(position, seat)):
                claim = offered(position, seat, index)
                most = max(most, claimed(position, seat, claim, now, item(worth, seat)))
            best = replaced(best, seat, most)
    return RollOutlook(worth=worth, standing=standing, best=best)


@kernel
def reaction(position: Position, seat: int, drawn: int, pace: int) -> int:
    """Microseconds until the player acts, whoever else is asked."""
    return reaction_to(position, outlook(position, 1 << seat), seat, drawn, pace)


@kernel
def reaction_to(position: Position, ahead: RollOutlook, seat: int, drawn: int, pace: int) -> int:
    """Microseconds until the player acts; one of another pace searches for longer or less.

    The more reasons to ring there are, the sooner one of them is seen. That there is none takes
    ten seconds to find out, whatever the pace: everybody waits for it. Nobody comes back to what
    was said: who has forgotten something and is ready has forgotten it.
    """
    if position.phase == STOPPING and seat == position.ringer:
        return NEVER
    if idle_seats(position) >> seat & 1:
        return NEVER
    if position.phase != RACING:
        return SAYING + (drawn >> 14)
    useful = reasons_in(position, ahead, seat)
    if useful == 0:
        return FASTEST + 5 * SEARCH + (drawn >> 14)
    taken = WAITS[drawn >> 24] * (SEARCH // 1000) // useful + (drawn >> 8 & 0x3FFF)
    return max(FLOOR, (FASTEST + taken) * pace // 100)


def quickest(position: Position, action: int) -> bool:
    """Whether an action is the ring that decides who announces (ZI-07)."""
    return position.phase == RACING and action == RING


@kernel
def choice(position: Position, seat: int, drawn: int, slips: int) -> int:
    """What the player does; a player who slips forgets, misreads or doesn't think."""
    if seat == TABLE:
        return ROLL + (drawn * ROLLS >> 32) if position.phase == ROLLING else EXPIRED
    if position.dice == NOTHING_YET:
        waits = position.phase == PAUSING and not position.done >> seat & 1
        return READY if slips and waits else _before_the_roll(position, seat)
    if position.phase == RACING:
        return RING if reasons_to_ring(position, seat) else NOTHING
    if position.phase == ANNOUNCING and slips:
        return ANNOUNCE + _misread(position, drawn)
    if position.phase == ANNOUNCING:
        return _announcement(position, seat, best_claim(position, seat))
    if position.phase == STOPPING and seat == position.ringer:
        return ANNOUNCE + (position.announced + 1) % CLAIMS
    if position.phase == STOPPING:
        return STOP if not slips and _stop_pays(position, seat) else LET
    if position.phase == CHOOSING:
        return BONUS + best_bonus(position, seat)
    return RESCUE


@kernel
def greedy(position: Position, seat: int, drawn: int) -> int:
    """What a player does who rings for any open cell, whatever it is worth."""
    if position.phase not in (RACING, ANNOUNCING):
        return choice(position, seat, drawn, 0)
    count = offers(position, seat)
    for index in range(count):
        claim = offered(position, seat, (index + drawn) % count)
        if cells_of(position.sheets, seat, claim) & ~item(position.ticks, seat):
            return RING if position.phase == RACING else _announcement(position, seat, claim)
    return NOTHING if position.phase == RACING else choice(position, seat, drawn, 0)


@kernel
def _before_the_roll(position: Position, seat: int) -> int:
    cells = undeclared(position, seat)
    if cells:
        return DECLARE + lowest(cells)
    return TAKE if position.taker == seat else READY


@kernel
def _announcement(position: Position, seat: int, claim: int) -> int:
    """To announce a claim, and to name the best of equal cells unless it goes without saying."""
    equal = cells_of(position.sheets, seat, claim) & ~item(position.ticks, seat)
    if equal & (equal - 1) == 0:
        return ANNOUNCE + claim
    worth = worth_of(position, seat, item(position.ticks, seat))
    best = best_of(position, seat, equal, worth)
    return ANNOUNCE + claim if best == lowest(equal) else NAME + best


# What the dice offer


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
def best_claim(position: Position, seat: int) -> int:
    """The claim on the table that leaves a seat strongest."""
    ticks = item(position.ticks, seat)
    worth = worth_of(position, seat, ticks)
    now = weighed(position, seat, ticks, worth)
    best, most = 0, -1
    for index in range(offers(position, seat)):
        claim = offered(position, seat, index)
        strong = claimed(position, seat, claim, now, worth)
        if strong > most:
            best, most = claim, strong
    return best


@kernel
def _misread(position: Position, drawn: int) -> int:
    """One die's colour and another's number."""
    colour = drawn % (DICE - 1)
    number = face(position.dice, drawn // 5 % (DICE - 1)) + face(position.dice, DICE - 1)
    return colour * NUMBERS + number - 1


# What pays


@kernel
def reasons_to_ring(position: Position, seat: int) -> int:
    """How many claims are better than to wait; 1 where even a blunder is.

    Who rings takes the turn from the others. For that alone a PLUS box may be
    worth filling, and a blunder making when somebody else is about to win.
    """
    return reasons_in(position, outlook(position, 1 << seat), seat)


@kernel
def reasons_in(position: Position, ahead: RollOutlook, seat: int) -> int:
    """The same, the outlook being known."""
    own = item(ahead.standing, seat)
    others = total(ahead.standing) - own
    worth = item(ahead.worth, seat)
    least = _waiting(position, seat, ahead)
    blunder = share(blundered(position, seat, own), others)
    reasons = 0
    for index in range(offers(position, seat)):
        after = claimed(position, seat, offered(position, seat, index), own, worth)
        if share(after, others) > max(least, blunder):
            reasons += 1
    if reasons == 0 and blunder > least and _threatened(position, seat):
        return 1
    return reasons


@kernel
def _threatened(position: Position, seat: int) -> bool:
    """Whether the dice give another player a declared fifth."""
    for other in range(position.players):
        if other != seat and (position.playing & ~position.done) >> other & 1:
            for index in range(offers(position, other)):
                equal = cells_of(position.sheets, other, offered(position, other, index))
                if equal & item(position.declared, other):
                    return True
    return False


@kernel
def _waiting(position: Position, seat: int, ahead: RollOutlook) -> int:
    """A seat's share if it does not ring: any of the others may take the best for themselves."""
    own = item(ahead.standing, seat)
    others = total(ahead.standing) - own
    found, takers = 0, 0
    for other in range(position.players):
        now, best = item(ahead.standing, other), item(ahead.best, other)
        if other != seat and best > now:
            found += share(own, others - now + best)
            takers += 1
    return found // takers if takers else share(own, others)


@kernel
def _stop_pays(position: Position, seat: int) -> bool:
    """Whether to give the ringer the pawn rather than what was announced (ZI-21)."""
    standing = standings(position)
    own, ringer = item(standing, seat), item(standing, position.ringer)
    others = total(standing) - own - ringer
    worth = worth_of(position, position.ringer, item(position.ticks, position.ringer))
    after = announced(position, position.ringer, position.announced, ringer, worth)
    let = share(own, others + after)
    return share(own * ONE // PAWN, others + ringer * PAWN // ONE) > let
