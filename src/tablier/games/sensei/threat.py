"""A warning of unfair play: what a player allows who ends the turn now (SE-16, SE-17)."""

from functools import lru_cache
from typing import NamedTuple

from tablier.core.board.topology import points_of
from tablier.core.rules.duel import own_first
from tablier.games.sensei.board import ALL, SQUARES, START_LINES
from tablier.games.sensei.moves import flights, list_stone_moves
from tablier.games.sensei.rules import MOST_ACTIONS, NO_CLAIMS, STONE_MOVES, Position
from tablier.games.sensei.unfair import CONTACTS, ahead, lines


class Siege(NamedTuple):
    """A line, as the opponent sees it."""

    before: int
    """The squares from which a stone is in contact with it."""
    enemy: int
    """The stones of the line's player."""
    pits: int
    home: int
    """Where the opponent's character would have arrived, so that nothing needs to be claimed."""
    far: int


def exposed(position: Position) -> int:
    """The line of the player in turn that the opponent could claim in the next turn; or 0.

    It is exact: the opponent's two stone moves are tried, and flights that set the stone
    under the character free.
    """
    if position.ending or position.unfair == NO_CLAIMS:
        return 0
    seat = position.seat
    enemy, own = own_first(position.stones, seat)
    for line in lines(enemy | position.pits):
        home = START_LINES[seat]
        siege = Siege(ahead(seat, line), enemy, position.pits, home, position.far)
        if _can_be_claimed(siege, own, position.characters[1 - seat]):
            return line
    return 0


@lru_cache(256)
def _can_be_claimed(siege: Siege, own: int, stands: int) -> bool:
    return _search(siege, own, stands, STONE_MOVES, flown=False)


def _search(siege: Siege, own: int, stands: int, left: int, *, flown: bool) -> bool:
    """Whether that many stone moves bring enough stones into contact."""
    missing = CONTACTS - (own & siege.before).bit_count()
    if missing <= 0 or missing > left:
        return missing <= 0
    free, out = ALL & ~(own | siege.enemy | siege.pits), [0] * MOST_ACTIONS
    for held in _holders(siege, own, stands, flown):
        count = list_stone_moves(own & ~(1 << held), free, siege.far, out)
        for source, target in [divmod(move, SQUARES) for move in out[:count]]:
            gains = (siege.before >> target & 1) - (siege.before >> source & 1)
            if missing < left or gains > 0:
                after = own ^ (1 << source | 1 << target)
                if _search(siege, after, held, left - 1, flown=flown or held != stands):
                    return True
    return False


def _holders(siege: Siege, own: int, stands: int, flown: bool) -> tuple[int, ...]:
    """Where the character can stand while a stone moves: it may fly before (SE-12)."""
    if flown:
        return (stands,)
    return (stands, *points_of(flights(own, siege.enemy, stands) & ~siege.home))
