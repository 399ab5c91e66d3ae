"""What people see of a ZINGA position: all of it, for nothing is secret."""

from tablier.core.board.scene import Mark, Prompt, Scene
from tablier.core.board.topology import points_of
from tablier.games.zinga.board import CELLS, LINES
from tablier.games.zinga.position import CORRECTED, NOBODY, NOTHING_YET, Position
from tablier.games.zinga.position_text import PHASES
from tablier.games.zinga.settling import announced_cell
from tablier.games.zinga.sheet.claims import (
    COLOURS,
    DICE,
    NUMBERS,
    called,
    claim_at,
    claim_name,
    face,
    sheet_number,
)

DICE_COLOURS = (*COLOURS, "white")


def scene(position: Position) -> Scene:
    """Dice, sheets and bell are extras; the board is one sheet's grid, and has no pieces."""
    return Scene(
        pieces=(),
        counts=tuple(
            {
                "ticks": position.ticks[seat].bit_count(),
                "plus": position.plus[seat],
                "blunder": position.blunders[seat],
                "pawn": int(position.pawn == seat),
            }
            for seat in range(position.players)
        ),
        prompt=_prompt(position),
        marks=_marks(position),
        extras={
            "phase": PHASES[position.phase],
            "dice": _dice(position),
            "sheets": [_sheet(position, seat) for seat in range(position.players)],
            "numbers": list(sheet_numbers(position)),
            "active": position.active,
            "pawn": position.pawn,
            "taker": position.taker,
            "ringer": position.ringer,
            "announced": _announced(position),
            "named": announced_cell(position) if _announced(position) else NOBODY,
            "done": list(points_of(position.done)),
            "playing": list(points_of(position.playing)),
        },
    )


def sheet_numbers(position: Position) -> tuple[int, ...]:
    """What stands in the corner of everyone's sheet (ZI-03)."""
    return tuple(sheet_number(position.sheets, seat) for seat in range(position.players))


def sheets_header(position: Position, version: int) -> str:
    """What a record says of the sheets that were dealt; by the first rules it said nothing."""
    return " ".join(map(str, sheet_numbers(position))) if version > 1 else ""


def _dice(position: Position) -> list[dict[str, str | int]]:
    """Colours and faces; empty before the roll."""
    if position.dice == NOTHING_YET:
        return []
    return [
        {"colour": colour, "face": face(position.dice, die)}
        for die, colour in enumerate(DICE_COLOURS[:DICE])
    ]


def _sheet(position: Position, seat: int) -> list[dict[str, str | int | bool]]:
    """A seat's 25 cells, row by row."""
    claims = [claim_at(position.sheets, seat, cell) for cell in range(CELLS)]
    return [
        {
            "colour": COLOURS[claim // NUMBERS],
            "number": claim % NUMBERS + 1,
            "name": called(position.sheets, seat, position.ticks[seat], cell),
            "ticked": bool(position.ticks[seat] >> cell & 1),
            "declared": bool(position.declared[seat] >> cell & 1),
        }
        for cell, claim in enumerate(claims)
    ]


def _announced(position: Position) -> str:
    if position.announced in (NOTHING_YET, CORRECTED):
        return ""
    return claim_name(position.announced)


def _marks(position: Position) -> tuple[Mark, ...]:
    """The lines of five."""
    return tuple(
        Mark("five", points_of(line), seat)
        for seat in range(position.players)
        for line in LINES
        if line & ~position.ticks[seat] == 0
    )


def _prompt(position: Position) -> Prompt:
    if position.ending:
        return Prompt("over")
    if position.announced == CORRECTED:
        return Prompt("corrected", {"player": position.ringer + 1})
    player = position.active if position.ringer == NOBODY else position.ringer
    details: dict[str, str | int] = {"player": player + 1, "claim": _announced(position)}
    return Prompt(PHASES[position.phase], details)
