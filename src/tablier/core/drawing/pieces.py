"""The pieces on the board, and those that wait beside it."""

from collections.abc import Mapping
from math import cos, radians, sin

from tablier.core.board.scene import Piece
from tablier.core.drawing.ground import use
from tablier.core.drawing.layout import Layout, Place
from tablier.core.drawing.look import Look
from tablier.core.drawing.picture import element, number, words

STEP = 4
"""Degrees between two that wait along the rim; nine of them are centred on a corner."""
WAITING = 0.37
"""The size of one of those, in spacings."""


def draw_pieces(
    pieces: tuple[Piece, ...], layout: Layout, look: Look, seats: tuple[str, ...]
) -> str:
    """Every piece by the look's symbol for its kind and seat; upper ones come last."""
    return element(
        "g", *(_piece(piece, layout, look, seats[piece.seat]) for piece in pieces), class_="pieces"
    )


def _piece(piece: Piece, layout: Layout, look: Look, seat: str) -> str:
    symbol = f"{piece.kind}-{seat}"
    size = layout.spacing
    body = use(look, symbol, (0, 0), size) if look.has(symbol) else _plain(seat, size)
    x, y = layout.places[piece.point]
    return element(
        "g",
        element("g", body, class_="body"),
        class_="piece",
        data_kind=piece.kind,
        data_colour=seat,
        data_seat=piece.seat,
        transform=f"translate({number(x)} {number(y)})",
    )


def _plain(seat: str, size: float) -> str:
    """A disc with a letter, so that nobody depends on the colour."""
    shadow = element("circle", class_="plain-shadow", cx=size * 0.03, cy=size * 0.05, r=size * 0.42)
    discs = [
        element("circle", class_=name, r=size * radius)
        for name, radius in (("plain", 0.4), ("plain-edge", 0.32))
    ]
    letter = words(seat[0].upper(), class_="plain-letter", y=size * 0.12, font_size=size * 0.34)
    return "".join((shadow, *discs, letter))


def draw_rim(
    counts: tuple[Mapping[str, int], ...],
    layout: Layout,
    look: Look,
    seats: tuple[str, ...],
    near: int,
) -> str:
    """For a count that the look has a symbol for, such as `hand-white`, as many of them."""
    drawn = []
    for seat, held in enumerate(counts):
        for row, (name, count) in enumerate(held.items()):
            symbol = f"{name}-{seats[seat]}"
            if look.has(symbol):
                corner = (45 if seat == near else 225) + (90 if row else 0)
                drawn += [
                    use(
                        look,
                        symbol,
                        _spot(layout, corner, index, towards=-1 if row else 1),
                        layout.spacing * WAITING,
                        class_=f"rim rim-{name}",
                    )
                    for index in range(count)
                ]
    return element("g", *drawn, class_="rim-layer")


def _spot(layout: Layout, corner: int, index: int, *, towards: int) -> Place:
    """A place in one of the four corners: the near seat's below, the others' above.

    What is in the hand lies on the right of whoever sits there, everything else on the left.
    """
    angle = radians(corner + towards * STEP * (index - 4))
    radius = layout.half * 1.06
    return radius * cos(angle), radius * sin(angle)
