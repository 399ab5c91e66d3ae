"""Where a board's points lie: the one source for rules, notation and drawing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tablier.core.board.coordinates import Rim, rim_of
from tablier.core.board.point_names import check_names
from tablier.core.board.sketch import sketched
from tablier.core.errors import BadGame

NOTHING = "(?!)"
"""A pattern that no text has."""
MIXED = re.compile(r"\d|[^\W\d_]{2}")
"""What says more than a place: a digit, or two letters side by side."""


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
        check_names(self.names)
        self._check_points()
        if not self.sketch:
            plain = sketched(self.names, self.places, self.edges, self.cells, self.rim)
            object.__setattr__(self, "sketch", plain)

    def _check_points(self) -> None:
        count = len(self.names)
        if len(self.places) != count:
            raise BadGame(f"there are {count} names for {len(self.places)} places")
        for edge in self.edges:
            if len(edge) != 2 or not all(0 <= point < count for point in edge):
                raise BadGame(f"the edge {edge} doesn't join two points")

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

    @cached_property
    def rim(self) -> Rim | None:
        """Letters and numbers beside a board of squares; None where each square has its name."""
        return rim_of(self.names, self.places) if self.cells else None

    @cached_property
    def _any_name(self) -> str:
        """A pattern of all names; where one begins another, the longer comes first."""
        return "|".join(sorted(map(re.escape, self.names), key=len, reverse=True)) or NOTHING

    def named(self, text: str) -> tuple[int, ...]:
        """The points that a text names, in order; none if it says more than where.

        Between, before and after the names there may be signs, blanks and single letters.

        >>> board = Topology(names=("bar", "b1", "b10"), places=((0, 0), (1, 0), (1, 1)))
        >>> board.named("bar-b10"), board.named("xb1"), board.named("b1 to b10"), board.named("b12")
        ((0, 2), (1,), (), ())
        """
        if any(map(MIXED.search, re.split(self._any_name, text))):
            return ()
        return tuple(self.index[name] for name in re.findall(self._any_name, text))

    @cached_property
    def written(self) -> tuple[tuple[int, int] | None, ...]:
        """The line and the column where the sketch names each point; None where it does not."""
        alone = re.compile(rf"(?<![^\W_])(?:{self._any_name})(?![^\W_])")
        found: dict[str, tuple[int, int]] = {}
        for number, line in enumerate(self.sketch.splitlines()):
            for name in alone.finditer(line):
                found.setdefault(name[0], (number, name.start()))
        return tuple(map(found.get, self.names))


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
