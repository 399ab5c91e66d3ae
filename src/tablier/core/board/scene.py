"""What may be shown of a position, ready for a page or a terminal.

A game builds its scene by naming what is public; nothing else ever leaves the
position. Words are tokens here; each interface translates them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast


@dataclass(frozen=True)
class Piece:
    """Something that stands on a point."""

    point: int
    """The number of the point on the board."""
    seat: int
    """Whose it is."""
    kind: str
    """What it is: `piece`, `stone`, …"""
    letter: str
    """How a terminal draws it."""
    colour: str
    """In which colour a terminal draws it."""


class Spot(NamedTuple):
    """A piece that somebody sets up, by what a scene has it as."""

    point: int
    seat: int
    kind: str


@dataclass(frozen=True)
class Mark:
    """Points that are lit up because of a rule: a chain, a wall, a ban."""

    kind: str
    """Why: `chain`, `wall`, …"""
    points: tuple[int, ...]
    """Their numbers on the board."""
    seat: int
    """Whom it concerns."""


@dataclass(frozen=True)
class Prompt:
    """What is to be done now, as a token with its details."""

    token: str
    """A key of the game's words."""
    details: Mapping[str, str | int] = field(default_factory=dict)
    """What the words have room for."""


@dataclass(frozen=True)
class Remark:
    """What an action came to for a seat: a token of the game's `ticker` with its details."""

    seat: int
    token: str
    details: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Die:
    """A die that lies beside the board."""

    face: int
    """What it shows."""
    colour: str = "white"
    """Its own colour."""
    spent: bool = False
    """Whether what it shows has been used."""


@dataclass(frozen=True)
class Scene:
    """A position as people see it.

    >>> import tablier
    >>> scene = tablier.new("zhizhu").play("b3").scene
    >>> [(piece.point, piece.seat) for piece in scene.pieces], scene.counts[0]["hand"]
    ([(10, 0)], 8)
    >>> [len(sheet) for sheet in tablier.new("zinga").scene.extras["sheets"]]
    [25, 25]
    """

    pieces: tuple[Piece, ...]
    """What stands on the board."""
    counts: tuple[Mapping[str, int], ...]
    """What lies beside it, seat by seat: pieces in hand, captured, home."""
    prompt: Prompt
    """What is to be done now."""
    marks: tuple[Mark, ...] = ()
    """What is lit up."""
    warnings: tuple[Prompt, ...] = ()
    """What whoever is to act should know before: keys of the game's `warnings`."""
    extras: Mapping[str, object] = field(default_factory=dict)
    """What is neither piece nor count: score sheets, and `dice`, which are drawn for any game."""

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of `extras`, each given as its face, as a `Die`, or as the fields of one."""
        given = cast("Iterable[Any]", self.extras.get("dice", ()))
        return tuple(map(_die, given))


def _die(given: Die | Mapping[str, Any] | int) -> Die:
    if isinstance(given, Die):
        return given
    return Die(**given) if isinstance(given, Mapping) else Die(given)
