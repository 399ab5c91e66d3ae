"""A ZINGA position as a picture: the dice and the bell on felt, everyone's sheet below."""

from math import ceil
from pathlib import Path

from tablier.core.board.scene import Mark, Scene
from tablier.core.drawing.look import inside
from tablier.core.drawing.picture import Picture, element, words
from tablier.games.zinga.board import SIDE
from tablier.games.zinga.position import NOBODY, Position
from tablier.games.zinga.scene import DICE_COLOURS, scene
from tablier.games.zinga.settling import BOXES

LOOK = Path(__file__).parents[1] / "look"
CELL = 42
GAP = 16
FRAME = 14
SHEET = (SIDE * CELL + 82, SIDE * CELL + 44)
DIE = 52
TOP = 100
"""The height of the row with dice, pawn and bell."""
PIPS = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of nine spots a face of one to six has."""


def picture(position: Position) -> Picture:
    """Everything that lies on the table."""
    shown = scene(position)
    across = position.players if position.players < 4 else ceil(position.players / 2)
    down = ceil(position.players / across)
    width = across * (SHEET[0] + GAP) + GAP
    height = down * (SHEET[1] + GAP) + GAP + TOP
    sheets = [
        _moved(
            GAP + seat % across * (SHEET[0] + GAP),
            TOP + GAP + seat // across * (SHEET[1] + GAP),
            _sheet(position, shown, seat),
        )
        for seat in range(position.players)
    ]
    files = ("symbols.svg", "picture.svg")
    content = element(
        "g",
        element("defs", *(inside(LOOK / name) for name in files)),
        _ground(width, height),
        *(_die(position, shown, die) for die in range(len(DICE_COLOURS))),
        _bell(width),
        _moved(width - 180, GAP, _use("pawn", 54, 80)) if position.pawn == NOBODY else "",
        *sheets,
        class_="zinga",
    )
    style = "".join((LOOK / name).read_text("utf-8") for name in ("table.css", "picture.css"))
    return Picture(-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME, style, content)


def _ground(width: float, height: float) -> str:
    outer = {"x": -FRAME, "y": -FRAME, "width": width + 2 * FRAME, "height": height + 2 * FRAME}
    return element("rect", rx=18, fill="url(#zinga-tray)", **outer) + element(
        "rect", width=width, height=height, rx=10, fill="url(#zinga-felt)", stroke="#142e2a"
    )


def _bell(width: float) -> str:
    return _moved(width - 120, 4, _use("bell", 112, 112 * 164 / 200))


def _use(symbol: str, width: float, height: float) -> str:
    return element("use", href=f"#{symbol}", width=width, height=height)


def _moved(x: float, y: float, *inside: str) -> str:
    return element("g", *inside, transform=f"translate({x} {y})")


def _die(position: Position, shown: Scene, die: int) -> str:
    """A top with pips, and a front that carries the colour's letter and pattern."""
    colour = DICE_COLOURS[die]
    faces = shown.extras["dice"]
    spots = PIPS[faces[die]["face"] - 1] if isinstance(faces, list) and faces else ()
    third = DIE * 0.27
    front = {"y": DIE * 0.4, "width": DIE, "height": DIE * 0.87, "rx": 9}
    return element(
        "g",
        element("rect", class_="front", **front),
        element("rect", fill=f"url(#zinga-{colour})", **front),
        element("rect", class_="ground", width=DIE, height=DIE, rx=9),
        element("rect", fill="url(#zinga-shine)", width=DIE, height=DIE, rx=9),
        *(
            element(
                "circle",
                class_="pip",
                cx=DIE / 2 + (spot % 3 - 1) * third,
                cy=DIE / 2 + (spot // 3 - 1) * third,
                r=DIE * 0.095,
            )
            for spot in spots
        ),
        words(colour[0].upper(), class_="letter", x=DIE / 2, y=DIE * 1.22, font_size=DIE * 0.22),
        data_colour=colour,
        transform=f"translate({GAP + 6 + die * (DIE + 14)} {GAP + 4})",
    )


def _sheet(position: Position, shown: Scene, seat: int) -> str:
    sheets, numbers = shown.extras["sheets"], shown.extras["numbers"]
    assert isinstance(sheets, list) and isinstance(numbers, list)
    cells = [_cell(cell, index) for index, cell in enumerate(sheets[seat])]
    fives = [_five(mark) for mark in shown.marks if mark.seat == seat]
    held = shown.counts[seat]
    state = " active" if seat == position.active and not position.ending else ""
    out = "" if position.playing >> seat & 1 or position.ending else " out"
    return element(
        "g",
        element("rect", class_="paper", width=SHEET[0], height=SHEET[1], rx=4),
        words(str(seat + 1), class_="title", x=SHEET[0] / 2, y=21),
        words(str(numbers[seat]), class_="number", x=SHEET[0] - 14, y=20),
        _moved(12, 32, *cells, *fives),
        *(
            _boxes(kind, held[kind], 32 + row * (SIDE * CELL - 88))
            for row, kind in enumerate(("plus", "blunder"))
        ),
        _moved(8, 2, _use("pawn", 20, 29)) if held["pawn"] else "",
        class_=f"sheet{state}{out}",
    )


def _cell(cell: dict[str, str | int | bool], index: int) -> str:
    """A printed cell, and what the pencil did to it."""
    size = CELL - 2
    colour = str(cell["colour"])
    state = "ticked" if cell["ticked"] else "declared" if cell["declared"] else "open"
    stroke = {
        "ticked": element("use", class_="pencil", href=f"#zinga-tick-{index % 2}"),
        "declared": element("use", class_="circled", href="#zinga-ring"),
    }.get(state, "")
    return element(
        "g",
        element("rect", class_="ground", width=size, height=size, rx=4),
        element("rect", fill=f"url(#zinga-{colour})", width=size, height=size, rx=4)
        if state != "ticked"
        else "",
        words(str(cell["number"]), class_="figure", x=size / 2, y=size * 0.68, font_size=20),
        words(colour[0].upper(), class_="letter", x=size - 6, y=size - 3, font_size=9),
        stroke,
        class_=f"cell {state}",
        data_colour=colour,
        transform=f"translate({index % SIDE * CELL} {index // SIDE * CELL})",
    )


def _five(mark: Mark) -> str:
    """A line through five in a row, from the middle of the first to that of the last."""
    first, last = mark.points[0], mark.points[-1]
    (ax, ay), (bx, by) = (
        ((cell % SIDE + 0.5) * CELL, (cell // SIDE + 0.5) * CELL) for cell in (first, last)
    )
    return element(
        "path", class_="five", d=f"M{ax} {ay}Q{(ax + bx) / 2 + 3} {(ay + by) / 2 - 3} {bx} {by}"
    )


def _boxes(kind: str, filled: int, y: float) -> str:
    """Three boxes that are blackened one after the other."""
    boxes = [
        _moved(
            12,
            6 + box * 26,
            element("rect", class_="box", width=20, height=20, rx=3),
            _scribble() if box < filled else "",
        )
        for box in range(BOXES)
    ]
    title = words(kind.upper(), x=22, y=0)
    return _moved(SIDE * CELL + 20, y, element("g", title, *boxes, class_=f"boxes {kind}"))


def _scribble() -> str:
    return element("use", class_="pencil", href="#zinga-scribble", transform="scale(0.5)")
