"""Where everything lies on the drawn board, in hundredths of the topology's unit."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import atan2, cos, degrees, dist, hypot, radians, sin

from tablier.core.board.topology import Topology

SCALE = 100

Place = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board turned by `angle` degrees clockwise, as the look wants it.

    `margin` around the points and `away`, how far right and below a point its name stands, are
    in spacings; `sag` is how far the threads of a circle hang inwards, in parts of its radius.
    """

    topology: Topology
    angle: float
    margin: float
    sag: float
    away: float

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The points as they lie after turning."""
        return tuple(turned(place, self.angle) for place in self.topology.places)

    @cached_property
    def spacing(self) -> float:
        """The least distance between two points."""
        return min((dist(*pair) for pair in combinations(self.places, 2)), default=2 * SCALE)

    @cached_property
    def half(self) -> float:
        """Half the width of the drawing."""
        return max(abs(side) for place in self.places for side in place) + (
            self.margin * self.spacing
        )

    def near(self, one: int, other: int) -> bool:
        """Whether two points touch on the board."""
        if self.topology.cells:
            return dist(self.places[one], self.places[other]) < self.spacing * 1.5
        return other in self.topology.neighbours[one]

    def line(self, one: int, other: int) -> str:
        """The line between two points, along a circle where both lie on one."""
        start, end = self.places[one], self.places[other]
        radius = hypot(*start)
        circles = (SCALE * circle for circle in self.topology.circles)
        on_one = any(abs(circle - radius) < 0.5 for circle in circles)
        if not on_one or abs(hypot(*end) - radius) > 0.5:
            return f"M{at(start)}L{at(end)}"
        if not self.sag:
            clockwise = int(start[0] * end[1] - start[1] * end[0] > 0)
            return f"M{at(start)}A{radius:.2f} {radius:.2f} 0 0 {clockwise} {at(end)}"
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        chord = hypot(*middle)
        pull = (2 * radius * (1 - self.sag) - chord) / chord
        return f"M{at(start)}Q{at((middle[0] * pull, middle[1] * pull))} {at(end)}"


def at(place: Place) -> str:
    """A place inside a path."""
    return f"{place[0]:.2f} {place[1]:.2f}"


def turned(place: Place, angle: float) -> Place:
    """Where a place of the topology lies after turning."""
    x, y = place
    along, across = cos(radians(angle)), sin(radians(angle))
    return SCALE * (x * along - y * across), SCALE * (x * across + y * along)


def symmetry(topology: Topology) -> int:
    """The smallest turn, in degrees, that brings points to lie where points lay."""
    places = [turned(place, 0) for place in topology.places]

    def fits(step: int) -> bool:
        there = (turned(place, step) for place in topology.places)
        return all(any(dist(place, other) < 1 for other in places) for place in there)

    return next((step for step in (45, 60, 90, 120, 180) if fits(step)), 360)


def home_angle(topology: Topology, token: str) -> int:
    """The turn that brings a seat's home to the near side; none where no area is its home."""
    home = next((area for area in topology.areas if belongs(area, token)), None)
    if home is None:
        return 0
    places = [topology.places[point] for point in topology.areas[home]]
    x, y = (sum(side) for side in zip(*places, strict=True))
    return round(90 - degrees(atan2(y, x))) % 360


def belongs(area: str, token: str) -> bool:
    """Whether an area is named after a seat: `green-start` after `green`, `SE` by initials."""
    initials = "".join(word[0] for word in token.split("-"))
    return area == token or area.startswith(f"{token}-") or area.lower() == initials
