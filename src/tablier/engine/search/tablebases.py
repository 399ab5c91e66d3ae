"""What was solved of the games, so that bots and analyses know it without thinking."""

import logging
from functools import cache
from threading import Lock

from tablier.core import registry
from tablier.core.game import Game
from tablier.solver.distance_table import Solo
from tablier.solver.endgames import Endgames
from tablier.solver.numbering import Shelf, empty_shelf

_log = logging.getLogger(__name__)
_loading = Lock()
"""Two threads that load books at once would each get their own, and one of them would be
forgotten while its shelf is still being read."""


def shelf_of(game: Game) -> Shelf:
    """A game's books, loaded once; a shelf without any where it has none."""
    with _loading:
        solved = endgames_of(game.name) or solo_of(game.name)
    return empty_shelf() if solved is None else solved.shelf


@cache
def endgames_of(name: str) -> Endgames | None:
    """The endgames of a game; they stay in memory, since a shelf knows them by address."""
    game = registry.find(name)
    if game.endgame is None:
        return None
    endgames = Endgames(game)
    for pair, sentence in endgames.damaged.items():
        instead = (
            "take the one that came with the game" if pair in endgames.books else "do without it"
        )
        _log.warning("tablier: %s; the bots %s", sentence, instead)
    return endgames


@cache
def solo_of(name: str) -> Solo | None:
    """The distances of a game, likewise."""
    game = registry.find(name)
    if game.alone is None:
        return None
    solo = Solo(game)
    if solo.damaged:
        _log.warning("tablier: %s; the bots do without it", solo.damaged)
    return solo
