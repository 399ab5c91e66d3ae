"""Why an action is not allowed in ZINGA."""

from tablier.core.game import TABLE, Refusal
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    NOBODY,
    NOTHING_YET,
    PAUSING,
    RACING,
    ROLLING,
    Position,
)
from tablier.games.zinga.rules import (
    ACCEPT,
    ANNOUNCE,
    BONUS,
    DECLARE,
    EXPIRED,
    LET,
    NAME,
    NOTHING,
    RESCUE,
    RING,
    ROLL,
    STOP,
    TAKE,
)
from tablier.games.zinga.sheet.claims import cells_of, claim_at, claim_name


def refuse(position: Position, seat: int, action: int) -> Refusal:
    if action >= ROLL or action == EXPIRED:
        return _refuse_table(position, seat, action)
    if seat == TABLE:
        return Refusal("ZI-26", "only_players")
    if not position.playing >> seat & 1:
        return Refusal("ZI-19", "out")
    if action >= DECLARE:
        return _refuse_declaration(position, seat, action - DECLARE)
    if action >= BONUS:
        return _refuse_bonus(position, seat, action - BONUS)
    if action >= NAME:
        return _refuse_name(position, seat, action - NAME)
    if action >= ANNOUNCE:
        return _refuse_announcement(position, seat, action - ANNOUNCE)
    if action in (RING, NOTHING):
        return _refuse_bell(position, seat)
    if action in (STOP, LET):
        return _refuse_stop(position, seat)
    if action in (RESCUE, ACCEPT):
        return Refusal("ZI-22", "no_rescue")
    if action == TAKE:
        return _refuse_pawn(position, seat)
    return _refuse_pause(position)


def refuse_absent(position: Position, seat: int, kind: int, name: str) -> Refusal:
    """Why a cell that a sheet does not have can't be named, declared or ticked by the bonus."""
    if not position.playing >> seat & 1:
        return Refusal("ZI-19", "out")
    if kind == DECLARE and position.dice != NOTHING_YET:
        return Refusal("ZI-24", "pause_over")
    if kind == DECLARE:
        return Refusal("ZI-24", "not_on_sheet", {"claim": name})
    if kind == BONUS and not _chooses(position, seat):
        return Refusal("ZI-11", "no_bonus")
    if kind == BONUS:
        return Refusal("ZI-11", "not_on_sheet", {"claim": name})
    return Refusal("ZI-02", "not_on_sheet", {"claim": name})


def _refuse_table(position: Position, seat: int, action: int) -> Refusal:
    if seat != TABLE:
        return Refusal("ZI-26", "only_table")
    if action == EXPIRED:
        return Refusal("ZI-26", "no_deadline")
    if position.phase == PAUSING:
        return Refusal("ZI-24", "pause_runs")
    return Refusal("ZI-05", "rolled_already")


def _refuse_bell(position: Position, seat: int) -> Refusal:
    if position.phase in (ROLLING, PAUSING):
        return Refusal("ZI-05", "no_dice_yet")
    if position.phase == RACING:
        return Refusal("ZI-09", "said_nothing")
    if position.ringer == seat:
        return Refusal("ZI-07", "rung_already")
    return Refusal("ZI-07", "rung_before", {"player": str(position.ringer + 1)})


def _refuse_name(position: Position, seat: int, cell: int) -> Refusal:
    claim = claim_at(position.sheets, seat, cell)
    if position.phase == ANNOUNCING and position.ringer == seat:
        return Refusal("ZI-02", "equal_ticked", {"claim": claim_name(claim)})
    return _refuse_announcement(position, seat, claim)


def _refuse_announcement(position: Position, seat: int, claim: int) -> Refusal:
    if position.ringer == NOBODY:
        return Refusal("ZI-07", "ring_first")
    if position.ringer != seat:
        return Refusal("ZI-07", "not_the_ringer", {"player": str(position.ringer + 1)})
    if position.announced == claim:
        return Refusal("ZI-15", "said_that", {"claim": claim_name(claim)})
    return Refusal("ZI-15", "announced_already")


def _refuse_stop(position: Position, seat: int) -> Refusal:
    if position.pawn != seat:
        return Refusal("ZI-21", "no_pawn")
    if position.ringer == seat:
        return Refusal("ZI-21", "own_ring")
    return Refusal("ZI-21", "nothing_announced")


def _refuse_pawn(position: Position, seat: int) -> Refusal:
    if position.pawn == seat:
        return Refusal("ZI-20", "has_pawn")
    return Refusal("ZI-20", "no_right_to_pawn")


def _refuse_pause(position: Position) -> Refusal:
    if position.phase == PAUSING:
        return Refusal("ZI-24", "ready_already")
    return Refusal("ZI-24", "pause_over")


def _refuse_declaration(position: Position, seat: int, cell: int) -> Refusal:
    claim = claim_at(position.sheets, seat, cell)
    name = {"claim": claim_name(claim)}
    if position.dice != NOTHING_YET:
        return Refusal("ZI-24", "pause_over")
    if position.declared[seat] & cells_of(position.sheets, seat, claim):
        return Refusal("ZI-24", "declared_already", name)
    return Refusal("ZI-24", "no_four", name)


def _chooses(position: Position, seat: int) -> bool:
    return position.phase == CHOOSING and position.ringer == seat


def _refuse_bonus(position: Position, seat: int, cell: int) -> Refusal:
    name = {"claim": claim_name(claim_at(position.sheets, seat, cell))}
    if not _chooses(position, seat):
        return Refusal("ZI-11", "no_bonus")
    if position.ticks[seat] >> cell & 1:
        return Refusal("ZI-11", "ticked_already", name)
    return Refusal("ZI-12", "bonus_completes", name)
