"""Rule functions that run as plain Python and compile to machine code.

A rule function marked `@kernel` is ordinary Python when a person's move calls
it: no numba import, no warm-up. `tablier.engine` registers the very same
functions with numba, so that searches run them as machine code. They keep to
what both understand: int64 numbers, tuples, NamedTuples, loops and branches.

The few operations that Python and numba spell differently live here; the
engine supplies their compiled twins.
"""

from collections.abc import Callable, MutableSequence
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T", bound=tuple[int, ...])
P = TypeVar("P")

KERNELS: list[Callable[..., object]] = []
"""Every function marked so far, in the order of definition."""


def kernel(function: F) -> F:
    """Mark a rule function as one that the engine may compile."""
    KERNELS.append(function)
    return function


class IntTable(tuple[int, ...]):
    """A constant table of ints for kernels, indexed by numbers within its length.

    numba compiles an index into a plain tuple as a jump, which a processor
    can't foresee; an index into an IntTable becomes a load.
    """


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest set bit; `bits` must not be 0."""
    return (bits & -bits).bit_length() - 1


def item(items: tuple[int, ...], index: int) -> int:
    """`items[index]` for a tuple that changes during the game, without a jump.

    The index must lie within the tuple, and is not counted from the end.
    """
    return items[index]


def replaced(items: T, index: int, item: int) -> T:
    """`items`, a tuple of ints, with the one at `index` exchanged for `item`."""
    return cast(T, (*items[:index], item, *items[index + 1 :]))


def changed(position: P, field: str, value: object) -> P:
    """A position with one field changed, named by a literal."""
    return cast(P, cast(Any, position)._replace(**{field: value}))


MIXER = 0x9E3779B97F4A7C15
"""An odd number whose bits look drawn: 2 ** 64 divided by the golden ratio."""


def key_of(position: Any) -> int:
    """64 bits, as a signed number, that tell positions apart: for tables and checksums.

    Unlike `hash` it is the same in every Python and on every processor.
    """
    key = _mixed(position, 0)
    return key - (key >> 63 << 64)


def _mixed(numbers: Any, key: int) -> int:
    """A key with more numbers in it."""
    for number in numbers:
        if isinstance(number, tuple):
            key = _mixed(number, key)
        else:
            key = (key ^ number) * MIXER & 0xFFFF_FFFF_FFFF_FFFF
            key ^= key >> 32
    return key


@kernel
def listed(bits: int, first: int, out: MutableSequence[int], count: int) -> int:
    """Write `first` + each set bit into a buffer that holds `count`; return the new count."""
    while bits:
        out[count] = first + lowest(bits)
        bits &= bits - 1
        count += 1
    return count
