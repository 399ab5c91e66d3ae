"""The distances of a game on the disk: found layer by layer, kept, and looked up."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from tablier.compile.raw_array import Bare, bare
from tablier.core.errors import BadOption
from tablier.core.game import Game, Position
from tablier.solver.checkpoint import Checkpoint
from tablier.solver.distances import UNREACHED, at_the_goal, check, layers
from tablier.solver.endgames import default_folder
from tablier.solver.files.checked_file import (
    PAGE,
    DamagedBook,
    check_once,
    first_page,
    make_folder,
    read_page,
    write_file,
)
from tablier.solver.files.mapped_file import mapped
from tablier.solver.numbering import ALONE, Shelf, empty_shelf
from tablier.solver.retrograde import Report, Stand

FORMAT = 1


class DistanceFigures(NamedTuple):
    """What is in a table."""

    sets: int
    """Less those that are equal by symmetry."""
    farthest: int
    """The most moves that any of them needs."""


class Solo:
    """How many moves the sets of one player's pieces are from the goal, if that was solved here."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.folder = default_folder(game) if folder is None else folder
        if game.alone is None:
            raise BadOption(f"{game.name} has no distances that could be solved")
        self.alone = game.alone
        self.path = self.folder / "alone.book"
        self.damaged: str | None = None
        """What is wrong with the file if it was left out, in a sentence."""
        self.distances: Bare | None = None
        try:
            self.distances = self._read()
        except DamagedBook as error:
            self.damaged = str(error)

    @property
    def shelf(self) -> Shelf:
        """A shelf for compiled code; this object must live as long."""
        shelf = empty_shelf()
        if self.distances is not None:
            shelf.books[ALONE] = self.distances.ctypes.data
        return shelf

    @property
    def figures(self) -> DistanceFigures:
        """What was found."""
        assert self.distances is not None
        reached = self.distances[self.distances != UNREACHED]
        return DistanceFigures(len(reached), int(reached.max()))

    def moves(self, position: Position, seat: int) -> int | None:
        """How many moves a seat needs if nobody is in its way, or helps."""
        if self.distances is None:
            return None
        found = int(self.distances[self.alone.number_of(self.alone.alone(position, seat))])
        return None if found == UNREACHED else found

    def complete(self, report: Report) -> bool:
        """Find the distances unless they are there; whether that was to be done.

        After an interruption it goes on from the last layer that was kept.
        """
        if self.distances is not None:
            return False
        make_folder(self.folder)
        checkpoint = Checkpoint(self.folder, self.game, self.path.stem)
        stand, distances, settled = checkpoint.read(), at_the_goal(self.alone), 0
        if stand is not None:
            distances, settled = bare(stand.values[0]), stand.settled
        for layer in layers(self.alone, distances, settled, report):
            checkpoint.keep(Stand(layer, 0, [], [distances]))
        self.write(distances)
        checkpoint.forget()
        self.distances, self.damaged = self._read(), None
        return True

    def fault(self, report: Report) -> int:
        """The first number whose distance doesn't follow from the rules' moves, or -1."""
        assert self.distances is not None
        return check(self.alone, self.distances, report)

    def write(self, distances: Bare) -> None:
        """Write the file, all of it or nothing."""
        header = self._header()
        header["sha256"] = _checksum(header, distances)
        write_file(self.path, [first_page(header), distances.data])

    def _read(self) -> Bare | None:
        """The file mapped into memory and checked; None if there is none."""
        page = read_page(self.path)
        if page is None:
            return None
        try:
            said = {"sha256": "", **json.loads(page[0])}
        except (ValueError, TypeError, RecursionError) as error:
            raise DamagedBook(f"{self.path} is damaged: it doesn't begin as a book does") from error
        header, checksum = self._header(), said.pop("sha256")
        if said != header:
            raise DamagedBook(f"{self.path} was made for other rules")
        if page[1].st_size != PAGE + header["numbers"]:
            raise DamagedBook(f"{self.path} is damaged: it has the wrong length")
        distances = mapped(self.path, PAGE).view(Bare)

        def compare() -> None:
            if _checksum(header, distances) != checksum:
                raise DamagedBook(f"{self.path} is damaged: its checksum doesn't fit")

        check_once(self.path, page[1], str(checksum), compare)
        return distances

    def _header(self) -> dict[str, Any]:
        """What the file says of itself."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.version,
            "numbers": self.alone.NUMBERS,
        }


def _checksum(header: dict[str, Any], distances: Bare) -> str:
    """Over the distances and the header, less the checksum itself."""
    digest = hashlib.sha256(json.dumps(header).encode())
    digest.update(distances.data)
    return digest.hexdigest()
