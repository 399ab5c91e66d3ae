"""Why an announcement was a blunder: for those who look on, the boxes alone don't tell."""

from tablier.core.board.scene import Remark
from tablier.games.zinga.position import CORRECTED, NOBODY, NOTHING_YET, RESCUING, Position
from tablier.games.zinga.rules import ANNOUNCE, BONUS, NAME
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.claims import cells_of, claim_at, claim_name, first_open
from tablier.games.zinga.sheet.lines import missing


def remark(before: Position, action: int, after: Position) -> Remark | None:
    """The reason, once a BLUNDER box is filled or is about to be the third."""
    seat = before.ringer
    if seat == NOBODY or not _blundered(before, after):
        return None
    claim, cell = _meant(before, action)
    if claim == CORRECTED:
        return Remark(seat, "fault_corrected")
    if claim == NOTHING_YET:
        return Remark(seat, "fault_silent")
    return Remark(seat, _fault(before, cell), {"claim": claim_name(claim)})


def _blundered(before: Position, after: Position) -> bool:
    saved = after.phase == RESCUING and before.phase != RESCUING
    return saved or after.blunders[before.ringer] > before.blunders[before.ringer]


def _meant(position: Position, action: int) -> tuple[int, int]:
    """The claim that is settled, and its cell: of this announcement, or of the one before."""
    seat, claim, named = position.ringer, position.announced, position.named
    if NAME <= action < BONUS:
        named = action - NAME
        claim = claim_at(position.sheets, seat, named)
    elif ANNOUNCE <= action < NAME:
        claim = action - ANNOUNCE
    equal = cells_of(position.sheets, seat, claim)
    return claim, first_open(equal, position.ticks[seat]) if named < 0 else named


def _fault(position: Position, cell: int) -> str:
    """The first thing that the sheet itself shows (ZI-13, ZI-16, ZI-17); else it was the dice."""
    seat = position.ringer
    ticks = position.ticks[seat]
    if cell < 0:
        return "fault_sheet"
    if ticks >> cell & 1 and position.plus[seat] == BOXES:
        return "fault_plus"
    if missing(ticks) & ~position.declared[seat] & 1 << cell:
        return "fault_undeclared"
    return "fault_dice"
