"""A notation for games that place, remove and move pieces on points, unless they have their own."""

import re
from collections.abc import Callable
from typing import Any

from tablier.core.duel import NOBODY
from tablier.core.errors import BadPosition, listing
from tablier.core.game import Position, Rules
from tablier.core.scene import Scene
from tablier.core.topology import Topology

NUMBERS = re.compile(r"\d{1,18}(,\d{1,18})*", re.ASCII)

NOBODY_WRITTEN = "-"


class PointNotation:
    """`b3` places, `xb3` removes, `b3-b4` moves; a turn is `b3-b4xc1`.

    With n points, actions are numbered so: the point; n + the point; 2n + from * n + to. A
    position is written field by field, in numbers. One that is read must be a position of two
    players that can be shown, and goes through `judged`, which ends it where the rules do.
    """

    def __init__(
        self,
        board: Topology,
        rules: Rules,
        scene: Callable[[Any], Scene],
        judged: Callable[[Any], Position],
    ) -> None:
        self.board = board
        self.rules = rules
        self.scene = scene
        self.judged = judged
        self._point = f"({'|'.join(sorted(board.names, key=len, reverse=True))})"

    def write(self, position: Position, seat: int, action: int) -> str:
        """The text of an action."""
        names = self.board.names
        kind, point = divmod(action, len(names))
        return "x" * kind + names[point] if kind < 2 else f"{names[kind - 2]}-{names[point]}"

    def read(self, position: Position, seat: int, text: str) -> int | None:
        """The action that a text means, if any."""
        index, count = self.board.index, len(self.board.names)
        if found := re.fullmatch(f"(x?){self._point}", text):
            return len(found[1]) * count + index[found[2]]
        if found := re.fullmatch(f"{self._point}-{self._point}", text):
            return (2 + index[found[1]]) * count + index[found[2]]
        return None

    def join(self, texts: list[str]) -> str:
        """What was removed stands behind what earned it."""
        return "".join(text if text.startswith("x") else f" {text}" for text in texts).strip()

    def split(self, turn: str) -> list[str]:
        """What `join` joined, taken apart again."""
        return [text for word in turn.split() for text in re.findall(r"x[^x]+|[^x]+|x", word)]

    def write_position(self, position: Position) -> str:
        """A word for each field; `-` is nobody."""
        return " ".join(
            ",".join(map(str, field)) if isinstance(field, tuple) else str(field)
            for field in position
        ).replace(str(NOBODY), NOBODY_WRITTEN)

    def read_position(self, words: list[str], start: Position) -> Position:
        """The position, if it can be one."""
        fields = type(start)._fields
        if len(words) != len(fields):
            raise BadPosition(
                f"a position has {len(fields)} words, here are {len(words)}: {listing(fields)}"
            )
        read = [_read_field(*told) for told in zip(fields, words, start, strict=True)]
        position = type(start)(*read)
        if fault := self._fault(position):
            raise BadPosition(fault)
        judged = position if position.ending else self.judged(position)
        out = [0] * self.rules.MOST_ACTIONS
        if not judged.ending and not self.rules.actions(judged, judged.seat, out):
            raise BadPosition("whoever is to act can do nothing")
        return judged

    def _fault(self, position: Position) -> str:
        """What would break the rules' own arithmetic, or nothing."""
        if position.seat not in (0, 1) or position.winner not in (NOBODY, 0, 1):
            return "there are only two players, 0 and 1"
        if position.ending > len(self.rules.REASONS):
            return f"there is no ending {position.ending}"
        scene = self.scene(position)
        points = {piece.point for piece in scene.pieces}
        if points - set(range(len(self.board.names))):
            return "a piece stands beside the board"
        if len(points) < len(scene.pieces):
            return "two pieces stand on one point"
        if any(count < 0 for counts in scene.counts for count in counts.values()):
            return "there are more pieces than the game has"
        return ""


def _read_field(name: str, word: str, alike: int | tuple[int, ...]) -> int | tuple[int, ...]:
    """A field of the shape that it has at the start of a game."""
    if word == NOBODY_WRITTEN and alike == NOBODY:
        return NOBODY
    numbers = tuple(map(int, word.split(","))) if NUMBERS.fullmatch(word) else ()
    if isinstance(alike, tuple) and len(numbers) == len(alike):
        return numbers
    if isinstance(alike, int) and len(numbers) == 1:
        return numbers[0]
    shape = f"{len(alike)} numbers with commas" if isinstance(alike, tuple) else "a number"
    raise BadPosition(f"{name}: {word!r} is not {shape}")
