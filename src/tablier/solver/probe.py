"""What the books say of a position, for whoever thinks about one."""

from typing import Any

from tablier.compile.dispatch import evaluate, game_of, offered
from tablier.compile.intrinsics import twin
from tablier.compile.native import compiled
from tablier.core import registry
from tablier.core.game import Position
from tablier.solver.memory import octets
from tablier.solver.numbering import ALONE, WIDTH, Shelf, entry, value_of

UNKNOWN = -1


@offered("endgame")
def state_of(position: Position) -> Any:
    """A position as a State."""


@offered("endgame")
def timely(position: Position, turns: int) -> Any:
    """Whether a number of turns comes to an end before the draw rules do."""


def stored(position: Position, shelf: Shelf) -> int:
    """The value of a position from the books, or UNKNOWN.

    UNKNOWN is also the answer where the draw rules may come first, and it is
    compiled into nothing for a game that has no endgames.
    """
    endgame = registry.owner(type(position)).endgame
    if endgame is None or not endgame.covered(position):
        return UNKNOWN
    waiting, own, enemy = endgame.sizes(position)
    there = shelf.books[entry(waiting, own, enemy) + WIDTH]
    return int(read_up(position, shelf)) if there else UNKNOWN


@twin(stored)
def _stored(position: Any, shelf: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.endgame is None:
        return lambda position, shelf: UNKNOWN
    covered, sizes = game.endgame.covered, game.endgame.sizes

    def looked_up(position, shelf):  # type: ignore[no-untyped-def]
        if not covered(position):
            return UNKNOWN
        waiting, own, enemy = sizes(position)
        return (
            read_up(position, shelf) if shelf.books[entry(waiting, own, enemy) + WIDTH] else UNKNOWN
        )

    return looked_up


@compiled
def read_up(position: Position, shelf: Shelf) -> int:
    """What the book of a position says; a function of its own, since it is seldom called."""
    value = value_of(state_of(position), shelf)
    return value if timely(position, max(value - 1, 0)) else UNKNOWN


def assess(position: Position, seat: int, shelf: Shelf) -> int:
    """How good a position is for a seat, with the distances of players alone if they are at hand.

    Compiled, it is nothing but the evaluation for a game that has none.
    """
    score, alone = evaluate(position, seat), registry.owner(type(position)).alone
    address = int(shelf.books[ALONE])
    if alone is None or not address:
        return score
    return int(alone.informed(position, seat, score, octets(address)))


@twin(assess)
def _assess(position: Any, seat: Any, shelf: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    if game.alone is None:
        return lambda position, seat, shelf: evaluate(position, seat)
    informed = game.alone.informed

    def weighed(position, seat, shelf):  # type: ignore[no-untyped-def]
        score, address = evaluate(position, seat), shelf.books[ALONE]
        return informed(position, seat, score, octets(address)) if address else score

    return weighed
