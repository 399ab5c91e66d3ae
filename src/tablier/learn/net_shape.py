"""How large a net is; engine/net has what runs it."""

from typing import NamedTuple

from tablier.core.errors import BadOption
from tablier.core.game import Game
from tablier.engine.net.net_file import HIDDEN, SUMS

MOST_WEIGHT = 127 / 64
"""Of the small layers: as much as eight bits hold."""


class NetShape(NamedTuple):
    """The sizes of all layers."""

    widths: tuple[int, ...]
    """Bits in each word of inputs."""
    seats: int
    """The most that play."""
    parts: int
    wide: int = SUMS
    """Numbers that the wide layer has for a seat."""
    hidden: int = HIDDEN
    """Numbers between the small layers."""

    @property
    def inputs(self) -> int:
        """How many a seat has."""
        return sum(self.widths)


def shape_for(game: Game) -> NetShape:
    """The net of a game."""
    if game.net is None:
        raise BadOption(f"{game.name} does not say what a net would see")
    return NetShape(tuple(game.net.WIDTHS), max(game.players), game.net.PARTS)
