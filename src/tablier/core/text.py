"""Boards as text: a topology's sketch with the scene's pieces put on it."""

import re
from typing import NamedTuple

from tablier.core.scene import Die, Scene
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
OTHER = "7"
"""What a colour that is not listed gets: ink and ground exchanged."""


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
    return f"\x1b[{COLOURS.get(colour, OTHER)}m{shown}\x1b[0m"


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

    board = NAME.sub(point, topology.sketch)
    dice = "  ".join(draw_die(die, colour=colour) for die in scene.dice)
    return f"{board}\n\n{dice}" if dice else board


def draw_die(die: Die, *, colour: bool = False) -> str:
    """`[5]`; `[r5]` where the die has a colour, and `(5)` where it has been used."""
    letter = "" if die.colour == Die.colour else die.colour[0]
    shown = f"({letter}{die.face})" if die.spent else f"[{letter}{die.face}]"
    return painted(shown, "faint" if die.spent else die.colour) if colour else shown
