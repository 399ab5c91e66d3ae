"""The books of a game that are at hand, and what they say of a position."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tablier.compile import cache_folder
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game, Position
from tablier.core.parts import Endgame
from tablier.solver.book_file import (
    BookFigures,
    Pair,
    book_path,
    figures_of,
    parcel_path,
    read_book,
    read_parcel,
    write_book,
)
from tablier.solver.checked_file import DamagedBook
from tablier.solver.checkpoint import Checkpoint
from tablier.solver.numbering import Shelf, new_shelf
from tablier.solver.probe import UNKNOWN, stored
from tablier.solver.retrograde import Book, Report, put_on, solve

Reader = Callable[[Path, Game, Pair, Shelf], tuple[Book, BookFigures] | None]


class Value(NamedTuple):
    """What a position is worth to the seat to act: 1, 0 or -1, and the turns until then."""

    outcome: int
    turns: int


def default_folder(game: Game) -> Path:
    """Where the books are that were solved here, unless somebody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("tablier") / "endgames" / game.name


def unpacked_folder(game: Game) -> Path:
    """Where the books are that came with the game."""
    return cache_folder.root() / "endgames" / game.name


def parcels_folder(game: Game) -> Path:
    """Where they ship."""
    return game.folder / "endgames"


def endgame_of(game: Game) -> Endgame:
    """What a game says about its endgames; BadOption where it has none."""
    if game.endgame is None:
        raise BadOption(f"{game.name} has no endgames that could be solved")
    return game.endgame


class Endgames:
    """A game's books, those that are there, and what they say of a position.

    With a folder of one's own, only what is there counts; otherwise also what
    ships with the game, unpacked at first use.
    """

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.folder = default_folder(game) if folder is None else folder
        self.endgame = endgame_of(game)
        self.books: dict[Pair, Book] = {}
        self.figures: dict[Pair, BookFigures] = {}
        self.damaged: dict[Pair, str] = {}
        """What is wrong with the files that were left out, a sentence each."""
        self._parcels = parcels_folder(game) if folder is None else None
        found = [pair for pair in self.pairs() if self._is_somewhere(pair)]
        self._largest = max((max(pair) for pair in found), default=0)
        self.shelf = new_shelf(self.endgame, self._largest)
        for pair in found:
            self.fetch(pair)

    def pairs(self) -> list[Pair]:
        """All the books that there can be, each after those that it rests on."""
        sizes = range(self.endgame.LEAST, self.endgame.MOST + 1)
        return sorted(((own, enemy) for own in sizes for enemy in sizes), key=_order)

    def _is_somewhere(self, pair: Pair) -> bool:
        ships = self._parcels is not None and parcel_path(self._parcels, pair).exists()
        return ships or book_path(self.folder, pair).exists()

    def fetch(self, pair: Pair) -> bool:
        """Take a book from the disk; whether it is there and whole."""
        return self._take(read_book, self.folder, pair) or self._fetch_shipped(pair)

    def _fetch_shipped(self, pair: Pair) -> bool:
        """Take a book that came with the game, unpacked now or before."""
        if self._parcels is None or not parcel_path(self._parcels, pair).exists():
            return False
        unpacked = unpacked_folder(self.game)
        noted = self.damaged.get(pair)
        if self._take(read_book, unpacked, pair):
            return True
        if not self._take(read_parcel, self._parcels, pair):
            return False
        if noted is None:
            self.damaged.pop(pair, None)
        try:
            write_book(unpacked, self.game, self.books[pair], self.figures[pair])
        except TablierError:
            return True
        return self._take(read_book, unpacked, pair)

    def _take(self, read: Reader, folder: Path, pair: Pair) -> bool:
        try:
            found = read(folder, self.game, pair, self.shelf)
        except DamagedBook as error:
            self.damaged.setdefault(pair, str(error))
            return False
        if found is not None:
            self.keep(*found)
        return found is not None

    def keep(self, book: Book, figures: BookFigures) -> None:
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

        A damaged file is replaced by the book that came with the game, if that is whole.
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
                if self.damaged.pop(pair, None) and not missing:
                    write_book(self.folder, self.game, self.books[pair], self.figures[pair])
                yield pair, missing

    def _solve(self, own: int, enemy: int, report: Report) -> None:
        highest = max((figures.highest for figures in self.figures.values()), default=0)
        checkpoint = Checkpoint(self.folder, self.game, f"{own}-{enemy}")
        stand = checkpoint.read()
        books, states = solve(
            self.endgame, own, enemy, self.shelf, highest, report, stand, checkpoint.keep
        )
        for book, count in zip(books, states, strict=True):
            figures = figures_of(book, count)
            write_book(self.folder, self.game, book, figures)
            self.keep(book, figures)
        checkpoint.forget()


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
