"""A small game of turns with dice, for whatever looks ahead."""

import re
from pathlib import Path
from typing import Any

from tablier.core.board.scene import Prompt, Scene
from tablier.core.board.topology import Topology
from tablier.core.errors import BadPosition
from tablier.core.game import Game, Refusal
from tablier.core.options import Number

from . import rules
from .rules import FACES, MOST_DICE, ROLL, SEATS, Position

TRACK = Topology(
    names=tuple(f"a{step}" for step in range(13)),
    places=tuple((step / 6 - 1, 0.0) for step in range(13)),
)


class Texts:
    """`a-`, `a+`, `b-`, `b+`: a runner and the lowest or highest die; `pass`; `roll 1 6`."""

    WORDS = ("a-", "a+", "b-", "b+", "pass")

    def write(self, position: Position, seat: int, action: int) -> str:
        if action < ROLL:
            return self.WORDS[action]
        digits = [(action - ROLL) // FACES**die % FACES + 1 for die in range(position.dice)]
        return " ".join(["roll", *map(str, reversed(digits))])

    def read(self, position: Position, seat: int, text: str) -> int | Refusal | None:
        if re.fullmatch("roll( [1-6])+", text):
            faces = "".join(str(int(face) - 1) for face in text.split()[1:])
            return int(ROLL) + int(faces, FACES)
        return self.WORDS.index(text) if text in self.WORDS else None

    def join(self, texts: list[str]) -> str:
        return ", ".join(texts)

    def split(self, turn: str) -> list[str]:
        return turn.split(", ")

    def write_position(self, position: Position) -> str:
        parts = [position.steps, *position[3:]]
        return " ".join(
            ",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in parts
        )

    def read_position(self, words: list[str], start: Position) -> Position:
        try:
            steps: Any = tuple(map(int, words[0].split(",")))
            return Position(start.players, start.dice, steps, *map(int, words[1:]))
        except (ValueError, TypeError) as error:
            raise BadPosition(f"no position: {error}") from error


def scene(position: Position) -> Scene:
    return Scene(pieces=(), counts=(), prompt=Prompt("move"))


def refuse(position: Position, seat: int, action: int) -> Refusal:
    return Refusal("HU-01", "no")


GAME = Game(
    name="hurry",
    title="Hurry",
    players=tuple(range(2, SEATS + 1)),
    seats=lambda players: tuple(f"runner-{seat + 1}" for seat in range(players)),
    options=(Number("dice", 1, "HU-01", 1, MOST_DICE),),
    rules=rules,
    notation=Texts(),
    board=lambda position: TRACK,
    scene=scene,
    refuse=refuse,
    evaluate=rules.evaluate,
    dice=2,
    folder=Path(__file__).parent,
)
