"""What the books say of a position, for whoever thinks about one."""

from typing import Any

from tablier.compile.dispatch import game_of, offered
from tablier.compile.marks import compiled, jitable, twin
from tablier.compile.memory import octets
from tablier.core import registry
from tablier.core.game import Position
from tablier.core.rules.kernel import popcount
from tablier.solver.numbering import ALONE, WIDTH, Shelf, entry, value_of, waiting
from tablier.solver.packed.layout import WON, packed_value

UNKNOWN = -1


@offered("endgame")
def state_of(position: Position) -> Any:
    """A position as a State."""


@offered("endgame")
def timely(position: Position, turns: int) -> Any:
    """Whether a number of turns comes to an end before the draw rules do."""


def stored(position: Position, shelf: Shelf) -> int:
    """The value of a position from the books, or UNKNOWN.

    UNKNOWN is also the answer where the draw rules may come first; packed books say WON or LOST
    then. It is compiled into nothing for a game that has no endgames.
    """
    return int(read_up(position, shelf)) if has_book(position, shelf) else UNKNOWN


@twin(stored)
def _stored(position: Any, shelf: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.endgame is None:
        return lambda position, shelf: UNKNOWN
    return lambda position, shelf: (
        read_up(position, shelf) if has_book(position, shelf) else UNKNOWN
    )


def has_book(position: Position, shelf: Shelf) -> bool:
    """Whether a position is a state whose book is on the shelf."""
    endgame = registry.owner(type(position)).endgame
    if endgame is None or not endgame.covered(position):
        return False
    return bool(shelf.books[entry(*endgame.sizes(position)) + WIDTH])


@twin(has_book)
def _has_book(position: Any, shelf: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.endgame is None:
        return lambda position, shelf: False
    covered, sizes = game.endgame.covered, game.endgame.sizes

    def found(position, shelf):  # type: ignore[no-untyped-def]
        if not covered(position):
            return False
        waiting, own, enemy = sizes(position)
        return shelf.books[entry(waiting, own, enemy) + WIDTH] != 0

    return found


@compiled
def read_up(position: Position, shelf: Shelf) -> int:
    """What the book of a position says; a function of its own, since it is seldom called."""
    state = state_of(position)
    value, is_packed = book_value(state, shelf)
    if value >= WON or timely(position, max(value - 1, 0)):
        return value
    return WON + (value & 1) if is_packed else UNKNOWN


@jitable
def book_value(state: Any, shelf: Shelf) -> tuple[int, bool]:
    """What the book of a state says, draws by count aside, and whether it is packed."""
    book = entry(waiting(state), popcount(state.own), popcount(state.enemy))
    if shelf.books[book + WIDTH] < 0:
        return packed_value(state, shelf), True
    return value_of(state, shelf), False


def decided(position: Position) -> bool:
    """Whether nothing but the distances of players alone decides who wins."""
    alone = registry.owner(type(position)).alone
    return alone is not None and bool(alone.decided(position))


@twin(decided)
def _decided(position: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.alone is None:
        return lambda position: False
    kernel = game.alone.decided
    return lambda position: kernel(position)


def informed(position: Position, seat: int, score: int, shelf: Shelf) -> int:
    """An evaluation with what the distances of players alone add to it, if they are at hand.

    Compiled, it is nothing but the evaluation for a game that has none.
    """
    alone, address = registry.owner(type(position)).alone, int(shelf.books[ALONE])
    if alone is None or not address:
        return score
    return int(alone.informed(position, seat, score, octets(address)))


@twin(informed)
def _informed(position: Any, seat: Any, score: Any, shelf: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.alone is None:
        return lambda position, seat, score, shelf: score
    added = game.alone.informed

    def weighed(position, seat, score, shelf):  # type: ignore[no-untyped-def]
        address = shelf.books[ALONE]
        return added(position, seat, score, octets(address)) if address else score

    return weighed
