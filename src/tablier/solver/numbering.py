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

from math import comb
from typing import Any, NamedTuple

from tablier.compile.dispatch import offered
from tablier.compile.marks import compiled, jitable
from tablier.compile.memory import peek
from tablier.compile.raw_array import INT32, zeros
from tablier.core.parts import Endgame
from tablier.core.rules.kernel import lowest, popcount

State = Any
"""A NamedTuple from a game's `endgame.py` that begins with own and enemy."""

LINE = 64
"""Bytes of a line, in which a book says how many states some places have: as many as a
processor fetches at once. It begins with how many states there are before it."""
HEAD = 8
COUNTED = LINE - HEAD
"""Places in a line."""
MOST_COUNTED = 254
"""A place can't have more states."""
SIZES = 16
"""Books are for fewer pieces than this on either side."""

LINES, VALUES, WIDTH, LONGEST, FIELDS = range(5)
"""What `Shelf.books` says of a book: where its arrays are, the bytes of a value, and the turns of
the longest line to an end, 0 if that is not told. One without lines has one state at each place."""
ALONE = VALUES
"""In place of a book without pieces `Shelf.books` has the distances of a player alone."""


class Shelf(NamedTuple):
    """What it takes to number states, and the books that are at hand."""

    places: int
    """How many points there are."""
    choose: Any
    """How many sets of k there are among n points, at n * SIZES + k."""
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
    """FIELDS numbers of each book, from `entry` on; one that isn't there has WIDTH 0."""


class Frame(NamedTuple):
    """What the own pieces have to do with the number of a state."""

    own: int
    orbit: int
    symmetry: int
    """Leads to the model of the orbit."""
    fixing: int
    """The symmetries but the first that leave the model as it is, as bits."""


@jitable
def entry(waiting: int, pieces: int, others: int) -> int:
    """Where `Shelf.books` tells of a book: by waiting, own and enemy pieces."""
    return ((waiting * SIZES + pieces) * SIZES + others) * FIELDS


# What a game's endgame offers


@offered("endgame")
def moved(state: State, symmetry: int) -> Any:
    """The state, turned or reflected; symmetry 0 leaves it."""


@offered("endgame")
def remade(state: State, own: int, enemy: int) -> Any:
    """Other pieces and no marks, but as many that wait to be placed as in this state."""


@offered("endgame")
def waiting(state: State) -> Any:
    """How many pieces wait to be placed."""


@offered("endgame")
def variants(state: State) -> Any:
    """How many states have these pieces."""


@offered("endgame")
def variant(state: State) -> Any:
    """The number of this state among those with the same pieces."""


@offered("endgame")
def varied(state: State, number: int) -> Any:
    """The state of that number among those with the same pieces."""


# Sets


@jitable
def set_number(points: int, taken: int, choose: Any) -> int:
    """The number of a set among all of its size on the points that aren't taken."""
    number, size = 0, 0
    while points:
        point = lowest(points)
        points &= points - 1
        size += 1
        number += int(choose[(point - popcount(taken & (1 << point) - 1)) * SIZES + size])
    return number


@jitable
def numbered_set(number: int, size: int, taken: int, places: int, choose: Any) -> int:
    """The set of that number."""
    points, free = 0, places - popcount(taken)
    for point in range(places - 1, -1, -1):
        if not taken >> point & 1:
            free -= 1
            if size and number >= choose[free * SIZES + size]:
                number -= int(choose[free * SIZES + size])
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
            image = moved(remade(like, model, 0), symmetry).own
            if image == model and symmetry:
                fixing |= 1 << symmetry
            at = set_number(image, 0, choose)
            if orbits[at] < 0:
                back = 0
                while moved(remade(like, image, 0), back).own != model:
                    back += 1
                orbits[at] = found << 6 | back
        models[found, 0], models[found, 1] = model, fixing
        found += 1
    return found


def new_shelf(endgame: Endgame, largest: int) -> Shelf:
    """A shelf without books, for up to `largest` pieces on either side."""
    import numpy as np

    from tablier.compile.raw_array import bare

    places = endgame.PLACES
    choose = np.array([comb(n, k) for n in range(places + 1) for k in range(SIZES)], np.int64)
    first_set, first_orbit = np.zeros(SIZES, np.int64), np.zeros(SIZES, np.int64)
    orbits, models = [], []
    like = endgame.State(0, 0, 0)
    for size in range(largest + 1):
        of_size = np.full(comb(places, size), -1, np.int32)
        model = np.zeros((len(of_size), 2), np.int64)
        found = fill_orbits(like, size, places, endgame.SYMMETRIES, choose, of_size, model)
        first_set[size + 1], first_orbit[size + 1] = len(of_size), found
        orbits.append(of_size)
        models.append(model[:found])
    together = np.concatenate(models)
    return Shelf(
        places=places,
        choose=bare(choose),
        first_set=bare(np.cumsum(first_set)),
        orbits=bare(np.concatenate(orbits)),
        first_orbit=bare(np.cumsum(first_orbit)),
        models=bare(together[:, 0]),
        fixing=bare(together[:, 1]),
        books=bare(np.zeros(entry(2 * endgame.MOST + 1, 0, 0), np.int64)),
    )


def empty_shelf() -> Shelf:
    """A shelf that can't hold books, for games without endgames and bots without files."""
    none = zeros(0)
    return Shelf(
        places=0,
        choose=zeros(SIZES),
        first_set=none,
        orbits=zeros(0, kind=INT32),
        first_orbit=none,
        models=none,
        fixing=none,
        books=zeros(entry(2 * SIZES, 0, 0)),
    )


