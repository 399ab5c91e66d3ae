"""The numba types of vectors, and what compiled code does with them; see vectors.py.

LLVM makes of them what a processor has: one register, a few, or numbers one after another.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from tablier.compile.twins.bare_arrays import BareType, place
from tablier.compile.twins.intrinsics import twin
from tablier.compile.vectors import clipped, minus, plus, product, vector, weighed, write

INT = ir.IntType(64)
LONG = ir.IntType(32)


class VectorType(types.Type):
    """The numba type: how many numbers, and of how many bits."""

    def __init__(self, count: int, bits: int) -> None:
        self.count, self.bits = count, bits
        super().__init__(name=f"Vector({count}, {bits})")

    @property
    def lowered(self) -> Any:
        """LLVM's type."""
        return ir.VectorType(ir.IntType(self.bits), self.count)


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    """It is passed on as what it is."""

    def __init__(self, manager: Any, type_: VectorType) -> None:
        super().__init__(manager, type_, type_.lowered)


def _of(rows: BareType) -> VectorType:
    """What a row of an array is."""
    (count,) = rows.inner
    return VectorType(count, rows.dtype.bitwidth)


def _address(context: Any, builder: Any, rows: BareType, arguments: Any) -> Any:
    """The address of a row; the array need not lie where a vector would."""
    found = place(context, builder, rows, arguments[0], [arguments[1]])
    return builder.bitcast(found, _of(rows).lowered.as_pointer())


@twin(vector)
def _vector(rows: Any, row: Any) -> Any:
    return lambda rows, row: _load(rows, row)


@intrinsic
def _load(typing_context: Any, rows: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, rows, arguments)
        return builder.load(address, align=rows.dtype.bitwidth // 8)

    return _of(rows)(rows, types.int64), generate


@twin(write)
def _write(rows: Any, row: Any, vector: Any) -> Any:
    return lambda rows, row, vector: _store(rows, row, vector)


@intrinsic
def _store(typing_context: Any, rows: Any, row: Any, vector: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, rows, arguments)
        builder.store(arguments[2], address, align=rows.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(rows, types.int64, vector), generate


@twin(plus)
def _plus(vector: Any, other: Any) -> Any:
    return lambda vector, other: _add(vector, other)


@intrinsic
def _add(typing_context: Any, vector: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.add(*arguments)

    return vector(vector, other), generate


@twin(minus)
def _minus(vector: Any, other: Any) -> Any:
    return lambda vector, other: _subtract(vector, other)


@intrinsic
def _subtract(typing_context: Any, vector: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(*arguments)

    return vector(vector, other), generate


@twin(clipped)
def _clipped(vector: Any, shift: Any, most: Any) -> Any:
    return lambda vector, shift, most: _clip(vector, shift, most)


@intrinsic
def _clip(typing_context: Any, vector: Any, shift: Any, most: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        shift, most = (_splat(builder, vector, number) for number in arguments[1:])
        found = builder.ashr(arguments[0], shift)
        found = builder.select(builder.icmp_signed("<", found, most), found, most)
        none = ir.Constant(vector.lowered, [0] * vector.count)
        return builder.select(builder.icmp_signed(">", found, none), found, none)

    return vector(vector, types.int64, types.int64), generate


def _splat(builder: Any, type_: VectorType, number: Any) -> Any:
    """A vector that has one number everywhere."""
    undefined = ir.Constant(type_.lowered, ir.Undefined)
    single = builder.trunc(number, ir.IntType(type_.bits))
    first = builder.insert_element(undefined, single, LONG(0))
    everywhere = ir.Constant(ir.VectorType(LONG, type_.count), [0] * type_.count)
    return builder.shuffle_vector(first, undefined, everywhere)


@twin(weighed)
def _weighed(total: Any, vector: Any, rows: Any, first: Any) -> Any:
    return lambda total, vector, rows, first: _weigh(total, vector, rows, first)


@intrinsic
def _weigh(typing_context: Any, total: Any, vector: Any, rows: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        sums, numbers, weights, row = arguments
        for output in range(total.count):
            at = _address(context, builder, rows, (weights, builder.add(row, INT(output))))
            own = builder.load(at, align=rows.dtype.bitwidth // 8)
            added = _added_up(builder, _long_product(builder, numbers, own))
            before = builder.extract_element(sums, LONG(output))
            sums = builder.insert_element(sums, builder.add(before, added), LONG(output))
        return sums

    return total(total, vector, rows, types.int64), generate


def _long_product(builder: Any, vector: Any, other: Any) -> Any:
    """The products of two vectors, place by place, as int32."""
    wide = ir.VectorType(LONG, vector.type.count)
    return builder.mul(builder.sext(vector, wide), builder.sext(other, wide))


def _added_up(builder: Any, vector: Any) -> Any:
    """The sum of a vector of int32; so LLVM sees what processors multiply and add at once."""
    name = f"llvm.vector.reduce.add.v{vector.type.count}i32"
    kind = ir.FunctionType(LONG, [vector.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [vector])


@twin(product)
def _product(vector: Any, other: Any) -> Any:
    return lambda vector, other: _multiply(vector, other)


@intrinsic
def _multiply(typing_context: Any, vector: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sext(_added_up(builder, builder.mul(*arguments)), INT)

    return types.int64(vector, other), generate
