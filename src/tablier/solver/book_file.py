"""Books as files, one for each number of own and enemy pieces.

A file is a page that tells of the book, and its three arrays, ready to be
mapped into memory.

A parcel is a book as it ships with a game: the same, compressed, less what can
be counted again.
"""

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.core.game import Game
from tablier.solver.checked_file import (
    PAGE,
    DamagedBook,
    check_once,
    first_page,
    read_page,
    write_file,
)
from tablier.solver.numbering import BLOCK, Shelf, places_of
from tablier.solver.retrograde import Book, sums_before

FORMAT = 1

Pair = tuple[int, int]
"""Own and enemy pieces."""


class BookFigures(NamedTuple):
    """What is in a book. Turns are counted from both sides."""

    states: int
    wins: int
    losses: int
    highest: int
    """The highest value."""
    longest: int
    """Turns that the longest win takes; 0 if there is none."""

    @property
    def draws(self) -> int:
        """States in which neither side can force a win."""
        return self.states - self.wins - self.losses


def figures_of(book: Book, states: int) -> BookFigures:
    """Count a book's wins and losses."""
    counts = np.bincount(book.values) if len(book.values) else np.zeros(1, np.int64)
    even = np.flatnonzero(counts[2::2])
    return BookFigures(
        states=states,
        wins=int(counts[2::2].sum()),
        losses=int(counts[1::2].sum()),
        highest=len(counts) - 1,
        longest=2 * int(even[-1]) + 1 if len(even) else 0,
    )


def book_path(folder: Path, pair: Pair) -> Path:
    """Where a book is."""
    return folder / f"{pair[0]}-{pair[1]}.book"


def parcel_path(folder: Path, pair: Pair) -> Path:
    """Where a book is that ships."""
    return folder / f"{pair[0]}-{pair[1]}.xz"


# Writing


def write_book(folder: Path, game: Game, book: Book, figures: BookFigures) -> None:
    """Write a book, all of it or nothing."""
    arrays = (book.before, book.values, book.counts)
    path = book_path(folder, (book.pieces, book.others))
    write_file(path, [_head(game, book, figures), *(array.data for array in arrays)])


def write_parcel(folder: Path, game: Game, book: Book, figures: BookFigures) -> None:
    """Write a book as it ships."""
    head = _head(game, book, figures)
    packed = lzma.compress(head + book.values.tobytes() + book.counts.tobytes(), preset=9)
    write_file(parcel_path(folder, (book.pieces, book.others)), [packed])


def _head(game: Game, book: Book, figures: BookFigures) -> bytes:
    """The first page of a book."""
    header = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "pieces": [book.pieces, book.others],
        "places": len(book.counts),
        "numbers": len(book.values),
        "width": book.values.itemsize,
        **figures._asdict(),
    }
    header["sha256"] = _checksum(header, book)
    return first_page(header)


# Reading


def read_book(
    folder: Path, game: Game, pair: Pair, shelf: Shelf
) -> tuple[Book, BookFigures] | None:
    """A book mapped into memory and checked; None if there is no such file."""
    path = book_path(folder, pair)
    found = read_page(path)
    if found is None:
        return None
    head, state = found
    header = _header(path, head, game, pair)
    places, numbers, width = header["places"], header["numbers"], header["width"]
    blocks = -(-places // BLOCK) + 1
    lengths = (8 * blocks, width * numbers, places)
    if places != places_of(*pair, shelf) or state.st_size != PAGE + sum(lengths):
        raise DamagedBook(f"{path} is damaged: it has the wrong length")
    everything = np.memmap(path, np.uint8, "r")
    before, values, counts = np.split(everything[PAGE:], np.cumsum(lengths)[:2])
    book = Book(*pair, counts, before.view(np.int64), values.view(f"u{width}"))
    check_once(path, state, header["sha256"], lambda: _check(path, header, book))
    return book, _figures(header)


def read_parcel(
    folder: Path, game: Game, pair: Pair, shelf: Shelf
) -> tuple[Book, BookFigures] | None:
    """A book that ships, unpacked and checked; None if there is no such file."""
    path = parcel_path(folder, pair)
    try:
        data = lzma.decompress(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise DamagedBook(f"{path} is damaged: it can't be unpacked") from error
    header = _header(path, data[:PAGE], game, pair)
    places, width = header["places"], header["width"]
    length = width * header["numbers"]
    if places != places_of(*pair, shelf) or len(data) != PAGE + length + places:
        raise DamagedBook(f"{path} is damaged: it has the wrong length")
    values = np.frombuffer(data, f"u{width}", header["numbers"], PAGE)
    counts = np.frombuffer(data, np.uint8, places, PAGE + length)
    book = Book(*pair, counts, sums_before(counts), values)
    _check(path, header, book)
    return book, _figures(header)


def _header(path: Path, head: bytes, game: Game, pair: Pair) -> dict[str, Any]:
    try:
        header = {"sha256": "", **json.loads(head)}
        made_for = tuple(header[name] for name in ("format", "game", "rules", "pieces"))
        numbers = [header[name] for name in ("places", "numbers", "width", *BookFigures._fields)]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does") from error
    if made_for != (FORMAT, game.name, game.version, list(pair)):
        raise DamagedBook(f"{path} was made for other rules or other pieces")
    if any(type(number) is not int or number < 0 for number in numbers):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    if header["width"] not in (1, 2):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    return header


def _check(path: Path, header: dict[str, Any], book: Book) -> None:
    if _checksum(header, book) != header["sha256"]:
        raise DamagedBook(f"{path} is damaged: its checksum doesn't fit")


def _figures(header: dict[str, Any]) -> BookFigures:
    return BookFigures(**{name: header[name] for name in BookFigures._fields})


def _checksum(header: dict[str, Any], book: Book) -> str:
    """Over the arrays and the header, less the checksum itself."""
    said = {name: header[name] for name in sorted(header) if name != "sha256"}
    digest = hashlib.sha256(json.dumps(said).encode())
    for array in (book.before, book.values, book.counts):
        digest.update(array.data)
    return digest.hexdigest()
