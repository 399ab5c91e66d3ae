"""What is lit up: the last action, and the marks of the scene."""

from itertools import combinations, pairwise

from tablier.core.board.scene import Mark
from tablier.core.drawing.layout import Layout, Place, at
from tablier.core.drawing.picture import element


def draw_last(path: tuple[int, ...], layout: Layout, leaping: bool) -> str:
    """The way of the last action, a small ring where it began and one where it ended."""
    drawn = [_way(start, end, layout, leaping) for start, end in pairwise(path)]
    if len(path) > 1:
        drawn.append(_ring(layout, path[0], 0.22))
    if path:
        drawn.append(_ring(layout, path[-1], 0.5))
    return element("g", *drawn, class_="last")


def draw_threads(marks: tuple[Mark, ...], layout: Layout) -> str:
    """Lines between those marked points that lie side by side; they go below the pieces."""
    return element("g", *(_group(mark, _threads(mark, layout)) for mark in marks), class_="marks")


def draw_rings(marks: tuple[Mark, ...], layout: Layout) -> str:
    """A ring around every marked point; they go above the pieces."""
    rings = (_group(mark, [_ring(layout, point, 0.47) for point in mark.points]) for mark in marks)
    return element("g", *rings, class_="rings")


def _group(mark: Mark, drawn: list[str]) -> str:
    return element("g", *drawn, class_=f"mark mark-{mark.kind}", data_seat=mark.seat)


def _threads(mark: Mark, layout: Layout) -> list[str]:
    return [
        element("path", class_="mark-line", d=layout.line(one, other))
        for one, other in combinations(mark.points, 2)
        if layout.near(one, other)
    ]


def _way(start: int, end: int, layout: Layout, leaping: bool) -> str:
    bowed = leaping and not layout.near(start, end)
    ends = layout.places[start], layout.places[end]
    return element("path", class_="way", d=_bow(*ends) if bowed else layout.line(start, end))


def _bow(start: Place, end: Place) -> str:
    """A thin arc between two places."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    side = -0.16 if (dx, dy) < (0, 0) else 0.16
    middle = ((start[0] + end[0]) / 2 + dy * side, (start[1] + end[1]) / 2 - dx * side)
    return f"M{at(start)}Q{at(middle)} {at(end)}"


def _ring(layout: Layout, point: int, radius: float) -> str:
    x, y = layout.places[point]
    return element("circle", class_="ring", cx=x, cy=y, r=layout.spacing * radius)
