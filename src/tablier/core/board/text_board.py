"""Boards as text: a topology's sketch with the scene's pieces put on it."""

from typing import NamedTuple

from tablier.core.board.scene import Die, Piece, Scene
from tablier.core.board.topology import Topology

FREE = "·"
"""A free square, where its name stands at the rim."""
BESIDE = " ─"
"""What may give way to a bracket."""
COLOURS = {
    "white": "1;30;47",
    "black": "1;37;40",
    "green": "1;30;42",
    "red": "1;37;41",
    "yellow": "1;30;43",
    "blue": "1;37;44",
    "orange": "1;30;48;5;208",
    "purple": "1;37;48;5;91",
    "brown": "1;37;48;5;94",
    "pink": "1;30;48;5;218",
    "cyan": "1;30;46",
    "grey": "1;30;48;5;246",
    "faint": "2",
    "inverse": "1;7",
}
"""ANSI attributes, by what they are for."""
INVERSE = "inverse"
"""Ink and ground exchanged, in place of a colour."""
OTHER = "7"
"""The same, which a colour that is not listed gets, too."""


class Page(NamedTuple):
    """What a text is made for: the room that there is, and who reads it."""

    colour: bool = False
    width: int = 80
    height: int | None = None
    """Lines, where there are not as many as it takes."""
    language: str = "en"
    near: tuple[int, ...] = ()
    """The seats of those who look, where it matters."""


def painted(shown: str, colour: str, *, underlined: bool = False) -> str:
    """A text on a ground of that colour."""
    style = COLOURS.get(colour, OTHER) + (";4" if underlined else "")
    return f"\x1b[{style}m{shown}\x1b[0m"


def draw(
    topology: Topology, scene: Scene, *, colour: bool = False, last: tuple[int, ...] = ()
) -> str:
    """The board; a piece shows its letter, a free point its name or a dot.

    Where the last action ended stands in brackets, each hop before that in round ones; in
    colours, all of its points are underlined.
    """
    rows = [list(line) for line in topology.sketch.splitlines()]
    pieces = {piece.point: piece for piece in scene.pieces}
    for point, place in enumerate(topology.written):
        if place is not None:
            row, column = place
            piece, width = pieces.get(point), len(topology.names[point])
            shown = _point(topology, point, piece)
            if colour:
                ground = piece.colour if piece else "faint"
                shown = painted(shown, ground, underlined=point in last)
            rows[row][column : column + width] = [shown, *[""] * (width - 1)]
    _bracket(rows, topology, last)
    board = "\n".join("".join(row) for row in rows)
    dice = "  ".join(draw_die(die, colour=colour) for die in scene.dice)
    return f"{board}\n\n{dice}" if dice else board


def _point(topology: Topology, point: int, piece: Piece | None) -> str:
    """A piece's letter and what there is room for, a name, or a dot; as wide as the name."""
    name = topology.names[point]
    if topology.rim or (topology.cells and piece):
        return (piece.letter if piece else FREE).center(len(name))
    return piece.letter + name[len(piece.letter) :] if piece else name


def _bracket(rows: list[list[str]], topology: Topology, last: tuple[int, ...]) -> None:
    """Signs on either side of points, in place of a line or a blank; at the edge, beside it."""
    marked = [(topology.written[point], len(topology.names[point])) for point in last[1:] or last]
    places = [(*place, width) for place, width in marked if place is not None]
    at_edge = any(column == 0 for _, column, _ in places)
    for line in rows if at_edge else ():
        line.insert(0, " ")
    for number, (row, column, width) in enumerate(places, 1):
        line = rows[row]
        opening, closing = "[]" if number == len(places) else "()"
        before, after = column + at_edge - 1, column + at_edge + width
        if after == len(line):
            line.append(" ")
        for at, sign in ((before, opening), (after, closing)):
            if line[at] in BESIDE:
                line[at] = sign


def draw_die(die: Die, *, colour: bool = False) -> str:
    """`[5]`; `[r5]` where the die has a colour, and `(5)` where it has been used."""
    letter = "" if die.colour == Die.colour else die.colour[0]
    shown = f"({letter}{die.face})" if die.spent else f"[{letter}{die.face}]"
    return painted(shown, "faint" if die.spent else die.colour) if colour else shown
