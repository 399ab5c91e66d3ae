"""A ZINGA sheet as lines of text: `[r5]` is ticked, `(r5)` declared, `#1` its number."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablier.games.zinga.board import CELLS, SIDE
from tablier.games.zinga.position import PAUSING, Position
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.claims import cell_name, claim_at, sheet_number
from tablier.games.zinga.sheet.lines import missing

Words = Mapping[str, Any]

CELL_WIDTH = 5
WIDTH = SIDE * CELL_WIDTH
HEIGHT = SIDE + 2
"""A title, the cells, the boxes."""
CLOSE_WIDTH = 4 * SIDE - 1
"""Of a sheet that takes less room."""
NAME = 10
"""Columns for what somebody is called in a line."""


def sheet(position: Position, words: Words, seat: int, *, own: bool = False) -> list[str]:
    """All of a sheet; somebody's own says so."""
    cells = [_cell(position, seat, cell).center(CELL_WIDTH) for cell in range(CELLS)]
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    named = [_name(words, seat), *_standing(position, words, seat)]
    if own:
        named[0] = words["show"]["you"].format(player=named[0])
    else:
        named += [words["counts"]["pawn"]] if seat == position.pawn else []
        named += _done(position, words, seat)
    boxes = f"{labels['plus']} {plus}  {labels['blunder']} {blunders}"
    number = _number(position, seat)
    return [", ".join(named), *_rows(cells), f"{boxes:{WIDTH - len(number)}}{number}"]


def close_sheet(position: Position, words: Words, seat: int) -> list[str]:
    """All of a sheet in less room: `R5` is ticked, `r5!` declared."""
    cells = [_close_cell(position, seat, cell).ljust(4) for cell in range(CELLS)]
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    notes = [*_standing(position, words, seat), *_done(position, words, seat)]
    number = _number(position, seat)
    title = ", ".join([f"{_name(words, seat)} {number}", *notes])
    lines = [
        title if len(title) <= CLOSE_WIDTH else f"{seat + 1} {number}: {', '.join(notes)}",
        *_rows(cells),
        f"{labels['plus']}{plus} {labels['blunder']}{blunders}",
    ]
    return [line[:CLOSE_WIDTH].ljust(CLOSE_WIDTH) for line in lines]


def sheet_heading(words: Words) -> str:
    """What stands above the sheets that are told in a line."""
    labels = words["labels"]
    return f"{'':{NAME}} []  {labels['plus']}  {labels['blunder']}"


def sheet_line(position: Position, words: Words, seat: int, width: int) -> str:
    """What decides about a sheet: how many ticks, the boxes, the cells that would win."""
    plus, blunders, labels = *_boxes(position, seat), words["labels"]
    cells = (cell for cell in range(CELLS) if missing(position.ticks[seat]) >> cell & 1)
    lacks = " ".join(_cell(position, seat, cell) for cell in cells)
    notes = [f"{words['show']['lacks']} {lacks}"] if lacks else []
    notes += [*_standing(position, words, seat), *_done(position, words, seat)]
    told = (
        f"{_name(words, seat):{NAME}}"
        f" {position.ticks[seat].bit_count():2}"
        f"  {plus:{len(labels['plus'])}}"
        f"  {blunders:{len(labels['blunder'])}}  {', '.join(notes)}"
    ).rstrip()
    return told if len(told) <= width else f"{told[: width - 1]}…"


def _rows(cells: list[str]) -> Iterator[str]:
    return ("".join(cells[first : first + SIDE]) for first in range(0, CELLS, SIDE))


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


def _cell(position: Position, seat: int, cell: int) -> str:
    name = cell_name(claim_at(position.sheets, seat, cell))
    if position.ticks[seat] >> cell & 1:
        return f"[{name}]"
    return f"({name})" if position.declared[seat] >> cell & 1 else name


def _close_cell(position: Position, seat: int, cell: int) -> str:
    name = cell_name(claim_at(position.sheets, seat, cell))
    if position.ticks[seat] >> cell & 1:
        return name.upper()
    return f"{name}!" if position.declared[seat] >> cell & 1 else name
