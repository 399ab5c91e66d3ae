"""Boards as text: a topology's sketch with the scene's pieces put on it."""

import re
from typing import NamedTuple

from tablier.core.scene import Scene
from tablier.core.topology import Topology

NAME = re.compile(r"\b[a-z]\d+\b")
COLOURS = {
    "white": "1;30;47",
    "black": "1;37;40",
    "green": "1;30;42",
    "red": "1;37;41",
    "yellow": "1;30;43",
    "blue": "1;37;44",
    "orange": "1;30;48;5;208",
    "faint": "2",
}
"""ANSI attributes, by what they are for."""


class Page(NamedTuple):
    """What a text is made for: the room that there is, and who reads it."""

    colour: bool = False
    width: int = 80
    height: int | None = None
    """Lines, where there are not as many as it takes."""
    language: str = "en"
    near: tuple[int, ...] = ()
    """The seats of those who look, where it matters."""


def painted(shown: str, colour: str) -> str:
    """A text on a ground of that colour."""
    return f"\x1b[{COLOURS[colour]}m{shown}\x1b[0m"


def draw(topology: Topology, scene: Scene, *, colour: bool = False) -> str:
    """The board; a piece shows its letter, a free point its name or a dot."""
    pieces = {piece.point: piece for piece in scene.pieces}

    def point(match: re.Match[str]) -> str:
        name = match[0]
        if name not in topology.index:
            return name
        piece = pieces.get(topology.index[name])
        letter = piece.letter if piece else "·"
        shown = letter.center(len(name)) if topology.cells else name
        if piece and not topology.cells:
            shown = letter + name[1:]
        return painted(shown, piece.colour if piece else "faint") if colour else shown

    return NAME.sub(point, topology.sketch)
