"""How the parts of an observation are written: one number for each, or bits in words.

`describe` in encoding.py says what is written. A row of float32 takes it as it is. A `PackedRow`
takes a bit for whatever is 0 or 1, and beside these the few numbers that may be something else:
a GPU is quicker at spreading such rows than at writing far apart (vector/packing.py).
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from tablier.compile.marks import inlined, twin

WORD_BITS = 32
"""The bits of one word of a packed row."""
LAST_BIT = WORD_BITS - 1
WORD_SHIFT = 5


class PackedRow(NamedTuple):
    """A row, or rows, of which all bits were 0 before."""

    bits: Any
    """Words of 32 bits."""
    numbers: Any
    """What is not a bit, as float32."""


EIGHTS = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little").astype(np.float32)
"""The eight bits of every byte, the lowest first."""


@inlined
def spread(value: int, size: int, out: Any, at: int) -> int:
    """Write the lowest bits of a number one by one; return the place behind them."""
    end = at + size
    while at + 8 <= end:
        row = (value & 255) * 8
        for bit in range(8):
            out[at + bit] = EIGHTS[row + bit]
        value >>= 8
        at += 8
    while at < end:
        out[at] = value & 1
        value >>= 1
        at += 1
    return at


@inlined
def spell(value: int, size: int, digits: int, out: Any, at: int) -> int:
    """Write a word, or none if there is none of that number; return the place behind it."""
    for place in range(at, at + size * digits):
        out[place] = 0
    if digits == 1:
        if 0 <= value < size:
            out[at + value] = 1
    elif value >= 0:
        for digit in range(digits):
            out[at + (digits - 1 - digit) * size + value % size] = 1
            value //= size
    return at + size * digits


@inlined
def pack(value: int, size: int, bits: Any, at: int) -> int:
    """Put the lowest bits of a number into words; return the place behind them."""
    end = at + size
    while at < end:
        offset = at & LAST_BIT
        taken = min(WORD_BITS - offset, end - at)
        bits[at >> WORD_SHIFT] |= (value & (1 << taken) - 1) << offset
        value >>= taken
        at += taken
    return at


@inlined
def pack_word(value: int, size: int, digits: int, bits: Any, at: int) -> int:
    """What `spell` writes, into words."""
    if digits == 1:
        if 0 <= value < size:
            pack(1, 1, bits, at + value)
    elif value >= 0:
        for digit in range(digits):
            pack(1, 1, bits, at + (digits - 1 - digit) * size + value % size)
            value //= size
    return at + size * digits


def write_bit(bit: bool, out: Any, at: int) -> None:
    """Write something that holds or doesn't."""
    out[at] = bit


def write_bits(value: int, size: int, out: Any, at: int) -> int:
    """Write the lowest bits of a number one by one; return the place behind them."""
    return spread(value, size, out, at)


def write_word(value: int, size: int, digits: int, out: Any, at: int) -> int:
    """Write a word, or none if there is none of that number; return the place behind it."""
    return spell(value, size, digits, out, at)


def write_number(number: float, out: Any, at: int, slot: int) -> None:
    """Write a number, the one of that slot."""
    out[at] = number


@twin(write_bit)
def _write_bit(bit: Any, out: Any, at: Any) -> Any:
    if isinstance(out, types.BaseNamedTuple):
        return lambda bit, out, at: pack(int(bit), 1, out.bits, at)

    def write(bit, out, at):  # type: ignore[no-untyped-def]
        out[at] = bit

    return write


@twin(write_bits)
def _write_bits(value: Any, size: Any, out: Any, at: Any) -> Any:
    if isinstance(out, types.BaseNamedTuple):
        return lambda value, size, out, at: pack(value, size, out.bits, at)
    return lambda value, size, out, at: spread(value, size, out, at)


@twin(write_word)
def _write_word(value: Any, size: Any, digits: Any, out: Any, at: Any) -> Any:
    if isinstance(out, types.BaseNamedTuple):
        return lambda value, size, digits, out, at: pack_word(value, size, digits, out.bits, at)
    return lambda value, size, digits, out, at: spell(value, size, digits, out, at)


@twin(write_number)
def _write_number(number: Any, out: Any, at: Any, slot: Any) -> Any:
    packed = isinstance(out, types.BaseNamedTuple)

    def write_packed(number, out, at, slot):  # type: ignore[no-untyped-def]
        out.numbers[slot] = number

    def write(number, out, at, slot):  # type: ignore[no-untyped-def]
        out[at] = number

    return write_packed if packed else write
