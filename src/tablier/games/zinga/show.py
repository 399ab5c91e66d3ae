"""A ZINGA position as text, the sheets side by side as the width allows."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablier.core.text import painted
from tablier.core.words import read_words
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

Words = Mapping[str, Any]

WORDS = Path(__file__).parent / "words"
CELL_WIDTH = 5
GAP = "  "
HUES = {colour[0]: colour for colour in (*COLOURS, "white")}
COLOURED = re.compile(r"\[[a-z]\d+\]|\b[A-Z]\d\b")
"""Ticked cells, and dice."""


def show(position: Position, colour: bool, width: int, language: str) -> str:
    """Everyone's sheet, the dice and the bell: `[r5]` is ticked, `(r5)` declared."""
    words = read_words(WORDS, language)
    abreast = max(1, (width + len(GAP)) // (SIDE * CELL_WIDTH + len(GAP)))
    plain = _plain(position, words, abreast)
    if not colour:
        return plain
    return COLOURED.sub(
        lambda match: painted(match[0], HUES[match[0].strip("[")[0].lower()]), plain
    )


def _plain(position: Position, words: Words, abreast: int) -> str:
    sheets = [_sheet(position, words, seat) for seat in range(position.players)]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    blocks = ["\n".join(_abreast(lines) for lines in zip(*row, strict=True)) for row in rows]
    return "\n\n".join([*blocks, _table(position, words)])


def _abreast(lines: tuple[str, ...]) -> str:
    return GAP.join(line.ljust(SIDE * CELL_WIDTH) for line in lines).rstrip()


def _table(position: Position, words: Words) -> str:
    said = words["show"]
    pawn = "pawn_middle" if position.pawn == NOBODY else "pawn_with"
    turn = said["turn"].format(turn=position.turn + 1)
    lines = [f"{turn}, {said[pawn].format(player=position.pawn + 1)}", _dice(position.dice, said)]
    if position.ringer != NOBODY:
        lines.append(_bell(position, words))
    return "\n".join(lines)


def _dice(dice: int, said: Words) -> str:
    if dice == NOTHING_YET:
        return str(said["not_rolled"])
    letters = (LETTERS + "w").upper()
    faces = (f"{letters[die]}{face(dice, die)}" for die in range(DICE))
    return f"{said['dice']} {GAP.join(faces)}"


def _bell(position: Position, words: Words) -> str:
    if position.announced == CORRECTED:
        token, claim = "rung_twice", ""
    elif position.announced == NOTHING_YET:
        token, claim = ("rung" if position.phase == ANNOUNCING else "rung_silent"), ""
    else:
        token, claim = "rung_claim", _claim(position.announced, words)
    told = words["show"][token].format(player=position.ringer + 1, claim=claim)
    due = {CHOOSING: "bonus", RESCUING: "rescue"}.get(position.phase)
    return f"{told}; {words['show'][due]}" if due else str(told)


def _claim(claim: int, words: Words) -> str:
    colour, number = claim_name(claim).split()
    return str(words["labels"]["claim"].format(colour=words["labels"][colour], number=number))


def _sheet(position: Position, words: Words, seat: int) -> list[str]:
    cells = [_cell(position, seat, cell).center(CELL_WIDTH) for cell in range(CELLS)]
    plus, blunders = (
        "x" * filled + "." * (BOXES - filled)
        for filled in (position.plus[seat], position.blunders[seat])
    )
    labels = words["labels"]
    return [
        _title(position, words, seat),
        *("".join(cells[first : first + SIDE]) for first in range(0, CELLS, SIDE)),
        f"{labels['plus']} {plus}  {labels['blunder']} {blunders}",
    ]


def _title(position: Position, words: Words, seat: int) -> str:
    said, labels = words["show"], words["labels"]
    notes = [said["player"].format(player=seat + 1)]
    if position.places[seat]:
        notes.append(labels["rank"].format(rank=position.places[seat]))
    elif seat == position.active:
        notes.append(said["active"])
    if seat == position.pawn:
        notes.append(words["counts"]["pawn"])
    if position.done >> seat & 1:
        notes.append(labels["is_ready"] if position.phase == PAUSING else said["nothing"])
    return ", ".join(notes)


def _cell(position: Position, seat: int, cell: int) -> str:
    name = cell_name(claim_at(position.sheets, seat, cell))
    if position.ticks[seat] >> cell & 1:
        return f"[{name}]"
    return f"({name})" if position.declared[seat] >> cell & 1 else name
