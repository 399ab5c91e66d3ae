"""What position_rows.py does in compiled code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tablier.compile.position_rows import digest, factor, load, store, width
from tablier.compile.twins.bare_arrays import place
from tablier.compile.twins.intrinsics import twin
from tablier.compile.twins.stripes import LaneType, lane_place


@twin(width)
def _width(position: Any) -> Any:
    if isinstance(position, types.BaseNamedTuple):
        length = _length(position)
        return lambda position: length
    return None


@twin(store)
def _store(position: Any, ints: Any, first: Any) -> Any:
    if isinstance(position, types.BaseNamedTuple):
        return lambda position, ints, first: _store_ints(position, ints, first)
    return None


@twin(load)
def _load(like: Any, ints: Any, first: Any) -> Any:
    if isinstance(like, types.BaseNamedTuple):
        return lambda like, ints, first: _load_ints(like, ints, first)
    return None


@twin(digest)
def _digest(position: Any) -> Any:
    if isinstance(position, types.BaseNamedTuple):
        return lambda position: _digest_ints(position)
    return None


@intrinsic
def _digest_ints(typing_context: Any, position: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mixed = ir.Constant(ir.IntType(64), 0)
        for number, value in enumerate(_leaves(builder, position, arguments[0])):
            constant = ir.Constant(ir.IntType(64), factor(number))
            mixed = builder.add(mixed, builder.mul(value, constant))
        return mixed

    return types.int64(position), generate


@intrinsic
def _store_ints(typing_context: Any, position: Any, ints: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = _leaves(builder, position, arguments[0])
        places = _places(context, builder, ints, arguments, len(values))
        for value, at in zip(values, places, strict=True):
            builder.store(value, at)
        return context.get_dummy_value()

    return types.void(position, ints, types.int64), generate


@intrinsic
def _load_ints(typing_context: Any, like: Any, ints: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = iter(_places(context, builder, ints, arguments, _length(like)))
        return _built(context, builder, like, places)

    return like(like, ints, types.int64), generate


def _length(type_: Any) -> int:
    """How many ints a tuple of this type has."""
    return sum(_length(part) if isinstance(part, types.BaseTuple) else 1 for part in type_)


def _leaves(builder: Any, type_: Any, value: Any) -> list[Any]:
    """The ints inside a tuple's value."""
    found = []
    for number, part in enumerate(type_):
        inner = builder.extract_value(value, number)
        found += _leaves(builder, part, inner) if isinstance(part, types.BaseTuple) else [inner]
    return found


def _built(context: Any, builder: Any, type_: Any, places: Any) -> Any:
    """A tuple made of the ints at some addresses."""
    parts = [
        _built(context, builder, part, places)
        if isinstance(part, types.BaseTuple)
        else builder.load(next(places))
        for part in type_
    ]
    return context.make_tuple(builder, type_, parts)


def _places(context: Any, builder: Any, ints: Any, arguments: Any, length: int) -> list[Any]:
    """The addresses of a number of ints of a bare array, or of a lane."""
    if isinstance(ints, LaneType):
        at = [builder.add(arguments[2], ir.Constant(ir.IntType(64), n)) for n in range(length)]
        return [lane_place(builder, arguments[1], one) for one in at]
    first = place(context, builder, ints, arguments[1], [arguments[2]], length)
    return [builder.gep(first, [ir.Constant(ir.IntType(64), number)]) for number in range(length)]
