"""What people see of a position."""

from tablier.core.board.scene import Piece, Prompt, Scene
from tablier.core.board.topology import points_of
from tablier.games.chowka.board import WAY, seats
from tablier.games.chowka.rules import FACES, PASS, PIECES, Position, actions, way


def scene(position: Position) -> Scene:
    """The pieces, how many are in hand and home, and the die."""
    colours = [*enumerate(seats(position.players))]
    pieces, hands, die = position.pieces, position.hands, position.die
    return Scene(
        pieces=tuple(
            Piece(WAY[way(position, seat) + step], seat, "piece", colour[0].upper(), colour)
            for seat, colour in colours
            for step in points_of(pieces[seat])
        ),
        counts=tuple(
            {"hand": hands[seat], "home": PIECES - hands[seat] - pieces[seat].bit_count()}
            for seat, _ in colours
        ),
        prompt=Prompt("over" if position.ending else _asked(position), {"die": die}),
        extras={"dice": (die,) if die else ()},
    )


def _asked(position: Position) -> str:
    out = [0] * FACES
    actions(position, position.seat, out)
    return "roll" if out[0] > PASS else "pass" if out[0] == PASS else "move"
