"""ZINGA in text: `ring`, `yellow 4`, `bonus green 7`; a turn is `roll 3 2 3 6 1 1, 2:ring, …`.

Positions are read and written in position_text.py.
"""

import re

from tablier.core.game import Refusal
from tablier.games.zinga.claims import (
    COLOURS,
    DICE,
    FACES,
    NUMBERS,
    WEIGHTS,
    claim_name,
    face,
)
from tablier.games.zinga.position import Position
from tablier.games.zinga.position_text import read_position, write_position
from tablier.games.zinga.rules import ANNOUNCE, BONUS, DECLARE, ROLL

__all__ = ["join", "read", "read_position", "split", "write", "write_position"]

WORDS = ("ready", "take", "ring", "nothing", "stop", "let", "rescue", "accept", "expired")
"""The actions below ANNOUNCE, by their numbers."""
NAMING = {"": ANNOUNCE, "bonus ": BONUS, "declare ": DECLARE}
CLAIM = re.compile(rf"(bonus |declare |)({'|'.join(COLOURS)}) ([1-9]|1[0-2])")
DICE_SHOWN = re.compile(rf"roll( [1-{FACES}]){{{DICE}}}")
BETWEEN = ", "


def write(position: Position, seat: int, action: int) -> str:
    if action >= ROLL:
        return " ".join(["roll", *(str(face(action - ROLL, die)) for die in range(DICE))])
    if action >= DECLARE:
        return f"declare {claim_name(action - DECLARE)}"
    if action >= BONUS:
        return f"bonus {claim_name(action - BONUS)}"
    if action >= ANNOUNCE:
        return claim_name(action - ANNOUNCE)
    return WORDS[action]


def read(position: Position, seat: int, text: str) -> int | Refusal | None:
    if text in WORDS:
        return WORDS.index(text)
    if match := CLAIM.fullmatch(text):
        return NAMING[match[1]] + COLOURS.index(match[2]) * NUMBERS + int(match[3]) - 1
    if DICE_SHOWN.fullmatch(text):
        faces = text.split()[1:]
        return ROLL + sum(
            (int(shown) - 1) * weight for shown, weight in zip(faces, WEIGHTS, strict=True)
        )
    return None


def join(texts: list[str]) -> str:
    return BETWEEN.join(texts)


def split(turn: str) -> list[str]:
    return [text.strip() for text in turn.split(BETWEEN.strip())]
