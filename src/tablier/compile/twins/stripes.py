"""The numba types of striped rows; see lanes.py."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, models, register_model

from tablier.compile.lanes import LANES, LANES_SHIFT, row
from tablier.compile.raw_array import tail
from tablier.compile.twins.intrinsics import twin

INT = ir.IntType(64)


class StripedType(types.Type):
    """The numba type of an array of rows that lie as stripes, `LANES` rows together."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Striped({dtype})")


class LaneType(types.Type):
    """The numba type of one row of it: its places lie `LANES` apart."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Lane({dtype})")


@register_model(StripedType)
@register_model(LaneType)
class _LanesAddress(models.PrimitiveModel):
    """Both are known by their address."""

    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, manager.lookup(type_.dtype).get_data_type().as_pointer())


@twin(row)
def _row(array: Any, number: Any, width: Any) -> Any:
    if isinstance(array, StripedType):
        return lambda array, number, width: _lane(
            array, (number >> LANES_SHIFT) * (width << LANES_SHIFT) + (number & LANES - 1)
        )
    return lambda array, number, width: tail(array, number * width)


@intrinsic
def _lane(typing_context: Any, array: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return LaneType(array.dtype)(array, types.int64), generate


def lane_place(builder: Any, lane: Any, index: Any) -> Any:
    """The address of a place of a row."""
    return builder.gep(lane, [builder.mul(index, INT(LANES))])


@infer_global(operator.getitem)
class _LaneItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        lane, index = arguments
        if isinstance(lane, LaneType) and isinstance(index, types.Integer):
            return lane.dtype(lane, types.int64)
        return None


@infer_global(operator.setitem)
class _SetLaneItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        lane, index, _ = arguments
        if isinstance(lane, LaneType) and isinstance(index, types.Integer):
            return types.void(lane, types.int64, lane.dtype)
        return None


@lower_builtin(operator.getitem, LaneType, types.int64)
def _get(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    lane, index = arguments
    return builder.load(lane_place(builder, lane, index))


@lower_builtin(operator.setitem, LaneType, types.int64, types.Any)
def _set(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    lane, index, value = arguments
    builder.store(value, lane_place(builder, lane, index))
    return context.get_dummy_value()
