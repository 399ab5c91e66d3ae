"""A notation for games that place, remove and move pieces on points, unless they have their own.

Such games may have dice, and actions that are words.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tablier.core.board.scene import Scene
from tablier.core.board.topology import Topology
from tablier.core.dice import faces_of, read_roll, roll_number, roll_text
from tablier.core.errors import BadGame, BadPosition
from tablier.core.fields import Fields
from tablier.core.game import Position, Rules
from tablier.core.rules.bits import LONGEST
from tablier.core.rules.duel import NOBODY


class PointNotation:
    """`b3` places, `xb3` removes, `b3-b4` moves; a turn is `b3-b4xc1`, with dice `roll 4, b3-b7`.

    With n points, actions are numbered so: the point; n + the point; 2n + from * n + to; then the
    `words`; then the rolls of the `dice`. A position is written as core/fields.py has it:
    of `sets`, which is the field `pieces` unless somebody says otherwise, every bit has a name,
    and so have the `seats`; a set is one int, of 62 points at the most. One that is read must be a
    position that can be shown, and goes through `judged`, which ends it where the rules do, or
    raises BadPosition.
    """

    def __init__(
        self,
        board: Topology,
        rules: Rules,
        scene: Callable[[Any], Scene],
        judged: Callable[[Any], Position],
        *,
        words: tuple[str, ...] = (),
        dice: int = 0,
        sets: Mapping[str, Sequence[object]] | None = None,
        seats: Sequence[str] = (),
    ) -> None:
        self.board = board
        self.rules = rules
        self.scene = scene
        self.judged = judged
        self.words = words
        self.dice = dice
        sets = {"pieces": board.names} if sets is None else sets
        _check(board.names, sets)
        self._fields = Fields(sets, seats)
        self._first_word = (2 + len(board.names)) * len(board.names)
        self._first_roll = self._first_word + len(words)
        self._between = ", " if dice else " "
        self._point = f"({'|'.join(sorted(board.names, key=len, reverse=True))})"

    def write(self, position: Position, seat: int, action: int) -> str:
        """The text of an action."""
        if action >= self._first_roll:
            return roll_text(faces_of(action - self._first_roll, self.dice))
        if action >= self._first_word:
            return self.words[action - self._first_word]
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
        if text in self.words:
            return self._first_word + self.words.index(text)
        faces = read_roll(text)
        return self._first_roll + roll_number(faces) if faces and len(faces) == self.dice else None

    def join(self, texts: list[str]) -> str:
        """What was removed stands behind what earned it."""
        parts = (text if text.startswith("x") else f"{self._between}{text}" for text in texts)
        return "".join(parts).removeprefix(self._between)

    def split(self, turn: str) -> list[str]:
        """What `join` joined, taken apart again."""
        parts = (part.strip() for part in turn.split(self._between.strip() or None))
        return [text for part in parts for text in self._apart(part)]

    def _apart(self, part: str) -> list[str]:
        """A word or a roll as it is; otherwise an action, and what it removed."""
        plain = part in self.words or read_roll(part)
        return [part] if plain else re.findall(r"x[^x]+|[^x]+|x", part)

    def write_position(self, position: Position) -> str:
        """A word for each field that says something; see core/fields.py."""
        return self._fields.write(position)

    def read_position(self, words: list[str], start: Position) -> Position:
        """The position, if it can be one."""
        position = self._fields.read(words, start)
        if fault := self._fault(position, start):
            raise BadPosition(fault)
        judged = position if position.ending else self.judged(position)
        if not judged.ending and not self._can_act(judged):
            raise BadPosition("whoever is to act can do nothing")
        return judged

    def _can_act(self, position: Position) -> bool:
        out = [0] * self.rules.MOST_ACTIONS
        dice = self.rules.decision(position).dice
        return bool(dice or self.rules.actions(position, position.seat, out))

    def _fault(self, position: Position, start: Position) -> str:
        """What would break the rules' own arithmetic, or nothing."""
        players = len(self.scene(start).counts)
        if getattr(position, "players", players) != players:
            return f"this is a game of {players} players"
        if not 0 <= position.seat < players or not NOBODY <= position.winner < players:
            return f"there are only {players} players, counted from 0"
        if any(number < NOBODY for number in _flat(position)):
            return "a number is negative"
        if not 0 <= position.ending <= len(self.rules.REASONS):
            return f"there is no ending {position.ending}"
        try:
            scene = self.scene(position)
        except IndexError:
            return "a piece stands beside the board"
        points = {piece.point for piece in scene.pieces}
        if points - set(range(len(self.board.names))):
            return "a piece stands beside the board"
        if len(points) < len(scene.pieces):
            return "two pieces stand on one point"
        if any(count < 0 for counts in scene.counts for count in counts.values()):
            return "there are more pieces than the game has"
        return ""


def _check(names: Sequence[str], sets: Mapping[str, Sequence[object]]) -> None:
    """Refuse names that can be read as something else: `x` removes, and `-` moves.

    Sets that are too large for one int are refused as well.
    """
    for field, points in sets.items():
        if len(points) > LONGEST:
            told = f"PointNotation writes sets of {LONGEST} points at the most, and {field} has"
            raise BadGame(f"{told} {len(points)}: such a game needs a notation of its own")
    known = set(names)
    for name in names:
        cuts = [at for at, sign in enumerate(name) if sign == "-"]
        moves = any({name[:at], name[at + 1 :]} <= known for at in cuts)
        if moves or (name.startswith("x") and name[1:] in known):
            raise BadGame(f"the point {name!r} is written as an action on other points is")


def _flat(position: Position) -> Iterator[int]:
    for value in position:
        yield from value if isinstance(value, tuple) else (value,)
