"""A ZINGA position, and the ways in which one changes into the next.

Each function here exchanges one group of fields that belong together.
"""

from typing import NamedTuple

from tablier.core.rules.kernel import changed, kernel, popcount, replaced

ROLLING, PAUSING, RACING, ANNOUNCING, STOPPING, CHOOSING, RESCUING = range(7)
"""The phases of a turn. From 1 on they are also the numbers of their deadlines."""

NOBODY = -1
"""No seat; as the pawn's holder: the middle of the table."""
NOTHING_YET = -1
"""No dice, no announcement, or no cell named with it."""
CORRECTED = 60
"""In place of an announcement: the ringer has made a second, different one."""

Eight = tuple[int, int, int, int, int, int, int, int]
"""One number for each seat; seats that nobody sits on have 0."""
ZEROS: Eight = (0, 0, 0, 0, 0, 0, 0, 0)


class Position(NamedTuple):
    """Seats that are still in the game are in `playing`; all others are out or empty."""

    players: int
    sheets: tuple[int, ...]
    """Three numbers for each seat, see sheet/claims.py."""
    limits: tuple[int, ...]
    """Milliseconds for each phase, by its number; 0: no limit."""
    pawn_again: int
    """Whether a ticked blue 9 earns the pawn again, with its PLUS box (ZI-20): 1 or 0."""
    ticks: Eight
    """Bit sets of ticked cells."""
    declared: Eight
    """Bit sets of cells declared as missing (ZI-24)."""
    plus: Eight
    blunders: Eight
    places: Eight
    """Places that are settled: of those who are out, and of all at the end."""
    playing: int
    pawn: int
    """The seat of its holder."""
    taker: int
    """The seat that may take the pawn until the next roll (ZI-20)."""
    active: int
    """The seat that rolled or will roll; it may have left since."""
    phase: int
    dice: int
    """The roll, see sheet/claims.py."""
    done: int
    """Seats that have said "ready" in the pause, or "nothing" since the roll."""
    ringer: int
    announced: int
    """The ringer's claim."""
    named: int
    """Which of equal cells goes with it; -1 where the ringer has not said."""
    turn: int
    ending: int
    """Number of the reason the game ended for; 0 while it goes on."""


@kernel
def staged(position: Position, phase: int, dice: int, ringer: int, announced: int) -> Position:
    """The position at the start of another phase of the same turn.

    The roll ends the right to take the pawn, and a cell that was named goes with its announcement.
    """
    named = position.named if announced == position.announced else NOTHING_YET
    after = changed(changed(position, "phase", phase), "dice", dice)
    after = changed(changed(after, "ringer", ringer), "announced", announced)
    taker = NOBODY if phase == RACING else position.taker
    return changed(changed(changed(after, "taker", taker), "named", named), "done", 0)


@kernel
def waited(position: Position, done: int) -> Position:
    """The same phase, with more who wait for the others."""
    return changed(position, "done", done)


@kernel
def turned(position: Position, active: int) -> Position:
    """The pause before the next turn."""
    after = staged(position, PAUSING, NOTHING_YET, NOBODY, NOTHING_YET)
    return changed(changed(after, "active", active), "turn", position.turn + 1)


@kernel
def handed(position: Position, pawn: int, taker: int) -> Position:
    """The pawn with somebody, or in the middle, and who may take it from there."""
    return changed(changed(position, "pawn", pawn), "taker", taker)


@kernel
def left(position: Position, seat: int, active: int) -> Position:
    """The position without a seat, whose place is the last one still open.

    The pawn goes back to the middle (ZI-19).
    """
    pawn = NOBODY if position.pawn == seat else position.pawn
    taker = NOBODY if position.taker == seat else position.taker
    places = replaced(position.places, seat, popcount(position.playing))
    after = changed(handed(position, pawn, taker), "places", places)
    after = changed(after, "playing", position.playing & ~(1 << seat))
    after = changed(after, "done", position.done & ~(1 << seat))
    return changed(after, "active", active)


@kernel
def ended(position: Position, ending: int, places: Eight) -> Position:
    """The end of the game; which of equal cells was named matters no longer."""
    after = changed(changed(position, "ending", ending), "places", places)
    return changed(after, "named", NOTHING_YET)
