"""Boards as text: a topology's sketch with the scene's pieces put on it."""

import re

from tablier.core.scene import Piece, Scene
from tablier.core.topology import Topology

NAME = re.compile(r"\b[a-z]\d+\b")
COLOURS = {
    "white": "1;30;47",
    "black": "1;37;40",
    "green": "1;30;42",
    "red": "1;37;41",
    "yellow": "1;30;43",
    "blue": "1;37;44",
}
FAINT = "2"


def draw(topology: Topology, scene: Scene, *, colour: bool = False) -> str:
    """The board; a piece shows its letter, a free point its name or a dot."""
    pieces = {piece.point: piece for piece in scene.pieces}

    def point(match: re.Match[str]) -> str:
        name = match[0]
        if name not in topology.index:
            return name
        piece = pieces.get(topology.index[name])
        return (
            _piece(piece, name, topology.cells, colour)
            if piece
            else _free(name, topology.cells, colour)
        )

    return NAME.sub(point, topology.sketch)


def _piece(piece: Piece, name: str, cells: bool, colour: bool) -> str:
    shown = piece.letter.center(len(name)) if cells else piece.letter + name[1:]
    attribute = COLOURS.get(piece.colour)
    return f"\x1b[{attribute}m{shown}\x1b[0m" if colour and attribute else shown


def _free(name: str, cells: bool, colour: bool) -> str:
    shown = "·".center(len(name)) if cells else name
    return f"\x1b[{FAINT}m{shown}\x1b[0m" if colour else shown
