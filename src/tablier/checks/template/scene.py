"""What people see of a position."""

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.board.topology import points_of

from .board import ROWS
from .rules import Position

SIDES = ((0, "white"), (1, "black"))


def scene(position: Position) -> Scene:
    """The pieces, and the row that has won."""
    return Scene(
        pieces=tuple(
            Piece(point, seat, "piece", colour[0].upper(), colour)
            for seat, colour in SIDES
            for point in points_of(position.pieces[seat])
        ),
        counts=({}, {}),
        marks=tuple(
            Mark("row", points_of(row), seat)
            for seat, _ in SIDES
            for row in ROWS
            if position.pieces[seat] & row == row
        ),
        prompt=Prompt("over" if position.ending else "place"),
    )
