"""The board: pointed at with keys or a mouse. It knows no rules."""

from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tablier.core.board.scene import Scene
from tablier.core.board.topology import Topology
from tablier.terminal.widgets.board_grid import BoardGrid, lay_out
from tablier.terminal.widgets.board_painter import GROUNDS, STYLES, BoardPainter, Lights

NO_LIGHTS = Lights()


class BoardView(Widget, can_focus=True):
    """Shows a scene on a topology, and tells which point was chosen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{name}" for name in STYLES}

    class PointChosen(Message):
        """A point was pressed."""

        def __init__(self, point: int) -> None:
            super().__init__()
            self.point = point

    class Pointed(Message):
        """The cursor stands on another point."""

    def __init__(self, topology: Topology, scene: Scene) -> None:
        super().__init__()
        self.topology = topology
        self.scene = scene
        self.lights = NO_LIGHTS
        self.cursor = 0
        self.turned = False
        """Whether it is seen from its far side."""
        self._grid: BoardGrid | None = None
        self._drawn: list[Strip] = []

    def show(self, topology: Topology, scene: Scene, lights: Lights) -> None:
        """Draw another position."""
        if topology is not self.topology:
            self._grid, self._drawn = None, []
        self.topology, self.scene, self.lights = topology, scene, lights
        self.redraw()

    def redraw(self) -> None:
        """Draw the position anew. Only rows that changed are sent, for lines that are slow."""
        before = self._drawn
        if not before:
            self.refresh()
            return
        self._drawn, top = self._draw(), self.corner[0]
        rows = [row for row, strip in enumerate(self._drawn) if strip != before[row]]
        if rows:
            self.refresh(*(Region(0, top + row, self.size.width, 1) for row in rows))

    @property
    def grid(self) -> BoardGrid:
        """The board as it fits into the window."""
        if self._grid is None:
            size = self.size
            self._grid = lay_out(self.topology, size.width, size.height, turned=self.turned)
        return self._grid

    @property
    def corner(self) -> tuple[int, int]:
        """The row and column where the grid begins, so that it stands in the middle."""
        rows, columns = self.size.height - self.grid.height, self.size.width - self.grid.width
        return max(0, rows // 2), max(0, columns // 2)

    def point(self, point: int) -> None:
        """Move the cursor."""
        if point != self.cursor:
            self.cursor = point
            self.redraw()
            self.post_message(self.Pointed())

    def turn(self) -> None:
        """Look at the board from its other side."""
        self.turned = not self.turned
        self._grid, self._drawn = None, []
        self.refresh()

    def go(self, down: int, right: int) -> None:
        """Move the cursor to the next point in a direction."""
        self.point(self.grid.beside(self.cursor, down, right))

    def on_click(self, event: events.Click) -> None:
        top, left = self.corner
        point = self.grid.point_at(event.y - top, event.x - left)
        if point is not None:
            self.point(point)
            self.post_message(self.PointChosen(point))

    def on_resize(self) -> None:
        self._grid, self._drawn = None, []
        self.refresh()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def notify_style_update(self) -> None:
        """Another light has another ground and other lines."""
        super().notify_style_update()
        self._drawn = []

    def render_line(self, y: int) -> Strip:
        if not self._drawn:
            self._drawn = self._draw()
        top, left = self.corner
        if not 0 <= y - top < len(self._drawn):
            return Strip.blank(self.size.width, self.rich_style)
        line = Strip.join([Strip.blank(left, self.rich_style), self._drawn[y - top]])
        return line.adjust_cell_length(self.size.width, self.rich_style)

    def _draw(self) -> list[Strip]:
        styles = {name: self.get_component_rich_style(f"board--{name}") for name in STYLES}
        for name in set(STYLES).difference(GROUNDS):
            styles[name] = styles[name].without_color + Style(color=styles[name].color)
        lights = replace(self.lights, cursor=self.cursor if self.has_focus else None)
        return BoardPainter(self.grid, self.topology, lights, styles).draw(self.scene)
