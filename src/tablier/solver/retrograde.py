"""Retrograde analysis: from the ends of games back to everything that leads there.

Books (w, b) and (b, w) are solved together, after those that removals lead to.
First every state is given what removals and blocked players make of it. Then
turn by turn: a loss makes wins of its predecessors; a win makes candidates of
them, and a candidate whose successors are all won for the opponent is lost. A
value above the current one is a promise, and may still become less.

While pieces are placed no position comes again, so one look at each is enough.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tablier.core.errors import TablierError
from tablier.core.parts import Endgame
from tablier.solver.cores import Cores
from tablier.solver.levels import (
    CANDIDATE,
    WIDE,
    compare,
    count_states,
    promise,
    take_back,
    try_candidates,
)
from tablier.solver.numbering import (
    COUNTED,
    FIELDS,
    HEAD,
    LINE,
    MOST_COUNTED,
    Shelf,
    entry,
    places_of,
)
from tablier.solver.processor import Processor

Report = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and how much there is."""


class Book(NamedTuple):
    """The values of all states with some numbers of pieces."""

    waiting: int
    """Pieces that wait to be placed."""
    pieces: int
    """Own pieces."""
    others: int
    lines: Any
    """How many states each place has, LINE bytes for COUNTED places; none where all have one."""
    values: Any


class Stand(NamedTuple):
    """How far a book and its twin are: the values that some whole turns have settled."""

    settled: int
    """-1 while removals are looked at."""
    done: int
    """Numbers whose removals were looked at."""
    states: list[int]
    """How many there are in each; those that were looked at, while removals are."""
    values: list[Any]


