"""What memory.py does in compiled code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tablier.compile.memory import octets, peek, poke
from tablier.compile.twins.bare_arrays import BareType, made
from tablier.compile.twins.intrinsics import twin


def _loader(bits: int) -> Any:
    @intrinsic
    def load(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], ir.IntType(bits).as_pointer())
            loaded = builder.load(pointer)
            return loaded if bits == 64 else builder.zext(loaded, ir.IntType(64))

        return types.int64(types.int64), generate

    return load


def _storer(bits: int) -> Any:
    @intrinsic
    def store(typing_context: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], ir.IntType(bits).as_pointer())
            builder.store(builder.trunc(arguments[1], ir.IntType(bits)), pointer)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return store


_load_8, _load_16, _load_32, _load_64 = _loader(8), _loader(16), _loader(32), _loader(64)
_store_8, _store_16 = _storer(8), _storer(16)


@twin(peek)
def _peek(address: Any, width: Any) -> Any:
    def loaded(address, width):  # type: ignore[no-untyped-def]
        if width == 1:
            return _load_8(address)
        if width == 2:
            return _load_16(address)
        return _load_32(address) if width == 4 else _load_64(address)

    return loaded


@twin(poke)
def _poke(address: Any, width: Any, value: Any) -> Any:
    def stored(address, width, value):  # type: ignore[no-untyped-def]
        if width == 1:
            _store_8(address, value)
        else:
            _store_16(address, value)

    return stored


@intrinsic
def _bytes_at(typing_context: Any, address: Any) -> Any:
    array = BareType(types.uint8, ())

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return made(context, builder, array, address)

    return array(types.int64), generate


@twin(octets)
def _octets(address: Any) -> Any:
    return lambda address: _bytes_at(address)
