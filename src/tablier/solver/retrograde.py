"""Retrograde analysis: from the ends of games back to everything that leads there.

A value is 0 for a draw, else one more than the turns to the end under best
play. Whoever is to move at the end has lost, so wins are even and losses odd.

Books (w, b) and (b, w) are solved together, after those that removals lead to.
First every state is given what removals and blocked players make of it. Then
turn by turn: a loss makes wins of its predecessors; a win makes candidates of
them, and a candidate whose successors are all won for the opponent is lost. A
value above the current one is a promise, and may still become less.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tablier.compile.dispatch import offered
from tablier.compile.intrinsics import jitable
from tablier.compile.native import compiled
from tablier.core.errors import TablierError
from tablier.core.parts import Endgame
from tablier.core.rules.kernel import popcount
from tablier.solver.numbering import (
    BLOCK,
    COUNTS,
    MOST_COUNTED,
    VALUES,
    WIDTH,
    Places,
    Shelf,
    State,
    count_states,
    number_of,
    peek,
    pieces_at,
    places_of,
    poke,
    remade,
    states_before,
    symmetric,
    value_of,
    varied,
)

LOST_NOW = 1
PORTION = 1 << 16
"""Places that are looked at between two reports of progress."""

Report = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and how much there is."""


class Book(NamedTuple):
    """The values of all states with a number of own pieces and one of the enemy's."""

    pieces: int
    others: int
    counts: Any
    """How many states each place has."""
    before: Any
    """How many states there are before every BLOCK places."""
    values: Any


# What a game's endgame offers


@offered("endgame")
def successors(state: State, out: Any) -> Any:
    """List the states after each turn, three numbers each; return how many."""


@offered("endgame")
def predecessors(state: State, out: Any) -> Any:
    """List the states that a turn without removals leads here from; return how many."""


@offered("endgame")
def lost(state: State) -> Any:
    """Whether the player to move has lost for having too few pieces."""


@jitable
def listed(state: State, index: int, out: Any) -> State:
    """The state that stands at an index of a list."""
    return remade(state, out[3 * index], out[3 * index + 1], out[3 * index + 2])


# One state


@jitable
def judge(state: State, settled: int, shelf: Shelf, out: Any) -> int:
    """A state's value as far as it follows from its successors.

    Successors with the same pieces count if their value is at most `settled`;
    the others are known. A loss is only certain when all successors are.
    """
    count = successors(state, out)
    everyone = popcount(state.own) + popcount(state.enemy)
    win, loss, certain = 0, LOST_NOW, True
    for index in range(count):
        after = listed(state, index, out)
        if lost(after):
            return LOST_NOW + 1
        value = 0
        quiet = popcount(after.own) + popcount(after.enemy) == everyone
        if not quiet or settled:
            value = value_of(after, shelf)
            if quiet and value > settled:
                value = 0
        if value & 1:
            win = value + 1 if win == 0 else min(win, value + 1)
        elif value:
            loss = max(loss, value + 1)
        else:
            certain = False
    if win:
        return win
    return loss if certain else 0


@jitable
def beaten(state: State, settled: int, shelf: Shelf, out: Any) -> int:
    """The value of a state if all its successors are won for the opponent, else 0."""
    count = successors(state, out)
    everyone = popcount(state.own) + popcount(state.enemy)
    loss = LOST_NOW
    for index in range(count):
        after = listed(state, index, out)
        if lost(after):
            return 0
        value = value_of(after, shelf)
        if value == 0 or value & 1:
            return 0
        if value > settled and popcount(after.own) + popcount(after.enemy) == everyone:
            return 0
        loss = max(loss, value + 1)
    return loss


@jitable
def is_gap(state: State, number: int, pieces: int, others: int, place: int, shelf: Shelf) -> bool:
    """Whether a number is unused, because an equal state has another."""
    return symmetric(pieces, others, place, shelf) and number_of(state, shelf) != number


# Ranges of places


