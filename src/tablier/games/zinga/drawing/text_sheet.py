"""A ZINGA sheet as lines of text; `#1` is its number."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tablier.games.zinga.board import CELLS, SIDE
from tablier.games.zinga.drawing.text_cell import CellSize, cell_lines, cell_text, close_cell
from tablier.games.zinga.position import PAUSING, Position
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.claims import sheet_number
from tablier.games.zinga.sheet.lines import missing

Words = Mapping[str, Any]

ESCAPES = re.compile(r"\x1b\[[\d;]*m")
AROUND = 2
"""Lines of a sheet that are no cells: its title, and the boxes."""
CLOSE_WIDTH = 4 * SIDE - 1
"""Of a sheet that takes less room."""
NAME = 10
"""Columns for what somebody is called in a line."""


def sheet(
    position: Position, words: Words, seat: int, size: CellSize, *, colour: bool, own: bool = False
) -> list[str]:
    """All of a sheet; somebody's own says so."""
    cells = [cell_lines(position, seat, cell, size, colour=colour) for cell in range(CELLS)]
    width = SIDE * size.width
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    named = [_name(words, seat), *_standing(position, words, seat)]
    if own:
        named[0] = words["show"]["you"].format(player=named[0])
    else:
        named += [words["counts"]["pawn"]] if seat == position.pawn else []
        named += _done(position, words, seat)
    boxes = f"{labels['plus']} {plus}  {labels['blunder']} {blunders}"
    number = _number(position, seat)
    return [", ".join(named), *_rows(cells), f"{boxes:{width - len(number)}}{number}"]


def close_sheet(position: Position, words: Words, seat: int, *, colour: bool) -> list[str]:
    """All of a sheet in less room."""
    cells = [[close_cell(position, seat, cell, colour=colour)] for cell in range(CELLS)]
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    notes = [*_standing(position, words, seat), *_done(position, words, seat)]
    number = _number(position, seat)
    title = ", ".join([f"{_name(words, seat)} {number}", *notes])
    short = f"{seat + 1} {number}: {', '.join(notes)}"
    lines = [
        (title if len(title) <= CLOSE_WIDTH else short)[:CLOSE_WIDTH],
        *(row.removesuffix(" ") for row in _rows(cells)),
        f"{labels['plus']}{plus} {labels['blunder']}{blunders}"[:CLOSE_WIDTH],
    ]
    return [padded(line, CLOSE_WIDTH) for line in lines]


def sheet_heading(words: Words) -> str:
    """What stands above the sheets that are told in a line."""
    labels = words["labels"]
    return f"{'':{NAME}} []  {labels['plus']}  {labels['blunder']}"


def sheet_line(position: Position, words: Words, seat: int, width: int) -> str:
    """What decides about a sheet: how many ticks, the boxes, the cells that would win."""
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    cells = (cell for cell in range(CELLS) if missing(position.ticks[seat]) >> cell & 1)
    lacks = " ".join(cell_text(position, seat, cell) for cell in cells)
    notes = [f"{words['show']['lacks']} {lacks}"] if lacks else []
    notes += [*_standing(position, words, seat), *_done(position, words, seat)]
    told = (
        f"{_name(words, seat):{NAME}}"
        f" {position.ticks[seat].bit_count():2}"
        f"  {plus:{len(labels['plus'])}}"
        f"  {blunders:{len(labels['blunder'])}}  {', '.join(notes)}"
    ).rstrip()
    return told if len(told) <= width else f"{told[: width - 1]}…"


def padded(line: str, width: int) -> str:
    """A line that takes `width` columns, whatever colours are in it."""
    return line + " " * (width - len(ESCAPES.sub("", line)))


def _rows(cells: list[list[str]]) -> Iterator[str]:
    for first in range(0, CELLS, SIDE):
        yield from map("".join, zip(*cells[first : first + SIDE], strict=True))


def _boxes(position: Position, seat: int) -> tuple[str, str]:
    """The PLUS boxes and the BLUNDER boxes."""
    plus, blunders = (
        "x" * filled + "." * (BOXES - filled)
        for filled in (position.plus[seat], position.blunders[seat])
    )
    return plus, blunders


def _name(words: Words, seat: int) -> str:
    return str(words["show"]["player"].format(player=seat + 1))


def _number(position: Position, seat: int) -> str:
    """What stands in the corner of a seat's sheet (ZI-03)."""
    return f"#{sheet_number(position.sheets, seat)}"


def _standing(position: Position, words: Words, seat: int) -> Iterator[str]:
    """Whether a seat is out of it, or has the dice."""
    if position.places[seat]:
        yield words["labels"]["rank"].format(rank=position.places[seat])
    elif seat == position.active:
        yield words["show"]["active"]


def _done(position: Position, words: Words, seat: int) -> Iterator[str]:
    """Whether a seat has said that it is ready, or sees nothing."""
    if position.done >> seat & 1:
        pausing = position.phase == PAUSING
        yield words["labels"]["is_ready"] if pausing else words["show"]["nothing"]
