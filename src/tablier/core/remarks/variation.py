"""Comments, drawings and variations beside a line of play."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from tablier.core.errors import shortened
from tablier.core.game import Position
from tablier.core.remarks.drawing import Drawing
from tablier.core.turn import Move

if TYPE_CHECKING:
    from tablier.core.match import Match

MOST_DEPTH = 12
"""Variations within each other."""
LONGEST_NAME = 80
"""Characters of a variation's name."""

Said = TypeVar("Said")


class Remarks:
    """What stands beside the actions of a line, by the number of actions played before it."""

    def __init__(self) -> None:
        self.comments: dict[int, list[str]] = {}
        """Remarks in words."""
        self.drawings: dict[int, list[Drawing]] = {}
        """Marks and arrows."""
        self.variations: dict[int, list[Variation]] = {}
        """Other ways to go on, each in place of the action that was played there."""

    def remark(self, other: "Remarks", first: int = 0, end: int | None = None) -> None:
        """Take over what stands beside another line, from an action on or before one.

        What is said stands behind an action, and belongs to it: a variation stands in its place.
        """
        self.comments = _between(other.comments, first, end)
        self.drawings = _between(other.drawings, first, end)
        self.variations = _between(other.variations, first, None if end is None else end - 1)


class Variation(Remarks):
    """A line in place of some action and of those after it."""

    def __init__(self, start: int, name: str = "") -> None:
        super().__init__()
        self.start: int = start
        """How many actions were played before its first."""
        self.name: str = name
        """What it is called; "" if it has no name."""
        self.moves: tuple[Move, ...] = ()
        """Its actions."""
        self.states: tuple[Position, ...] = ()
        """The position before the first action, and after each."""

    @classmethod
    def of(cls, line: "Match", start: int, name: str = "") -> "Variation":
        """What was played in a match from some action on, with what stands beside it.

        >>> import tablier
        >>> match = tablier.new("zhizhu").play("b3").play("c1")
        >>> other = tablier.new("zhizhu").play("b3").play("c4").play("a1")
        >>> match.variations[1] = [Variation.of(other, 1, "the far side")]
        >>> print(match.record().partition("\\n\\n")[2])
        1. b3
        2. c1
          ({the far side} 2. c4 3. a1)
        <BLANKLINE>
        """
        made = cls(start, name)
        made.moves, made.states = line.history[start:], line.states[start:]
        made.remark(line, start + 1)
        return made

    def __repr__(self) -> str:
        texts = " ".join(move.text for move in self.moves)
        return f"<{self.name or 'a variation'} after {self.start} actions: {shortened(texts)}>"


def lines(remarks: Remarks) -> Iterator[tuple[Variation, ...]]:
    """All variations, in the order in which a record has them, each behind those it is within."""
    for start in sorted(remarks.variations):
        for variation in remarks.variations[start]:
            yield (variation,)
            for inner in lines(variation):
                yield (variation, *inner)


def _between(said: dict[int, list[Said]], first: int, end: int | None) -> dict[int, list[Said]]:
    return {
        played: list(each)
        for played, each in said.items()
        if first <= played and (end is None or played <= end)
    }
