"""Books on the disk, one file for each number of own and enemy pieces.

A file is a line of JSON, padded to a page, and the three arrays of the book,
ready to be mapped into memory. It is written beside its place and then moved
there, so that a file that has a book's name is whole unless it was damaged
later; its checksum tells.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from platformdirs import user_data_path

from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game, Position
from tablier.solver.index import BLOCK, UNKNOWN, Shelf, endgame_of, new_shelf, places_of, stored
from tablier.solver.retrograde import Book, Report, put_on, solve

FORMAT = 1
PAGE = 4096

Pair = tuple[int, int]
"""Own and enemy pieces."""


class DamagedBook(TablierError):
    """A file that is not the book that it is named after."""


class Figures(NamedTuple):
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


class Value(NamedTuple):
    """What a position is worth to the seat to act: 1, 0 or -1, and the turns until then."""

    outcome: int
    turns: int


def default_folder(game: Game) -> Path:
    """Where a game's books are, unless somebody says otherwise."""
    return user_data_path("tablier") / "endgames" / game.name


def book_path(folder: Path, pair: Pair) -> Path:
    """Where a book is."""
    return folder / f"{pair[0]}-{pair[1]}.book"


def endgame_module(game: Game) -> Any:
    """What a game's folder says about its endgames."""
    position, _ = game.start(None, {})
    endgame = endgame_of(type(position))
    if endgame is None:
        raise BadOption(f"{game.name} has no endgames that could be solved")
    return endgame


# Files


def figures_of(book: Book, states: int) -> Figures:
    """Count a book's wins and losses."""
    counts = np.bincount(book.values) if len(book.values) else np.zeros(1, np.int64)
    even = np.flatnonzero(counts[2::2])
    return Figures(
        states=states,
        wins=int(counts[2::2].sum()),
        losses=int(counts[1::2].sum()),
        highest=len(counts) - 1,
        longest=2 * int(even[-1]) + 1 if len(even) else 0,
    )


