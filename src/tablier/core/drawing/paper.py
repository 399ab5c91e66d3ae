"""Boards and sheets on paper, in ink: plain attributes, which every program that draws knows.

A page is what both A4 and Letter have room for, within a margin that every printer leaves. Its
unit is a millimetre.
"""

from collections.abc import Sequence
from textwrap import wrap

from tablier.core.drawing.ground import cells, names, outline
from tablier.core.drawing.layout import Layout, belongs
from tablier.core.drawing.picture import Picture, element, number, words

WIDTH, HEIGHT = 190, 259
INK, SOFT = "#1c1917", "#6f6a64"
TINT, DARK = "#e6e2da", "#8a857d"
"""What belongs to somebody, and squares that nobody stands on."""
LETTERS = "Helvetica, Arial, sans-serif"
TITLE, TEXT, LEADING = 9.0, 4.2, 6.2
COLUMNS = 88
"""Letters in a line of text."""
GAP = 6.0
TOP = 20.0
"""Where pictures begin, below the title."""


def draw_on_paper(layout: Layout, seats: tuple[str, ...]) -> Picture:
    """A board without pieces, its points large enough to put something on."""
    topology, half = layout.topology, layout.half
    width = layout.spacing * 0.02
    ink: dict[str, str | float] = {"fill": "none", "stroke": INK, "stroke_width": width}
    parts = [_area(layout, name, seats) for name in topology.areas]
    if topology.cells:
        parts.append(element("path", d=cells(layout), **ink))
    else:
        parts += [element("path", d=layout.line(*edge), **ink) for edge in topology.edges]
        parts += [_point(layout, point, width) for point in range(len(topology.names))]
    content = element("g", *parts, names(layout, fill=SOFT, font_family=LETTERS))
    return Picture(-half, -half, 2 * half, 2 * half, "", content)


def _area(layout: Layout, name: str, seats: tuple[str, ...]) -> str:
    points = layout.topology.areas[name]
    if not points:
        return ""
    owned = any(belongs(name, seat) for seat in seats)
    fill = DARK if layout.topology.cells and not owned else TINT
    return element(
        "path", d=outline(points, layout), fill=fill if owned or fill == DARK else "none"
    )


def _point(layout: Layout, point: int, width: float) -> str:
    x, y = layout.places[point]
    radius = layout.spacing * 0.3
    return element("circle", cx=x, cy=y, r=radius, fill="#fff", stroke=INK, stroke_width=width)


def pages(title: str, text: str, pictures: Sequence[Picture]) -> list[str]:
    """Pictures below a title and above a text, as SVG documents: one alone, or two in a row."""
    lines = wrap(text, COLUMNS)
    foot = HEIGHT - LEADING * (len(lines) + 0.4)
    across = min(len(pictures), 2)
    side = (WIDTH - GAP * (across - 1)) / across
    scale = min(min(side / one.width, (foot - TOP - GAP) / one.height) for one in pictures)
    high = max(one.height for one in pictures) * scale
    down = int((foot - TOP) // (high + GAP))
    written = [_line(line, foot + LEADING * n, TEXT, SOFT) for n, line in enumerate(lines, 1)]
    heading = _line(title, TITLE * 1.1, TITLE, INK)
    fit = across * down
    rows = min(down, -(-len(pictures) // across))
    top = (TOP + foot - rows * (high + GAP)) / 2
    return [
        _document(title, heading, *_laid(pictures[at : at + fit], across, scale, top), *written)
        for at in range(0, len(pictures), fit)
    ]


def _laid(pictures: Sequence[Picture], across: int, scale: float, top: float) -> list[str]:
    """Pictures in rows, each row in the middle."""
    laid = []
    for place, one in enumerate(pictures):
        row, column = divmod(place, across)
        wide, high = one.width * scale, one.height * scale
        x = WIDTH / 2 + (column - across / 2) * (wide + GAP) + GAP / 2 - one.x * scale
        y = top + row * (high + GAP) - one.y * scale
        move = f"translate({number(x)} {number(y)}) scale({scale:.5f})"
        laid.append(element("g", one.content, transform=move))
    return laid


def _line(text: str, y: float, size: float, fill: str) -> str:
    return words(text, x=WIDTH / 2, y=y, font_size=size, font_family=LETTERS, fill=fill)


def _document(title: str, *content: str) -> str:
    return element(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=f"{WIDTH}mm",
        height=f"{HEIGHT}mm",
        role="img",
        aria_label=title,
    )
