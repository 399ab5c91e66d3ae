"""Where a board's points lie: the one source for rules, notation and drawing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tablier.core.sketch import sketched


@dataclass(frozen=True)
class Topology:
    """A board as points, the lines between them, and what else is drawn on it.

    Coordinates lie between -1 and 1, x to the right and y downwards, as SVG
    has them. `circles` are radii around the centre, drawn in place of the
    straight edges between their points. `areas` names groups of points that
    look or count differently: homes, start lines, pits. `cells` says that
    pieces stand in squares around the points rather than on the lines.
    `sketch` is the board drawn with characters, each point standing there once
    under its name; without one, a plain one is made.
    """

    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int], ...] = ()
    circles: tuple[float, ...] = ()
    areas: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    cells: bool = False
    sketch: str = ""

    def __post_init__(self) -> None:
        if not self.sketch:
            plain = sketched(self.names, self.places, self.edges, self.cells)
            object.__setattr__(self, "sketch", plain)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Point numbers by name."""
        return {name: point for point, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The points joined to each point, ascending."""
        joined: list[set[int]] = [set() for _ in self.names]
        for one, other in self.edges:
            joined[one].add(other)
            joined[other].add(one)
        return tuple(tuple(sorted(points)) for points in joined)


def points_of(bits: int) -> tuple[int, ...]:
    """The numbers of the points in a bit set, ascending."""
    points = []
    while bits:
        lowest = bits & -bits
        points.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(points)


def bits_of(points: tuple[int, ...]) -> int:
    """The bit set of some points."""
    bits = 0
    for point in points:
        bits |= 1 << point
    return bits
