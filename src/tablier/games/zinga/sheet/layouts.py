"""The score sheets: our own four, and how owners of the printed game give theirs (ZI-02).

Our sheets are fair by their make, and a simulation agrees. One base sheet is
drawn; the other three exchange its colours in pairs (red with orange and
yellow with green, and so on) and are then turned by quarters. As red, orange,
yellow and green have the same five numbers, all sheets hold the same cells.
Any two sheets can be exchanged by renaming colours, and the dice don't care
what a colour is called: so neither is harder than the other. The quarter turns
only make the sheets look different.
"""

import re
from collections.abc import Iterable
from typing import cast

from tablier.core.game import MAX_SEATS
from tablier.core.options import Value
from tablier.games.zinga.board import CELLS, LINES, MIDDLE, SIDE
from tablier.games.zinga.sheet.claims import (
    BLUE_NINE,
    LETTERS,
    NUMBERS,
    WORDS,
    packed,
)

Sheet = tuple[str, ...]
"""25 cells row by row, such as `r5`."""

OUTER = (4, 5, 7, 8, 11)
"""The numbers of red, orange, yellow and green."""
BLUE = (2, 6, 9, 10, 12)
"""The numbers of blue: two of the rarest, so that every row has one hard cell."""
WAYS = tuple(max(0, 6 - abs(7 - number)) for number in range(NUMBERS + 1))
"""In how many of 36 throws a coloured die and the white one make a number."""
EXCHANGES = ("roygb", "orgyb", "ygrob", "gyorb")
"""What red, orange, yellow, green and blue become on each sheet."""
CELL = re.compile(rf"([{LETTERS}])([1-9]|1[0-2])")
SEED = 9
DRAWS = 2_000


