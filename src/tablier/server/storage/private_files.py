"""Files that nobody else may read: seeds of dice still to be rolled, and hashes of keys."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tablier.core.errors import TablierError

OWN, OWN_FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-witness", ".lease")
"""How the names of a database's files end."""


def make_folder(folder: Path) -> None:
    """A folder for private files; one that is there stays as it is."""
    try:
        folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise TablierError(f"{folder}: {error.strerror}") from error


def open_own(path: Path, flags: int) -> int:
    """Open a private file, made if need be; for root it belongs to whoever has the folder."""
    try:
        new = not path.exists()
        file = os.open(path, flags | os.O_CREAT, OWN)
        if new and hasattr(os, "geteuid") and os.geteuid() == 0:
            folder = path.parent.stat()
            os.fchown(file, folder.st_uid, folder.st_gid)
    except OSError as error:
        raise TablierError(f"{path}: {error.strerror}") from error
    return file


def secure(database: Path) -> None:
    """Make a database's file if there is none; what lies beside it is nobody else's either.

    SQLite gives its log the same rights as the file, so that this is done first.
    """
    make_folder(database.parent)
    os.close(open_own(database, os.O_RDWR))
    for end in BESIDE:
        with suppress(OSError):  # it is not there, or belongs to somebody else
            database.with_name(database.name + end).chmod(OWN)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A private file under another name, which gets its own once all is written."""
    if path.exists():
        raise TablierError(f"{path} is there already")
    if not path.parent.is_dir():
        raise TablierError(f"there is no folder {path.parent}")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
