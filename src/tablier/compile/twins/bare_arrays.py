"""The numba type of a bare array, and what compiled code does with one; see raw_array.py."""

import operator
from typing import Any

from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from tablier.compile.bounds import CHECKED, check, check_index
from tablier.compile.raw_array import Bare, fetch_ahead, tail
from tablier.compile.twins.intrinsics import twin

POINTER_BYTES = 8
UNLIMITED = 1 << 62
INT = ir.IntType(64)


class BareType(types.Type):
    """The numba type: what a number is, and the length of all dimensions but the first."""

    def __init__(self, dtype: Any, inner: tuple[int, ...]) -> None:
        self.dtype, self.inner = dtype, inner
        super().__init__(name=f"Bare({dtype}, {inner})")

    def indexed(self, index: Any) -> Any:
        """The type that an index leads to, and the index as it is passed on; None if it is none."""
        if isinstance(index, types.Integer):
            count, passed = 1, types.int64
        elif isinstance(index, types.BaseTuple) and 0 < len(index) <= len(self.inner) + 1:
            count, passed = len(index), types.UniTuple(types.int64, len(index))
        else:
            return None
        whole = count == len(self.inner) + 1
        return (self.dtype if whole else BareType(self.dtype, self.inner[count:])), passed


@typeof_impl.register(Bare)
def _typeof(array: Bare, context: Any) -> BareType:
    assert array.flags.c_contiguous
    return BareType(from_dtype(array.dtype), array.shape[1:])


class _Address(models.PrimitiveModel):
    """How an array is passed on: by its address."""

    def __init__(self, manager: Any, type_: BareType) -> None:
        number = manager.lookup(type_.dtype).get_data_type()
        super().__init__(manager, type_, number.as_pointer())


class _Span(models.StructModel):
    """How it is passed on where indices are checked: with the length of the first dimension."""

    def __init__(self, manager: Any, type_: BareType) -> None:
        members = [("address", types.CPointer(type_.dtype)), ("length", types.int64)]
        super().__init__(manager, type_, members)


register_model(BareType)(_Span if CHECKED else _Address)


def made(context: Any, builder: Any, type_: BareType, address: Any, length: Any = None) -> Any:
    """The array at an address; nobody knows how many rows it has if `length` doesn't say."""
    if not CHECKED:
        return address
    span = cgutils.create_struct_proxy(type_)(context, builder)
    span.address, span.length = address, INT(UNLIMITED) if length is None else length
    return span._getvalue()


def _parts(context: Any, builder: Any, type_: BareType, array: Any) -> tuple[Any, Any]:
    """The address and the length, as far as it is known."""
    if not CHECKED:
        return array, None
    span = cgutils.create_struct_proxy(type_)(context, builder, array)
    return span.address, span.length


def place(
    context: Any, builder: Any, type_: BareType, array: Any, indices: list[Any], count: int = 1
) -> Any:
    """The address of what indices lead to: `count` rows of an array."""
    address, length = _parts(context, builder, type_, array)
    if CHECKED:
        what = f"an array of {type_.dtype}, {type_.inner}"
        end = builder.add(indices[0], INT(count))
        check(context, builder, builder.icmp_signed(">=", indices[0], INT(0)), what)
        check(context, builder, builder.icmp_signed("<=", end, length), what)
        for index, inner in zip(indices[1:], type_.inner, strict=False):
            check_index(context, builder, index, INT(inner), what)
    offset = indices[0]
    for dimension, inner in enumerate(type_.inner, 1):
        offset = builder.mul(offset, INT(inner))
        if dimension < len(indices):
            offset = builder.add(offset, indices[dimension])
    return builder.gep(address, [offset])


@unbox(BareType)
def _unbox(type_: BareType, array: Any, c: Any) -> NativeValue:
    """The address, which NumPy keeps right behind what every object begins with.

    The number of dimensions and where their lengths are come next.
    """
    builder, head = c.builder, object.__basicsize__ // POINTER_BYTES
    fields = builder.bitcast(array, ir.IntType(8).as_pointer().as_pointer())
    address, lengths = (builder.load(builder.gep(fields, [INT(head + n)])) for n in (0, 2))
    number = c.context.get_value_type(type_.dtype).as_pointer()
    first = builder.load(builder.bitcast(lengths, INT.as_pointer()))
    return NativeValue(made(c.context, builder, type_, builder.bitcast(address, number), first))


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        array, index = arguments
        if isinstance(array, BareType) and (found := array.indexed(index)):
            return found[0](array, found[1])
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        array, index, _ = arguments
        if isinstance(array, BareType) and (found := array.indexed(index)):
            return types.void(array, found[1], array.dtype) if found[0] == array.dtype else None
        return None


@lower_builtin(operator.getitem, BareType, types.Any)
def _get(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    found, type_ = _indexed(context, builder, signature, arguments), signature.return_type
    if not isinstance(type_, BareType):
        return builder.load(found)
    rows = signature.args[0].inner[-1 - len(type_.inner)]
    return made(context, builder, type_, found, INT(rows))


@lower_builtin(operator.setitem, BareType, types.Any, types.Any)
def _set(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _indexed(context, builder, signature, arguments))
    return context.get_dummy_value()


def _indexed(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The address of what an index leads to."""
    index = arguments[1]
    several = isinstance(signature.args[1], types.BaseTuple)
    indices = cgutils.unpack_tuple(builder, index, len(signature.args[1])) if several else [index]
    return place(context, builder, signature.args[0], arguments[0], indices)


@twin(fetch_ahead)
def _fetch_ahead(array: Any, index: Any) -> Any:
    return lambda array, index: _prefetch(array, index)


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = _indexed(context, builder, signature, arguments)
        memory = builder.bitcast(found, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [memory, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@twin(tail)
def _tail(array: Any, first: Any) -> Any:
    return lambda array, first: _later(array, first)


@intrinsic
def _later(typing_context: Any, array: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = place(context, builder, array, arguments[0], [arguments[1]], 0)
        _, length = _parts(context, builder, array, arguments[0])
        left = builder.sub(length, arguments[1]) if CHECKED else None
        return made(context, builder, array, found, left)

    return array(array, types.int64), generate
