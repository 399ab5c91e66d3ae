"""Masks and observations on a GPU: packed game by game, then spread word by word.

Neighbouring threads are quick where they write neighbouring memory. What a game has to tell takes
a thread of its own, which puts it into few words of bits; then a thread for each sixteen bytes of
the arrays that are asked for looks up what belongs there, whichever games that is.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablier.compile.lanes import row
from tablier.compile.marks import compiled, inlined
from tablier.compile.raw_array import tail
from tablier.research.encoding import Coding, describe
from tablier.research.observation_writers import LAST_BIT, WORD_SHIFT, PackedRow, pack
from tablier.research.vector.batch import Batch

SHIFT = 40
ONE = 0x3F80_0000
"""The bits of 1.0 as float32."""
BYTES, FLOATS = 16, 4
"""Of a mask, and of an observation, for one thread."""
SPREAD = 0x0020_4081
"""Puts four bits seven apart, so that each is the lowest of a byte."""
LOWEST = 0x0101_0101


class Spreading(NamedTuple):
    """How rows of places become an array without gaps."""

    size: int
    """The places of a row."""
    inverse: int
    """See `divided`."""
    words: int
    """For the bits of a row; the last one is always 0."""
    numbers: int
    """What a row has that is not a bit."""


class NumberPlaces(NamedTuple):
    """Where in an observation numbers stand that are not bits."""

    numbers: Any
    """A bit for each place."""
    slots: Any
    """Which of the numbers stands at each; -1 for none."""


def number_places(slots: npt.NDArray[np.int32]) -> npt.NDArray[np.uint32]:
    """The bits of `NumberPlaces`."""
    how = spreading(len(slots))
    bits = np.zeros(32 * how.words, np.uint8)
    bits[: len(slots)] = slots >= 0
    return np.packbits(bits, bitorder="little").view(np.uint32)


def spreading(size: int, numbers: int = 0) -> Spreading:
    """The same for rows of some size."""
    return Spreading(size, (1 << SHIFT) // size + 1, (size >> WORD_SHIFT) + 2, numbers)


@inlined
def divided(number: int, spreading: Spreading) -> tuple[int, int]:
    """The row and the place in it that a number leads to.

    A multiplication is much quicker than a division. The quotient comes out one too large at most.
    """
    quotient = number * spreading.inverse >> SHIFT
    rest = number - quotient * spreading.size
    return (quotient - 1, rest + spreading.size) if rest < 0 else (quotient, rest)


@compiled
def pack_masks(
    listed: Any, counts: Any, coding: Coding, words: int, bits: Any, first: int, last: int
) -> None:
    """Set a bit for every legal action of some games."""
    for game in range(first, last):
        mask, legal = tail(bits, game * words), row(listed, game, coding.most)
        for place in range(counts[game]):
            pack(1, 1, mask, int(coding.places[legal[place]]))


@compiled
def spread_masks(bits: Any, spreading: Spreading, masks: Any, first: int, last: int) -> None:
    """Write sixteen bytes of masks for each index, from bits."""
    for index in range(first, last):
        game, place = divided(index * BYTES, spreading)
        window = taken(bits, game * spreading.words, place)
        filled = spreading.size - place
        while filled < BYTES:
            game += 1
            window |= taken(bits, game * spreading.words, 0) << filled
            filled += spreading.size
        masks[2 * index] = eight_bytes(window)
        masks[2 * index + 1] = eight_bytes(window >> 8)


@inlined
def eight_bytes(bits: int) -> int:
    """A byte, 0 or 1, for each of eight bits."""
    return (bits & 15) * SPREAD & LOWEST | ((bits >> 4 & 15) * SPREAD & LOWEST) << 32


@inlined
def taken(bits: Any, first: int, place: int) -> int:
    """Sixteen bits from a place of a row on, which has nothing but zeros at its end."""
    at = first + (place >> WORD_SHIFT)
    return (bits[at] | int(bits[at + 1]) << 32) >> (place & LAST_BIT) & 0xFFFF


@compiled
def pack_observations(
    batch: Batch,
    width: int,
    coding: Coding,
    spreading: Spreading,
    packed: PackedRow,
    first: int,
    last: int,
) -> None:
    """Pack what the seats see that are asked, from one game up to another."""
    for game in range(first, last):
        bits = tail(packed.bits, game * spreading.words)
        out = PackedRow(bits=bits, numbers=tail(packed.numbers, game * spreading.numbers))
        ints = row(batch.states, game, width)
        describe(ints, batch.seats[game], batch.repetitions[game], coding, out)


@compiled
def spread_observations(
    packed: PackedRow, places: NumberPlaces, spreading: Spreading, out: Any, first: int, last: int
) -> None:
    """Write four numbers of observations for each index; `packed` has its numbers' bits."""
    for index in range(first, last):
        game, place = divided(index * FLOATS, spreading)
        window = taken(packed.bits, game * spreading.words, place)
        numbers = taken(places.numbers, 0, place)
        filled = spreading.size - place
        if filled < FLOATS:
            window |= taken(packed.bits, (game + 1) * spreading.words, 0) << filled
            numbers |= taken(places.numbers, 0, 0) << filled
        low = (window & 1) * ONE | (window >> 1 & 1) * ONE << 32
        high = (window >> 2 & 1) * ONE | (window >> 3 & 1) * ONE << 32
        if numbers & 15:
            low |= number_at(packed, places, spreading, game, place)
            low |= number_at(packed, places, spreading, game, place + 1) << 32
            high |= number_at(packed, places, spreading, game, place + 2)
            high |= number_at(packed, places, spreading, game, place + 3) << 32
        out[2 * index] = low
        out[2 * index + 1] = high


@inlined
def number_at(
    packed: PackedRow, places: NumberPlaces, spreading: Spreading, game: int, place: int
) -> int:
    """The bits of what is not a bit at a place of an observation, or of the next; 0 where it is.

    Memory is read in any case: threads that wait for one after the other wait longer.
    """
    if place >= spreading.size:
        game, place = game + 1, place - spreading.size
    slot = places.slots[place]
    number = int(packed.numbers[game * spreading.numbers + max(slot, 0)])
    return number if slot >= 0 else 0
