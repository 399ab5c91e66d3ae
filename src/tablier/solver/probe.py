"""What the books say of a position, for whoever thinks about one."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablier.core.game import Position
from tablier.engine.compiled import compiled, evaluate, game_of
from tablier.engine.twins import twin
from tablier.solver.index import ALONE, WIDTH, Shelf, State, octets, value_of

UNKNOWN = -1


def endgame_of(position_class: type) -> Any | None:
    """The module `endgame` beside the one that defines a position, if there is one."""
    return _beside(position_class, "endgame")


def alone_of(position_class: type) -> Any | None:
    """The module `alone`, likewise."""
    return _beside(position_class, "alone")


def _beside(position_class: type, noun: str) -> Any | None:
    name = f"{position_class.__module__.rpartition('.')[0]}.{noun}"
    return import_module(name) if find_spec(name) else None


def part(position: Any, name: str) -> Any:
    """The kernel of that name in a game's `endgame`, for a position's numba type."""
    endgame = endgame_of(position.instance_class) if game_of(position) else None
    return getattr(endgame, name, None)


def state_of(position: Position) -> State:
    """A position as a state."""
    endgame = endgame_of(type(position))
    assert endgame is not None
    return endgame.state_of(position)


@twin(state_of)
def _state_of(position: Any) -> Any:
    chosen = part(position, "state_of")
    return lambda position: chosen(position)


def timely(position: Position, turns: int) -> bool:
    """Whether so many more turns come to an end before the draw rules do."""
    endgame = endgame_of(type(position))
    return endgame is not None and endgame.timely(position, turns)


@twin(timely)
def _timely(position: Any, turns: Any) -> Any:
    chosen = part(position, "timely")
    return lambda position, turns: chosen(position, turns)


def stored(position: Position, shelf: Shelf) -> int:
    """The value of a position from the books, or UNKNOWN.

    UNKNOWN is also the answer where the draw rules may come first, and it is
    compiled into nothing for a game that has no endgames.
    """
    endgame = endgame_of(type(position))
    if endgame is None or not endgame.covered(position):
        return UNKNOWN
    own, enemy = endgame.sizes(position)
    return int(read_up(position, shelf)) if shelf.books[own, enemy, WIDTH] else UNKNOWN


@twin(stored)
def _stored(position: Any, shelf: Any) -> Any:
    covered, sizes = part(position, "covered"), part(position, "sizes")
    if covered is None:
        return lambda position, shelf: UNKNOWN

    def looked_up(position, shelf):  # type: ignore[no-untyped-def]
        if not covered(position):
            return UNKNOWN
        own, enemy = sizes(position)
        return read_up(position, shelf) if shelf.books[own, enemy, WIDTH] else UNKNOWN

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
    score, alone = evaluate(position, seat), alone_of(type(position))
    address = int(shelf.books[ALONE])
    if alone is None or not address:
        return score
    return int(alone.informed(position, seat, score, octets(address)))


@twin(assess)
def _assess(position: Any, seat: Any, shelf: Any) -> Any:
    alone = alone_of(position.instance_class) if game_of(position) else None
    if alone is None:
        return lambda position, seat, shelf: evaluate(position, seat)
    informed = alone.informed

    def weighed(position, seat, shelf):  # type: ignore[no-untyped-def]
        score, address = evaluate(position, seat), shelf.books[ALONE]
        return informed(position, seat, score, octets(address)) if address else score

    return weighed
