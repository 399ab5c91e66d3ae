"""A ZINGA position as text, the sheets side by side as the width allows."""

import re

from tablier.core.text import painted
from tablier.games.zinga.board import CELLS, SIDE
from tablier.games.zinga.claims import COLOURS, DICE, LETTERS, cell_name, claim_at, claim_name, face
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    CORRECTED,
    NOBODY,
    NOTHING_YET,
    PAUSING,
    RESCUING,
    Position,
)
from tablier.games.zinga.settling import BOXES

CELL_WIDTH = 5
GAP = "  "
HUES = {colour[0]: colour for colour in (*COLOURS, "white")}
COLOURED = re.compile(r"\[[a-z]\d+\]|\b[A-Z]\d\b")
"""Ticked cells, and dice."""


def show(position: Position, colour: bool, width: int) -> str:
    """Everyone's sheet, the dice and the bell: `[r5]` is ticked, `(r5)` declared."""
    plain = _plain(position, max(1, (width + len(GAP)) // (SIDE * CELL_WIDTH + len(GAP))))
    if not colour:
        return plain
    return COLOURED.sub(
        lambda match: painted(match[0], HUES[match[0].strip("[")[0].lower()]), plain
    )


def _plain(position: Position, abreast: int) -> str:
    sheets = [_sheet(position, seat) for seat in range(position.players)]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    blocks = ["\n".join(_abreast(lines) for lines in zip(*row, strict=True)) for row in rows]
    return "\n\n".join([*blocks, _table(position)])


def _abreast(lines: tuple[str, ...]) -> str:
    return GAP.join(line.ljust(SIDE * CELL_WIDTH) for line in lines).rstrip()


def _table(position: Position) -> str:
    pawn = "in the middle" if position.pawn == NOBODY else f"with player {position.pawn + 1}"
    lines = [f"turn {position.turn + 1}, pawn {pawn}", _dice(position.dice)]
    if position.ringer != NOBODY:
        lines.append(f"player {position.ringer + 1} {_bell(position)}")
    return "\n".join(lines)


def _dice(dice: int) -> str:
    if dice == NOTHING_YET:
        return "dice not rolled yet"
    letters = (LETTERS + "w").upper()
    return "dice " + GAP.join(f"{letters[die]}{face(dice, die)}" for die in range(DICE))


def _bell(position: Position) -> str:
    if position.announced == CORRECTED:
        said = "has rung, and announced two things"
    elif position.announced == NOTHING_YET:
        said = "has rung" if position.phase == ANNOUNCING else "has rung, and announced nothing"
    else:
        said = f"has rung and announced {claim_name(position.announced)}"
    due = {CHOOSING: "; a bonus cell is due", RESCUING: "; rescue or accept"}
    return said + due.get(position.phase, "")


def _sheet(position: Position, seat: int) -> list[str]:
    cells = [_cell(position, seat, cell).center(CELL_WIDTH) for cell in range(CELLS)]
    plus, blunders = (
        "x" * filled + "." * (BOXES - filled)
        for filled in (position.plus[seat], position.blunders[seat])
    )
    return [
        title(position, seat),
        *("".join(cells[first : first + SIDE]) for first in range(0, CELLS, SIDE)),
        f"PLUS {plus}  BLUNDER {blunders}",
    ]


def title(position: Position, seat: int) -> str:
    notes = [f"player {seat + 1}"]
    if position.places[seat]:
        notes.append(f"place {position.places[seat]}")
    elif seat == position.active:
        notes.append("active")
    if seat == position.pawn:
        notes.append("pawn")
    if position.done >> seat & 1:
        notes.append("ready" if position.phase == PAUSING else "nothing")
    return ", ".join(notes)


def _cell(position: Position, seat: int, cell: int) -> str:
    name = cell_name(claim_at(position.sheets, seat, cell))
    if position.ticks[seat] >> cell & 1:
        return f"[{name}]"
    return f"({name})" if position.declared[seat] >> cell & 1 else name
