"""Marks and arrows on a board, as people draw them."""

from collections.abc import Sequence
from typing import NamedTuple

from tablier.core.errors import shortened

KINDS = ("good", "bad", "note")
"""What marks and arrows say: this is good, this is bad, look here."""
BETWEEN = ">"
"""From where to where an arrow points: `a1>b3`."""
MOST_DRAWINGS = 64
"""Marks and arrows beside one action."""


class Drawing(NamedTuple):
    """A mark on a point, or an arrow from one point to another.

    >>> str(Drawing("good", ("a1", "b3")))
    'a1>b3'
    """

    kind: str
    """One of `KINDS`."""
    points: tuple[str, ...]
    """The name of one point, or of two."""

    def __str__(self) -> str:
        return BETWEEN.join(self.points)


def drawing_fault(drawing: Drawing, names: Sequence[str]) -> str:
    """What is wrong with a mark or an arrow; nothing, mostly."""
    kind, points = drawing
    if kind not in KINDS:
        return f"marks and arrows are {', '.join(KINDS)}"
    if len(points) not in (1, 2) or len(set(points)) != len(points):
        return "an arrow points from one point to another"
    if strange := [point for point in points if point not in names]:
        return f"there is no point {shortened(strange[0])!r}"
    return ""
