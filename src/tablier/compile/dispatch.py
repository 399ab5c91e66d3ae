"""The contract's functions for compiled code.

Call these instead of a game's own: interpreted, they look the game up by the
position's class; compiled, numba picks the game's kernel at compile time and
inlines it. So a function written once against them, such as a search, runs
both ways and for every game.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import register_jitable

from tablier.compile.intrinsics import INLINED, twin
from tablier.core import registry
from tablier.core.game import Actions, Decision, Game, Position
from tablier.core.rules import kernel


def decision(position: Position) -> Decision:
    """Who may act."""
    return registry.owner(type(position)).rules.decision(position)


def actions(position: Position, seat: int, out: Actions) -> int:
    """Write the legal actions of a seat that may act; return how many."""
    return registry.owner(type(position)).rules.actions(position, seat, out)


def play(position: Position, seat: int, action: int) -> Position:
    """The position after a legal action."""
    return registry.owner(type(position)).rules.play(position, seat, action)


def place(position: Position, seat: int) -> int:
    """The place of a seat, 1 for the winner; 0 while it is open."""
    return registry.owner(type(position)).rules.place(position, seat)


def reason(position: Position) -> int:
    """The number of the reason that the game ended for; 0 while it is on."""
    return registry.owner(type(position)).rules.reason(position)


def identity(position: Position) -> Position:
    """The position less its counters."""
    return registry.owner(type(position)).rules.identity(position)


def repeated(position: Position) -> Position:
    """What becomes of a position that starts a turn for the third time."""
    return registry.owner(type(position)).rules.repeated(position)


def evaluate(position: Position, seat: int) -> int:
    """How good a position is for a seat."""
    return registry.owner(type(position)).evaluate(position, seat)


def common_key(position: Position, key: int) -> int:
    """The key that a position shares with those equal by symmetry; `key` is its own."""
    canonical = registry.owner(type(position)).canonical
    return key if canonical is None else hash(canonical(position))


def scale(position: Position) -> int:
    """The evaluation that means that about three games of four are won."""
    return registry.owner(type(position)).scale


def sound(before: Position, after: Position) -> bool:
    """Whether an action can lead from one position to the other."""
    return registry.owner(type(before)).sound(before, after)


def game_of(position: Any) -> Game | None:
    """The game that a position's numba type belongs to, its kernels registered."""
    if not isinstance(position, types.BaseNamedTuple):
        return None
    game = registry.owner(position.instance_class)
    register_kernels()
    return game


@twin(decision)
def _decision(position: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.decision
        return lambda position: chosen(position)
    return None


@twin(actions)
def _actions(position: Any, seat: Any, out: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.actions
        return lambda position, seat, out: chosen(position, seat, out)
    return None


@twin(play)
def _play(position: Any, seat: Any, action: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.play
        return lambda position, seat, action: chosen(position, seat, action)
    return None


@twin(place)
def _place(position: Any, seat: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.place
        return lambda position, seat: chosen(position, seat)
    return None


@twin(reason)
def _reason(position: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.reason
        return lambda position: chosen(position)
    return None


@twin(identity)
def _identity(position: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.identity
        return lambda position: chosen(position)
    return None


@twin(repeated)
def _repeated(position: Any) -> Any:
    if game := game_of(position):
        chosen = game.rules.repeated
        return lambda position: chosen(position)
    return None


@twin(evaluate)
def _evaluate(position: Any, seat: Any) -> Any:
    if game := game_of(position):
        chosen = game.evaluate
        return lambda position, seat: chosen(position, seat)
    return None


@twin(common_key)
def _common_key(position: Any, key: Any) -> Any:
    if game := game_of(position):
        if (chosen := game.canonical) is None:
            return lambda position, key: key
        return lambda position, key: hash(chosen(position))
    return None


@twin(scale)
def _scale(position: Any) -> Any:
    if game := game_of(position):
        constant = game.scale
        return lambda position: constant
    return None


@twin(sound)
def _sound(before: Any, after: Any) -> Any:
    if game := game_of(before):
        chosen = game.sound
        return lambda before, after: chosen(before, after)
    return None


_registered: set[Callable[..., object]] = set()


def register_kernels() -> None:
    """Tell numba of the kernels that were defined since the last call."""
    for function in kernel.KERNELS:
        if function not in _registered:
            _registered.add(function)
            register_jitable(**INLINED)(function)
