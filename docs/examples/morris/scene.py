"""What people see of a position."""

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.board.topology import points_of
from tablier.games.morris.board import MILLS
from tablier.games.morris.rules import PIECES, Position


def scene(position: Position) -> Scene:
    """The pieces, how many are in hand and lost, and the mills that stand."""
    sides = [(0, "white"), (1, "black")]
    lost = [PIECES - position.hands[s] - position.pieces[s].bit_count() for s in (0, 1)]
    asked = "remove" if position.due else "place" if position.hands[position.seat] else "move"
    return Scene(
        pieces=tuple(
            Piece(point, seat, "piece", colour[0].upper(), colour)
            for seat, colour in sides
            for point in points_of(position.pieces[seat])
        ),
        counts=tuple({"hand": position.hands[s], "lost": lost[s]} for s, _ in sides),
        marks=tuple(
            Mark("mill", points_of(mill), seat)
            for seat, _ in sides
            for mill in MILLS
            if position.pieces[seat] & mill == mill
        ),
        prompt=Prompt("over" if position.ending else asked),
    )
