"""ZINGA in text: `ring`, `yellow 4`, `bonus green 7`; a turn is `roll 3 2 3 6 1 1, 2:ring, …`.

On a sheet with equal cells `yellow 4 #2` names the second of them, counted row
by row; without a number the first open one is meant. Positions are read and
written in position_text.py.
"""

import re

from tablier.core.board.topology import points_of
from tablier.core.game import TABLE, Refusal
from tablier.core.rules.kernel import lowest
from tablier.games.zinga.position import ANNOUNCING, Position
from tablier.games.zinga.position_text import read_position, write_position
from tablier.games.zinga.refusal import refuse_absent
from tablier.games.zinga.rules import ANNOUNCE, BONUS, DECLARE, NAME, ROLL, undeclared
from tablier.games.zinga.sheet.claims import (
    COLOURS,
    DICE,
    FACES,
    NUMBERS,
    WEIGHTS,
    called,
    cells_of,
    claim_at,
    claim_name,
    face,
    first_open,
    numbered,
)

__all__ = ["join", "read", "read_position", "split", "write", "write_position"]

WORDS = ("ready", "take", "ring", "nothing", "stop", "let", "rescue", "accept", "expired")
"""The actions below ANNOUNCE, by their numbers."""
NAMING = {"": NAME, "bonus ": BONUS, "declare ": DECLARE}
CLAIM = re.compile(rf"(bonus |declare |)({'|'.join(COLOURS)}) ([1-9]|1[0-2])(?: #([1-9]\d?))?")
DICE_SHOWN = re.compile(rf"roll( [1-{FACES}]){{{DICE}}}")
BETWEEN = ", "


def write(position: Position, seat: int, action: int) -> str:
    if action >= ROLL:
        return " ".join(["roll", *(str(face(action - ROLL, die)) for die in range(DICE))])
    if action >= DECLARE:
        return f"declare {claim_name(claim_at(position.sheets, seat, action - DECLARE))}"
    if action >= BONUS:
        return f"bonus {called(position.sheets, seat, position.ticks[seat], action - BONUS)}"
    if action >= NAME:
        return numbered(position.sheets, seat, action - NAME)
    if action >= ANNOUNCE:
        return claim_name(action - ANNOUNCE)
    return WORDS[action]


def read(position: Position, seat: int, text: str) -> int | Refusal | None:
    if text in WORDS:
        return WORDS.index(text)
    if match := CLAIM.fullmatch(text):
        claim = COLOURS.index(match[2]) * NUMBERS + int(match[3]) - 1
        if match[4]:
            return _read_numbered(position, seat, NAMING[match[1]], claim, int(match[4]))
        return _read_claim(position, seat, NAMING[match[1]], claim)
    if DICE_SHOWN.fullmatch(text):
        faces = text.split()[1:]
        return ROLL + sum(
            (int(shown) - 1) * weight for shown, weight in zip(faces, WEIGHTS, strict=True)
        )
    return None


def _read_claim(position: Position, seat: int, kind: int, claim: int) -> int | Refusal:
    """An announcement, or the first cell that is open for the bonus or can be declared."""
    if kind == NAME:
        return ANNOUNCE + claim
    if seat == TABLE:
        return kind
    equal, ticks = cells_of(position.sheets, seat, claim), position.ticks[seat]
    if not equal:
        return refuse_absent(position, seat, kind, claim_name(claim))
    if kind == DECLARE and equal & undeclared(position, seat):
        return kind + lowest(equal & undeclared(position, seat))
    return kind + first_open(equal, ticks)


def _read_numbered(
    position: Position, seat: int, kind: int, claim: int, number: int
) -> int | Refusal | None:
    """One of equal cells; the number says nothing where nobody asks which, or it is the first."""
    if kind == DECLARE:
        return None
    announcing = position.phase == ANNOUNCING and position.ringer == seat
    if seat == TABLE or (kind == NAME and not announcing):
        return _read_claim(position, seat, kind, claim)
    equal, ticks = cells_of(position.sheets, seat, claim), position.ticks[seat]
    cells = points_of(equal)
    if number > len(cells):
        return refuse_absent(position, seat, kind, f"{claim_name(claim)} #{number}")
    cell = cells[number - 1]
    if kind == NAME and (equal & ~ticks == 0 or cell == first_open(equal, ticks)):
        return ANNOUNCE + claim
    return kind + cell


def join(texts: list[str]) -> str:
    return BETWEEN.join(texts)


def split(turn: str) -> list[str]:
    return [text.strip() for text in turn.split(BETWEEN.strip())]
