"""The score sheet's grid: five rows of five cells, and the lines through them."""

from tablier.core.board.topology import Topology
from tablier.core.rules.kernel import IntTable

SIDE = 5
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
"""The cell of blue 9 (ZI-02). Cells are numbered row by row."""


def _lines() -> IntTable:
    rows = [range(row * SIDE, row * SIDE + SIDE) for row in range(SIDE)]
    columns = [range(column, CELLS, SIDE) for column in range(SIDE)]
    diagonals = [range(0, CELLS, SIDE + 1), range(SIDE - 1, CELLS - 1, SIDE - 1)]
    return IntTable(sum(1 << cell for cell in line) for line in rows + columns + diagonals)


LINES = _lines()
"""Rows, columns and diagonals, as bit sets of cells: the twelve lines of ZI-24."""
LINE_COUNT = len(LINES)

SHEET = Topology(
    names=tuple(f"{column}{row + 1}" for row in range(SIDE) for column in "abcde"),
    places=tuple(
        (column * 0.4 - 0.8, row * 0.4 - 0.8) for row in range(SIDE) for column in range(SIDE)
    ),
    areas={"pawn": (MIDDLE,)},
    cells=True,
    sketch="\n".join(" ".join(f"{column}{row + 1}" for column in "abcde") for row in range(SIDE)),
)