@compiled
def promise(like: State, within: Places, shelf: Shelf, out: Any) -> tuple[int, int, int]:
    """Give every state the value that removals and blocked players make of it.

    Returns how many states there are, how many have a value, and the highest.
    """
    pieces, others, first, last = within
    values, width = shelf.books[pieces, others, VALUES], shelf.books[pieces, others, WIDTH]
    counts = shelf.books[pieces, others, COUNTS]
    number = states_before(first, pieces, others, shelf)
    total, valued, highest = 0, 0, 0
    for place in range(first, last):
        count = peek(counts + place, 1)
        if count:
            here = pieces_at(like, pieces, others, place, shelf)
            for mark in range(count):
                state = varied(here, mark)
                if not is_gap(state, number + mark, pieces, others, place, shelf):
                    total += 1
                    value = judge(state, 0, shelf, out)
                    if value:
                        poke(values + width * (number + mark), width, value)
                        valued += 1
                        highest = max(highest, value)
        number += count
    return total, valued, highest


@compiled
def spread(
    like: State, within: Places, settled: int, shelf: Shelf, out: Any, tried: Any
) -> tuple[int, int]:
    """Take the states whose value is `settled` back to their predecessors.

    Returns how many states got a value for the first time, and the highest.
    """
    pieces, others, first, last = within
    values, width = shelf.books[pieces, others, VALUES], shelf.books[pieces, others, WIDTH]
    counts = shelf.books[pieces, others, COUNTS]
    number = states_before(first, pieces, others, shelf)
    valued, highest = 0, 0
    for place in range(first, last):
        count = peek(counts + place, 1)
        for mark in range(count):
            if peek(values + width * (number + mark), width) == settled:
                state = varied(pieces_at(like, pieces, others, place, shelf), mark)
                new, high = take_back(state, settled, shelf, out, tried)
                valued += new
                highest = max(highest, high)
        number += count
    return valued, highest


@jitable
def take_back(state: State, settled: int, shelf: Shelf, out: Any, tried: Any) -> tuple[int, int]:
    """Give the predecessors of a state their values, as far as they are now certain."""
    pieces, others = popcount(state.enemy), popcount(state.own)
    values, width = shelf.books[pieces, others, VALUES], shelf.books[pieces, others, WIDTH]
    valued, highest = 0, 0
    for index in range(predecessors(state, out)):
        earlier = listed(state, index, out)
        at = values + width * number_of(earlier, shelf)
        known = peek(at, width)
        value = 0
        if settled & 1:
            if known == 0 or known > settled + 1:
                value = settled + 1
        elif known == 0:
            value = beaten(earlier, settled, shelf, tried)
        if value:
            poke(at, width, value)
            valued += known == 0
            highest = max(highest, value)
    return valued, highest


@compiled
def first_fault(like: State, within: Places, shelf: Shelf, out: Any) -> int:
    """The first number whose value doesn't follow from its successors, or -1."""
    pieces, others, first, last = within
    values, width = shelf.books[pieces, others, VALUES], shelf.books[pieces, others, WIDTH]
    counts = shelf.books[pieces, others, COUNTS]
    number = states_before(first, pieces, others, shelf)
    for place in range(first, last):
        count = peek(counts + place, 1)
        if count:
            here = pieces_at(like, pieces, others, place, shelf)
            for mark in range(count):
                state = varied(here, mark)
                gap = is_gap(state, number + mark, pieces, others, place, shelf)
                value = 0 if gap else judge(state, 1 << 30, shelf, out)
                if value != peek(values + width * (number + mark), width):
                    return number + mark
        number += count
    return -1


# Books


def put_on(shelf: Shelf, book: Book) -> None:
    """Put a book on the shelf. The caller keeps its arrays alive."""
    shelf.books[book.pieces, book.others] = (
        book.counts.ctypes.data,
        book.before.ctypes.data,
        book.values.ctypes.data,
        book.values.itemsize,
    )


