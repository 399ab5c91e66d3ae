"""Dice beside the board, as the page draws them."""

from tablier.core.board.scene import Die
from tablier.core.drawing.picture import element, words

HALF = 110
"""Half the width of a board, in the units of this drawing: dice are as large on any board."""
SIZE = 15
"""The side of a die."""
STEP = SIZE * 1.3
GAP = 4
"""Between the board and the dice."""
ROOM = GAP + SIZE * 1.5
"""The height of it all, with the letters below the dice."""
PIPS = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
"""Which of nine spots, row by row, a face has."""


def draw_dice(dice: tuple[Die, ...], half: float) -> str:
    """A row of dice below a board of that half width."""
    left, scale = STEP * (1 - len(dice)) / 2, half / HALF
    drawn = (_die(die, left + STEP * index, GAP + SIZE / 2) for index, die in enumerate(dice))
    return element("g", *drawn, class_="dice", transform=f"translate(0 {half:g}) scale({scale:g})")


def _die(die: Die, x: float, y: float) -> str:
    """A face with pips, or with its number where dice have none; colours have their letter."""
    third, side = SIZE * 0.27, {"x": -SIZE / 2, "y": -SIZE / 2, "width": SIZE, "height": SIZE}
    pips = [
        element("circle", class_="pip", cx=(p % 3 - 1) * third, cy=(p // 3 - 1) * third, r=1.4)
        for p in PIPS.get(die.face, ())
    ]
    number = words(str(die.face), class_="die-number", y=SIZE * 0.2, font_size=SIZE * 0.6)
    letter = words(die.colour[0].upper(), class_="die-letter", y=SIZE * 0.85, font_size=4.5)
    return element(
        "g",
        element("rect", class_="die-face", rx=2.4, **side),
        *(pips or [number]),
        letter if die.colour != Die.colour else "",
        class_="die spent" if die.spent else "die",
        data_colour=die.colour,
        transform=f"translate({x:g} {y:g})",
    )
