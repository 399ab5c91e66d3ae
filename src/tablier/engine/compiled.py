"""The contract's functions for compiled code.

Call these instead of a game's own: interpreted, they look the game up by the
position's class; compiled, numba picks the game's kernel at compile time and
inlines it. So a function written once against them, such as a search, runs
both ways and for every game.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_jitable,
    register_model,
    typeof_impl,
)

from tablier.core import kernel, registry
from tablier.core.game import Actions, Decision, Game, Position

compiled = njit(cache=True, nogil=True, error_model="numpy")
"""Decorates a function that is generic over positions."""

INLINED = {"forceinline": True, "error_model": "numpy"}
Implementation = Callable[..., Any]


def _twin(function: Callable[..., object]) -> Callable[[Implementation], Implementation]:
    """Give a function its compiled form.

    numba compares signatures, annotations included, and the forms have none.
    """

    def decorate(choose: Implementation) -> Implementation:
        choose.__annotations__ = {}
        overload(function, jit_options=INLINED)(choose)
        return choose

    return decorate


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


def evaluate(position: Position, seat: int) -> int:
    """How good a position is for a seat."""
    return registry.owner(type(position)).evaluate(position, seat)


def _game(position: Any) -> Game | None:
    """The game that a position's numba type belongs to, its kernels registered."""
    if not isinstance(position, types.BaseNamedTuple):
        return None
    game = registry.owner(position.instance_class)
    _register_kernels()
    return game


@_twin(decision)
def _decision(position: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.decision
        return lambda position: chosen(position)
    return None


@_twin(actions)
def _actions(position: Any, seat: Any, out: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.actions
        return lambda position, seat, out: chosen(position, seat, out)
    return None


@_twin(play)
def _play(position: Any, seat: Any, action: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.play
        return lambda position, seat, action: chosen(position, seat, action)
    return None


@_twin(place)
def _place(position: Any, seat: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.place
        return lambda position, seat: chosen(position, seat)
    return None


@_twin(reason)
def _reason(position: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.reason
        return lambda position: chosen(position)
    return None


@_twin(identity)
def _identity(position: Any) -> Any:
    if game := _game(position):
        chosen = game.rules.identity
        return lambda position: chosen(position)
    return None


@_twin(evaluate)
def _evaluate(position: Any, seat: Any) -> Any:
    if game := _game(position):
        chosen = game.evaluate
        return lambda position, seat: chosen(position, seat)
    return None


_registered: set[Callable[..., object]] = set()


def _register_kernels() -> None:
    """Tell numba of the kernels that were defined since the last call."""
    for function in kernel.KERNELS:
        if function not in _registered:
            _registered.add(function)
            register_jitable(**INLINED)(function)


# Compiled twins of the operations in core/kernel.py


@_twin(kernel.popcount)
def _popcount(bits: Any) -> Any:
    return lambda bits: _count_ones(bits)


@_twin(kernel.lowest)
def _lowest(bits: Any) -> Any:
    return lambda bits: _count_trailing_zeros(bits)


@_twin(kernel.item)
def _item(items: Any, index: Any) -> Any:
    return lambda items, index: _select_item(items, index)


@_twin(kernel.replaced)
def _replaced(items: Any, index: Any, item: Any) -> Any:
    return lambda items, index, item: _exchange_item(items, index, item)


@intrinsic  # type: ignore[untyped-decorator]
def _count_ones(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _select_item(typing_context: Any, items: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found, *others = cgutils.unpack_tuple(builder, arguments[0], len(items))
        for number, other in enumerate(others, 1):
            here = builder.icmp_signed("==", arguments[1], ir.Constant(ir.IntType(64), number))
            found = builder.select(here, other, found)
        return found

    return types.int64(items, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _exchange_item(typing_context: Any, items: Any, index: Any, item: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tuple_, at, new = arguments
        for number, old in enumerate(cgutils.unpack_tuple(builder, tuple_, len(items))):
            here = builder.icmp_signed("==", at, ir.Constant(ir.IntType(64), number))
            tuple_ = builder.insert_value(tuple_, builder.select(here, new, old), number)
        return tuple_

    return items(items, types.int64, types.int64), generate


# Tables become constant arrays


class TableType(types.Type):  # type: ignore[misc]
    """The numba type of a Table."""

    def __init__(self) -> None:
        super().__init__(name="Table")


table_type = TableType()


@typeof_impl.register(kernel.Table)
def _typeof_table(table: kernel.Table, context: Any) -> TableType:
    return table_type


@register_model(TableType)
class _TableModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, ir.IntType(64).as_pointer())


@lower_constant(TableType)
def _constant_table(context: Any, builder: Any, type_: Any, table: kernel.Table) -> Any:
    array = ir.Constant(ir.ArrayType(ir.IntType(64), len(table)), list(table))
    memory = cgutils.global_constant(builder.module, ".table", array)
    return builder.bitcast(memory, ir.IntType(64).as_pointer())


@infer_global(operator.getitem)
class _TableIndex(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        if isinstance(arguments[0], TableType):
            return types.int64(table_type, types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _index_table(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(builder.gep(arguments[0], [arguments[1]]))