def lines_of(counts: Any) -> Any:
    """Lines from the number of states at each place."""
    rows = np.zeros((-(-len(counts) // COUNTED), LINE), np.uint8)
    padded = np.zeros(len(rows) * COUNTED, np.uint8)
    padded[: len(counts)] = counts
    rows[:, HEAD:] = padded.reshape(-1, COUNTED)
    sum_lines(rows)
    return rows.reshape(-1)


def sum_lines(rows: Any) -> int:
    """Fill in how many states there are before each line; return how many in all."""
    sums = rows[:, HEAD:].sum(axis=1, dtype=np.int64)
    ends = sums.cumsum()
    rows[:, :HEAD] = (ends - sums).view(np.uint8).reshape(-1, HEAD)
    return int(ends[-1])


def counts_of(lines: Any, places: int) -> Any:
    """The number of states at each place."""
    return lines.reshape(-1, LINE)[:, HEAD:].reshape(-1)[:places]


def put_on(shelf: Shelf, book: Book, processor: Processor) -> None:
    """Put a book on a shelf of the processor's. The caller keeps its arrays alive."""
    lines = processor.address(book.lines) if len(book.lines) else 0
    told = [lines, processor.address(book.values), book.values.itemsize, 0]
    first = entry(book.waiting, book.pieces, book.others)
    shelf.books[first : first + FIELDS] = processor.taken(np.array(told, np.int64))


def new_book(
    endgame: Endgame, waiting: int, pieces: int, others: int, shelf: Shelf, processor: Processor
) -> Book:
    """A book in which all is drawn, put on the shelf."""
    like, places = (
        endgame.placing(endgame.State(0, 0, 0), waiting),
        places_of(pieces, others, shelf),
    )
    lines, numbers = processor.zeros(0, np.uint8), places
    if waiting == 0:
        lines = processor.zeros(-(-places // COUNTED) * LINE, np.uint8)
        processor.fill(count_states, (like, pieces, others), shelf, places, lines)
        rows = lines.reshape(-1, LINE)
        if int(rows[:, HEAD:].max()) > MOST_COUNTED:
            raise TablierError(
                f"{pieces}-{others}: some pieces have more than {MOST_COUNTED} states, "
                "which no book has room for yet"
            )
        numbers = sum_lines(rows)
    values = processor.zeros(numbers, np.dtype(f"u{WIDE}"))
    book = Book(waiting, pieces, others, lines, values)
    put_on(shelf, book, processor)
    return book


def solve(
    endgame: Endgame,
    pieces: int,
    others: int,
    shelf: Shelf,
    report: Report,
    stand: Stand | None = None,
    keep: Callable[[Stand], None] = lambda stand: None,
    processor: Processor | None = None,
) -> tuple[list[Book], list[int]]:
    """Solve a book and its twin; what removals lead to must be on the shelf.

    Goes on from where it stands, if that is given; `keep` is told now and then, at the least
    after each turn. Returns the books, and how many states each has.
    """
    processor = processor or Cores()
    sides = list(dict.fromkeys([(pieces, others), (others, pieces)]))
    books = [new_book(endgame, 0, *side, shelf, processor) for side in sides]
    if stand is None:
        stand = Stand(-1, 0, [0] * len(books), [book.values for book in books])
    else:
        pairs = zip(books, stand.values, strict=True)
        books = [book._replace(values=values) for book, values in pairs]
        for book in books:
            put_on(shelf, book, processor)
    if stand.settled < 0:
        stand = _removals(endgame, books, shelf, stand, report, keep, processor)
    _turns(endgame, books, shelf, stand, report, keep, processor)
    return books, stand.states


def _removals(
    endgame: Endgame,
    books: list[Book],
    shelf: Shelf,
    stand: Stand,
    report: Report,
    keep: Callable[[Stand], None],
    processor: Processor,
) -> Stand:
    """What removals and blocked players make of all states."""
    done, states = stand.done, list(stand.states)
    lengths = [len(book.values) for book in books]
    for side, book in enumerate(books):
        before = sum(lengths[:side])
        while done < before + lengths[side]:
            begin = done - before
            end = min(begin + processor.batch, lengths[side])
            states[side] += processor.tally(promise, _kind(endgame, book), shelf, begin, end)
            done = before + end
            report("removals", done, sum(lengths))
            keep(Stand(-1, done, states, stand.values))
    stand = Stand(0, done, states, stand.values)
    keep(stand)
    return stand


def _turns(
    endgame: Endgame,
    books: list[Book],
    shelf: Shelf,
    stand: Stand,
    report: Report,
    keep: Callable[[Stand], None],
    processor: Processor,
) -> None:
    """Turn by turn, until nothing is promised any more."""
    settled, top, valued = stand.settled, stand.settled, 0
    if settled:
        valued = sum(int(((v > 0) & (v <= settled)).sum()) for v in stand.values)
    while settled <= top:
        settled, top = settled + 1, 0
        for book in books:
            kind = _kind(endgame, book)
            found, highest = processor.each(take_back, kind, settled, shelf, book.values, settled)
            top, valued = max(top, highest), valued + found
        if settled % 2 == 0:
            for book in books:
                kind = _kind(endgame, book)
                processor.each(try_candidates, kind, settled, shelf, book.values, CANDIDATE)
        report(f"turn {settled}", valued, sum(stand.states))
        keep(stand._replace(settled=settled))


def _kind(endgame: Endgame, book: Book) -> tuple[Any, int, int]:
    """What loops want to know of a book."""
    return endgame.placing(endgame.State(0, 0, 0), book.waiting), book.pieces, book.others


def place(
    endgame: Endgame, key: tuple[int, int, int], shelf: Shelf, report: Report, processor: Processor
) -> tuple[Book, int]:
    """Solve the positions in which pieces are placed; what a turn leads to must be on the shelf.

    Returns the book, and how many states it has.
    """
    book = new_book(endgame, *key, shelf, processor)
    states, numbers = 0, len(book.values)
    for begin in range(0, numbers, processor.batch):
        end = min(begin + processor.batch, numbers)
        states += processor.tally(promise, _kind(endgame, book), shelf, begin, end)
        report(f"{book.waiting} to place", end, numbers)
    return book, states


def check(endgame: Endgame, book: Book, shelf: Shelf, report: Report, processor: Processor) -> int:
    """How many values in a book don't follow from the others."""
    wrong, numbers = 0, len(book.values)
    for begin in range(0, numbers, processor.batch):
        end = min(begin + processor.batch, numbers)
        wrong += processor.tally(compare, _kind(endgame, book), shelf, begin, end)
        report("check", end, numbers)
    return wrong
