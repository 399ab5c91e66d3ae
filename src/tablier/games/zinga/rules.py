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
from tablier.core.kernel import changed, item, kernel, lowest, replaced
from tablier.games.zinga import sheets
from tablier.games.zinga.claims import CLAIMS, DICE, ROLLS, cell_of, claim_at
from tablier.games.zinga.lines import bonus_cells, has_five, missing
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

READY, TAKE, RING, NOTHING, STOP, LET, RESCUE, ACCEPT, EXPIRED = range(9)
ANNOUNCE = EXPIRED + 1
BONUS = ANNOUNCE + CLAIMS
DECLARE = BONUS + CLAIMS
ROLL = DECLARE + CLAIMS
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
        sheets=sheets.dealt(players, options["sheets"]),
        limits=(0, *(1000 * limit for limit in seconds)),
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
        turn=0,
        ending=0,
    )


# Who may do what


@kernel
def decision(position: Position) -> Decision:
    if position.ending:
        return nobody()
    phase = position.phase
    if phase == ROLLING:
        return Decision(actors=1 << TABLE, deadline=0, ms=0, dice=DICE, roll=ROLL)
    actors = _asked(position)
    if item(position.limits, phase):
        actors |= 1 << TABLE
        ms = item(position.limits, phase)
        return Decision(actors=actors, deadline=phase, ms=ms, dice=0, roll=0)
    return Decision(actors=actors, deadline=0, ms=0, dice=0, roll=0)


@kernel
def _asked(position: Position) -> int:
    """The players who may act: all who are not done, or the ringer, or also the holder."""
    if position.phase <= RACING:
        return position.playing & ~position.done
    if position.phase != STOPPING:
        return 1 << position.ringer
    if position.announced == CORRECTED:
        return 1 << position.pawn
    return 1 << position.pawn | 1 << position.ringer


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    phase = position.phase
    if phase == ROLLING:
        for roll in range(ROLLS):
            out[roll] = ROLL + roll
        return ROLLS
    if seat == TABLE:
        out[0] = EXPIRED
        return 1
    if phase == PAUSING:
        return _before_the_roll(position, seat, out)
    if phase == CHOOSING:
        return _listed(position, seat, bonus_cells(item(position.ticks, seat)), BONUS, out, 0)
    if phase == ANNOUNCING or (phase == STOPPING and seat == position.ringer):
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
    """Declare a four, take the pawn, or be ready (ZI-20, ZI-24)."""
    count = 1
    out[0] = READY
    if position.taker == seat:
        out[1] = TAKE
        count = 2
    undeclared = missing(item(position.ticks, seat)) & ~item(position.declared, seat)
    return _listed(position, seat, undeclared, DECLARE, out, count)


@kernel
def _listed(position: Position, seat: int, cells: int, first: int, out: Actions, count: int) -> int:
    """One action for each of some cells."""
    while cells:
        out[count] = first + claim_at(position.sheets, seat, lowest(cells))
        cells &= cells - 1
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
        return tick(position, seat, cell_of(position.sheets, seat, action - BONUS))
    if action == RING:
        return staged(position, ANNOUNCING, position.dice, seat, NOTHING_YET)
    if action == TAKE:
        return handed(position, seat, NOBODY)
    if action == STOP:
        return next_turn(handed(position, position.ringer, NOBODY))
    if action == RESCUE:
        return next_turn(handed(position, NOBODY, NOBODY))
    if action >= ANNOUNCE:
        position = _announce(position, seat, action - ANNOUNCE)
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
def _declare(position: Position, seat: int, claim: int) -> Position:
    cell = cell_of(position.sheets, seat, claim)
    declared = replaced(position.declared, seat, item(position.declared, seat) | 1 << cell)
    return changed(position, "declared", declared)


@kernel
def _announce(position: Position, seat: int, claim: int) -> Position:
    """An announcement (ZI-07), or a second one, which is a blunder (ZI-15).

    Another player who holds the pawn may stop it (ZI-21).
    """
    if position.phase == STOPPING:
        return staged(position, STOPPING, position.dice, seat, CORRECTED)
    phase = ANNOUNCING if position.pawn in (NOBODY, seat) else STOPPING
    return staged(position, phase, position.dice, seat, claim)


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
