"""Books as files, one for each number of waiting, own and enemy pieces.

A file is a page that tells of the book, and its two arrays, ready to be
mapped into memory.

A parcel is a book as it ships with a game: compressed, the values first, and the
number of states at each place.
"""

import hashlib
import json
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.core.game import Game
from tablier.solver.files.checked_file import (
    PAGE,
    DamagedBook,
    check_once,
    first_page,
    read_page,
    write_file,
)
from tablier.solver.files.mapped_file import mapped
from tablier.solver.numbering import COUNTED, LINE, Shelf, places_of
from tablier.solver.retrograde import Book, counts_of, lines_of

FORMAT = 2
PARCEL = 1
"""The format of parcels."""

PORTION = 1 << 24
"""Values that are counted at a time."""

Key = tuple[int, int, int]
"""Waiting, own and enemy pieces."""


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
    """Count a book's wins and losses, in whatever memory it is."""
    valued = losses = highest = won = 0
    for first in range(0, len(book.values), PORTION):
        some = book.values[first : first + PORTION]
        odd = some & 1
        valued += int((some != 0).sum())
        losses += int(odd.sum(dtype=np.int64))
        highest = max(highest, int(some.max()))
        won = max(won, int((some * (1 - odd)).max()))
    return BookFigures(states, valued - losses, losses, highest, max(won - 1, 0))


def together(parts: Sequence[BookFigures]) -> BookFigures:
    """The figures of several books, or of parts of one."""
    return BookFigures(
        states=sum(figures.states for figures in parts),
        wins=sum(figures.wins for figures in parts),
        losses=sum(figures.losses for figures in parts),
        highest=max((figures.highest for figures in parts), default=0),
        longest=max((figures.longest for figures in parts), default=0),
    )


def narrowed(book: Book, highest: int) -> Book:
    """The same with one byte for each value, where that is enough."""
    return book._replace(values=book.values.astype(np.uint8)) if highest < 1 << 8 else book


def key_of(book: Book) -> Key:
    """What a book is about."""
    return book.waiting, book.pieces, book.others


def book_path(folder: Path, key: Key) -> Path:
    """Where a book is; those of each number of waiting pieces have a folder of their own."""
    waiting, pieces, others = key
    return (folder / str(waiting) if waiting else folder) / f"{pieces}-{others}.book"


def parcel_path(folder: Path, key: Key) -> Path:
    """Where a book is that ships."""
    return book_path(folder, key).with_suffix(".xz")


# Writing


def write_book(folder: Path, game: Game, book: Book, figures: BookFigures) -> None:
    """Write a book, all of it or nothing."""
    header = _described(game, book, figures) | {"format": FORMAT}
    arrays = (book.lines, book.values)
    header["sha256"] = _checksum(header, arrays)
    write_file(
        book_path(folder, key_of(book)), [first_page(header), *(array.data for array in arrays)]
    )


def write_parcel(folder: Path, game: Game, book: Book, figures: BookFigures, shelf: Shelf) -> None:
    """Write a book without waiting pieces as it ships."""
    counts = np.ascontiguousarray(counts_of(book.lines, places_of(book.pieces, book.others, shelf)))
    said = {"format": PARCEL, "pieces": [book.pieces, book.others], "places": len(counts)}
    header = _described(game, book, figures) | said
    header["sha256"] = _checksum(header, (_sums(counts), book.values, counts))
    parts = (first_page(header), book.values.tobytes(), counts.tobytes())
    write_file(parcel_path(folder, key_of(book)), [lzma.compress(b"".join(parts), preset=9)])


def _sums(counts: Any) -> Any:
    """How many states there are before every 32 places; a parcel's checksum goes over them too."""
    sums = np.add.reduceat(counts, np.arange(0, len(counts), 32), dtype=np.int64)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sums)])


def _described(game: Game, book: Book, figures: BookFigures) -> dict[str, Any]:
    """What the first page says of a book."""
    return {
        "game": game.name,
        "rules": game.version,
        "pieces": list(key_of(book)),
        "numbers": len(book.values),
        "width": book.values.itemsize,
        **figures._asdict(),
    }


# Reading


def read_book(folder: Path, game: Game, key: Key, shelf: Shelf) -> tuple[Book, BookFigures] | None:
    """A book mapped into memory and checked; None if there is no such file."""
    path = book_path(folder, key)
    found = read_page(path)
    if found is None:
        return None
    head, state = found
    header = _header(path, head, [FORMAT, game.name, game.version, list(key)])
    numbers, width = header["numbers"], header["width"]
    waiting, pieces, others = key
    places = places_of(pieces, others, shelf)
    length = 0 if waiting else -(-places // COUNTED) * LINE
    if (waiting and numbers != places) or state.st_size != PAGE + length + width * numbers:
        raise DamagedBook(f"{path} is damaged: it has the wrong length")
    lines, values = np.split(mapped(path)[PAGE:], [length])
    book = Book(*key, lines, values.view(f"u{width}"))
    arrays = (book.lines, book.values)
    check_once(path, state, header["sha256"], lambda: _check(path, header, arrays))
    return book, _figures(header)


def read_parcel(
    folder: Path, game: Game, key: Key, shelf: Shelf
) -> tuple[Book, BookFigures] | None:
    """A book that ships, unpacked and checked; None if there is no such file."""
    path = parcel_path(folder, key)
    try:
        data = lzma.decompress(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise DamagedBook(f"{path} is damaged: it can't be unpacked") from error
    header = _header(path, data[:PAGE], [PARCEL, game.name, game.version, list(key[1:])])
    places, length = places_of(*key[1:], shelf), header["width"] * header["numbers"]
    if len(data) != PAGE + length + places:
        raise DamagedBook(f"{path} is damaged: it has the wrong length")
    values = np.frombuffer(data, f"u{header['width']}", header["numbers"], PAGE)
    counts = np.frombuffer(data, np.uint8, places, PAGE + length)
    _check(path, header, (_sums(counts), values, counts))
    return Book(*key, lines_of(counts), values), _figures(header)


def _header(path: Path, head: bytes, expected: list[Any]) -> dict[str, Any]:
    try:
        header = {"sha256": "", **json.loads(head)}
        made_for = [header[name] for name in ("format", "game", "rules", "pieces")]
        numbers = [header[name] for name in ("numbers", "width", *BookFigures._fields)]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does") from error
    if made_for != expected:
        raise DamagedBook(f"{path} was made for other rules or other pieces")
    if any(type(number) is not int or number < 0 for number in numbers):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    if header["width"] not in (1, 2):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    return header


def _check(path: Path, header: dict[str, Any], arrays: tuple[Any, ...]) -> None:
    if _checksum(header, arrays) != header["sha256"]:
        raise DamagedBook(f"{path} is damaged: its checksum doesn't fit")


def _figures(header: dict[str, Any]) -> BookFigures:
    return BookFigures(**{name: header[name] for name in BookFigures._fields})


def _checksum(header: dict[str, Any], arrays: tuple[Any, ...]) -> str:
    """Over the arrays and the header, less the checksum itself."""
    said = {name: header[name] for name in sorted(header) if name != "sha256"}
    digest = hashlib.sha256(json.dumps(said).encode())
    for array in arrays:
        digest.update(array.data)
    return digest.hexdigest()
