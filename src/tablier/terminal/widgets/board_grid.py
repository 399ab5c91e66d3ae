"""Where a board's points stand among the rows and columns of a terminal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablier.core.board.topology import Topology

CELL_SIZES = ((14, 6), (12, 5), (10, 4), (8, 3), (6, 2), (3, 1))
"""Columns and rows of a square, the largest that fits is taken."""
MARGIN = 3
"""Columns on either side of a board of squares, for the numbers of its rows."""
STROKES = {
    "─": ((0, -2), (0, -1), (0, 0), (0, 1), (0, 2)),
    "│": ((-1, 0), (0, 0), (1, 0)),
    "╱": ((-1, 2), (0, 0), (1, -2)),
    "╲": ((-1, -2), (0, 0), (1, 2)),
}
"""What becomes of the lines of a sketch that is drawn twice as large, in rows and columns."""
ASPECT = 2
"""The height of a character in its widths, about."""
SIDEWAYS = 2.5
"""How much rather one goes on straight than sideways."""
WORD = re.compile(r"\w+")


class Box(NamedTuple):
    """The characters that belong to a point, its upper left corner first."""

    row: int
    column: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beyond it."""
        return self.column + self.width

    @property
    def line(self) -> int:
        """The row in which something is written."""
        return self.row + (self.height - 1) // 2

    @property
    def centre(self) -> int:
        """The column in which what is written has its middle."""
        return self.column + self.width // 2


@dataclass(frozen=True)
class BoardGrid:
    """A board laid out: what is drawn behind everything, and a box for each point.

    A point without a box is a hole in the board: nothing ever stands there.
    """

    backdrop: tuple[str, ...]
    boxes: tuple[Box | None, ...]
    neighbours: tuple[tuple[int, ...], ...]
    """The points that are joined to each point."""
    holes: tuple[Box, ...] = ()
    is_large: bool = False
    """Whether a piece has room for the name of its point."""

    @property
    def height(self) -> int:
        return len(self.backdrop)

    @property
    def width(self) -> int:
        return max(map(len, self.backdrop))

    def point_at(self, row: int, column: int) -> int | None:
        """The point that these characters belong to."""
        for point, box in enumerate(self.boxes):
            if box and 0 <= row - box.row < box.height and 0 <= column - box.column < box.width:
                return point
        return None

    def beside(self, point: int, down: int, right: int) -> int:
        """The next point in a direction, or the same one where there is none.

        A line of the board that leads there, more or less, is followed; of two that lead
        there equally, the one towards the middle.
        """
        joined = [
            (aside / ahead, self._from_middle(other), other)
            for other, ahead, aside in self._ahead(point, down, right)
            if other in self.neighbours[point] and aside <= ahead
        ]
        if joined:
            return min(joined)[-1]
        others = self._ahead(point, down, right)
        costs = [(ahead + SIDEWAYS * aside, other) for other, ahead, aside in others]
        return min(costs, default=(0, point))[-1]

    def _ahead(self, point: int, down: int, right: int) -> Iterator[tuple[int, int, int]]:
        """The points in a direction: how far they are, and how far aside."""
        here = self.boxes[point]
        assert here is not None
        for other, box in enumerate(self.boxes):
            if box is not None:
                rows, columns = (box.line - here.line) * ASPECT, box.centre - here.centre
                ahead = rows * down + columns * right
                if ahead > 0:
                    yield other, ahead, abs(rows * right) + abs(columns * down)

    def middle(self, points: Iterable[int]) -> int:
        """The one of some points that is nearest to the middle of the board."""
        return min(points, key=self._from_middle)

    def _from_middle(self, point: int) -> int:
        box = self.boxes[point]
        assert box is not None
        rows, columns = box.line - self.height // 2, box.centre - self.width // 2
        return ASPECT * abs(rows) + abs(columns)


