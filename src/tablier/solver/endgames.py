"""The books of a game that are at hand, and what they say of a position."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablier.compile import cache_folder
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game, Position
from tablier.core.parts import Endgame
from tablier.solver.book_file import (
    BookFigures,
    Key,
    book_path,
    figures_of,
    key_of,
    narrowed,
    parcel_path,
    read_book,
    read_parcel,
    write_book,
)
from tablier.solver.checkpoint import Checkpoint
from tablier.solver.cores import Cores
from tablier.solver.files.checked_file import DamagedBook
from tablier.solver.numbering import Shelf, new_shelf, value_of
from tablier.solver.packed.layout import WON
from tablier.solver.probe import UNKNOWN, stored
from tablier.solver.processor import Processor
from tablier.solver.retrograde import Book, Report, Stand, place, put_on, solve

Pair = tuple[int, int]
"""Own and enemy pieces."""
Reader = Callable[[Path, Game, Key, Shelf], tuple[Book, BookFigures] | None]


class Value(NamedTuple):
    """What a position is worth to the seat to act: 1, 0 or -1, and the turns until then.

    Where only the outcome is known, they are UNTOLD.
    """

    outcome: int
    turns: int


UNTOLD = -1
"""In place of turns."""


def meaning(value: int) -> Value:
    """What a value in a book says."""
    if value >= WON:
        return Value(-1 if value % 2 else 1, UNTOLD)
    return Value(-1 if value % 2 else 1, value - 1) if value else Value(0, 0)


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
    ships with the game, unpacked at first use. Where nothing is kept, the books stay in the
    memory of the processor that solves them.
    """

    def __init__(
        self,
        game: Game,
        folder: Path | None = None,
        processor: Processor | None = None,
        keeps: bool = True,
    ) -> None:
        self.game = game
        self._keeps = keeps
        self.folder = default_folder(game) if folder is None else folder
        self.endgame = endgame_of(game)
        self.books: dict[Key, Book] = {}
        self.figures: dict[Key, BookFigures] = {}
        self.damaged: dict[Key, str] = {}
        """What is wrong with the files that were left out, a sentence each."""
        self._parcels = parcels_folder(game) if folder is None else None
        self.processor = processor or Cores()
        found = [key for key in self.keys(self.endgame.MOST) if keeps and self._is_somewhere(key)]
        self._largest = max((max(key[1:]) for key in found), default=0)
        self.shelf = self._new_shelf()
        for key in found:
            self.fetch(key)

    def keys(self, each: int) -> list[Key]:
        """The books of the game in which players have `each` pieces, after those they rest on."""
        least, pairs = self.endgame.LEAST, needed([(each, each)], self.endgame.LEAST)
        twins = dict.fromkeys(twin for own, enemy in pairs for twin in [(own, enemy), (enemy, own)])
        return [*((0, *pair) for pair in twins), *placing_keys(least, each)]

    def _is_somewhere(self, key: Key) -> bool:
        ships = self._parcels is not None and parcel_path(self._parcels, key).exists()
        return ships or book_path(self.folder, key).exists()

    def fetch(self, key: Key) -> bool:
        """Take a book from the disk; whether it is there and whole."""
        return self._take(read_book, self.folder, key) or self._fetch_shipped(key)

    def _fetch_shipped(self, key: Key) -> bool:
        """Take a book that came with the game, unpacked now or before."""
        if self._parcels is None or not parcel_path(self._parcels, key).exists():
            return False
        unpacked = unpacked_folder(self.game)
        noted = self.damaged.get(key)
        if self._take(read_book, unpacked, key):
            return True
        if not self._take(read_parcel, self._parcels, key):
            return False
        if noted is None:
            self.damaged.pop(key, None)
        try:
            write_book(unpacked, self.game, self.books[key], self.figures[key])
        except TablierError:
            return True
        return self._take(read_book, unpacked, key)

    def _take(self, read: Reader, folder: Path, key: Key) -> bool:
        try:
            found = read(folder, self.game, key, self.shelf)
        except DamagedBook as error:
            self.damaged.setdefault(key, str(error))
            return False
        if found is not None:
            book, figures = found
            taken = self.processor.taken
            book = book._replace(lines=taken(book.lines), values=taken(book.values))
            self.keep(book, figures)
        return found is not None

    def keep(self, book: Book, figures: BookFigures) -> None:
        """Put a book on the shelf, whose arrays are in the processor's memory."""
        self.books[key_of(book)], self.figures[key_of(book)] = book, figures
        put_on(self.shelf, book, self.processor)

    def _write(self, book: Book, states: int) -> None:
        """Write a book that was solved; where it can be, go on with what is on the disk."""
        figures, processor = figures_of(book, states), self.processor
        if self._keeps:
            lines, values = processor.given(book.lines), processor.given(book.values)
            here = narrowed(book._replace(lines=lines, values=values), figures.highest)
            write_book(self.folder, self.game, here, figures)
        if not (self._keeps and processor.is_host):
            self.keep(book, figures)
        elif not self._take(read_book, self.folder, key_of(book)):
            raise TablierError(self.damaged[key_of(book)])

    def probe(self, position: Position) -> Value | None:
        """What a position is worth; None where no book tells, or a draw by count may come first."""
        value = stored(position, self.shelf)
        return None if value == UNKNOWN else meaning(value)

    def exact(self, position: Position) -> Value | None:
        """What a position is worth without draws by count; None where no book tells."""
        if not self.endgame.covered(position) or self.endgame.sizes(position) not in self.books:
            return None
        return self.value(self.endgame.state_of(position))

    def value(self, state: Any) -> Value:
        """What a state is worth whose book is there."""
        return meaning(int(value_of(state, self.shelf)))

    def complete(self, wanted: list[Pair], report: Report) -> Iterator[tuple[Key, bool]]:
        """Solve what is missing of the books wanted and of those that they rest on.

        A damaged file is replaced by the book that came with the game, if that is whole.
        Yields every key with whether it was solved now, each with its twin.
        """
        self.make_room(max(max(pair) for pair in wanted))
        for own, enemy in needed(wanted, self.endgame.LEAST):
            twins = list(dict.fromkeys([(0, own, enemy), (0, enemy, own)]))
            missing = any(key not in self.books for key in twins)
            if missing:
                self._solve(own, enemy, report)
            for key in twins:
                if self.damaged.pop(key, None) and not missing:
                    write_book(self.folder, self.game, self.books[key], self.figures[key])
                yield key, missing

    def complete_placing(self, each: int, report: Report) -> Iterator[tuple[Key, bool]]:
        """Solve what is missing of the game in which every player places `each` pieces.

        What comes when all are placed must be there. Yields every key with whether it was
        solved now.
        """
        self.make_room(each)
        for key in placing_keys(self.endgame.LEAST, each):
            missing = key not in self.books
            if missing:
                self._write(*place(self.endgame, key, self.shelf, report, self.processor))
            self.damaged.pop(key, None)
            yield key, missing

    def make_room(self, largest: int) -> None:
        """Have a shelf for that many pieces on either side."""
        if largest > self._largest:
            self._largest = largest
            self.shelf = self._new_shelf()
            for book in self.books.values():
                put_on(self.shelf, book, self.processor)

    def _new_shelf(self) -> Shelf:
        """A shelf in the processor's memory."""
        shelf = new_shelf(self.endgame, self._largest)
        arrays = {name: self.processor.taken(getattr(shelf, name)) for name in Shelf._fields[1:]}
        return shelf._replace(**arrays)

    def _solve(self, own: int, enemy: int, report: Report) -> None:
        checkpoint = Checkpoint(self.folder, self.game, f"{own}-{enemy}")
        lasting = self._keeps and self.processor.is_host
        stand, keep = (checkpoint.read(), checkpoint.keep) if lasting else (None, _forget)
        books, states = solve(
            self.endgame, own, enemy, self.shelf, report, stand, keep, self.processor
        )
        for book, count in zip(books, states, strict=True):
            self._write(book, count)
        if lasting:
            checkpoint.forget()


def _forget(stand: Stand) -> None:
    """Keep nothing of what takes seconds."""


def needed(wanted: list[Pair], least: int) -> list[Pair]:
    """The pairs wanted and all with fewer pieces, larger side first, in order."""
    pairs = {
        (max(own, enemy), min(own, enemy))
        for most, more in wanted
        for own in range(least, most + 1)
        for enemy in range(least, more + 1)
    }
    return sorted(pairs, key=lambda pair: (sum(pair), max(pair), pair[1]))


def placing_keys(least: int, each: int) -> list[Key]:
    """The books in which pieces wait, where every player has `each`, in order.

    A player who can't have `least` pieces any more has lost, and is in none.
    """
    return [
        (waiting, own, enemy)
        for waiting in range(1, 2 * each + 1)
        for own in range(max(0, least - (waiting + 1) // 2), each - (waiting + 1) // 2 + 1)
        for enemy in range(max(0, least - waiting // 2), each - waiting // 2 + 1)
    ]