def new_book(like: State, pieces: int, others: int, shelf: Shelf, width: int) -> Book:
    """A book in which all is drawn, put on the shelf."""
    counts = np.zeros(places_of(pieces, others, shelf), np.uint8)
    for within in portions(pieces, others, counts):
        if count_states(like, within, shelf, counts) > MOST_COUNTED:
            raise TablierError(
                f"{pieces}-{others}: some pieces have more than {MOST_COUNTED} states, "
                "which no book has room for yet"
            )
    before = sums_before(counts)
    values = np.zeros(int(before[-1]), np.dtype(f"u{width}"))
    book = Book(pieces, others, counts, before, values)
    put_on(shelf, book)
    return book


def sums_before(counts: Any) -> Any:
    """How many states there are before every BLOCK places, and in all."""
    sums = np.add.reduceat(counts, np.arange(0, len(counts), BLOCK), dtype=np.int64)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sums)])


def portions(pieces: int, others: int, counts: Any) -> Iterator[Places]:
    """The places of a book, portion by portion, so that others get a turn in between."""
    for first in range(0, len(counts), PORTION):
        yield Places(pieces, others, first, min(first + PORTION, len(counts)))


class Stand(NamedTuple):
    """How far a book and its twin are: the values that some whole turns have settled."""

    settled: int
    top: int
    """The highest value."""
    valued: int
    states: list[int]
    values: list[Any]


def solve(
    endgame: Endgame,
    pieces: int,
    others: int,
    shelf: Shelf,
    highest: int,
    report: Report,
    stand: Stand | None = None,
    keep: Callable[[Stand], None] = lambda stand: None,
) -> tuple[list[Book], list[int]]:
    """Solve a book and its twin; what removals lead to must be on the shelf.

    `highest` is the highest value there. Goes on from where it stands, if that is given; `keep`
    is told after each turn. Returns the books, and how many states each has.
    """
    like = endgame.State(0, 0, 0)
    sides = list(dict.fromkeys([(pieces, others), (others, pieces)]))
    out, tried = np.zeros(endgame.ROOM, np.int64), np.zeros(endgame.ROOM, np.int64)
    width = _width(highest + 2)
    books = [new_book(like, *side, shelf, width) for side in sides]
    if stand is None:
        stand = _removals(like, books, shelf, out, report)
        keep(stand)
    else:
        books = [_with(book, new, shelf) for book, new in zip(books, stand.values, strict=True)]
        width = books[0].values.itemsize
    settled, top, valued, states, _ = stand
    while settled < top:
        settled += 1
        if _width(max(settled, highest) + 2) > width:
            width = 2
            books = [_with(book, book.values.astype(np.uint16), shelf) for book in books]
        for book in books:
            for within in portions(*book[:3]):
                new, high = spread(like, within, settled, shelf, out, tried)
                top, valued = max(top, high), valued + new
        report(f"turn {settled}", valued, sum(states))
        keep(Stand(settled, top, valued, states, [book.values for book in books]))
    return books, states


def _removals(like: State, books: list[Book], shelf: Shelf, out: Any, report: Report) -> Stand:
    """What removals and blocked players make of all states."""
    everything = sum(len(book.counts) for book in books)
    states, done, top, valued = [0] * len(books), 0, 0, 0
    for side, book in enumerate(books):
        for within in portions(*book[:3]):
            total, new, high = promise(like, within, shelf, out)
            states[side] += total
            top, valued, done = max(top, high), valued + new, done + within.last - within.first
            report("removals", done, everything)
    return Stand(0, top, valued, states, [book.values for book in books])


def _width(value: int) -> int:
    """How many bytes a value takes."""
    return 1 if value < 1 << 8 else 2


def _with(book: Book, values: Any, shelf: Shelf) -> Book:
    """The same book with other values, on the shelf."""
    other = book._replace(values=values)
    put_on(shelf, other)
    return other


def check(endgame: Endgame, book: Book, shelf: Shelf, report: Report) -> int:
    """The first number in a book whose value doesn't follow from the others, or -1."""
    like = endgame.State(0, 0, 0)
    out = np.zeros(endgame.ROOM, np.int64)
    for within in portions(*book[:3]):
        fault = int(first_fault(like, within, shelf, out))
        if fault >= 0:
            return fault
        report("check", within.last, len(book.counts))
    return -1
