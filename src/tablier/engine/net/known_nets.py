"""The nets that games bring, ready to be asked. A file that is damaged is told of once."""

import logging
from functools import cache
from typing import Any

from tablier.compile.raw_array import INT16, INT32, INT64, filled, zeros
from tablier.core import registry
from tablier.core.game import Game
from tablier.engine.net.net import WORD, Net
from tablier.engine.net.net_file import HIDDEN, SUMS, BadNet, Weights, path_of, read

_log = logging.getLogger(__name__)

Rows = tuple[Any, Any, Any, Any, Any]
"""What all nets of a game share: the weights, which nobody writes to."""


def net_of(game: Game, places: int = 1) -> Net:
    """A game's net, with sums for some places; one that is not on where the game has none."""
    rows = _weights_of(game.name)
    return no_net(game, places) if rows is None else net_with(game, rows, places)


def no_net(game: Game, places: int = 1) -> Net:
    """A net that nobody asks, of the same types."""
    return net_with(game, rows_of(game, None), places)._replace(is_on=0)


def net_with(game: Game, rows: Rows, places: int = 1) -> Net:
    """A net with these weights."""
    seats, words = max(game.players), 0 if game.net is None else len(game.net.WIDTHS)
    net = Net(
        is_on=1,
        weights=rows[0],
        hidden=rows[1],
        hidden_bias=rows[2],
        result=rows[3],
        result_bias=rows[4],
        seen=zeros(2 * places * seats * words or 1),
        sums=zeros(places * seats, SUMS, kind=INT16),
    )
    if len(net.weights) > 1:
        for row in range(places * seats):
            net.sums[row] = rows[0][words * WORD]
    return net


def rows_of(game: Game, weights: Weights | None) -> Rows:
    """Weights as compiled code reads them; without any, arrays of the same types."""
    if game.net is None or weights is None:
        return (
            zeros(1, SUMS, kind=INT16),
            zeros(1, SUMS, kind=INT16),
            zeros(1, HIDDEN, kind=INT32),
            zeros(1, HIDDEN, kind=INT32),
            zeros(1),
        )
    by_word, first = [], 0
    for width in game.net.WIDTHS:
        by_word += weights.inputs[first * SUMS : (first + width) * SUMS]
        by_word += [0] * ((WORD - width) * SUMS)
        first += width
    return (
        filled([*by_word, *weights.bias], SUMS, INT16),
        filled(weights.hidden, SUMS, INT16),
        filled(weights.hidden_bias, HIDDEN, INT32),
        filled(weights.result, HIDDEN, INT32),
        filled(weights.result_bias, 0, INT64),
    )


@cache
def _weights_of(name: str) -> Rows | None:
    game = registry.find(name)
    if game.net is None:
        return None
    try:
        weights = read(path_of(game), game)
    except BadNet as error:
        _log.warning("tablier: %s; the bots do without it", error)
        return None
    return None if weights is None else rows_of(game, weights)