# Places


@jitable
def frame_of(own: int, shelf: Shelf) -> Frame:
    """The frame of some own pieces."""
    size = popcount(own)
    entry = int(shelf.orbits[shelf.first_set[size] + set_number(own, 0, shelf.choose)])
    orbit = entry >> 6
    fixing = int(shelf.fixing[shelf.first_orbit[size] + orbit])
    return Frame(own=own, orbit=orbit, symmetry=entry & 63, fixing=fixing)


@jitable
def standard(state: State, frame: Frame, shelf: Shelf) -> tuple[int, State]:
    """The place of a state with the own pieces of a frame, and the equal state that is numbered."""
    best = moved(state, frame.symmetry)
    least = set_number(best.enemy, best.own, shelf.choose)
    model, fixing = best, frame.fixing
    while fixing:
        image = moved(model, lowest(fixing))
        fixing &= fixing - 1
        number = set_number(image.enemy, image.own, shelf.choose)
        if number < least or (
            number == least and image.marks != best.marks and variant(image) < variant(best)
        ):
            least, best = number, image
    sets = int(shelf.choose[(shelf.places - popcount(state.own)) * SIZES + popcount(state.enemy)])
    return frame.orbit * sets + least, best


@jitable
def pieces_at(like: State, pieces: int, others: int, place: int, shelf: Shelf) -> State:
    """The state without marks at a place."""
    places = shelf.places
    sets = int(shelf.choose[(places - pieces) * SIZES + others])
    own = int(shelf.models[shelf.first_orbit[pieces] + place // sets])
    enemy = numbered_set(place % sets, others, own, places, shelf.choose)
    return remade(like, own, enemy)


@jitable
def symmetric(pieces: int, others: int, place: int, shelf: Shelf) -> bool:
    """Whether the own pieces at a place have symmetries, so that there may be gaps."""
    sets = int(shelf.choose[(shelf.places - pieces) * SIZES + others])
    return shelf.fixing[shelf.first_orbit[pieces] + place // sets] != 0


def places_of(pieces: int, others: int, shelf: Shelf) -> int:
    """How many places a book has."""
    orbits = int(shelf.first_orbit[pieces + 1] - shelf.first_orbit[pieces])
    return orbits * int(shelf.choose[(shelf.places - pieces) * SIZES + others])


@jitable
def states_at(like: State, pieces: int, others: int, place: int, shelf: Shelf) -> int:
    """How many numbers a place takes, counted anew; 0 for a gap."""
    state = pieces_at(like, pieces, others, place, shelf)
    gaps = symmetric(pieces, others, place, shelf)
    if gaps and standard(state, frame_of(state.own, shelf), shelf)[0] != place:
        return 0
    return variants(state)


# Lines


@jitable
def count_at(lines: int, place: int) -> int:
    """How many numbers a place takes."""
    return peek(lines + place // COUNTED * LINE + HEAD + place % COUNTED, 1)


@jitable
def bytes_summed(word: int) -> int:
    """The sum of the eight bytes of a word."""
    pairs = (word & 0x00FF00FF00FF00FF) + (word >> 8 & 0x00FF00FF00FF00FF)
    return pairs * 0x0001000100010001 >> 48 & 0xFFFF


@jitable
def states_before(lines: int, place: int) -> int:
    """How many numbers are used up before a place."""
    at, rest = lines + place // COUNTED * LINE, place % COUNTED
    before = peek(at, HEAD)
    while rest >= 8:
        at += 8
        rest -= 8
        before += bytes_summed(peek(at, 8))
    if rest:
        before += bytes_summed(peek(at + 8, 8) & (1 << 8 * rest) - 1)
    return before


@jitable
def place_at(lines: int, places: int, number: int) -> tuple[int, int]:
    """The place of a number, and how many numbers are used up before that place."""
    low, high = 0, (places - 1) // COUNTED
    while low < high:
        middle = (low + high + 1) // 2
        if peek(lines + middle * LINE, HEAD) <= number:
            low = middle
        else:
            high = middle - 1
    at, place = lines + low * LINE, low * COUNTED
    before = peek(at, HEAD)
    word = bytes_summed(peek(at + HEAD, 8))
    while before + word <= number:
        at += 8
        place += 8
        before += word
        word = bytes_summed(peek(at + HEAD, 8))
    count = count_at(lines, place)
    while before + count <= number:
        place += 1
        before += count
        count = count_at(lines, place)
    return place, before


# States


@jitable
def number_in(state: State, frame: Frame, shelf: Shelf) -> int:
    """The number of a state with the own pieces of a frame; its book must be on the shelf."""
    place, best = standard(state, frame, shelf)
    book = entry(waiting(state), popcount(state.own), popcount(state.enemy))
    lines = int(shelf.books[book + LINES])
    return states_before(lines, place) + variant(best) if lines else place


@jitable
def number_of(state: State, shelf: Shelf) -> int:
    """The number of a state in its book, which must be on the shelf."""
    return number_in(state, frame_of(state.own, shelf), shelf)


@jitable
def value_in(state: State, frame: Frame, shelf: Shelf) -> int:
    """The value of a state with the own pieces of a frame."""
    book = entry(waiting(state), popcount(state.own), popcount(state.enemy))
    width = int(shelf.books[book + WIDTH])
    return peek(int(shelf.books[book + VALUES]) + width * number_in(state, frame, shelf), width)


@jitable
def value_of(state: State, shelf: Shelf) -> int:
    """The value of a state whose book is on the shelf."""
    return value_in(state, frame_of(state.own, shelf), shelf)
