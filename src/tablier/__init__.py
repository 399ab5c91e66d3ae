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

from typing import TYPE_CHECKING

from tablier.core.errors import (
    AmbiguousMove,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    MoveError,
    OutOfTurn,
    TablierError,
    UnknownGame,
    UnreadableMove,
)
from tablier.core.game import TABLE, Result
from tablier.core.match import Match, Move, Turn
from tablier.core.position import read_position as position
from tablier.core.record import read_record
from tablier.core.registry import find as _find
from tablier.core.registry import games

if TYPE_CHECKING:
    from tablier.engine.bot import Bot

__version__ = "0.1.0"

__all__ = [
    "TABLE",
    "AmbiguousMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Match",
    "Move",
    "MoveError",
    "OutOfTurn",
    "Result",
    "TablierError",
    "Turn",
    "UnknownGame",
    "UnreadableMove",
    "bot",
    "games",
    "new",
    "position",
    "read_record",
]


def bot(
    game: str, level: int = 4, *, seconds: float | None = None, seed: int | None = None
) -> "Bot":
    """A player for a game, of level 1 (for children) to 7 (as strong as it gets).

    >>> match = new("sensei", way="shizukana")
    >>> bot("sensei", level=3, seed=1).choose(match) in match.legal()
    True
    """
    from tablier.engine.bot import Bot

    return Bot(_find(game), level, seconds=seconds, seed=seed)


def new(game: str, *, players: int | None = None, **options: object) -> Match:
    """Begin a match.

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
