"""Writes a whole game as files for hosts, volume by volume, from books that were solved."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.solver.book_file import BookFigures, Key
from tablier.solver.endgames import Endgames
from tablier.solver.files.checked_file import DamagedBook, make_folder, write_file
from tablier.solver.packed.layout import LOST, WON
from tablier.solver.packed.packing import packed
from tablier.solver.processor import Kind
from tablier.solver.retrograde import Report
from tablier.solver.tablebase.manifest import (
    DISTANCES,
    NUMBERED,
    NUMBERING,
    OUTCOMES,
    SAME,
    Manifest,
    PackedBook,
    Volume,
    read_manifest,
    write_manifest,
)

CHEAP, CHEAP_PLACING = 1 << 27, 1 << 23
"""The most states of a book that has distances too: with all pieces placed, and before."""
ALIGNED = 64
"""Books begin at multiples of this."""
MOST_VALUE = 255
"""The highest value that a byte has room for."""


class Cheap(NamedTuple):
    """How many states a book has at the most that is to have distances."""

    placed: int = CHEAP
    placing: int = CHEAP_PLACING


class VolumeWriter:
    """The files of one game in a folder; those that are there already are left alone."""

    def __init__(
        self, endgames: Endgames, each: int, folder: Path, cheap: Cheap | None = None
    ) -> None:
        self._endgames, self._each = endgames, each
        self.folder = folder / endgames.game.name
        self._cheap = cheap or Cheap()
        self._names: dict[str, list[Key]] = {NUMBERING: []}
        for key in endgames.keys(each):
            self._names.setdefault(volume_name(key), []).append(key)
        self._volumes = self._written()

    def _written(self) -> dict[str, Volume]:
        """What an earlier run has left that was interrupted, if it was for the same game."""
        make_folder(self.folder)
        try:
            found = read_manifest(self.folder, self._endgames.game)
        except DamagedBook:
            found = None
        if found is None or found.each != self._each:
            return {}
        return {volume.name: volume for volume in found.volumes if self._is_there(volume)}

    def _is_there(self, volume: Volume) -> bool:
        keys = [book.key for book in volume.books]
        path = self.folder / volume.name
        if keys != self._names.get(volume.name):
            return False
        return volume.size == 0 or (path.is_file() and path.stat().st_size == volume.size)

    def write(self, report: Report) -> Iterator[tuple[Volume, bool]]:
        """Write what is missing; yields every volume with whether it was written now.

        The books must be there.
        """
        for number, (name, keys) in enumerate(self._names.items()):
            report(f"writing {name}", number, len(self._names))
            missing = name not in self._volumes
            if missing:
                self._volumes[name] = self._numbering() if not keys else self._volume(name, keys)
                volumes = tuple(self._volumes[one] for one in self._names if one in self._volumes)
                write_manifest(self.folder, self._endgames.game, Manifest(self._each, volumes))
            yield self._volumes[name], missing

    def _numbering(self) -> Volume:
        """What takes a while to find: the numbers of sets up to symmetry."""
        shelf, given = self._endgames.shelf, self._endgames.processor.given
        return self._kept(NUMBERING, (), [given(getattr(shelf, name)) for name in NUMBERED])

    def _volume(self, name: str, keys: list[Key]) -> Volume:
        books, parts, first = [], [], 0
        for key in keys:
            form, same, content = self._packed(key)
            figures = self._endgames.figures[key]
            books.append(PackedBook(key, form, first, len(content), same, figures.highest))
            gap = -len(content) % ALIGNED
            parts += [content, np.zeros(gap, np.uint8)]
            first += len(content) + gap
        return self._kept(name, tuple(books), parts)

    def _packed(self, key: Key) -> tuple[str, int, Any]:
        """What to keep of a book: the form, the one value that it has in that form, the bytes."""
        endgames, book = self._endgames, self._endgames.books[key]
        figures, endgame = endgames.figures[key], endgames.endgame
        cheap = self._cheap.placing if key[0] else self._cheap.placed
        exact = figures.states <= cheap and figures.highest <= MOST_VALUE
        same = alike(figures)
        if same is not None and not exact:
            return SAME, same, np.zeros(0, np.uint8)
        kind: Kind = (endgame.placing(endgame.State(0, 0, 0), key[0]), *key[1:])
        content = packed(kind, endgames.shelf, endgames.processor, book.values, exact)
        return DISTANCES if exact else OUTCOMES, 0, content

    def _kept(self, name: str, books: tuple[PackedBook, ...], parts: list[Any]) -> Volume:
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part.data)
        size = sum(part.nbytes for part in parts)
        if size:
            write_file(self.folder / name, [part.data for part in parts])
        return Volume(name, size, digest.hexdigest(), books)


def volume_name(key: Key) -> str:
    """The file of a book: its own, or that of all with as many waiting pieces.

    >>> volume_name((0, 4, 3)), volume_name((7, 2, 1))
    ('4-3.table', 'placing-07.table')
    """
    waiting, own, enemy = key
    return f"placing-{waiting:02}.table" if waiting else f"{own}-{enemy}.table"


def alike(figures: BookFigures) -> int | None:
    """The outcome of all states of a book as a value; None where they differ."""
    found = {WON: figures.wins, LOST: figures.losses, 0: figures.draws}
    return next((value for value, count in found.items() if count == figures.states), None)
