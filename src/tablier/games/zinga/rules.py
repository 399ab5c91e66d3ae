"""The rules of ZINGA.

A turn runs through phases: the pause before the roll, the roll, the race for
the bell, the ringer's announcement, the holder's chance to stop it, and, where
it comes to that, the choice of a bonus cell or the rescue from elimination.
The table plays the dice, and `expired` when a phase's time is up; without time
limits it only rolls, and the players say "ready", "nothing" and "let".
"""

from collections.abc import Mapping
from typing import Any

from tablier.core.game import TABLE, Actions, Decision, Reason, nobody
from tablier.core.rules.kernel import changed, item, kernel, listed, lowest, replaced
from tablier.games.zinga.board import CELLS
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    CORRECTED,
    NOBODY,
    NOTHING_YET,
    PAUSING,
    RACING,
    ROLLING,
    STOPPING,
    ZEROS,
    Position,
    handed,
    left,
    staged,
    waited,
)
from tablier.games.zinga.settling import (
    AGREED,
    FIVE,
    LAST,
    RESIGNED,
    alone,
    following,
    next_turn,
    settle,
    tick,
    won,
)
from tablier.games.zinga.sheet import layouts
from tablier.games.zinga.sheet.claims import CLAIMS, DICE, ROLLS, cells_of, claim_at, repeats
from tablier.games.zinga.sheet.lines import bonus_cells, has_five, missing

READY, TAKE, RING, NOTHING, STOP, LET, RESCUE, ACCEPT, EXPIRED = range(9)
ANNOUNCE = EXPIRED + 1
NAME = ANNOUNCE + CLAIMS
"""To announce one of several equal cells that is not the first one open (ZI-02)."""
BONUS = NAME + CELLS
DECLARE = BONUS + CELLS
ROLL = DECLARE + CELLS
ACTIONS = ROLL + ROLLS
MOST_ACTIONS = ROLLS

REASONS = (
    Reason("zinga", "ZI-25"),
    Reason("last", "ZI-19"),
    Reason("agreed", "ZI-25"),
    Reason("resigned", "ZI-19"),
)
DEADLINES = ("pause", "turn", "announce", "stop", "bonus", "rescue")


def start(players: int, options: Mapping[str, Any]) -> Position:
    """Clean sheets, dealt evenly; the pawn in the middle; seat 0 rolls first (ZI-01 … ZI-04)."""
    seconds = (0 if options["untimed"] else options[f"{name}_s"] for name in DEADLINES)
    return Position(
        players=players,
        sheets=layouts.dealt(players, options["sheets"]),
        limits=(0, *(1000 * limit for limit in seconds)),
        pawn_again=int(options["pawn_again"]),
        ticks=ZEROS,
        declared=ZEROS,
        plus=ZEROS,
        blunders=ZEROS,
        places=ZEROS,
        playing=(1 << players) - 1,
        pawn=NOBODY,
        taker=NOBODY,
        active=0,
        phase=PAUSING,
        dice=NOTHING_YET,
        done=0,
        ringer=NOBODY,
        announced=NOTHING_YET,
        named=NOTHING_YET,
        turn=0,
        ending=0,
    )


# Who may do what


@kernel
def decision(position: Position) -> Decision:
    if position.ending:
        return nobody()
    phase, idle = position.phase, idle_seats(position)
    if phase == ROLLING:
        return Decision(actors=1 << TABLE | idle, deadline=0, ms=0, dice=DICE, roll=ROLL)
    actors = _asked(position) | idle
    if item(position.limits, phase):
        actors |= 1 << TABLE
        ms = item(position.limits, phase)
        return Decision(actors=actors, deadline=phase, ms=ms, dice=0, roll=0)
    return Decision(actors=actors, deadline=0, ms=0, dice=0, roll=0)


@kernel
def _asked(position: Position) -> int:
    """The players who are asked: all who are not done, or the ringer, or also the holder."""
    if position.phase <= RACING:
        return position.playing & ~position.done
    if position.phase != STOPPING:
        return 1 << position.ringer
    if position.announced == CORRECTED:
        return 1 << position.pawn
    return 1 << position.pawn | 1 << position.ringer


@kernel
def idle_seats(position: Position) -> int:
    """The players who are ready and may still act: nobody waits for them.

    Until the dice are rolled they can take the pawn and declare (ZI-20, ZI-24).
    """
    if position.ending or position.dice != NOTHING_YET:
        return 0
    left = position.playing if position.phase == ROLLING else position.done
    found = 0
    while left:
        seat = lowest(left)
        if position.taker == seat or undeclared(position, seat):
            found |= 1 << seat
        left &= left - 1
    return found


@kernel
def undeclared(position: Position, seat: int) -> int:
    """The cells that a player has to declare: each the fifth of a line (ZI-24)."""
    return missing(item(position.ticks, seat)) & ~item(position.declared, seat)


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    phase = position.phase
    if seat == TABLE and phase == ROLLING:
        for roll in range(ROLLS):
            out[roll] = ROLL + roll
        return ROLLS
    if seat == TABLE:
        out[0] = EXPIRED
        return 1
    if phase in (PAUSING, ROLLING):
        return _before_the_roll(position, seat, out)
    if phase == CHOOSING:
        return listed(bonus_cells(item(position.ticks, seat)), BONUS, out, 0)
    if phase == ANNOUNCING:
        named = repeats(position.sheets, seat, item(position.ticks, seat))
        return listed(named, NAME, out, _announcements(NOTHING_YET, out))
    if phase == STOPPING and seat == position.ringer:
        return _announcements(position.announced, out)
    if phase == RACING:
        out[0], out[1] = RING, NOTHING
    elif phase == STOPPING:
        out[0], out[1] = STOP, LET
    else:
        out[0], out[1] = RESCUE, ACCEPT
    return 2


