"""Where games are kept between two sessions, and which of them a window has in hand."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_data_path

import tablier
from tablier.compile.file_lock import take
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.registry import games
from tablier.terminal.session.table_actions import seed_of


class GameInUse(TablierError):
    """The game that is saved there is being played in another window."""


class SaveClaim:
    """The right to save a game somewhere; a process that ends gives it back in any case."""

    def __init__(self, path: Path) -> None:
        """Raises GameInUse where another window has it."""
        self._place = path.with_name(f"{path.name}.lock")
        self._file: BinaryIO | None = None
        while self._file is None:
            try:
                self._place.parent.mkdir(parents=True, exist_ok=True)
                file = self._place.open("ab")
            except OSError:
                return  # what can't be written here is told when the game is saved
            if not take(file):
                file.close()
                raise GameInUse(f"{path} is being played in another window")
            if self._is_current(file):
                self._file = file
            else:
                file.close()

    def _is_current(self, file: BinaryIO) -> bool:
        """Whether nobody has given the claim back, and its file away, since it was opened."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self._place))
        except OSError:
            return False

    def release(self) -> None:
        """Give it back."""
        if self._file is not None:
            with suppress(OSError):
                self._place.unlink()
            self._file.close()
            self._file = None


def place_of(game: Game) -> Path:
    """Where an unfinished game is kept."""
    return user_data_path("tablier") / f"{game.name}.txt"


def unfinished() -> Iterator[tuple[Path, Match | str]]:
    """The games that somebody left, the last one first; or why one can't be read."""
    folder = user_data_path("tablier")
    kept = [path for name in games() for path in folder.glob(f"{name}*.txt")]
    for path in sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            match = tablier.read_record(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            yield path, str(error)
        else:
            if match.result is None:
                yield path, match


def new_place(path: Path) -> tuple[Path, Path | None]:
    """Where a new game is saved, and where what was saved there before is kept now.

    That is `path`, unless another window is playing the game that is saved there.
    """
    try:
        claim = SaveClaim(path)
    except GameInUse:
        return spare_place(path), None
    try:
        return path, make_room(path)
    finally:
        claim.release()


def make_room(path: Path) -> Path | None:
    """Keep what was saved here under another name, and return that."""
    if path.is_dir():
        raise TablierError(f"{path} is a folder; name a file")
    if not path.exists():
        return None
    kept = spare_place(path)
    path.rename(kept)
    if seed_of(path).exists():
        seed_of(path).rename(seed_of(kept))
    return kept


def spare_place(path: Path) -> Path:
    """A place beside another, where nothing is saved and no window means to."""
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(other for other in others if not other.exists() and not is_in_use(other))


def is_in_use(path: Path) -> bool:
    """Whether a window plays the game that is saved there."""
    try:
        SaveClaim(path).release()
    except GameInUse:
        return True
    return False


def save(match: Match, path: Path) -> None:
    """Write the record so that a crash leaves either the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(match.record(), "utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise TablierError(f"the game could not be saved: {path}: {error.strerror}") from error
