"""Tablier plays four table games by the book.

>>> import tablier
>>> tablier.games()
['chinese-checkers', 'sensei', 'zhizhu', 'zinga']
>>> match = tablier.new("zhizhu").play("b3").play("c1")
>>> match.seat, match.actions
(0, ['b3', 'c1'])
>>> match.play("b3")
Traceback (most recent call last):
    ...
tablier.core.errors.IllegalMove: b3 is taken: place on a free point (ZZ-05)
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from tablier.core.board.scene import Scene
from tablier.core.dice import Dice, verify
from tablier.core.errors import (
    AmbiguousMove,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    MoveError,
    OtherRules,
    OutOfTurn,
    TablierError,
    UnknownGame,
    UnreadableMove,
)
from tablier.core.game import TABLE, Result
from tablier.core.match import Match
from tablier.core.options import OptionInfo
from tablier.core.pictures.animation import animate
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record
from tablier.core.registry import find as _find
from tablier.core.registry import games
from tablier.core.turn import Move, Turn

if TYPE_CHECKING:
    from tablier.engine.bot import Bot

__version__ = "0.1.0"

__all__ = [
    "TABLE",
    "AmbiguousMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Dice",
    "IllegalMove",
    "Match",
    "Move",
    "MoveError",
    "OptionInfo",
    "OtherRules",
    "OutOfTurn",
    "Result",
    "Scene",
    "TablierError",
    "Turn",
    "UnknownGame",
    "UnreadableMove",
    "animate",
    "bot",
    "games",
    "new",
    "options",
    "read_position",
    "read_record",
    "verify",
]


def bot(
    game: str,
    level: int = 4,
    *,
    seconds: float | None = None,
    seed: int | None = None,
    rivals: Collection[int] | None = None,
) -> "Bot":
    """A player for a game, of level 1 (for children) to 7 (as strong as it gets).

    Where the quickest acts, level 8 becomes as quick as its `rivals`, which are all other seats
    unless some are named. It thinks for `seconds` at the most; with a `seed` it plays the
    same again.

    >>> match = new("sensei", way="shizukana")
    >>> bot("sensei", level=3, seed=1).choose(match) in match.legal()
    True
    """
    from tablier.engine.bot import Bot

    return Bot(_find(game), level, seconds=seconds, seed=seed, rivals=rivals)


def new(game: str, *, players: int | None = None, **options: object) -> Match:
    """Begin a match; `options` lists what can be chosen.

    >>> new("chinese-checkers", players=3, swap=True).seat_names
    ('north', 'south-east', 'south-west')
    >>> new("go")
    Traceback (most recent call last):
        ...
    tablier.core.errors.UnknownGame: there is no game 'go'; there are ...
    """
    found = _find(game)
    start, setup = found.start(players, options)
    return Match(found, setup, start)


def options(game: str) -> dict[str, OptionInfo]:
    """What can be chosen before a game, by the name of the argument of `new`.

    >>> options("sensei")["way"].values
    ('arashi', 'shizukana', 'shizukana-crossed', 'arashi-expert')
    >>> for option in options("chinese-checkers").values():
    ...     print(option)
    players=2  How many play. (2, 3)
    passes=0  How often each player may pass in a game. (a whole number from 0 to 999, CC-16)
    swap=False  A peg may enter its destination by changing places with ... (on, off, CC-17)
    ...
    """
    return _find(game).offered()
