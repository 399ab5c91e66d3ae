"""A scene drawn on a grid, character by character.

Whatever colour tells, a sign tells too: a letter for each side's pieces, brackets
around the cursor, angles around what can be reached.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tablier.core.board.scene import Piece, Scene
from tablier.core.board.topology import Topology
from tablier.terminal.widgets.board_grid import BoardGrid, Box

STONES = {
    "white": ("#fffaf0", "#2b2622"),
    "black": ("#0e0c0b", "#f4ead8"),
    "green": ("#3f7d4a", "#ffffff"),
    "red": ("#b23a2e", "#ffffff"),
    "yellow": ("#e0b13c", "#2b2622"),
    "blue": ("#2f5fa8", "#ffffff"),
    "orange": ("#d9762b", "#2b2622"),
    "purple": ("#7a3f98", "#ffffff"),
    "brown": ("#7b5230", "#ffffff"),
    "pink": ("#e79ab5", "#2b2622"),
    "cyan": ("#3aa6a6", "#2b2622"),
    "grey": ("#8a857d", "#2b2622"),
}
"""The ground and the ink of a piece of each colour."""
OTHER = ("#b9ac93", "#2b2622")
"""Those of a colour that is none of these: then the letter tells whose it is."""
GROUNDS = ("line", "light", "dark")
STYLES = (*GROUNDS, "name", "area", "target", "cursor", "taken")
"""What a drawing needs styles for; all but the grounds are drawn on any ground."""
HOLE, FREE, TARGET = "◎", "·", "•"
CURSOR, REACHED, TAKEN = "[]", "‹›", "»«"


@dataclass(frozen=True)
class Lights:
    """What is lit up on a board, as points."""

    cursor: int | None = None
    taken: int | None = None
    targets: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()


class BoardPainter:
    """Draws one position; `styles` has a style for each of `STYLES`."""

    def __init__(
        self, grid: BoardGrid, topology: Topology, lights: Lights, styles: Mapping[str, Style]
    ) -> None:
        self.grid = grid
        self.topology = topology
        self.lights = lights
        self.styles = styles
        line = styles["line"]
        self._cells = [[(character, line) for character in row] for row in grid.backdrop]

    def draw(self, scene: Scene) -> list[Strip]:
        """The rows of the board."""
        for box in self.grid.holes:
            self._ground(box)
            self._write(box, HOLE, self.styles["name"])
        standing = {piece.point: piece for piece in scene.pieces}
        boxes = [(point, box) for point, box in enumerate(self.grid.boxes) if box]
        for point, box in boxes:
            self._ground(box)
            self._point(point, box, standing.get(point))
        for point, box in boxes:
            self._signs(point, box, standing.get(point))
        return [Strip(self._segments(row)).simplify() for row in self._cells]

    def _segments(self, row: list[tuple[str, Style]]) -> Iterator[Segment]:
        for character, style in row:
            yield Segment(character, style)

    def _point(self, point: int, box: Box, piece: Piece | None) -> None:
        if piece is not None and box.height > 1:
            self._stone(point, box, piece)
        elif piece is not None:
            self._pill(point, box, piece)
        else:
            self._free(point, box)

    def _signs(self, point: int, box: Box, piece: Piece | None) -> None:
        """Signs on either side of a point; a free square that is a target has its own."""
        if point == self.lights.taken:
            self._around(box, TAKEN, "taken", piece)
        elif point == self.lights.cursor:
            self._around(box, CURSOR, "cursor", piece)
        elif point in self.lights.targets and (piece or not self.topology.cells):
            self._around(box, REACHED, "target", piece)

    def _free(self, point: int, box: Box) -> None:
        target = point in self.lights.targets
        named = any(point in points for points in self.topology.areas.values())
        style = self.styles["target" if target else "area" if named else "name"]
        if point in self.lights.last:
            style += Style(underline=True)
        name = self.topology.names[point]
        if self.topology.rim or len(name) > box.width:
            self._write(box, TARGET if target else FREE, style)
        else:
            self._write(box, name, style)

    def _pill(self, point: int, box: Box, piece: Piece) -> None:
        """A piece in a single row: its letter, where there is room the point's name, round ends."""
        name, text = self.topology.names[point], piece.letter
        if self.grid.is_large:
            text += f" {name}"
        elif not self.topology.cells:
            text = text.center(len(name))
        ink, left = self._ink(point, piece), box.centre - len(text) // 2
        self._put(box.row, left, text, ink)
        self._put(box.row, left - 1, "▐", Style(color=ink.bgcolor))
        self._put(box.row, left + len(text), "▌", Style(color=ink.bgcolor))

    def _stone(self, point: int, box: Box, piece: Piece) -> None:
        """A piece in several rows: a stone with round corners and a letter on it."""
        ink, wide = self._ink(point, piece), box.width - 1
        edge, left = Style(color=ink.bgcolor), box.centre - wide // 2
        for row in range(box.row, box.row + box.height):
            corners = "▟▙" if row == box.row else "▜▛"
            self._put(row, left, " " * wide, ink)
            if row in (box.row, box.row + box.height - 1):
                for column, corner in zip((left, left + wide - 1), corners, strict=True):
                    self._ground(Box(row, column, 1, 1), like=box)
                    self._put(row, column, corner, edge)
        self._write(box, piece.letter, ink)

    def _ink(self, point: int, piece: Piece) -> Style:
        """How a piece's letter is written, on what ground."""
        lights, (ground, ink) = self.lights, STONES.get(piece.colour, OTHER)
        return Style(
            color=ink,
            bgcolor=ground,
            bold=True,
            underline=point in lights.last,
            italic=point in lights.marked,
        )

    def _ground(self, box: Box, like: Box | None = None) -> None:
        """A square of the board, light and dark by turns."""
        if not self.topology.cells:
            return
        square = like or box
        turn = (square.row // square.height + square.column // square.width) % 2
        for row in range(box.row, box.row + box.height):
            for column in range(box.column, box.column + box.width):
                self._cells[row][column] = (" ", self.styles["light" if turn else "dark"])

    def _around(self, box: Box, signs: str, name: str, piece: Piece | None) -> None:
        """Signs on either side of what can stand on a point, within what belongs to it."""
        style = self.styles[name]
        left, right = box.column, box.right - 1
        if box.height > 1:
            left, right = box.column + 2, 2 * box.centre - box.column - 2
            if piece is not None:
                style += Style(color=STONES.get(piece.colour, OTHER)[1])
        self._put(box.line, left, signs[0], style)
        self._put(box.line, right, signs[1], style)

    def _write(self, box: Box, text: str, style: Style) -> None:
        """A text in the middle of a box."""
        self._put(box.line, box.centre - len(text) // 2, text, style)

    def _put(self, row: int, column: int, text: str, style: Style) -> None:
        """Characters in a style; where it has no ground, the one beneath shows through."""
        for offset, character in enumerate(text):
            beneath = self._cells[row][column + offset][1]
            self._cells[row][column + offset] = (character, beneath.background_style + style)
