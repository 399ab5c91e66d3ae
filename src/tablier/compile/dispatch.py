"""The contract's functions for compiled code.

Call these instead of a game's own: interpreted, they look the game up by the
position's class; compiled, numba picks the game's kernel at compile time and
inlines it. So a function written once against them, such as a search, runs
both ways and for every game.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from tablier.compile.marks import inlined, twin
from tablier.core import registry
from tablier.core.game import Actions, Game, Position
from tablier.core.rules import kernel
from tablier.core.rules.kernel import key_of


def game_of(position: Any) -> Game | None:
    """The game that a position's numba type belongs to, its kernels registered."""
    from numba import types

    if not isinstance(position, types.BaseNamedTuple):
        return None
    game = registry.owner(position.instance_class)
    register_kernels()
    return game


_registered: set[Callable[..., object]] = set()


def register_kernels() -> None:
    """Tell numba of the kernels that were defined since the last call."""
    for function in kernel.KERNELS:
        if function not in _registered:
            _registered.add(function)
            inlined(function)


def offered(part: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The function of the same name that the game offers which the first argument belongs to.

    It is in a part of the game, or in none. What this decorates says only what that one does.
    Compiled, it is that one.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        def chosen_from(game: Game) -> Any:
            return getattr(getattr(game, part) if part else game, function.__name__)

        @wraps(function)
        def found(*arguments: Any) -> Any:
            return chosen_from(registry.owner(type(arguments[0])))(*arguments)

        @twin(found)
        def _found(*arguments: Any) -> Any:
            game = game_of(arguments[0])
            if game is None:
                return None
            chosen = chosen_from(game)
            return lambda *arguments: chosen(*arguments)

        return found

    return decorate


@offered("rules")
def decision(position: Position) -> Any:
    """Who may act: a Decision."""


@offered("rules")
def actions(position: Position, seat: int, out: Actions) -> Any:
    """Write the legal actions of a seat that may act; return how many."""


@offered("rules")
def play(position: Position, seat: int, action: int) -> Any:
    """The position after a legal action."""


@offered("rules")
def place(position: Position, seat: int) -> Any:
    """The place of a seat, 1 for the winner; 0 while it is open."""


@offered("rules")
def reason(position: Position) -> Any:
    """The number of the reason that the game ended for; 0 while it is on."""


@offered("rules")
def identity(position: Position) -> Any:
    """The position less its counters."""


@offered("rules")
def repeated(position: Position) -> Any:
    """What becomes of a position that starts a turn for the third time."""


@offered()
def evaluate(position: Position, seat: int) -> Any:
    """How good a position is for a seat."""


@offered()
def sound(before: Position, after: Position) -> Any:
    """Whether an action can lead from one position to the other."""


def common_key(position: Position, key: int) -> int:
    """The key that a position shares with those equal by symmetry; `key` is its own."""
    canonical = registry.owner(type(position)).canonical
    return key if canonical is None else key_of(canonical(position))


@twin(common_key)
def _common_key(position: Any, key: Any) -> Any:
    if game := game_of(position):
        if (chosen := game.canonical) is None:
            return lambda position, key: key
        return lambda position, key: key_of(chosen(position))
    return None


def scale(position: Position) -> int:
    """The evaluation that means that about three games of four are won."""
    return registry.owner(type(position)).scale


@twin(scale)
def _scale(position: Any) -> Any:
    if game := game_of(position):
        constant = game.scale
        return lambda position: constant
    return None
