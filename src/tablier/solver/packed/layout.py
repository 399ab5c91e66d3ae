"""How a packed book is laid out, and how a state is looked up in it.

A book has outcomes, five to a byte, or values of a byte each. States in which pieces wait have
their place as number. The others come in spans of SPAN places: first the state without marks of
every place, gap or not, then those with marks, place by place. Where each span begins is told
before the first, in START bytes each, counted from the end of these. So most states are found at
once, and for one with marks the marks of at most a span are counted anew.

A book whose states are all worth the same takes no room at all.
"""

from tablier.compile.marks import jitable
from tablier.compile.memory import peek
from tablier.core.rules.kernel import popcount
from tablier.solver.numbering import (
    LINES,
    SIZES,
    VALUES,
    WIDTH,
    Shelf,
    State,
    entry,
    frame_of,
    standard,
    states_at,
    variant,
    waiting,
)

SPAN = 40
START = 4
"""Bytes that tell where a span begins."""
A_BYTE = 5
"""Outcomes in a byte, the first as its lowest digit to the base of OUTCOMES."""
OUTCOMES = 3
"""Draw, win, loss."""

PACKED, PLAIN, SAME = -1, -2, -3
"""In place of a WIDTH on a shelf: outcomes; values of a byte; one value, which stands there
instead of an address."""
WON, LOST = 1 << 16, (1 << 16) + 1
"""Values of states of which only the outcome is known: even and odd, and beyond any distance."""


@jitable
def places_in(pieces: int, others: int, shelf: Shelf) -> int:
    """How many places a book has."""
    orbits = int(shelf.first_orbit[pieces + 1] - shelf.first_orbit[pieces])
    return orbits * int(shelf.choose[(shelf.places - pieces) * SIZES + others])


@jitable
def slot_in_span(best: State, place: int, shelf: Shelf) -> int:
    """Which of the states of its span one is that stands at a place."""
    number = variant(best)
    if number == 0:
        return place % SPAN
    slot = SPAN + number - 1
    pieces, others = popcount(best.own), popcount(best.enemy)
    for earlier in range(place - place % SPAN, place):
        slot += max(states_at(best, pieces, others, earlier, shelf) - 1, 0)
    return slot


@jitable
def packed_value(state: State, shelf: Shelf) -> int:
    """The value of a state whose packed book is on the shelf, or only WON or LOST."""
    book = entry(waiting(state), popcount(state.own), popcount(state.enemy))
    form, at = int(shelf.books[book + WIDTH]), int(shelf.books[book + VALUES])
    if form == SAME:
        return at
    place, best = standard(state, frame_of(state.own, shelf), shelf)
    starts, slot = int(shelf.books[book + LINES]), place
    if starts:
        at += peek(starts + START * (place // SPAN), START)
        slot = slot_in_span(best, place, shelf)
    if form == PLAIN:
        return peek(at + slot, 1)
    digits = peek(at + slot // A_BYTE, 1)
    for _ in range(slot % A_BYTE):
        digits //= OUTCOMES
    return outcome_value(digits % OUTCOMES)


@jitable
def outcome_value(digit: int) -> int:
    """What an outcome is worth of which nothing more is known."""
    return WON + digit - 1 if digit else 0


@jitable
def digit_of(value: int) -> int:
    """The outcome in a value: 0 is a draw, 1 won, 2 lost."""
    return 1 + (value & 1) if value else 0


def starts_length(places: int) -> int:
    """How many bytes tell where the spans begin."""
    return -(-places // SPAN) * START
