"""Five by five squares, and every player's way from a castle to the centre (CB-01, CB-05)."""

from itertools import product

from tablier.core.board.topology import Topology, bits_of
from tablier.core.rules.kernel import IntTable

SQUARES = [(x, -y) for y, x in product(range(-2, 3), repeat=2)]
POINTS, HOME = len(SQUARES), len(SQUARES) - 1
"""A way has a step for each square; the last one is home, the centre."""
COLOURS = ("red", "green", "yellow", "blue")


def _turned(x: int, y: int, quarters: int) -> tuple[int, int]:
    """A square, so many quarters of a turn against the clock from there."""
    return (x, y) if quarters == 0 else _turned(-y, x, quarters - 1)


def _way(side: int) -> list[int]:
    """The points from the castle at a side: around outside, back inside, to the centre."""
    outside = [
        _turned(*at, turn) for turn in range(4) for at in [(0, -2), (1, -2), (2, -2), (2, -1)]
    ]
    inside = [_turned(*at, -turn % 4) for turn in range(4) for at in [(-1, -1), (-1, 0)]]
    return [SQUARES.index(_turned(*at, side)) for at in (*outside, *inside, (0, 0))]


WAYS = [_way(side) for side in range(4)]
WAY = IntTable(point for way in WAYS for point in way)
STEP = IntTable(way.index(point) for way in WAYS for point in range(POINTS))
"""The point that a step of a side leads to, and the step of a side that a point is."""
CASTLES = bits_of(tuple(way[0] for way in WAYS))
BOARD = Topology(
    names=tuple(f"{'abcde'[x + 2]}{y + 3}" for x, y in SQUARES),
    places=tuple((x / 2, -y / 2) for x, y in SQUARES),
    areas={f"{colour}-castle": (way[0],) for colour, way in zip(COLOURS, WAYS, strict=True)}
    | {"home": (WAY[HOME],)},
    cells=True,
)


def seats(players: int) -> tuple[str, ...]:
    """Two sit opposite each other."""
    return COLOURS[::2] if players == 2 else COLOURS[:players]
