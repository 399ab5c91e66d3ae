"""Sets of points on boards that are too large for one int: two words, one after the other.

The first word has the points from 0 to `word` - 1, the second those from `word` on. A game says
where its words part, at 62 or below, say between two rows, and hands that number in. Compiled,
all of this is inlined, and the pair lives in two registers. A loop takes one point after another
with `first` and `rest`; where every nanosecond counts, it goes through one word and then the other.
"""

from collections.abc import Iterable, MutableSequence

from tablier.core.rules.kernel import IntTable, kernel, lowest, popcount

Bits = tuple[int, int]
"""A set of points."""
LONGEST = 62
"""Points that a word can hold: numbers in kernels have no bit 63."""

# While a game is loaded


def bits(points: Iterable[int], word: int) -> Bits:
    """The set of some points."""
    words = [0, 0]
    for point in points:
        words[point >= word] |= 1 << (point if point < word else point - word)
    return words[0], words[1]


def points(bits: Bits, word: int) -> tuple[int, ...]:
    """The points of a set, ascending."""
    whole = bits[0] | bits[1] << word
    return tuple(point for point in range(whole.bit_length()) if whole >> point & 1)


def tables(sets: Iterable[Iterable[int]], word: int) -> tuple[IntTable, IntTable]:
    """Constant sets: the first words of all, and the second."""
    pairs = [bits(points, word) for points in sets]
    return IntTable(first for first, _ in pairs), IntTable(second for _, second in pairs)


# In kernels


@kernel
def some(bits: Bits) -> bool:
    """Whether there is a point in a set."""
    return bits[0] | bits[1] != 0


@kernel
def first(bits: Bits, word: int) -> int:
    """The lowest point of a set that has one."""
    return lowest(bits[0]) if bits[0] else word + lowest(bits[1])


@kernel
def rest(bits: Bits) -> Bits:
    """The set less its lowest point."""
    return (bits[0] & bits[0] - 1, bits[1]) if bits[0] else (0, bits[1] & bits[1] - 1)


@kernel
def size(bits: Bits) -> int:
    """How many points there are in a set."""
    return popcount(bits[0]) + popcount(bits[1])


@kernel
def both(one: Bits, other: Bits) -> Bits:
    """What is in both of two sets."""
    return one[0] & other[0], one[1] & other[1]


@kernel
def either(one: Bits, other: Bits) -> Bits:
    """What is in one of two sets, or in both."""
    return one[0] | other[0], one[1] | other[1]


@kernel
def less(one: Bits, other: Bits) -> Bits:
    """What is in the first of two sets, and not in the other."""
    return one[0] & ~other[0], one[1] & ~other[1]


@kernel
def meet(one: Bits, other: Bits) -> bool:
    """Whether two sets have a point in common."""
    return one[0] & other[0] | one[1] & other[1] != 0


@kernel
def listed(bits: Bits, word: int, start: int, out: MutableSequence[int], count: int) -> int:
    """Write `start` + each point into a buffer that holds `count`; return the new count."""
    one, other = bits
    while one:
        out[count] = start + lowest(one)
        one &= one - 1
        count += 1
    while other:
        out[count] = start + word + lowest(other)
        other &= other - 1
        count += 1
    return count