@kernel
def _before_the_roll(position: Position, seat: int, out: Actions) -> int:
    """Be ready, unless that was said; take the pawn, declare a four (ZI-20, ZI-24)."""
    count = 0
    if position.phase == PAUSING and not position.done >> seat & 1:
        out[0] = READY
        count = 1
    if position.taker == seat:
        out[count] = TAKE
        count += 1
    cells = undeclared(position, seat)
    while cells:
        out[count] = DECLARE + lowest(cells)
        cells &= ~cells_of(position.sheets, seat, claim_at(position.sheets, seat, lowest(cells)))
        count += 1
    return count


@kernel
def _announcements(announced: int, out: Actions) -> int:
    """Everything that can be said, right or wrong; after an announcement, anything else."""
    count = 0
    for claim in range(CLAIMS):
        if claim != announced:
            out[count] = ANNOUNCE + claim
            count += 1
    return count


# A turn


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action >= ROLL:
        return staged(position, RACING, action - ROLL, NOBODY, NOTHING_YET)
    if action >= DECLARE:
        return _declare(position, seat, action - DECLARE)
    if action >= BONUS:
        return tick(position, seat, action - BONUS)
    if action == RING:
        return staged(position, ANNOUNCING, position.dice, seat, NOTHING_YET)
    if action == TAKE:
        return handed(position, seat, NOBODY)
    if action == STOP:
        return next_turn(handed(position, position.ringer, NOBODY))
    if action == RESCUE:
        return next_turn(handed(position, NOBODY, NOBODY))
    if action >= ANNOUNCE:
        position = _announce(position, seat, action)
        if position.phase == STOPPING:
            return position
    done = position.playing if action == EXPIRED else position.done | 1 << seat
    return _go_on(position, done)


@kernel
def _go_on(position: Position, done: int) -> Position:
    """What follows when a phase has run its course or its time is up.

    The pause and the race last until everyone is done (ZI-09), and a bonus not
    chosen in time lapses.
    """
    if position.phase <= RACING and done != position.playing:
        return waited(position, done)
    if position.phase == PAUSING:
        return staged(position, ROLLING, NOTHING_YET, NOBODY, NOTHING_YET)
    if position.phase in (RACING, CHOOSING):
        return next_turn(position)
    return settle(position)


@kernel
def _declare(position: Position, seat: int, cell: int) -> Position:
    """Declare a cell, and with it the equal ones that are missing, too (ZI-24)."""
    equal = cells_of(position.sheets, seat, claim_at(position.sheets, seat, cell))
    declared = item(position.declared, seat) | equal & undeclared(position, seat)
    return changed(position, "declared", replaced(position.declared, seat, declared))


@kernel
def _announce(position: Position, seat: int, action: int) -> Position:
    """An announcement (ZI-07), or a second one, which is a blunder (ZI-15).

    Another player who holds the pawn may stop it (ZI-21).
    """
    if position.phase == STOPPING:
        return staged(position, STOPPING, position.dice, seat, CORRECTED)
    phase = ANNOUNCING if position.pawn in (NOBODY, seat) else STOPPING
    if action < NAME:
        return staged(position, phase, position.dice, seat, action - ANNOUNCE)
    claim = claim_at(position.sheets, seat, action - NAME)
    after = staged(position, phase, position.dice, seat, claim)
    return changed(after, "named", action - NAME)


# The end


@kernel
def judged(position: Position) -> Position:
    """The position, ended if a sheet has a line of five or only one player is left."""
    for seat in range(position.players):
        if position.playing >> seat & has_five(item(position.ticks, seat)):
            return won(position, FIVE, seat)
    if alone(position.playing):
        return won(position, LAST, lowest(position.playing))
    return position


@kernel
def place(position: Position, seat: int) -> int:
    return item(position.places, seat)


@kernel
def reason(position: Position) -> int:
    return position.ending


@kernel
def agree(position: Position) -> Position:
    """The players who are still in share the first place."""
    return won(position, AGREED, NOBODY)


@kernel
def resign(position: Position, seat: int) -> Position:
    """Leave the game, as if eliminated; what waited for the player goes on without."""
    active = position.active
    if seat == active and position.dice == NOTHING_YET:
        active = following(position.playing, seat)
    after = left(position, seat, active)
    if alone(after.playing):
        return won(after, RESIGNED, lowest(after.playing))
    if position.ringer == seat:
        return next_turn(after)
    if position.phase == PAUSING or position.phase == RACING:
        return _go_on(after, after.done)
    if position.phase == STOPPING and position.pawn == seat:
        return settle(after)
    return after


@kernel
def identity(position: Position) -> Position:
    """With the turn's number in it, so that nothing repeats.

    A turn in which nobody rings leaves everything else as it was, and that is no draw.
    """
    return position


@kernel
def repeated(position: Position) -> Position:
    return position
