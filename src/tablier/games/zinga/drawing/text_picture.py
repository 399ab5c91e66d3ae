"""A ZINGA position as text, in whatever room there is."""

import re
from itertools import zip_longest
from pathlib import Path

from tablier.core.board.text_board import Page, painted
from tablier.core.words import read_words
from tablier.games.zinga.drawing.text_sheet import (
    CLOSE_WIDTH,
    HEIGHT,
    WIDTH,
    Words,
    close_sheet,
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
from tablier.games.zinga.sheet.claims import COLOURS, DICE, LETTERS, claim_name, face

WORDS = Path(__file__).parents[1] / "words"
GAP, EDGE = "  ", "│"
TABLE_HEIGHT = 3
"""Lines for the turn, the dice and the bell, though not everything is always said."""
HUES = {colour[0]: colour for colour in (*COLOURS, "white")}
COLOURED = re.compile(r"\[[a-z]\d+\]|\b[A-Z]\d+\b")
"""Ticked cells, and dice."""


def show(position: Position, page: Page) -> str:
    """Everyone's sheet, the dice and the bell.

    Where there is no room for that, somebody alone sees their own sheet and a line for each
    of the others; several see all sheets, close together.
    """
    words = read_words(WORDS, page.language)
    abreast = max(1, (page.width + len(GAP)) // (WIDTH + len(GAP)))
    rows = -(-position.players // abreast)
    if page.height is None or rows * (HEIGHT + 1) + TABLE_HEIGHT <= page.height:
        plain = _whole(position, words, abreast, page.near)
    elif len(page.near) == 1:
        plain = _alone(position, words, page.near[0], page.width)
    else:
        plain = _close(position, words, page.width)
    if not page.colour:
        return plain
    return COLOURED.sub(
        lambda match: painted(match[0], HUES[match[0].strip("[")[0].lower()]), plain
    )


def _whole(position: Position, words: Words, abreast: int, near: tuple[int, ...]) -> str:
    players = range(position.players)
    sheets = [sheet(position, words, seat, own=(seat,) == near) for seat in players]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    blocks = ["\n".join(_abreast(lines) for lines in zip(*row, strict=True)) for row in rows]
    return "\n\n".join([*blocks, "\n".join(_table(position, words))])


def _abreast(lines: tuple[str, ...]) -> str:
    return GAP.join(line.ljust(WIDTH) for line in lines).rstrip()


def _alone(position: Position, words: Words, me: int, width: int) -> str:
    """The own sheet, and beside it the table and the others."""
    room = width - WIDTH - len(GAP)
    others = [seat for seat in range(position.players) if seat != me]
    beside = _table(position, words)
    beside += [""] * (TABLE_HEIGHT + 1 - len(beside))
    beside.append(sheet_heading(words))
    beside += [sheet_line(position, words, seat, room) for seat in others]
    pairs = zip_longest(sheet(position, words, me, own=True), beside, fillvalue="")
    return "\n".join(_abreast(pair) for pair in pairs)


def _close(position: Position, words: Words, width: int) -> str:
    """All sheets, with nothing but an edge between them; the turn is left out."""
    abreast = max(1, (width + 1) // (CLOSE_WIDTH + 1))
    sheets = [close_sheet(position, words, seat) for seat in range(position.players)]
    rows = [sheets[first : first + abreast] for first in range(0, len(sheets), abreast)]
    lines = [EDGE.join(line).rstrip() for row in rows for line in zip(*row, strict=True)]
    _, dice, *bell = _table(position, words)
    return "\n".join([*lines, f"{dice}   {_pawn(position, words)}", *bell])


def _table(position: Position, words: Words) -> list[str]:
    """The turn and the pawn, the dice, and the bell once it has rung."""
    turn = words["show"]["turn"].format(turn=position.turn + 1)
    lines = [f"{turn}, {_pawn(position, words)}", _dice(position.dice, words)]
    return lines if position.ringer == NOBODY else [*lines, _bell(position, words)]


def _pawn(position: Position, words: Words) -> str:
    where = "pawn_middle" if position.pawn == NOBODY else "pawn_with"
    return str(words["show"][where].format(player=position.pawn + 1))


def _dice(dice: int, words: Words) -> str:
    if dice == NOTHING_YET:
        return str(words["show"]["not_rolled"])
    letters = (LETTERS + "w").upper()
    faces = (f"{letters[die]}{face(dice, die)}" for die in range(DICE))
    return f"{words['show']['dice']} {GAP.join(faces)}"


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
