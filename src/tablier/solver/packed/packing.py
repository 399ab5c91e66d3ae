"""Loops that pack a book that was solved, for any number of threads; see layout.py and levels.py.

Each is run for one index a span, or a byte.
"""

from typing import Any

import numpy as np

from tablier.compile.marks import compiled, jitable
from tablier.compile.memory import peek
from tablier.core.errors import TablierError
from tablier.solver.numbering import (
    LINES,
    VALUES,
    WIDTH,
    Shelf,
    State,
    count_at,
    entry,
    places_of,
    states_before,
    waiting,
)
from tablier.solver.packed.layout import (
    A_BYTE,
    OUTCOMES,
    SPAN,
    START,
    digit_of,
    places_in,
    starts_length,
)
from tablier.solver.processor import Kind, Processor

FARTHEST = 1 << 8 * START
"""No span can begin there or later."""


@compiled
def span_lengths(
    like: State, pieces: int, others: int, shelf: Shelf, begin: int, out: Any, first: int, last: int
) -> None:
    """Note how many states each span has."""
    lines = int(shelf.books[entry(waiting(like), pieces, others) + LINES])
    places = places_in(pieces, others, shelf)
    for span in range(begin + first, begin + last):
        length = SPAN
        for place in range(span * SPAN, min(span * SPAN + SPAN, places)):
            length += max(count_at(lines, place) - 1, 0)
        out[span] = length


@jitable
def start_of(out: Any, span: int) -> int:
    """Where a span begins, after the starts themselves."""
    start = 0
    for byte in range(START):
        start |= int(out[span * START + byte]) << 8 * byte
    return start


@jitable
def pack_span(
    like: State, pieces: int, others: int, shelf: Shelf, span: int, out: Any, per_byte: int
) -> None:
    """Put the states of a span where they belong; `out` knows its start."""
    book = entry(waiting(like), pieces, others)
    lines, values = int(shelf.books[book + LINES]), int(shelf.books[book + VALUES])
    width, places = int(shelf.books[book + WIDTH]), places_in(pieces, others, shelf)
    at = (places + SPAN - 1) // SPAN * START + start_of(out, span)
    number, next_marked = states_before(lines, span * SPAN), SPAN
    for place in range(span * SPAN, min(span * SPAN + SPAN, places)):
        for marks in range(count_at(lines, place)):
            slot = next_marked if marks else place % SPAN
            next_marked += 1 if marks else 0
            value = peek(values + width * number, width)
            number += 1
            if per_byte == 1:
                out[at + slot] = value
            else:
                digit = digit_of(value)
                for _ in range(slot % A_BYTE):
                    digit *= OUTCOMES
                out[at + slot // A_BYTE] += digit


@compiled
def pack_outcomes(
    like: State, pieces: int, others: int, shelf: Shelf, begin: int, out: Any, first: int, last: int
) -> None:
    """Pack the outcomes of spans."""
    for span in range(begin + first, begin + last):
        pack_span(like, pieces, others, shelf, span, out, A_BYTE)


@compiled
def pack_values(
    like: State, pieces: int, others: int, shelf: Shelf, begin: int, out: Any, first: int, last: int
) -> None:
    """Pack the values of spans."""
    for span in range(begin + first, begin + last):
        pack_span(like, pieces, others, shelf, span, out, 1)


@compiled
def pack_placing(
    like: State, pieces: int, others: int, shelf: Shelf, begin: int, out: Any, first: int, last: int
) -> None:
    """Pack the outcomes of places, byte by byte, where pieces wait."""
    book = entry(waiting(like), pieces, others)
    values, width = int(shelf.books[book + VALUES]), int(shelf.books[book + WIDTH])
    places = places_in(pieces, others, shelf)
    for byte in range(begin + first, begin + last):
        digits = 0
        for place in range(min(byte * A_BYTE + A_BYTE, places) - 1, byte * A_BYTE - 1, -1):
            digits = digits * OUTCOMES + digit_of(peek(values + width * place, width))
        out[byte] = digits


def packed(kind: Kind, shelf: Shelf, processor: Processor, values: Any, exact: bool) -> Any:
    """A book as bytes of this process: its outcomes or, if they are to be exact, its values."""
    like, pieces, others = kind
    places = places_of(pieces, others, shelf)
    if not waiting(like):
        return processor.given(_spans(kind, shelf, processor, places, exact))
    if exact:
        return processor.given(values.astype(np.uint8))
    out = processor.zeros(-(-places // A_BYTE), np.uint8)
    processor.fill(pack_placing, kind, shelf, len(out), out)
    return processor.given(out)


def _spans(kind: Kind, shelf: Shelf, processor: Processor, places: int, exact: bool) -> Any:
    """A book whose states have marks."""
    head = starts_length(places)
    lengths = processor.zeros(head // START, np.int64)
    processor.fill(span_lengths, kind, shelf, len(lengths), lengths)
    if not exact:
        lengths = (lengths + A_BYTE - 1) // A_BYTE
    ends = lengths.cumsum()
    length = int(ends[-1])
    if length >= FARTHEST:
        raise TablierError(f"{kind[1]}-{kind[2]}: there are more states than a file has room for")
    out = processor.zeros(head + length, np.uint8)
    out[:head] = (ends - lengths).astype(np.uint32).view(np.uint8)
    processor.fill(pack_values if exact else pack_outcomes, kind, shelf, len(lengths), out)
    return out
