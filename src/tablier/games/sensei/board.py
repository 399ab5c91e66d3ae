"""The board: 7 × 7 squares between two start lines, with or without pits (SE-01, SE-07).

A square is a point of the topology and a bit of a bit set: 7 * row + column,
from a1 on. Row 1 lies at the bottom.
"""

from functools import cache

from tablier.core.board.topology import Topology, bits_of, points_of
from tablier.core.options import Value
from tablier.core.rules.kernel import IntTable

COLUMNS = "abcdefg"
SIDE = 7
SQUARES = SIDE * SIDE
ALL = (1 << SQUARES) - 1

ROW_1 = (1 << SIDE) - 1
START_LINES = IntTable((ROW_1, ROW_1 << SQUARES - SIDE))
"""Green's row 1 and Red's row 7."""
COLUMN_A = sum(1 << SIDE * row for row in range(SIDE))
COLUMN_G = COLUMN_A << SIDE - 1

NAMES = tuple(f"{column}{row + 1}" for row in range(SIDE) for column in COLUMNS)
PITS = bits_of(tuple(NAMES.index(name) for name in ("b3", "b5", "d4", "f3", "f5")))
"""Our pits on the reverse of the board."""

PIT = "◎"


def between(source: int, target: int) -> int | None:
    """The squares strictly between two on one row, column or diagonal; None on no such line."""
    row, column = divmod(source, SIDE)
    last_row, last_column = divmod(target, SIDE)
    rows, columns = abs(last_row - row), abs(last_column - column)
    if source == target or (rows and columns and rows != columns):
        return None
    step = (target - source) // max(rows, columns)
    return bits_of(tuple(range(source + step, target, step)))


BETWEEN = IntTable(
    between(source, target) or 0 for source in range(SQUARES) for target in range(SQUARES)
)
"""`between`, by source * 49 + target."""
IN_LINE = IntTable(
    bits_of(tuple(t for t in range(SQUARES) if between(source, t) is not None))
    for source in range(SQUARES)
)
"""The squares on one row, column or diagonal with each square (SE-13)."""

EDGES = tuple(
    (square, square + step)
    for square in range(SQUARES)
    for step in (1, SIDE)
    if square + step < SQUARES and between(square, square + step) == 0
)


def _place(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIDE)
    return (column - 3) * 2 / SIDE, (3 - row) * 2 / SIDE


def _sketch(pits: int) -> str:
    rows = []
    for row in reversed(range(SIDE)):
        squares = range(SIDE * row, SIDE * row + SIDE)
        drawn = " ".join(f"{PIT} " if pits >> square & 1 else NAMES[square] for square in squares)
        rows.append(f"{row + 1}  {drawn} {row + 1}")
    return "\n".join([*rows, "   " + "  ".join(COLUMNS)])


@cache
def tray(pits: int) -> Topology:
    """The board with these pits, as a bit set."""
    return Topology(
        names=NAMES,
        places=tuple(_place(square) for square in range(SQUARES)),
        edges=EDGES,
        areas={
            "green-start": points_of(START_LINES[0]),
            "red-start": points_of(START_LINES[1]),
            "pits": points_of(pits),
        },
        cells=True,
        sketch=_sketch(pits),
    )


# Pits that the players choose (SE-07)


def read_pits(given: object) -> tuple[str, ...]:
    """The names of the pits, ascending; none stands for the board's own pits."""
    if isinstance(given, str):
        names = given.split(",") if given else []
    elif isinstance(given, list | tuple | set | frozenset):
        names = [str(name) for name in given]
    else:
        raise TypeError("name the squares, as in b3,f5")
    for name in names:
        if name not in NAMES:
            raise ValueError(f"there is no square {name!r}")
        if names.count(name) > 1:
            raise ValueError(f"{name} is named twice")
    pits = pits_of(names)
    _check_pits(pits)
    return tuple(NAMES[square] for square in points_of(pits))


def write_pits(pits: Value) -> str:
    return ",".join(map(str, pits)) if isinstance(pits, tuple) else str(pits)


def pits_of(names: list[str] | tuple[str, ...]) -> int:
    """The bit set of some squares' names."""
    return bits_of(tuple(NAMES.index(name) for name in names))


def _check_pits(pits: int) -> None:
    for square in points_of(pits):
        if (START_LINES[0] | START_LINES[1]) >> square & 1:
            raise ValueError(f"{NAMES[square]} lies on a start line (SE-07)")
        opposite = SQUARES - 1 - square
        if not pits >> opposite & 1:
            raise ValueError(
                f"{NAMES[square]} without {NAMES[opposite]}: a half turn of the board "
                "must leave the pits as they are (SE-07)"
            )
    if _reached(pits) != ALL & ~pits:
        raise ValueError("they cut the board in two (SE-07)")


def _reached(pits: int) -> int:
    """The squares that one can walk to from a1, side to side, around the pits."""
    reached, waiting = 1, [0]
    while waiting:
        for square in tray(0).neighbours[waiting.pop()]:
            if not (reached | pits) >> square & 1:
                reached |= 1 << square
                waiting.append(square)
    return reached
