"""Three squares inside each other, joined where their sides have their middles (MO-01)."""

from itertools import pairwise, product

from tablier.core.board.topology import Topology, bits_of
from tablier.core.rules.kernel import IntTable

SPOTS = [
    (x, y)
    for x, y in product(range(-3, 4), repeat=2)
    if (x, y) != (0, 0) and (x * y == 0 or abs(x) == abs(y))
]


def _rows(axis: int) -> list[tuple[int, ...]]:
    """Every three points in a row that share a coordinate; in the middle there are two."""
    lines = [[p for p, spot in enumerate(SPOTS) if spot[axis] == at] for at in range(-3, 4)]
    return [tuple(line[first : first + 3]) for line in lines for first in range(0, len(line), 3)]


ROWS = _rows(0) + _rows(1)
BOARD = Topology(
    names=tuple(f"{'abcdefg'[x + 3]}{y + 4}" for x, y in SPOTS),
    places=tuple((x / 3, -y / 3) for x, y in SPOTS),
    edges=tuple(edge for row in ROWS for edge in pairwise(row)),
)
POINTS, MILL_COUNT = len(SPOTS), len(ROWS)
ALL = (1 << POINTS) - 1
MILLS = IntTable(bits_of(row) for row in ROWS)
NEIGHBOURS = IntTable(bits_of(points) for points in BOARD.neighbours)
