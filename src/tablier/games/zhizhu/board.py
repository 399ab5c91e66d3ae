"""The web: three circles crossed by eight spokes (ZZ-01, ZZ-02)."""

from math import cos, pi, sin

from tablier.core.board.topology import Topology
from tablier.core.rules.kernel import IntTable

CIRCLES = "abc"
SPOKES = 8
POINTS = 24
RADII = (0.34, 0.67, 1.0)

SKETCH = """\
c8─────────────c1─────────────c2
│ ╲            │             ╱ │
│   b8─────────b1─────────b2   │
│   │ ╲        │         ╱ │   │
│   │   a8─────a1─────a2   │   │
│   │   │              │   │   │
c7──b7──a7            a3──b3──c3
│   │   │              │   │   │
│   │   a6─────a5─────a4   │   │
│   │ ╱        │         ╲ │   │
│   b6─────────b5─────────b4   │
│ ╱            │             ╲ │
c6─────────────c5─────────────c4"""


AROUND = tuple((point, point - point % SPOKES + (point + 1) % SPOKES) for point in range(POINTS))
ALONG = tuple((point, point + SPOKES) for point in range(POINTS - SPOKES))
LINES = AROUND + ALONG
"""The pairs of neighbours: clockwise around the circles, then out along the spokes."""
LINE_FROM = IntTable(line[0] for line in LINES)
LINE_TO = IntTable(line[1] for line in LINES)


def _place(point: int) -> tuple[float, float]:
    circle, spoke = divmod(point, SPOKES)
    angle = 2 * pi * spoke / SPOKES
    return RADII[circle] * sin(angle), -RADII[circle] * cos(angle)


WEB = Topology(
    names=tuple(f"{circle}{spoke + 1}" for circle in CIRCLES for spoke in range(SPOKES)),
    places=tuple(_place(point) for point in range(POINTS)),
    edges=LINES,
    circles=RADII,
    sketch=SKETCH,
)
