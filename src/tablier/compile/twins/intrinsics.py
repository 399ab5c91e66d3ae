"""Compiled twins of what core/rules/kernel.py offers to the rules."""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir
from numba import types
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

from tablier.compile.bounds import CHECKED, check, check_index, prepare
from tablier.compile.twins.called_code import CalledCompiler
from tablier.core.rules import kernel

prepare()
CALLED = {
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "pipeline_class": CalledCompiler,
}
"""How numba is to compile what only compiled code calls: with no way in from Python or C."""
INLINED = {**CALLED, "forceinline": True, "error_model": "numpy"}
"""The same for what the rules are made of."""
jitable = register_jitable(**CALLED)
"""Lets compiled code call a function."""
inlined = register_jitable(**INLINED)
"""The same, and puts it into whatever calls it."""

Implementation = Callable[..., Any]


def twin(function: Callable[..., object]) -> Callable[[Implementation], Implementation]:
    """Give a function its compiled form.

    numba compares signatures, annotations included, and the forms have none.
    """

    def decorate(choose: Implementation) -> Implementation:
        choose.__annotations__ = {}
        overload(function, jit_options=INLINED)(choose)
        return choose

    return decorate


@twin(kernel.popcount)
def _popcount(bits: Any) -> Any:
    return lambda bits: _count_ones(bits)


@twin(kernel.lowest)
def _lowest(bits: Any) -> Any:
    return lambda bits: _count_trailing_zeros(bits)


@twin(kernel.item)
def _item(items: Any, index: Any) -> Any:
    return lambda items, index: _select_item(items, index)


@twin(kernel.replaced)
def _replaced(items: Any, index: Any, item: Any) -> Any:
    return lambda items, index, item: _exchange_item(items, index, item)


@twin(kernel.changed)
def _changed(position: Any, field: Any, value: Any) -> Any:
    if not isinstance(field, types.StringLiteral):
        return None
    index = position.fields.index(field.literal_value)
    return lambda position, field, value: _exchange_field(position, index, value)


@twin(kernel.key_of)
def _key_of(position: Any) -> Any:
    return lambda position: _mix_numbers(position)


@intrinsic
def _count_ones(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _count_trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if CHECKED:
            some = builder.icmp_signed("!=", arguments[0], ir.IntType(64)(0))
            check(context, builder, some, "a set that has nothing lowest")
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), generate


@intrinsic
def _select_item(typing_context: Any, items: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if CHECKED:
            length = ir.IntType(64)(len(items))
            check_index(context, builder, arguments[1], length, f"a tuple of {len(items)}")
        found, *others = cgutils.unpack_tuple(builder, arguments[0], len(items))
        for number, other in enumerate(others, 1):
            here = builder.icmp_signed("==", arguments[1], ir.Constant(ir.IntType(64), number))
            found = builder.select(here, other, found)
        return found

    return types.int64(items, types.int64), generate


@intrinsic
def _exchange_item(typing_context: Any, items: Any, index: Any, item: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tuple_, at, new = arguments
        if CHECKED:
            length = ir.IntType(64)(len(items))
            check_index(context, builder, at, length, f"a tuple of {len(items)}")
        for number, old in enumerate(cgutils.unpack_tuple(builder, tuple_, len(items))):
            here = builder.icmp_signed("==", at, ir.Constant(ir.IntType(64), number))
            tuple_ = builder.insert_value(tuple_, builder.select(here, new, old), number)
        return tuple_

    return items(items, types.int64, types.int64), generate


@intrinsic
def _mix_numbers(typing_context: Any, position: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        key = word(0)
        for number in _numbers(context, builder, position, arguments[0]):
            key = builder.mul(builder.xor(key, number), word(kernel.MIXER))
            key = builder.xor(key, builder.lshr(key, word(32)))
        return key

    return types.int64(position), generate


def _numbers(context: Any, builder: Any, type_: Any, value: Any) -> Iterator[Any]:
    """All the ints of a position, in order."""
    if isinstance(type_, types.BaseTuple):
        for part, inner in zip(type_, cgutils.unpack_tuple(builder, value), strict=True):
            yield from _numbers(context, builder, part, inner)
    else:
        yield context.cast(builder, value, type_, types.int64)


@intrinsic(prefer_literal=True)
def _exchange_field(typing_context: Any, position: Any, index: Any, value: Any) -> Any:
    at = index.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        new = context.cast(builder, arguments[2], value, position.types[at])
        return builder.insert_value(arguments[0], new, at)

    return position(position, index, value), generate


# Tables become constant arrays


class TableType(types.Type):
    """The numba type of an IntTable."""

    def __init__(self) -> None:
        super().__init__(name="IntTable")


table_type = TableType()


@typeof_impl.register(kernel.IntTable)
def _typeof_table(table: kernel.IntTable, context: Any) -> TableType:
    return table_type


class _TableAddress(models.PrimitiveModel):
    """An IntTable is its address,"""

    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, ir.IntType(64).as_pointer())


class _TableSpan(models.StructModel):
    """and where indices are checked its length besides."""

    def __init__(self, manager: Any, type_: Any) -> None:
        members = [("address", types.CPointer(types.int64)), ("length", types.int64)]
        super().__init__(manager, type_, members)


register_model(TableType)(_TableSpan if CHECKED else _TableAddress)


@lower_constant(TableType)
def _constant_table(context: Any, builder: Any, type_: Any, table: kernel.IntTable) -> Any:
    array = ir.Constant(ir.ArrayType(ir.IntType(64), len(table)), list(table))
    memory = cgutils.global_constant(builder.module, ".table", array)
    address = builder.bitcast(memory, ir.IntType(64).as_pointer())
    if not CHECKED:
        return address
    span = cgutils.create_struct_proxy(type_)(context, builder)
    span.address, span.length = address, ir.IntType(64)(len(table))
    return span._getvalue()


@infer_global(operator.getitem)
class _TableIndex(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        if isinstance(arguments[0], TableType):
            return types.int64(table_type, types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _index_table(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = arguments[0]
    if CHECKED:
        span = cgutils.create_struct_proxy(table_type)(context, builder, address)
        check_index(context, builder, arguments[1], span.length, "an IntTable")
        address = span.address
    return builder.load(builder.gep(address, [arguments[1]]))
