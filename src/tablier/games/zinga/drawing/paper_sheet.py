"""Score sheets to be printed: light cells that a pencil can tick, each with its colour's letter."""

from collections.abc import Mapping
from typing import Any

from tablier.core.drawing.paper import INK, LETTERS, SOFT
from tablier.core.drawing.picture import Picture, element, number
from tablier.core.drawing.picture import words as text_at
from tablier.games.zinga.board import SIDE
from tablier.games.zinga.position import Position
from tablier.games.zinga.scene import scene
from tablier.games.zinga.settling import BOXES

CELL = 42.0
LEFT, TOP = 10.0, 32.0
SHEET = (SIDE * CELL + 82, SIDE * CELL + 42)
COLOURS = {
    "red": ("#c9302a", "#f8dcda"),
    "orange": ("#e07b10", "#fde8cf"),
    "yellow": ("#d9b21c", "#fdf6d4"),
    "green": ("#2c8048", "#d9eede"),
    "blue": ("#2763b8", "#d9e5f6"),
}
"""The rim of a cell, and what it is filled with."""


def sheets_on_paper(position: Position, words: Mapping[str, Any]) -> tuple[Picture, ...]:
    """Everybody's sheet, as it is before the first tick."""
    shown = scene(position).extras
    sheets, numbers = shown["sheets"], shown["numbers"]
    assert isinstance(sheets, list) and isinstance(numbers, list)
    return tuple(
        Picture(0, 0, *SHEET, "", _sheet(cells, numbers[seat], words))
        for seat, cells in enumerate(sheets[: position.players])
    )


def _sheet(cells: list[dict[str, str]], sheet: int, words: Mapping[str, Any]) -> str:
    labels, letters = words["labels"], words["letters"]
    width, height = SHEET
    ink: dict[str, str | float] = {"fill": "none", "stroke": INK, "stroke_width": 1}
    return element(
        "g",
        element("rect", x=1, y=1, width=width - 2, height=height - 2, rx=6, **ink),
        _text(str(sheet), LEFT + 4, 21, 11, SOFT),
        element("path", d=f"M{number(LEFT + 22)} 22H{number(LEFT + SIDE * CELL)}", **ink),
        *(
            _cell(cell["colour"], letters[cell["colour"]], str(cell["number"]), index)
            for index, cell in enumerate(cells)
        ),
        _boxes(labels["plus"], TOP),
        _boxes(labels["blunder"], TOP + SIDE * CELL - 88),
    )


def _cell(colour: str, letter: str, figure: str, index: int) -> str:
    x, y = LEFT + index % SIDE * CELL, TOP + index // SIDE * CELL
    rim, ground = COLOURS[colour]
    side = CELL - 5
    return element(
        "g",
        element(
            "rect", x=x, y=y, width=side, height=side, rx=5, fill=ground, stroke=rim, stroke_width=3
        ),
        _text(figure, x + side / 2, y + side * 0.68, 19, INK),
        _text(letter, x + side - 6, y + side - 4, 8, INK),
    )


def _boxes(title: str, y: float) -> str:
    x = LEFT + SIDE * CELL + 28
    ink: dict[str, str | float] = {"fill": "none", "stroke": INK, "stroke_width": 2, "rx": 3}
    boxes = (
        element("rect", x=x - 10, y=y + 12 + box * 26, width=20, height=20, **ink)
        for box in range(BOXES)
    )
    return element("g", _text(title, x, y + 5, 10, INK), *boxes)


def _text(text: str, x: float, y: float, size: float, fill: str) -> str:
    return text_at(text, x=x, y=y, font_size=size, font_family=LETTERS, fill=fill)
