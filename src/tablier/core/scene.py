"""What may be shown of a position, ready for a page or a terminal.

A game builds its scene by naming what is public; nothing else ever leaves the
position. Words are tokens here; each interface translates them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
class Scene:
    """A position as people see it.

    `counts` holds, seat by seat, what lies beside the board: pieces in hand,
    captured, home. `extras` is for what is neither piece nor count: score
    sheets, and `dice` as a list of colours and faces.
    """

    pieces: tuple[Piece, ...]
    counts: tuple[Mapping[str, int], ...]
    prompt: Prompt
    marks: tuple[Mark, ...] = ()
    extras: Mapping[str, object] = field(default_factory=dict)
