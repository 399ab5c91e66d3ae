"""The star of 73 holes, its triangles, and where a jump lands (CC-01 to CC-03).

Holes are numbered as one reads: row by row from the top, each row from the
left. A set of holes is two words, as in core/rules/bits.py: one of the upper rows `a`
to `g` and one of the lower rows `h` to `m`.
"""

from math import sqrt

from tablier.core.board.topology import Topology
from tablier.core.rules.bits import tables
from tablier.core.rules.kernel import IntTable

ROWS = (1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1)
"""How many holes each row has."""
LETTERS = "abcdefghijklm"
HOLES = sum(ROWS)
MIDDLE = ROWS.index(7)
"""The row through the centre, the last of the upper rows."""
UPPER = sum(ROWS[: MIDDLE + 1])
"""How many holes the upper rows have."""

DIRECTIONS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The six ways to a neighbour: rows down and half holes to the right (CC-02)."""
SPOTS = tuple((row, 2 * hole - ROWS[row] + 1) for row in range(13) for hole in range(ROWS[row]))
"""Each hole's row, and how many half holes it lies to the right of the centre."""
NAMES = tuple(f"{LETTERS[row]}{hole + 1}" for row in range(13) for hole in range(ROWS[row]))


# Sets of holes


def _neighbours(hole: int) -> tuple[int, ...]:
    row, halves = SPOTS[hole]
    around = ((row + down, halves + right) for down, right in DIRECTIONS)
    return tuple(SPOTS.index(spot) for spot in around if spot in SPOTS)


NEIGHBOURS = tuple(_neighbours(hole) for hole in range(HOLES))
UPPER_NEAR, LOWER_NEAR = tables(NEIGHBOURS, UPPER)
"""The neighbours of each hole, as sets."""
UPPER_BIT, LOWER_BIT = tables([(hole,) for hole in range(HOLES)], UPPER)
"""Each hole by itself, as a set."""


# The lattice: numbers that grow by the same amount with every step in one
# direction, so that a jump from x over y lands on 2y - x. There is room for
# two holes around the star, where a jump would land off the board.

PITCH = 16
LATTICE = IntTable((row + 2) * PITCH + (row + halves) // 2 + 5 for row, halves in SPOTS)
"""The lattice number of each hole."""
_HOLE_AT = {number: hole for hole, number in enumerate(LATTICE)}
_NUMBERS = range((len(ROWS) + 4) * PITCH + 1)
UPPER_AT, LOWER_AT = tables([[_HOLE_AT[n]] if n in _HOLE_AT else [] for n in _NUMBERS], UPPER)
"""The hole that has a lattice number, as a set; empty off the board."""


def between(source: int, target: int) -> int | None:
    """The hole that a jump from one hole to another goes over; None if it is no jump."""
    for over in NEIGHBOURS[source]:
        if 2 * LATTICE[over] - LATTICE[source] == LATTICE[target]:
            return over
    return None


# The triangles


def _triangle(spot: tuple[int, int]) -> str:
    """The triangle that a hole lies in, or nothing for the hexagon."""
    row, halves = spot
    down, right = row - MIDDLE, abs(halves)
    if abs(down) <= 3 and abs(down) + right <= 6:
        return ""
    north_south = "N" if down < 0 else "S"
    return north_south if abs(down) > 3 else north_south + ("E" if halves > 0 else "W")


TRIANGLES = {
    name: tuple(hole for hole in range(HOLES) if _triangle(SPOTS[hole]) == name)
    for name in ("N", "NE", "SE", "S", "SW", "NW")
}
"""The holes of each triangle; the triangles clockwise from the top."""
HOMES = {2: ("N", "S"), 3: ("N", "SE", "SW")}
"""The triangles that the seats start from, by the number of players (CC-04, CC-05)."""
OPPOSITE = {"N": "S", "S": "N", "SE": "NW", "SW": "NE"}
"""The destination of who starts from a triangle (CC-03)."""


# What is drawn


def _sketch() -> str:
    lines = []
    names = iter(NAMES)
    for letter, length in zip("abcdefghijklm", ROWS, strict=True):
        row = "".join(next(names).ljust(4) for _ in range(length))
        lines.append(f"{letter}  " + "  " * (max(ROWS) - length) + row.rstrip())
    return "\n".join(lines)


STAR = Topology(
    names=NAMES,
    places=tuple((halves / (6 * sqrt(3)), (row - MIDDLE) / 6) for row, halves in SPOTS),
    edges=tuple((hole, near) for hole in range(HOLES) for near in NEIGHBOURS[hole] if hole < near),
    areas=TRIANGLES,
    sketch=_sketch(),
)
