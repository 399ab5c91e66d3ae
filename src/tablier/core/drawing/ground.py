"""The board itself, before anything stands on it: base, areas, lines, points, names."""

from math import dist

from tablier.core.board.coordinates import rim_of
from tablier.core.drawing.layout import Layout, Place, at, belongs, symmetry
from tablier.core.drawing.look import Look
from tablier.core.drawing.picture import element, number, words

ASIDE = 1.3, 0.6
"""How far to the right of its point and below it a name stands: between lines that leave it."""


def draw_base(layout: Layout, look: Look) -> str:
    """What everything is drawn on; the light falls from above however the board is turned."""
    turn = f"rotate({layout.angle % symmetry(layout.topology):g})"
    if look.has("ground"):
        x, y, width, height = look.box("ground")
        href = look.href("ground")
        return element("use", href=href, x=x, y=y, width=width, height=height, transform=turn)
    half = layout.half
    box = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 5}
    return element("rect", class_="slab", transform=turn, **box)


def draw_ground(layout: Layout, look: Look, seats: tuple[str, ...]) -> str:
    """Everything that is painted on the base."""
    return "".join(
        (
            element("g", *_areas(layout, seats), class_="areas"),
            "" if look.has("ground") else _cells(layout),
            element("g", *_lines(layout), class_="lines"),
            element("g", *_points(layout, look), class_="spots"),
            names(layout, class_="coordinates"),
        )
    )


def _areas(layout: Layout, seats: tuple[str, ...]) -> list[str]:
    drawn = []
    for name, points in layout.topology.areas.items():
        if points:
            home = next((seat for seat in seats if belongs(name, seat)), None)
            owner = {} if home is None else {"data_home": home}
            path = outline(points, layout)
            drawn.append(element("path", class_=f"area area-{name}", d=path, **owner))
    return drawn


def outline(points: tuple[int, ...], layout: Layout) -> str:
    """An area's squares, one shape around points that hang together, or a circle each."""
    places = [layout.places[point] for point in points]
    if layout.topology.cells:
        return "".join(_square(place, layout.spacing / 2) for place in places)
    radius = layout.spacing * 0.46
    together = all(any(layout.near(one, other) for other in points) for one in points)
    if not together or len(points) < 3:
        return "".join(_disc(place, radius) for place in places)
    return _around(_hull(places), radius)


def _square(place: Place, radius: float) -> str:
    side = number(2 * radius)
    return f"M{at((place[0] - radius, place[1] - radius))}h{side}v{side}h-{side}z"


def _disc(place: Place, radius: float) -> str:
    arc = f"a{number(radius)} {number(radius)} 0 1 0"
    across = number(2 * radius)
    return f"M{at((place[0] - radius, place[1]))}{arc} {across} 0{arc} -{across} 0z"


def _hull(places: list[Place]) -> list[Place]:
    """The convex hull, clockwise as it is seen."""

    def chain(way: list[Place]) -> list[Place]:
        found: list[Place] = []
        for place in way:
            while len(found) > 1 and _turn(found[-2], found[-1], place) <= 0.01:
                found.pop()
            found.append(place)
        return found[:-1]

    ascending = sorted(places)
    return chain(ascending) + chain(ascending[::-1])


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _around(corners: list[Place], radius: float) -> str:
    """A rounded path at some distance around a convex shape."""
    sides = []
    for corner, after in zip(corners, [*corners[1:], corners[0]], strict=True):
        out = radius / dist(corner, after)
        dx, dy = (after[1] - corner[1]) * out, (corner[0] - after[0]) * out
        start, end = (corner[0] + dx, corner[1] + dy), (after[0] + dx, after[1] + dy)
        sides.append((at(start), at(end)))
    arc = f"A{number(radius)} {number(radius)} 0 0 1 "
    rounded = arc.join(f"{start}L{end}" for start, end in sides)
    return f"M{rounded}{arc}{sides[0][0]}z"


def _cells(layout: Layout) -> str:
    return element("path", class_="cells", d=cells(layout)) if layout.topology.cells else ""


def cells(layout: Layout) -> str:
    """All squares, as a path."""
    return "".join(_square(place, layout.spacing / 2) for place in layout.places)


def _lines(layout: Layout) -> list[str]:
    edges = () if layout.topology.cells else layout.topology.edges
    return [element("path", class_="line", d=layout.line(*edge)) for edge in edges]


def _points(layout: Layout, look: Look) -> list[str]:
    """Each point as the look draws it: by its area's name, or as any point."""
    drawn = []
    for point, (x, y) in enumerate(layout.places):
        areas = [f"point-{name}" for name, among in layout.topology.areas.items() if point in among]
        symbol = next((name for name in (*areas, "point") if look.has(name)), None)
        if symbol is not None:
            size = layout.spacing * look.box(symbol)[2] / 100
            drawn.append(use(look, symbol, (x, y), size))
        elif not layout.topology.cells:
            radius = min(layout.spacing * 0.1, 2.2)
            drawn.append(element("circle", class_="spot", cx=x, cy=y, r=radius))
    return drawn


def use(look: Look, symbol: str, place: Place, size: float, **attributes: str) -> str:
    """A symbol in the middle of a place."""
    x, y = place[0] - size / 2, place[1] - size / 2
    href = look.href(symbol)
    return element("use", href=href, x=x, y=y, width=size, height=size, **attributes)


def names(layout: Layout, **attributes: str) -> str:
    """Names beside the points; on squares along two edges, where rows and columns share a part."""
    called = layout.topology.names
    rim = rim_of(called, layout.places) if layout.topology.cells else None
    size = min(layout.spacing * 0.2, 6) if rim else min(layout.spacing * 0.17, 3.8)
    if rim:
        left, below = -_beyond(layout, 0, size), _beyond(layout, 1, size)
        spots = [(name, (left, y)) for y, name in rim.ranks.items()]
        spots += [(name, (x, below)) for x, name in rim.files.items()]
    else:
        right, down = (share * layout.away * layout.spacing for share in ASIDE)
        spots = [
            (name, (x + right, y + down))
            for name, (x, y) in zip(called, layout.places, strict=True)
        ]
    texts = [words(name, x=x, y=y + size * 0.35) for name, (x, y) in spots]
    return element("g", *texts, **attributes, font_size=size)


def _beyond(layout: Layout, axis: int, size: float) -> float:
    """How far from the middle the names at the rim stand: between the squares and the edge."""
    reach = max(abs(place[axis]) for place in layout.places)
    return min((layout.half + reach + layout.spacing / 2) / 2, layout.half - size * 0.8)
