"""Arrays that compiled code knows by nothing but their address.

numba counts the references to an ordinary array and passes it on as seven
numbers and more. In a search, which passes its memory on with every step, that
takes half the time. A bare array is one address; all its dimensions but the
first belong to its type. Nobody checks an index, and whoever calls compiled
code with a bare array keeps it alive meanwhile.

A function that is called from Python must get the same inner dimensions every
time: numba's dispatcher does not look at them, and would take another array
for one of those it knows. Where they differ, pass one dimension and `tail`.
"""

import operator
from typing import Any

import numpy as np
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

from tablier.engine.twins import twin

POINTER_BYTES = 8


class Bare(np.ndarray[Any, Any]):
    """An array like any other, except in compiled code."""

    __numba_array_subtype_dispatch__ = True


def bare(array: Any) -> Bare:
    """The same numbers as a bare array."""
    return np.ascontiguousarray(array).view(Bare)


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


@register_model(BareType)
class _BareModel(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: BareType) -> None:
        number = manager.lookup(type_.dtype).get_data_type()
        super().__init__(manager, type_, number.as_pointer())


@unbox(BareType)
def _unbox(type_: BareType, array: Any, c: Any) -> NativeValue:
    """The address, which NumPy keeps right behind what every object begins with."""
    pointer = ir.IntType(8).as_pointer()
    fields = c.builder.bitcast(array, pointer.as_pointer())
    head = ir.Constant(ir.IntType(64), object.__basicsize__ // POINTER_BYTES)
    address = c.builder.load(c.builder.gep(fields, [head]))
    return NativeValue(c.builder.bitcast(address, c.context.get_value_type(type_)))


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
    place = _place(builder, signature, arguments)
    return place if isinstance(signature.return_type, BareType) else builder.load(place)


@lower_builtin(operator.setitem, BareType, types.Any, types.Any)
def _set(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _place(builder, signature, arguments))
    return context.get_dummy_value()


def _place(builder: Any, signature: Any, arguments: Any) -> Any:
    """The address of what an index leads to."""
    inner = signature.args[0].inner
    index = arguments[1]
    several = isinstance(signature.args[1], types.BaseTuple)
    indices = cgutils.unpack_tuple(builder, index, len(signature.args[1])) if several else [index]
    offset = indices[0]
    for dimension, length in enumerate(inner, 1):
        offset = builder.mul(offset, ir.Constant(ir.IntType(64), length))
        if dimension < len(indices):
            offset = builder.add(offset, indices[dimension])
    return builder.gep(arguments[0], [offset])


@intrinsic
def fetch_ahead(typing_context: Any, array: Any, index: Any) -> Any:
    """Have the memory at an index on its way to the processor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.bitcast(_place(builder, signature, arguments), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


def tail(array: Any, first: int) -> Any:
    """An array of one dimension, from a place on."""
    return array[first:]


@twin(tail)
def _tail(array: Any, first: Any) -> Any:
    return lambda array, first: _later(array, first)


@intrinsic
def _later(typing_context: Any, array: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return array(array, types.int64), generate
