"""Nine squares, and the eight rows of three (XY-01)."""

from tablier.core.board.topology import Topology, bits_of
from tablier.core.rules.kernel import IntTable

SIZE = 3
SQUARES = [(column, row) for row in range(SIZE) for column in range(SIZE)]
BOARD = Topology(
    names=tuple(f"{'abc'[column]}{row + 1}" for column, row in SQUARES),
    places=tuple((column - 1.0, 1.0 - row) for column, row in SQUARES),
    cells=True,
)
POINTS = len(SQUARES)
ALL = (1 << POINTS) - 1
_LINES = [
    *([at for at in SQUARES if at[0] == number] for number in range(SIZE)),
    *([at for at in SQUARES if at[1] == number] for number in range(SIZE)),
    [at for at in SQUARES if at[0] == at[1]],
    [at for at in SQUARES if at[0] + at[1] == SIZE - 1],
]
ROWS = IntTable(bits_of(tuple(SQUARES.index(at) for at in line)) for line in _LINES)
ROW_COUNT = len(ROWS)