def lay_out(topology: Topology, width: int, height: int, *, turned: bool = False) -> BoardGrid:
    """The largest grid of a board that fits, or the smallest there is; as seen from its far side.

    That is where `turned` says so.
    """
    if not topology.cells:
        large = _sketched(topology, 2)
        fits = large.width <= width and large.height <= height
        grid = large if fits else _sketched(topology, 1)
        return _turned(grid) if turned else grid
    rows = len({y for _, y in topology.places})
    columns = len({x for x, _ in topology.places})
    for size in CELL_SIZES:
        if columns * size[0] + 2 * MARGIN <= width and rows * size[1] + 1 <= height:
            break
    return _squares(topology, size, turned)


def _turned(grid: BoardGrid) -> BoardGrid:
    """The same by half a turn; what is written on it stays upright."""
    lines = [line.ljust(grid.width)[::-1] for line in reversed(grid.backdrop)]
    upright = [WORD.sub(lambda word: word[0][::-1], line) for line in lines]
    boxes = [
        box and box._replace(row=grid.height - box.row - box.height, column=grid.width - box.right)
        for box in grid.boxes
    ]
    return replace(grid, backdrop=tuple(upright), boxes=tuple(boxes))


def _sketched(topology: Topology, times: int) -> BoardGrid:
    """The sketch, or twice the sketch; a box is a name with one character on either side, or two.

    In two there is room for a piece's letter beside the name.
    """
    lines = [f" {line} " for line in topology.sketch.splitlines()]
    width = times * max(map(len, lines))
    canvas = [[" "] * width for _ in range(times * (len(lines) - 1) + 1)]
    boxes: list[Box | None] = [None] * len(topology.names)
    for point, place in enumerate(topology.written):
        if place is not None:
            row, start, width = place[0], place[1] + 1, len(topology.names[point])
            end = start + width
            column = times * start + (times - 1) * _hangs_right(lines, row, end)
            boxes[point] = Box(times * row, column - times, width + 2 * times, 1)
            lines[row] = lines[row][:start] + " " * width + lines[row][end:]
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            _stroke(canvas, times * row, times * column, character, times)
    backdrop = tuple("".join(row) for row in canvas)
    return BoardGrid(backdrop, tuple(boxes), topology.neighbours, is_large=times > 1)


def _hangs_right(lines: list[str], row: int, end: int) -> bool:
    """Whether a line goes up or down from the last letter of the name that ends there."""
    around = (
        lines[other][end - 1 : end] for other in (row - 1, row + 1) if 0 <= other < len(lines)
    )
    return "│" in around


def _stroke(canvas: list[list[str]], row: int, column: int, character: str, times: int) -> None:
    """A character of a sketch; a line is drawn on to where the next one begins."""
    reach = STROKES.get(character, ((0, 0),)) if times > 1 else ((0, 0),)
    for down, right in reach:
        if 0 <= row + down < len(canvas) and canvas[row + down][column + right] == " ":
            canvas[row + down][column + right] = character


def _squares(topology: Topology, size: tuple[int, int], turned: bool) -> BoardGrid:
    """Squares in rows and columns, with their letters and numbers around them."""
    wide, high = size
    xs = sorted({x for x, _ in topology.places}, reverse=turned)
    ys = sorted({y for _, y in topology.places}, reverse=turned)
    boxes: list[Box | None] = []
    holes = []
    for drawn, (x, y) in zip(topology.written, topology.places, strict=True):
        box = Box(ys.index(y) * high, MARGIN + xs.index(x) * wide, wide, high)
        boxes.append(box if drawn else None)
        if not drawn:
            holes.append(box)
    frame = _frame(topology, xs, ys, size)
    return BoardGrid(frame, tuple(boxes), topology.neighbours, tuple(holes))


def _frame(
    topology: Topology, xs: Sequence[float], ys: Sequence[float], size: tuple[int, int]
) -> tuple[str, ...]:
    wide, high = size
    ranks, files = topology.rim or ({}, {})
    lines = []
    for y in ys:
        for part in range(high):
            label = ranks.get(round(y, 3), "") if part == (high - 1) // 2 else ""
            lines.append(f"{label:>2} {' ' * wide * len(xs)} {label:<2}")
    letters = "".join(files.get(round(x, 3), "").rjust(wide // 2 + 1).ljust(wide) for x in xs)
    lines.append(" " * MARGIN + letters + " " * MARGIN)
    return tuple(lines)
