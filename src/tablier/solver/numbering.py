"""Numbers for states: one for all that are equal by the board's symmetries.

The own pieces are numbered up to symmetry, the enemy's, moved along, among the
points left free, and the marks come last:

    place = orbit of own * sets of enemy pieces + set of enemy pieces
    number = states before that place + number of the marks

Where symmetries leave the own pieces where they are, the least place and marks
count, and the others are gaps. Numbers are int64 throughout.

A shelf is passed around as arrays only, with the addresses of the books on it:
so a compiled search has one type of shelf whatever it holds, files mapped into
memory included.
"""

import ctypes
from math import comb
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tablier.compile.dispatch import offered
from tablier.compile.intrinsics import jitable, twin
from tablier.compile.native import compiled
from tablier.compile.raw_array import BareType, bare, made
from tablier.core.parts import Endgame
from tablier.core.rules.kernel import lowest, popcount

State = Any
"""A NamedTuple (own, enemy, marks) from a game's `endgame.py`."""

BLOCK = 32
"""Places between two entries of a book's `before`."""
MOST_COUNTED = 255
"""A place can't have more states than a byte can say."""
SIZES = 16
"""Books are for fewer pieces than this on either side."""


class Places(NamedTuple):
    """Some of the places of a book: from `first` to before `last`."""

    pieces: int
    """Own pieces; the book is that of `pieces` and `others`."""
    others: int
    first: int
    last: int


COUNTS, BEFORE, VALUES, WIDTH = range(4)
"""What `Shelf.books` says of a book: where its arrays are, and the bytes of a value."""
ALONE = (0, 0, VALUES)
"""In place of a book without pieces `Shelf.books` has the distances of a player alone."""


class Shelf(NamedTuple):
    """What it takes to number states, and the books that are at hand."""

    places: int
    """How many points there are."""
    choose: Any
    """How many sets of k there are among n points: [n, k]."""
    first_set: Any
    """Where the sets of each number of points begin in `orbits`."""
    orbits: Any
    """For every set its orbit, and in the six lowest bits the symmetry that leads to its model."""
    first_orbit: Any
    models: Any
    """One set of every orbit."""
    fixing: Any
    """The symmetries but the first that leave the model as it is, as bits."""
    books: Any
    """[own pieces, enemy pieces, field]; a book that isn't there has WIDTH 0."""


# What a game's endgame offers


@offered("endgame")
def moved(state: State, symmetry: int) -> Any:
    """The state, turned or reflected; symmetry 0 leaves it."""


@offered("endgame")
def remade(state: State, own: int, enemy: int, marks: int) -> Any:
    """Another state of the same game."""


@offered("endgame")
def variants(state: State) -> Any:
    """How many states have these pieces."""


@offered("endgame")
def variant(state: State) -> Any:
    """The number of this state among those with the same pieces."""


@offered("endgame")
def varied(state: State, number: int) -> Any:
    """The state of that number among those with the same pieces."""


# Memory by address


def peek(address: int, width: int) -> int:
    """The unsigned number of 1, 2 or 8 bytes at an address."""
    kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 8: ctypes.c_int64}[width]
    return int(kind.from_address(address).value)


def poke(address: int, width: int, value: int) -> None:
    """Write a number of 1 or 2 bytes."""
    kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16}[width]
    kind.from_address(address).value = value


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


_load_8, _load_16, _load_64 = _loader(8), _loader(16), _loader(64)
_store_8, _store_16 = _storer(8), _storer(16)


@twin(peek)
def _peek(address: Any, width: Any) -> Any:
    def loaded(address, width):  # type: ignore[no-untyped-def]
        if width == 1:
            return _load_8(address)
        return _load_16(address) if width == 2 else _load_64(address)

    return loaded


@twin(poke)
def _poke(address: Any, width: Any, value: Any) -> Any:
    def stored(address, width, value):  # type: ignore[no-untyped-def]
        if width == 1:
            _store_8(address, value)
        else:
            _store_16(address, value)

    return stored


def octets(address: int) -> Any:
    """The bytes from an address on, as something to index."""
    return (ctypes.c_uint8 * (1 << 40)).from_address(address)


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


# Sets


@jitable
def set_number(points: int, taken: int, choose: Any) -> int:
    """The number of a set among all of its size on the points that aren't taken."""
    number, size = 0, 0
    while points:
        point = lowest(points)
        points &= points - 1
        size += 1
        number += int(choose[point - popcount(taken & (1 << point) - 1), size])
    return number


@jitable
def numbered_set(number: int, size: int, taken: int, places: int, choose: Any) -> int:
    """The set of that number."""
    points, free = 0, places - popcount(taken)
    for point in range(places - 1, -1, -1):
        if not taken >> point & 1:
            free -= 1
            if size and number >= choose[free, size]:
                number -= int(choose[free, size])
                points |= 1 << point
                size -= 1
    return points


@compiled
def fill_orbits(
    like: State, size: int, places: int, symmetries: int, choose: Any, orbits: Any, models: Any
) -> int:
    """Number the orbits of the sets of a size, and note their models; return how many.

    `orbits` holds -1 everywhere and is filled in. A model is the first set of
    its orbit, and the symmetry noted is one that leads back to it.
    """
    found = 0
    for number in range(len(orbits)):
        if orbits[number] >= 0:
            continue
        model = numbered_set(number, size, 0, places, choose)
        fixing = 0
        for symmetry in range(symmetries):
            image = moved(remade(like, model, 0, 0), symmetry).own
            if image == model and symmetry:
                fixing |= 1 << symmetry
            at = set_number(image, 0, choose)
            if orbits[at] < 0:
                back = 0
                while moved(remade(like, image, 0, 0), back).own != model:
                    back += 1
                orbits[at] = found << 6 | back
        models[found, 0], models[found, 1] = model, fixing
        found += 1
    return found


