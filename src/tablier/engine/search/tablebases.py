"""What was solved of the games, so that bots and analyses know it without thinking.

Books are in memory that code has by address. Without a compiler that is the memory of code that
came from elsewhere, and only what was lent with it is at hand.
"""

import logging
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from tablier.compile import NATIVE
from tablier.core import registry
from tablier.core.game import Game
from tablier.solver.numbering import FIELDS, WIDTH, Shelf, empty_shelf
from tablier.solver.packed.layout import PLAIN

if TYPE_CHECKING:
    from tablier.solver.distance_table import Solo
    from tablier.solver.endgames import Endgames
    from tablier.solver.tablebase.tablebase import Tablebase

_log = logging.getLogger(__name__)
_loading = Lock()
"""Two threads that load books at once would each get their own, and one of them would be
forgotten while its shelf is still being read."""
_lent: dict[str, Shelf] = {}
"""By the name of the game."""


def lend(name: str, shelf: Shelf) -> None:
    """Books of a game, for where nothing can be compiled."""
    _lent[name] = shelf


def shelf_of(game: Game) -> Shelf:
    """A game's books, loaded once; a shelf without any where it has none."""
    if not NATIVE:
        return _lent.get(game.name) or empty_shelf()
    with _loading:
        solved = endgames_of(game.name) or solo_of(game.name)
    return empty_shelf() if solved is None else solved.shelf


def known_shelf_of(game: Game) -> Shelf:
    """The same, with all that the files of the whole game tell, if they are at hand."""
    usual = shelf_of(game)
    if not NATIVE:
        return usual
    with _loading:
        tablebase = tablebase_of(game.name)
    return usual if tablebase is None else tablebase.shelf


def recheck(game: Game) -> bool:
    """Do without files that are not any more what they were; whether there are such now."""
    if tablebase_of.cache_info().currsize == 0:
        return False
    tablebase = tablebase_of(game.name)
    told = [] if tablebase is None else tablebase.recheck()
    for sentence in told:
        _log.warning("tablier: %s; the bots do without it", sentence)
    return bool(told)


@cache
def tablebase_of(name: str) -> "Tablebase | None":
    """The files of a whole game, with books that tell more laid over them; None without any."""
    game = registry.find(name)
    if game.endgame is None:
        return None
    from tablier.solver.tablebase.tablebase import Tablebase

    tablebase = Tablebase(game)
    if tablebase.damaged:
        first, *more = tablebase.damaged.values()
        others = f" (and {len(more)} more files)" if more else ""
        _log.warning("tablier: %s%s; the bots do without it", first, others)
    endgames = endgames_of(name)
    if not tablebase.books or endgames is None:
        return None
    lay_over(tablebase.shelf, endgames.shelf)
    return tablebase


def lay_over(shelf: Shelf, other: Shelf) -> None:
    """Put the books of another shelf on this one, but where it has distances already."""
    books, others = shelf.books, other.books
    for first in range(0, len(others), FIELDS):
        if others[first + WIDTH] and books[first + WIDTH] != PLAIN:
            books[first : first + FIELDS] = others[first : first + FIELDS]


@cache
def endgames_of(name: str) -> "Endgames | None":
    """The endgames of a game; they stay in memory, since a shelf knows them by address."""
    game = registry.find(name)
    if game.endgame is None:
        return None
    from tablier.solver.endgames import Endgames

    endgames = Endgames(game)
    for pair, sentence in endgames.damaged.items():
        instead = (
            "take the one that came with the game" if pair in endgames.books else "do without it"
        )
        _log.warning("tablier: %s; the bots %s", sentence, instead)
    return endgames


@cache
def solo_of(name: str) -> "Solo | None":
    """The distances of a game, likewise."""
    game = registry.find(name)
    if game.alone is None:
        return None
    from tablier.solver.distance_table import Solo

    solo = Solo(game)
    if solo.damaged:
        _log.warning("tablier: %s; the bots do without it", solo.damaged)
    return solo
