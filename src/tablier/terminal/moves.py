"""Legal texts, read as the points that they touch."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tablier.core.topology import Topology


class Reach(NamedTuple):
    """An action as somebody points at it: one point, or from a first to a last."""

    text: str
    points: tuple[int, ...]


class Moves:
    """What can be done by pointing: the names in a text are the points it touches."""

    def __init__(self, topology: Topology, texts: Iterable[str]) -> None:
        self._index = topology.index
        longest_first = sorted(map(re.escape, topology.names), key=len, reverse=True)
        self._pattern = re.compile(rf"(?:{'|'.join(longest_first)})(?!\d)")
        read = (Reach(text, self.points(text)) for text in texts)
        self.legal = [reach for reach in read if reach.points]

    def points(self, text: str) -> tuple[int, ...]:
        """The points that a text names, in order."""
        return tuple(self._index[name] for name in self._pattern.findall(text))

    def starts(self) -> set[int]:
        """Points at which something can begin or happen."""
        return {reach.points[0] for reach in self.legal}

    def targets(self, start: int) -> set[int]:
        """Where something that begins at a point can end."""
        return {r.points[-1] for r in self.legal if len(r.points) > 1 and r.points[0] == start}

    def at(self, point: int) -> str | None:
        """What happens at a single point, if anything."""
        return _shortest(r.text for r in self.legal if r.points == (point,))

    def between(self, start: int, end: int) -> str | None:
        """What leads from one point to another, if anything."""
        return _shortest(
            r.text
            for r in self.legal
            if len(r.points) > 1 and (r.points[0], r.points[-1]) == (start, end)
        )

    def attempt(self, start: int, end: int, names: tuple[str, ...]) -> str | None:
        """A text for something that is not legal, written as what is legal is written."""
        for reach in self.legal:
            if (len(reach.points) > 1) == (start != end):
                before, *between, after = self._pattern.split(reach.text)
                if start == end:
                    return f"{before}{names[start]}{after}"
                return f"{before}{names[start]}{between[0]}{names[end]}{after}"
        return None


def _shortest(texts: Iterable[str]) -> str | None:
    return min(texts, key=len, default=None)
