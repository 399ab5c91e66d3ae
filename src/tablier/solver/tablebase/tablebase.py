"""The files of a game, mapped into memory and put on a shelf.

Nothing is read when they are opened: what is looked up comes from the disk, and stays in memory
as long as there is room. A file that is damaged, cut or missing is left out.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import Any

import numpy as np

from tablier.compile.raw_array import bare
from tablier.core.game import Game, Position
from tablier.solver.book_file import Key
from tablier.solver.endgames import Value, endgame_of, meaning
from tablier.solver.files.checked_file import DamagedBook
from tablier.solver.numbering import FIELDS, SIZES, WIDTH, Shelf, empty_shelf, entry
from tablier.solver.packed import layout
from tablier.solver.tablebase.manifest import (
    DISTANCES,
    NUMBERING,
    OUTCOMES,
    SAME,
    PackedBook,
    Volume,
    read_manifest,
)
from tablier.solver.tablebase.mapped_volume import MappedVolume
from tablier.solver.tablebase.verified import Verified

PLACE = "TABLIER_TABLEBASES"
"""The variable that names the folder with games' files, each in one of its own."""
NOWHERE = "off"
"""What it says where no files are to be used."""
FORMS = {OUTCOMES: layout.PACKED, DISTANCES: layout.PLAIN, SAME: layout.SAME}

Looked = Callable[[str, int, int], None]
"""Told which file was looked at, how many bytes that makes, and how many there are."""


def tablebases_folder() -> Path | None:
    """Where games' files are looked for: where PLACE says, else in the user's data folder."""
    if chosen := os.environ.get(PLACE):
        return None if chosen == NOWHERE else Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("tablier") / "tablebases"


class Tablebase:
    """The files of one game that are in a folder, whole, and made for these rules."""

    def __init__(
        self,
        game: Game,
        folder: Path | None = None,
        again: bool = False,
        looked: Looked = lambda name, done, whole: None,
    ) -> None:
        """Files that have changed since they were found whole are summed up, or all `again`."""
        self.game = game
        self.endgame = endgame_of(game)
        place = tablebases_folder() if folder is None else folder
        self.folder = Path(game.name) if place is None else place / game.name
        self.shelf = empty_shelf()
        """What is mapped; this object must live as long as anybody looks there."""
        self.each = 0
        """The pieces that each player has in the game; 0 without files."""
        self.size = 0
        """Bytes of all files."""
        self.books: dict[Key, PackedBook] = {}
        self.damaged: dict[str, str] = {}
        """What is wrong with files that were left out, a sentence for each name."""
        self._volumes: dict[str, MappedVolume] = {}
        try:
            manifest = None if place is None else read_manifest(self.folder, game)
        except DamagedBook as error:
            self.damaged[""] = str(error)
            return
        if manifest is not None:
            self.each = manifest.each
            self.size = sum(volume.size for volume in manifest.volumes)
            self._map(manifest.volumes, again, looked)
            self._put_all_on()

    def _map(self, volumes: tuple[Volume, ...], again: bool, looked: Looked) -> None:
        """Map the files that are whole, on all cores as far as they must be summed up."""
        verified, done = Verified(self.folder), 0

        def mapped(volume: Volume) -> MappedVolume | str:
            try:
                return MappedVolume(self.folder, volume, verified, again)
            except DamagedBook as error:
                return str(error)

        with ThreadPoolExecutor(cpu_count()) as threads:
            for volume, found in zip(volumes, threads.map(mapped, volumes), strict=True):
                if isinstance(found, str):
                    self.damaged[volume.name] = found
                else:
                    self._volumes[volume.name] = found
                done += volume.size
                looked(volume.name, done, self.size)
        verified.keep()

    def _put_all_on(self) -> None:
        numbering = self._volumes.get(NUMBERING)
        if numbering is None:
            self.damaged.setdefault(NUMBERING, f"{self.folder / NUMBERING} is missing")
            return
        try:
            self.shelf = numbered_shelf(numbering.content, self.endgame.PLACES, self.each)
        except (ValueError, IndexError):
            self.damaged[NUMBERING] = f"{self.folder / NUMBERING} was made for another board"
            return
        for name, volume in self._volumes.items():
            try:
                for book in volume.volume.books:
                    self._put_on(book, volume.content)
            except DamagedBook as error:
                self.damaged[name] = f"{self.folder / name} is damaged: {error}"

    def _put_on(self, book: PackedBook, content: Any) -> None:
        waiting, pieces, others = book.key
        if max(pieces, others) > self.each or waiting > 2 * self.endgame.MOST:
            raise DamagedBook("it has more pieces than the game")
        starts, values = 0, book.same
        if book.form != SAME:
            places = layout.places_in(pieces, others, self.shelf)
            head = 0 if waiting else layout.starts_length(places)
            least = places if book.form == DISTANCES else -(-places // layout.A_BYTE)
            if book.first + book.length > len(content) or book.length < head + least:
                raise DamagedBook("a book in it is too short")
            starts = content.ctypes.data + book.first
            values = starts + head
            starts = starts if head else 0
        first = entry(*book.key)
        self.shelf.books[first : first + FIELDS] = [
            starts,
            values,
            FORMS[book.form],
            max(book.highest - 1, 0),
        ]
        self.books[book.key] = book

    def exact(self, position: Position) -> Value | None:
        """What a position is worth without draws by count; None where no book tells."""
        if not self.endgame.covered(position) or self.endgame.sizes(position) not in self.books:
            return None
        return meaning(int(layout.packed_value(self.endgame.state_of(position), self.shelf)))

    def described(self) -> dict[str, Any]:
        """What there is, for a JSON document."""
        return {
            "game": self.game.name,
            "folder": str(self.folder),
            "each": self.each,
            "books": len(self.books),
            "bytes": self.size,
            "damaged": list(self.damaged.values()),
        }

    def recheck(self) -> list[str]:
        """Take those files off the shelf that are not what they were; a sentence for each."""
        told = []
        for name, volume in self._volumes.items():
            sentence = None if name in self.damaged else volume.changed()
            if sentence is not None:
                self.damaged[name] = sentence
                told.append(sentence)
                gone = [book.key for book in volume.volume.books]
                for key in list(self.books) if name == NUMBERING else gone:
                    self._take_off(key)
        return told

    def _take_off(self, key: Key) -> None:
        """Whoever is just looking something up may still do so: nothing is unmapped."""
        if self.books.pop(key, None) and self.shelf.books[entry(*key) + WIDTH] < 0:
            self.shelf.books[entry(*key) + WIDTH] = 0


def numbered_shelf(content: Any, places: int, each: int) -> Shelf:
    """A shelf without books from the file that says how states are numbered."""
    at = 0

    def taken(count: int, kind: str) -> Any:
        nonlocal at
        length = int(count) * np.dtype(kind).itemsize
        if count < 0 or at + length > len(content):
            raise ValueError(kind)
        at += length
        return bare(content[at - length : at].view(kind))

    choose = taken((places + 1) * SIZES, "i8")
    first_set, first_orbit = taken(SIZES, "i8"), taken(SIZES, "i8")
    orbits = first_orbit[each + 1]
    return Shelf(
        places=places,
        choose=choose,
        first_set=first_set,
        first_orbit=first_orbit,
        models=taken(orbits, "i8"),
        fixing=taken(orbits, "i8"),
        orbits=taken(first_set[each + 1], "i4"),
        books=bare(np.zeros(entry(2 * SIZES, 0, 0), np.int64)),
    )