class _Urn:
    """A small generator of its own, so that the sheets are the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, most: int) -> int:
        self.state = self.state * 1_664_525 + 1_013_904_223 & 0xFFFF_FFFF
        return self.state * most >> 32

    def shuffled(self, items: Iterable[int]) -> list[int]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def printed(seed: int = SEED, draws: int = DRAWS) -> tuple[Sheet, ...]:
    """Four sheets, made from the base sheet whose twelve lines are the most alike.

    >>> printed() == OURS
    True
    """
    urn = _Urn(seed)
    base = min((_drawn(urn) for _ in range(draws)), key=_unevenness)
    return tuple(
        _turned(tuple(exchange[LETTERS.index(cell[0])] + cell[1:] for cell in base), quarters)
        for quarters, exchange in enumerate(EXCHANGES)
    )


def _drawn(urn: _Urn) -> Sheet:
    """A sheet with each colour once in every row and column, and blue 9 in the middle."""
    rows, columns = urn.shuffled(range(SIDE)), urn.shuffled(range(SIDE))
    square = [(row + column) % SIDE for row in rows for column in columns]
    others = urn.shuffled(range(SIDE - 1))
    others.insert(square[MIDDLE], SIDE - 1)
    numbers = [urn.shuffled(OUTER) for _ in range(SIDE - 1)]
    numbers.append(urn.shuffled(number for number in BLUE if number != 9))
    return tuple(
        "b9" if cell == MIDDLE else f"{LETTERS[others[mark]]}{numbers[others[mark]].pop()}"
        for cell, mark in enumerate(square)
    )


def _unevenness(sheet: Sheet) -> int:
    """How far the easiest line is from the hardest, in 3/5 of a roll's waiting."""
    waits = [60 // WAYS[int(cell[1:])] for cell in sheet]
    lines = [sum(wait for cell, wait in enumerate(waits) if line >> cell & 1) for line in LINES]
    return max(lines) - min(lines)


def _turned(sheet: Sheet, quarters: int) -> Sheet:
    """A sheet turned clockwise."""
    for _ in range(quarters):
        sheet = tuple(
            sheet[(SIDE - 1 - column) * SIDE + row] for row in range(SIDE) for column in range(SIDE)
        )
    return sheet


OURS: tuple[Sheet, ...] = tuple(
    tuple(sheet.split())
    for sheet in (
        "b2 r7 o4 g5 y4 r5 y8 g4 b6 o11 y5 o7 b9 r4 g11 g7 b12 y7 o8 r8 o5 g8 r11 y11 b10",
        "r5 y7 g5 o5 b2 y8 b12 r7 g8 o7 o11 g7 b9 y4 r4 g11 r8 o4 b6 y5 b10 o8 y11 r11 g4",
        "b10 r11 y11 o8 g5 y8 g8 r7 b12 o7 o11 y4 b9 g7 r5 g11 b6 o4 r8 y5 r4 o5 g4 y7 b2",
        "o4 y11 r11 g8 b10 r5 b6 g4 y8 o11 y4 r4 b9 o7 g11 g7 o8 y7 b12 r8 b2 g5 o5 r7 y5",
    )
)
"""What `printed` makes. The place in this row is the sheet's number, less one."""


# Sheets as an option


def read_sheets(value: object) -> tuple[Sheet, ...]:
    """Sheets given as text or as lists of cells; ValueError says what is wrong.

    In a text, commas or blanks stand between cells, and `/` or an empty line
    between sheets.
    """
    given = _cut(value) if isinstance(value, str) else value
    if not isinstance(given, list | tuple):
        raise ValueError("give a list of sheets, each a list of 25 cells")
    if len(given) > MAX_SEATS:
        raise ValueError(f"{len(given)} sheets are more than the {MAX_SEATS} players there can be")
    return tuple(_checked(number, cells) for number, cells in enumerate(given, 1))


def _cut(text: str) -> list[list[str]]:
    sheets = re.split(r"/|\n[ \t\r]*\n\s*", text.strip())
    return [re.split(r"[\s,]+", sheet.strip()) for sheet in sheets] if text.strip() else []


def _checked(number: int, cells: object) -> Sheet:
    """A sheet that can be played on: 25 cells, blue 9 in the middle."""
    if not isinstance(cells, list | tuple) or len(cells) != CELLS:
        count = len(cells) if isinstance(cells, list | tuple) else "no"
        raise ValueError(f"sheet {number} has {count} cells; a sheet has {CELLS} (ZI-02)")
    for cell in cells:
        _check_cell(number, cell)
    if claim_of(cells[MIDDLE]) != BLUE_NINE:
        raise ValueError(
            f"sheet {number} has {cells[MIDDLE]} in the middle, where b9 belongs (ZI-02)"
        )
    return tuple(cells)


def _check_cell(number: int, cell: object) -> None:
    match = re.fullmatch(r"([a-z])([1-9][0-9]{0,2})", cell) if isinstance(cell, str) else None
    if match is None:
        raise ValueError(f"sheet {number}: {cell!r:.20} is no cell; write r5 for red 5")
    if match[1] not in LETTERS:
        colours = ", ".join(LETTERS)
        raise ValueError(f"sheet {number}: {cell} has no colour of the dice; use {colours} (ZI-01)")
    if int(match[2]) > NUMBERS:
        raise ValueError(f"sheet {number}: nobody can roll {cell}; {NUMBERS} is the most (ZI-06)")


def write_sheets(sheets: Value) -> str:
    """The sheets as one word."""
    return "/".join(",".join(sheet) for sheet in cast(tuple[Sheet, ...], sheets))


def claim_of(cell: str) -> int:
    """The claim of a cell's name, see claims.py."""
    return LETTERS.index(cell[0]) * NUMBERS + int(cell[1:]) - 1


def dealt(players: int, sheets: tuple[Sheet, ...]) -> tuple[int, ...]:
    """Everyone's sheet, three numbers each: dealt in turn, so as evenly as can be (ZI-03)."""
    printed = [
        packed(tuple(claim_of(cell) for cell in sheet), number)
        for number, sheet in enumerate(sheets or OURS, 1)
    ]
    words: tuple[int, ...] = ()
    for seat in range(players):
        words += printed[seat % len(printed)]
    return words + (0,) * (WORDS * (MAX_SEATS - players))
