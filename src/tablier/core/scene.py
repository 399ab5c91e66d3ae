"""What may be shown of a position, ready for a page or a terminal.

A game builds its scene by naming what is public; nothing else ever leaves the
position. Words are tokens here; each interface translates them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast


@dataclass(frozen=True)
class Piece:
    """Something that stands on a point; `letter` and `colour` draw it in a terminal."""

    point: int
    seat: int
    kind: str
    letter: str
    colour: str


@dataclass(frozen=True)
class Mark:
    """Points that are lit up because of a rule: a chain, a wall, a ban."""

    kind: str
    points: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class Prompt:
    """What is to be done now, as a token with its details."""

    token: str
    details: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """What an action came to for a seat: a token of the game's `ticker` with its details."""

    seat: int
    token: str
    details: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Die:
    """A die that lies beside the board; `spent` once what it shows has been used."""

    face: int
    colour: str = "white"
    spent: bool = False


@dataclass(frozen=True)
class Scene:
    """A position as people see it.

    `counts` holds, seat by seat, what lies beside the board: pieces in hand,
    captured, home. `extras` is for what is neither piece nor count: score
    sheets, and `dice`, which are drawn for any game.
    """

    pieces: tuple[Piece, ...]
    counts: tuple[Mapping[str, int], ...]
    prompt: Prompt
    marks: tuple[Mark, ...] = ()
    extras: Mapping[str, object] = field(default_factory=dict)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of `extras`, each given as its face, as a `Die`, or as the fields of one."""
        given = cast("Iterable[Any]", self.extras.get("dice", ()))
        return tuple(map(_die, given))


def _die(given: Die | Mapping[str, Any] | int) -> Die:
    if isinstance(given, Die):
        return given
    return Die(**given) if isinstance(given, Mapping) else Die(given)