def new_shelf(endgame: Endgame, largest: int) -> Shelf:
    """A shelf without books, for up to `largest` pieces on either side."""
    places = endgame.PLACES
    choose = np.array([[comb(n, k) for k in range(SIZES)] for n in range(places + 1)], np.int64)
    first_set, first_orbit = np.zeros(SIZES, np.int64), np.zeros(SIZES, np.int64)
    orbits, models = [], []
    like = endgame.State(0, 0, 0)
    for size in range(endgame.LEAST, largest + 1):
        of_size = np.full(comb(places, size), -1, np.int32)
        model = np.zeros((len(of_size), 2), np.int64)
        found = fill_orbits(like, size, places, endgame.SYMMETRIES, choose, of_size, model)
        first_set[size + 1], first_orbit[size + 1] = len(of_size), found
        orbits.append(of_size)
        models.append(model[:found])
    together = np.concatenate([np.zeros((0, 2), np.int64), *models])
    return Shelf(
        places=places,
        choose=bare(choose),
        first_set=bare(np.cumsum(first_set)),
        orbits=bare(np.concatenate([np.zeros(0, np.int32), *orbits])),
        first_orbit=bare(np.cumsum(first_orbit)),
        models=bare(together[:, 0]),
        fixing=bare(together[:, 1]),
        books=bare(np.zeros((SIZES, SIZES, 4), np.int64)),
    )


def empty_shelf() -> Shelf:
    """A shelf that can't hold books, for games without endgames and bots without files."""
    none = bare(np.zeros(0, np.int64))
    return Shelf(
        places=0,
        choose=bare(np.zeros((1, SIZES), np.int64)),
        first_set=none,
        orbits=bare(np.zeros(0, np.int32)),
        first_orbit=none,
        models=none,
        fixing=none,
        books=bare(np.zeros((SIZES, SIZES, 4), np.int64)),
    )


# States


@jitable
def states_before(place: int, pieces: int, others: int, shelf: Shelf) -> int:
    """How many numbers are used up before a place."""
    first = place // BLOCK * BLOCK
    before = peek(int(shelf.books[pieces, others, BEFORE]) + place // BLOCK * 8, 8)
    counts = int(shelf.books[pieces, others, COUNTS])
    for earlier in range(first, place):
        before += peek(counts + earlier, 1)
    return before


@jitable
def standard(state: State, shelf: Shelf) -> tuple[int, State]:
    """The place of a state, and the equal state that is numbered."""
    pieces, others = popcount(state.own), popcount(state.enemy)
    entry = int(shelf.orbits[shelf.first_set[pieces] + set_number(state.own, 0, shelf.choose)])
    orbit = entry >> 6
    best = moved(state, entry & 63)
    least = set_number(best.enemy, best.own, shelf.choose)
    fixing = int(shelf.fixing[shelf.first_orbit[pieces] + orbit])
    model = best
    while fixing:
        image = moved(model, lowest(fixing))
        fixing &= fixing - 1
        number = set_number(image.enemy, image.own, shelf.choose)
        if number < least or (
            number == least and image.marks != best.marks and variant(image) < variant(best)
        ):
            least, best = number, image
    sets = int(shelf.choose[shelf.places - pieces, others])
    return orbit * sets + least, best


@jitable
def number_of(state: State, shelf: Shelf) -> int:
    """The number of a state in its book, which must be on the shelf."""
    place, best = standard(state, shelf)
    before = states_before(place, popcount(state.own), popcount(state.enemy), shelf)
    return before + variant(best)


@jitable
def pieces_at(like: State, pieces: int, others: int, place: int, shelf: Shelf) -> State:
    """The state without marks at a place."""
    places = shelf.places
    sets = int(shelf.choose[places - pieces, others])
    own = int(shelf.models[shelf.first_orbit[pieces] + place // sets])
    enemy = numbered_set(place % sets, others, own, places, shelf.choose)
    return remade(like, own, enemy, 0)


@jitable
def symmetric(pieces: int, others: int, place: int, shelf: Shelf) -> bool:
    """Whether the own pieces at a place have symmetries, so that there may be gaps."""
    sets = int(shelf.choose[shelf.places - pieces, others])
    return shelf.fixing[shelf.first_orbit[pieces] + place // sets] != 0


def places_of(pieces: int, others: int, shelf: Shelf) -> int:
    """How many places a book has."""
    orbits = int(shelf.first_orbit[pieces + 1] - shelf.first_orbit[pieces])
    return orbits * int(shelf.choose[shelf.places - pieces, others])


@compiled
def count_states(like: State, within: Places, shelf: Shelf, counts: Any) -> int:
    """Fill in how many states each place has, 0 for a gap; return the highest.

    `counts` has one byte for each: a highest above MOST_COUNTED didn't fit.
    """
    pieces, others, first, last = within
    highest = 0
    for place in range(first, last):
        state = pieces_at(like, pieces, others, place, shelf)
        gap = symmetric(pieces, others, place, shelf) and standard(state, shelf)[0] != place
        count = 0 if gap else variants(state)
        counts[place] = count
        highest = max(highest, count)
    return highest


@jitable
def value_of(state: State, shelf: Shelf) -> int:
    """The value of a state whose book is on the shelf."""
    pieces, others = popcount(state.own), popcount(state.enemy)
    width = int(shelf.books[pieces, others, WIDTH])
    return peek(int(shelf.books[pieces, others, VALUES]) + width * number_of(state, shelf), width)
