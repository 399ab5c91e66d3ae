"""A ZINGA position as text, in whatever room there is."""

from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from tablier.core.board.text_board import Page
from tablier.core.words import read_words
from tablier.games.zinga.board import SIDE
from tablier.games.zinga.drawing.text_cell import LARGE, SIZES, CellSize, dice_lines
from tablier.games.zinga.drawing.text_sheet import (
    AROUND,
    CLOSE_WIDTH,
    Words,
    close_sheet,
    padded,
    sheet,
    sheet_heading,
    sheet_line,
)
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    CORRECTED,
    NOBODY,
    NOTHING_YET,
    RESCUING,
    Position,
)
from tablier.games.zinga.sheet.claims import claim_name

WORDS = Path(__file__).parents[1] / "words"
GAP, EDGE = "  ", "│"
TABLE_HEIGHT = 3
"""Lines for the turn, the dice and the bell, though not everything is always said."""
EVENTS = 5
"""Lines that larger cells leave free for whatever is told below."""
OTHERS = 40
"""Columns for what is told of the others beside a sheet."""
SMALL = SIZES[-1]


class Print(NamedTuple):
    """How everything is drawn: in which words and size, and whether in colours."""

    words: Words
    size: CellSize
    colour: bool

    @property
    def sheet_width(self) -> int:
        return SIDE * self.size.width

    @property
    def sheet_height(self) -> int:
        return SIDE * self.size.height + AROUND


def show(position: Position, page: Page) -> str:
    """Everyone's sheet, the dice and the bell, as large as there is room for.

    Where there is no room for that, somebody alone sees their own sheet and a line for each
    of the others; several see all sheets, close together.
    """
    words = read_words(WORDS, page.language)
    for size in SIZES if page.height is not None else SIZES[-1:]:
        style = Print(words, size, page.colour)
        abreast = max(1, (page.width + len(GAP)) // (style.sheet_width + len(GAP)))
        if _fits(position.players, abreast, style, page.height):
            return _whole(position, style, abreast, page.near)
    if len(page.near) == 1:
        return _alone(position, words, page)
    return _close(position, Print(words, SMALL, page.colour), page.width)


def _fits(players: int, abreast: int, style: Print, height: int | None) -> bool:
    rows = -(-players // min(abreast, players))
    table = TABLE_HEIGHT + (2 if style.size.height >= LARGE else 0)
    spare = EVENTS if style.size.height > 1 else 0
    return height is None or rows * (style.sheet_height + 1) + table + spare <= height


def _whole(position: Position, style: Print, abreast: int, near: tuple[int, ...]) -> str:
    sheets = [_sheet(position, style, seat, near) for seat in range(position.players)]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    blocks = [
        "\n".join(_abreast(lines, style.sheet_width) for lines in zip(*row, strict=True))
        for row in rows
    ]
    return "\n\n".join([*blocks, "\n".join(_table(position, style))])


def _sheet(position: Position, style: Print, seat: int, near: tuple[int, ...]) -> list[str]:
    own = (seat,) == near
    return sheet(position, style.words, seat, style.size, colour=style.colour, own=own)


def _abreast(lines: tuple[str, ...], width: int) -> str:
    return GAP.join(padded(line, width) for line in lines).rstrip()


def _alone(position: Position, words: Words, page: Page) -> str:
    """The own sheet, and beside it the table and the others."""
    assert page.height is not None
    me = page.near[0]
    others = [seat for seat in range(position.players) if seat != me]
    wide = [size for size in SIZES if size.height < LARGE and _is_beside(size, page)]
    style = Print(words, (wide or [SMALL])[0], page.colour)
    room = page.width - style.sheet_width - len(GAP)
    beside = _table(position, style)
    beside += [""] * (TABLE_HEIGHT + 1 - len(beside))
    beside.append(sheet_heading(words))
    beside += [sheet_line(position, words, seat, room) for seat in others]
    pairs = zip_longest(_sheet(position, style, me, (me,)), beside, fillvalue="")
    return "\n".join(_abreast(pair, style.sheet_width) for pair in pairs)


def _is_beside(size: CellSize, page: Page) -> bool:
    """Whether a sheet of that size leaves room for the others beside it."""
    assert page.height is not None
    high = SIDE * size.height + AROUND <= page.height - EVENTS
    return high and SIDE * size.width + len(GAP) + OTHERS <= page.width


def _close(position: Position, style: Print, width: int) -> str:
    """All sheets, with nothing but an edge between them; the turn is left out."""
    abreast = max(1, (width + 1) // (CLOSE_WIDTH + 1))
    sheets = [
        close_sheet(position, style.words, seat, colour=style.colour)
        for seat in range(position.players)
    ]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    lines = [EDGE.join(line).rstrip() for row in rows for line in zip(*row, strict=True)]
    _, dice, *bell = _table(position, style)
    return "\n".join([*lines, f"{dice}   {_pawn(position, style.words)}", *bell])


def _table(position: Position, style: Print) -> list[str]:
    """The turn and the pawn, the dice, and the bell once it has rung."""
    words = style.words
    turn = words["show"]["turn"].format(turn=position.turn + 1)
    lines = [f"{turn}, {_pawn(position, words)}", *_dice(position.dice, style)]
    return lines if position.ringer == NOBODY else [*lines, _bell(position, words)]


def _pawn(position: Position, words: Words) -> str:
    where = "pawn_middle" if position.pawn == NOBODY else "pawn_with"
    return str(words["show"][where].format(player=position.pawn + 1))


def _dice(dice: int, style: Print) -> list[str]:
    if dice == NOTHING_YET:
        return [str(style.words["show"]["not_rolled"])]
    lines = dice_lines(dice, style.size, colour=style.colour)
    if len(lines) > 1:
        return lines
    return [f"{style.words['show']['dice']} {lines[0]}"]


def _bell(position: Position, words: Words) -> str:
    if position.announced == CORRECTED:
        token, claim = "rung_twice", ""
    elif position.announced == NOTHING_YET:
        token, claim = ("rung" if position.phase == ANNOUNCING else "rung_silent"), ""
    else:
        token, claim = "rung_claim", _claim(position.announced, words)
    told = words["show"][token].format(player=position.ringer + 1, claim=claim)
    due = {CHOOSING: "bonus", RESCUING: "rescue"}.get(position.phase)
    return f"{told}; {words['show'][due]}" if due else str(told)


def _claim(claim: int, words: Words) -> str:
    colour, number = claim_name(claim).split()
    return str(words["labels"]["claim"].format(colour=words["labels"][colour], number=number))
