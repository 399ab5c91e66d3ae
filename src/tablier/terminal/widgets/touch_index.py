"""What can be done by pointing at a board."""

from collections.abc import Iterable

from tablier.core.board.topology import Topology
from tablier.core.touch import Touch


class TouchIndex:
    """Legal actions by the points at which they are touched: one, or a first and a last."""

    def __init__(self, topology: Topology, touches: Iterable[Touch]) -> None:
        self._topology = topology
        self.legal = [touch for touch in touches if touch.points]

    def starts(self) -> set[int]:
        """Points at which something can begin or happen."""
        return {touch.points[0] for touch in self.legal}

    def targets(self, start: int) -> set[int]:
        """Where something that begins at a point can end."""
        return {touch.points[-1] for touch in self._pairs() if touch.points[0] == start}

    def sources(self, end: int) -> set[int]:
        """Where something that ends at a point can begin."""
        return {touch.points[0] for touch in self._pairs() if touch.points[-1] == end}

    def at(self, point: int) -> list[str]:
        """What can happen at a single point."""
        return [touch.text for touch in self.legal if touch.points == (point,)]

    def between(self, start: int, end: int) -> list[str]:
        """What can lead from one point to another."""
        ends = (start, end)
        return [t.text for t in self._pairs() if (t.points[0], t.points[-1]) == ends]

    def attempt(self, start: int, end: int) -> str | None:
        """A text for something that is not legal, written as what is legal is written."""
        names = self._topology.names
        for text, points, _ in self.legal:
            if (len(points) > 1) == (start != end) and points == self._topology.named(text):
                before, *between, after = _around(text, [names[point] for point in points])
                if start == end:
                    return f"{before}{names[start]}{after}"
                return f"{before}{names[start]}{between[0]}{names[end]}{after}"
        return None

    def _pairs(self) -> list[Touch]:
        return [touch for touch in self.legal if len(touch.points) > 1]


def _around(text: str, names: list[str]) -> list[str]:
    """What stands before, between and after some names."""
    parts = []
    for name in names:
        before, _, text = text.partition(name)
        parts.append(before)
    return [*parts, text]
