"""A whole board, as the page shows it to somebody who watches."""

from tablier.core.board.scene import Scene
from tablier.core.board.topology import Topology
from tablier.core.drawing.dice import HALF, ROOM, draw_dice
from tablier.core.drawing.ground import draw_base, draw_ground
from tablier.core.drawing.layout import Layout, home_angle
from tablier.core.drawing.look import SHARED, Look
from tablier.core.drawing.marks import draw_last, draw_rings, draw_threads
from tablier.core.drawing.picture import STILL, Picture, element
from tablier.core.drawing.pieces import draw_pieces, draw_rim


def draw_board(
    look: Look,
    topology: Topology,
    scene: Scene,
    seats: tuple[str, ...],
    path: tuple[int, ...],
    near: int | None,
) -> Picture:
    """A scene on its board; `path` is the way of the last action, `near` the seat that looks."""
    layout = _lay_out(topology, look, None if near is None else seats[near])
    layers = (
        element("defs", look.symbols),
        element("g", draw_base(layout, look), draw_ground(layout, look, seats), class_=STILL),
        draw_rim(scene.counts, layout, look, seats, near or 0),
        element(
            "g",
            draw_last(path, layout, _leaping(path, scene, look)),
            draw_threads(scene.marks, layout),
            class_="below",
        ),
        draw_pieces(scene.pieces, layout, look, seats),
        element("g", draw_rings(scene.marks, layout), class_="above"),
    )
    half = max(layout.half, -look.box("ground")[0] if look.has("ground") else 0)
    dice = draw_dice(scene.dice, half) if scene.dice else ""
    content = element("g", *layers, dice, class_="board", data_game=look.game)
    style = SHARED.read_text("utf-8") + look.style
    room = ROOM * half / HALF if dice else 0
    return Picture(-half, -half, 2 * half, 2 * half + room, style, content)


def _lay_out(topology: Topology, look: Look, near: str | None) -> Layout:
    return Layout(
        topology,
        angle=0 if near is None else home_angle(topology, near),
        margin=look.number("board-margin", 0.85 if topology.cells else 0.75),
        sag=look.number("board-sag", 0),
        away=look.number("board-names", 0.4),
    )


def _leaping(path: tuple[int, ...], scene: Scene, look: Look) -> bool:
    kinds = [piece.kind for piece in scene.pieces if path and piece.point == path[-1]]
    return len(path) > 2 or (bool(kinds) and look.leaps(kinds[-1]))
