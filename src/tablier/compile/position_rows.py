"""Positions as rows of ints, so that thousands of them lie in one bare array.

A position's ints stand there in the order of its fields, tuples taken apart.
"""

from itertools import count
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tablier.compile.intrinsics import twin
from tablier.compile.lanes import LaneType, lane_place
from tablier.compile.raw_array import place
from tablier.core.game import Position


def flat(position: Position) -> tuple[int, ...]:
    """All ints of a position.

    >>> import tablier
    >>> flat(tablier.new("zhizhu").play("a3").state)
    (4, 0, 8, 9, 1, 0, 0, 0, 0, 1, 1, 0, -1)
    """
    ints: tuple[int, ...] = ()
    for part in position:
        ints += flat(part) if isinstance(part, tuple) else (part,)
    return ints


def width(position: Position) -> int:
    """How many ints a position has."""
    return len(flat(position))


def store(position: Position, ints: Any, first: int) -> None:
    """Write a position to an array of int64, from a place on."""
    for at, number in enumerate(flat(position), first):
        ints[at] = number


def load(like: Position, ints: Any, first: int) -> Position:
    """The position that was written there; `like` is any position of the same game."""
    return _filled(like, (int(ints[at]) for at in count(first)))


def _filled(like: Any, ints: Any) -> Any:
    parts = [_filled(part, ints) if isinstance(part, tuple) else next(ints) for part in like]
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def digest(position: Position) -> int:
    """A number of 64 bits that two different positions hardly ever share."""
    mixed = sum(number * _factor(at) for at, number in enumerate(flat(position)))
    return (mixed + (1 << 63)) % (1 << 64) - (1 << 63)


def _factor(at: int) -> int:
    """An odd number of 64 bits for each place, all bits as if drawn by lot."""
    bits = (at + 1) * 0x9E37_79B9_7F4A_7C15 % (1 << 64)
    bits = (bits ^ bits >> 30) * 0xBF58_476D_1CE4_E5B9 % (1 << 64)
    bits = (bits ^ bits >> 27) * 0x94D0_49BB_1331_11EB % (1 << 64)
    return bits ^ bits >> 31 | 1


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
            factor = ir.Constant(ir.IntType(64), _factor(number))
            mixed = builder.add(mixed, builder.mul(value, factor))
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
