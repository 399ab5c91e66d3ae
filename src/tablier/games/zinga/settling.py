"""What a turn comes to: a tick, a PLUS box, a blunder, or the end of the game."""

from tablier.core.rules.kernel import changed, item, kernel, lowest, replaced
from tablier.games.zinga.position import (
    CHOOSING,
    CORRECTED,
    NOBODY,
    NOTHING_YET,
    RESCUING,
    Position,
    ended,
    left,
    staged,
    turned,
)
from tablier.games.zinga.sheet.claims import BLUE_NINE, cells_of, claim_at, first_open, given
from tablier.games.zinga.sheet.lines import bonus_cells, has_five, missing

BOXES = 3
"""PLUS and BLUNDER boxes on a sheet (ZI-02)."""

FIVE, LAST, AGREED, RESIGNED = range(1, 5)
"""The reasons for which a game ends, see `REASONS` in rules.py."""


@kernel
def settle(position: Position) -> Position:
    """Give the ringer what the announcement, or its lack, has earned."""
    seat = position.ringer
    cell = correct_cell(position)
    if cell < 0 or blundering(position, cell):
        return _blunder(position)
    if item(position.ticks, seat) >> cell & 1:
        return _plus(position, seat)
    return tick(position, seat, cell)


@kernel
def correct_cell(position: Position) -> int:
    """The cell announced; -1 if nothing or two things were, or it was wrong (ZI-13 … ZI-15)."""
    seat, claim = position.ringer, position.announced
    if claim in (NOTHING_YET, CORRECTED):
        return -1
    active = 1 if seat == position.active else 0
    return announced_cell(position) if given(position.dice, claim, active) else -1


@kernel
def announced_cell(position: Position) -> int:
    """The cell that the ringer means: of equal ones the one named, or the first open (ZI-02)."""
    if position.named >= 0:
        return position.named
    seat = position.ringer
    equal = cells_of(position.sheets, seat, position.announced)
    return first_open(equal, item(position.ticks, seat))


@kernel
def blundering(position: Position, cell: int) -> bool:
    """Whether a correct announcement is a blunder all the same.

    It is for a ticked cell with no PLUS box left (ZI-16), and for the fifth of
    a line that was not declared (ZI-17).
    """
    seat = position.ringer
    ticks = item(position.ticks, seat)
    if ticks >> cell & 1:
        return item(position.plus, seat) == BOXES
    return missing(ticks) & ~item(position.declared, seat) & 1 << cell != 0


@kernel
def tick(position: Position, seat: int, cell: int) -> Position:
    """Tick a cell (ZI-08, ZI-11); five in a line win (ZI-25), blue 9 earns the pawn (ZI-20)."""
    ticks = replaced(position.ticks, seat, item(position.ticks, seat) | 1 << cell)
    declared = replaced(position.declared, seat, item(position.declared, seat) & ~(1 << cell))
    after = changed(changed(position, "ticks", ticks), "declared", declared)
    if has_five(item(ticks, seat)):
        return won(after, FIVE, seat)
    if claim_at(position.sheets, seat, cell) == BLUE_NINE:
        after = _earned(after, seat)
    return next_turn(after)


@kernel
def _plus(position: Position, seat: int) -> Position:
    """A ticked cell fills a PLUS box (ZI-10); the third gives the bonus (ZI-11, ZI-12).

    Blue 9 earns the pawn again, unless that was ruled out (ZI-20).
    """
    plus = replaced(position.plus, seat, item(position.plus, seat) + 1)
    after = changed(position, "plus", plus)
    if position.pawn_again and position.announced == BLUE_NINE:
        after = _earned(after, seat)
    if item(plus, seat) == BOXES and bonus_cells(item(position.ticks, seat)):
        return staged(after, CHOOSING, position.dice, seat, position.announced)
    return next_turn(after)


@kernel
def _earned(position: Position, seat: int) -> Position:
    """The right to take the pawn, for a seat that does not have it."""
    return position if position.pawn == seat else changed(position, "taker", seat)


@kernel
def next_turn(position: Position) -> Position:
    """The next player clockwise who is still in becomes active (ZI-09)."""
    return turned(position, following(position.playing, position.active))


@kernel
def following(playing: int, seat: int) -> int:
    """The next seat clockwise that is still in the game."""
    later = playing >> seat + 1 << seat + 1
    return lowest(later if later else playing)


@kernel
def _blunder(position: Position) -> Position:
    """Fill a BLUNDER box (ZI-18); the third eliminates (ZI-19), unless rescued (ZI-22)."""
    seat = position.ringer
    boxes = item(position.blunders, seat) + 1
    if boxes == BOXES and position.pawn == seat and position.phase != RESCUING:
        return staged(position, RESCUING, position.dice, seat, position.announced)
    blunders = replaced(position.blunders, seat, boxes)
    after = changed(position, "blunders", blunders)
    if boxes == BOXES:
        after = left(after, seat, position.active)
        if alone(after.playing):
            return won(after, LAST, lowest(after.playing))
    return next_turn(after)


@kernel
def alone(seats: int) -> bool:
    """Whether there is one seat and no other."""
    return seats & (seats - 1) == 0


@kernel
def won(position: Position, ending: int, winner: int) -> Position:
    """First place for the winner, second for the others who are still in."""
    places = position.places
    for seat in range(position.players):
        if position.playing >> seat & 1:
            places = replaced(places, seat, 1 if seat == winner or winner == NOBODY else 2)
    return ended(position, ending, places)
