"""The cells and dice of ZINGA as text, in whatever size there is room for.

Whatever colour tells, a sign tells too.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tablier.core.board.text_board import INVERSE, painted
from tablier.games.zinga.position import Position
from tablier.games.zinga.sheet.claims import (
    COLOURS,
    DICE,
    LETTERS,
    NUMBERS,
    cell_name,
    claim_at,
    face,
)

DICE_COLOURS = (*COLOURS, "white")
DICE_LETTERS = (LETTERS + "w").upper()


class CellSize(NamedTuple):
    """The columns and lines of a cell, with what keeps it apart from the next."""

    width: int
    height: int

    @property
    def block(self) -> tuple[int, int]:
        """Those of them that are coloured."""
        return self.width - (self.width > SMALLEST[0]), max(1, self.height - 1)


SMALLEST = (5, 1)
SIZES = tuple(CellSize(*size) for size in ((15, 6), (12, 5), (9, 4), (7, 2), (6, 1), SMALLEST))
"""The largest first."""
LARGE = 4
"""From that height of a cell on, dice are blocks, too."""
DIE = CellSize(9, 4)


class Cell(NamedTuple):
    """A cell of somebody's sheet, and what was done to it."""

    name: str
    colour: str
    ticked: bool
    declared: bool

    def painted(self, shown: str) -> str:
        """A text on the cell's ground: paper where it was ticked, else its colour."""
        ground = INVERSE if self.ticked else self.colour
        return painted(shown, ground, underlined=self.declared and bool(shown.strip()))


def cell_text(position: Position, seat: int, cell: int) -> str:
    """`[r5]` is ticked, `(r5)` declared."""
    return _text(_cell(position, seat, cell))


def cell_lines(
    position: Position, seat: int, cell: int, size: CellSize, *, colour: bool
) -> list[str]:
    """A cell in any size."""
    shown = _cell(position, seat, cell)
    return _block(_text(shown), size, shown.painted if colour else str)


def close_cell(position: Position, seat: int, cell: int, *, colour: bool) -> str:
    """A cell in the least room: `R5` is ticked, `r5!` declared."""
    shown = _cell(position, seat, cell)
    text = shown.name.upper() if shown.ticked else shown.name + "!" * shown.declared
    return (shown.painted(text) if colour else text) + " " * (4 - len(text))


def _cell(position: Position, seat: int, cell: int) -> Cell:
    claim = claim_at(position.sheets, seat, cell)
    ticked, declared = position.ticks[seat] >> cell & 1, position.declared[seat] >> cell & 1
    return Cell(cell_name(claim), COLOURS[claim // NUMBERS], bool(ticked), bool(declared))


def _text(cell: Cell) -> str:
    return f"[{cell.name}]" if cell.ticked else f"({cell.name})" if cell.declared else cell.name


def dice_lines(dice: int, size: CellSize, *, colour: bool) -> list[str]:
    """The dice as they lie; as blocks, where the cells are large."""
    blocks = []
    for die, hue in enumerate(DICE_COLOURS[:DICE]):
        shown = f"{DICE_LETTERS[die]}{face(dice, die)}"
        paint = partial(painted, colour=hue) if colour else str
        blocks.append(_block(shown, DIE, paint) if size.height >= LARGE else [paint(shown)])
    if size.height < LARGE:
        return ["  ".join(row) for row in zip(*blocks, strict=True)]
    return ["".join(row).rstrip() for row in zip(*blocks, strict=True)][:-1]


def _block(shown: str, size: CellSize, paint: Callable[[str], str]) -> list[str]:
    """A text in the middle of a coloured block, and what keeps that apart from the next."""
    wide, high = size.block
    lines = [" " * wide] * high
    lines[(high - 1) // 2] = shown.center(wide)
    if size == SMALLEST:
        before, _, after = lines[0].partition(shown)
        return [f"{before}{paint(shown)}{after}"]
    apart = " " * (size.width - wide)
    return [paint(line) + apart for line in lines] + [" " * size.width] * (size.height - high)