def write_book(folder: Path, game: Game, book: Book, figures: Figures) -> None:
    """Write a book, all of it or nothing."""
    arrays = (book.before, book.values, book.counts)
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
    header["sha256"] = _checksum(header, arrays)
    path = book_path(folder, (book.pieces, book.others))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(json.dumps(header).encode().ljust(PAGE - 1) + b"\n")
            for array in arrays:
                file.write(array.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise TablierError(f"{path}: {error.strerror}") from error
    finally:
        if unfinished.exists():
            unfinished.unlink()


def read_book(folder: Path, game: Game, pair: Pair, shelf: Shelf) -> tuple[Book, Figures] | None:
    """A book mapped into memory and checked; None if there is no such file."""
    path = book_path(folder, pair)
    try:
        with path.open("rb") as file:
            head = file.read(PAGE)
        size = path.stat().st_size
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedBook(f"{path} can't be read: {error.strerror}") from error
    header = _header(path, head, game, pair)
    places, numbers, width = header["places"], header["numbers"], header["width"]
    blocks = -(-places // BLOCK) + 1
    lengths = (8 * blocks, width * numbers, places)
    if places != places_of(*pair, shelf) or size != PAGE + sum(lengths):
        raise DamagedBook(f"{path} is damaged: it has the wrong length")
    everything = np.memmap(path, np.uint8, "r")
    before, values, counts = np.split(everything[PAGE:], np.cumsum(lengths)[:2])
    book = Book(*pair, counts, before.view(np.int64), values.view(f"u{width}"))
    if _checksum(header, (book.before, book.values, book.counts)) != header.get("sha256"):
        raise DamagedBook(f"{path} is damaged: its checksum doesn't fit")
    return book, Figures(**{name: header[name] for name in Figures._fields})


def _header(path: Path, head: bytes, game: Game, pair: Pair) -> dict[str, Any]:
    try:
        header = json.loads(head)
        made_for = tuple(header[name] for name in ("format", "game", "rules", "pieces"))
        numbers = [header[name] for name in ("places", "numbers", "width", *Figures._fields)]
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does") from error
    if made_for != (FORMAT, game.name, game.version, list(pair)):
        raise DamagedBook(f"{path} was made for other rules or other pieces")
    if any(type(number) is not int or number < 0 for number in numbers):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    if header["width"] not in (1, 2):
        raise DamagedBook(f"{path} is damaged: it doesn't begin as a book does")
    return dict(header)


def _checksum(header: dict[str, Any], arrays: tuple[Any, ...]) -> str:
    """Over the arrays and the header, less the checksum itself."""
    said = {name: header[name] for name in sorted(header) if name != "sha256"}
    digest = hashlib.sha256(json.dumps(said).encode())
    for array in arrays:
        digest.update(array.data)
    return digest.hexdigest()


# Shelves


class Endgames:
    """A game's books, those that are there, and what they say of a position."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.folder = default_folder(game) if folder is None else folder
        self.endgame = endgame_module(game)
        self.books: dict[Pair, Book] = {}
        self.figures: dict[Pair, Figures] = {}
        self.damaged: dict[Pair, str] = {}
        """What is wrong with the files that were left out, a sentence each."""
        found = [pair for pair in self.pairs() if book_path(self.folder, pair).exists()]
        self._largest = max((max(pair) for pair in found), default=0)
        self.shelf = new_shelf(self.endgame, self._largest)
        for pair in found:
            self.fetch(pair)

    def pairs(self) -> list[Pair]:
        """All the books that there can be, each after those that it rests on."""
        sizes = range(self.endgame.LEAST, self.endgame.MOST + 1)
        return sorted(((own, enemy) for own in sizes for enemy in sizes), key=_order)

    def fetch(self, pair: Pair) -> bool:
        """Take a book from the disk; whether it is there and whole."""
        try:
            read = read_book(self.folder, self.game, pair, self.shelf)
        except DamagedBook as error:
            self.damaged[pair] = str(error)
            return False
        if read is not None:
            self.keep(*read)
        return read is not None

    def keep(self, book: Book, figures: Figures) -> None:
        """Put a book on the shelf."""
        pair = book.pieces, book.others
        self.books[pair], self.figures[pair] = book, figures
        put_on(self.shelf, book)

    def probe(self, position: Position) -> Value | None:
        """What a position is worth; None where no book tells, or a draw by count may come first."""
        value = stored(position, self.shelf)
        if value == UNKNOWN:
            return None
        if value == 0:
            return Value(0, 0)
        return Value(-1 if value % 2 else 1, value - 1)

    def complete(self, wanted: list[Pair], report: Report) -> Iterator[tuple[Pair, bool]]:
        """Solve what is missing of the books wanted and of those that they rest on.

        Yields every pair with whether it was solved now, each with its twin.
        """
        largest = max(max(pair) for pair in wanted)
        if largest > self._largest:
            self._largest = largest
            self.shelf = new_shelf(self.endgame, largest)
            for book in self.books.values():
                put_on(self.shelf, book)
        for own, enemy in needed(wanted, self.endgame.LEAST):
            twins = list(dict.fromkeys([(own, enemy), (enemy, own)]))
            missing = any(pair not in self.books for pair in twins)
            if missing:
                self._solve(own, enemy, report)
            for pair in twins:
                self.damaged.pop(pair, None)
                yield pair, missing

    def _solve(self, own: int, enemy: int, report: Report) -> None:
        highest = max((figures.highest for figures in self.figures.values()), default=0)
        books, states = solve(self.endgame, own, enemy, self.shelf, highest, report)
        for book, count in zip(books, states, strict=True):
            figures = figures_of(book, count)
            write_book(self.folder, self.game, book, figures)
            self.keep(book, figures)


def needed(wanted: list[Pair], least: int) -> list[Pair]:
    """The pairs wanted and all with fewer pieces, larger side first, in order."""
    pairs = {
        (max(own, enemy), min(own, enemy))
        for most, more in wanted
        for own in range(least, most + 1)
        for enemy in range(least, more + 1)
    }
    return sorted(pairs, key=_order)


def _order(pair: Pair) -> tuple[int, int, int]:
    return sum(pair), max(pair), pair[1]
