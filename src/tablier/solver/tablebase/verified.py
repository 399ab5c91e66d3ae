"""Which files were found whole, so that gigabytes are summed up once and not at every start.

What is noted is a file's place, length, time and checksum; a file of which any of these is another
is summed up again. The note is in the cache folder: files may lie where nobody can write.
"""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tablier.compile import cache_folder
from tablier.core.errors import TablierError
from tablier.solver.files.checked_file import write_file

PART = 1 << 24
"""Bytes that are read at a time."""
LONGEST = 1 << 22
"""Bytes; no note has more."""


class Verified:
    """The note of the files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        name = hashlib.sha256(os.fsencode(self._folder)).hexdigest()[:16]
        self._path = cache_folder.root() / "tablebases" / f"{name}.json"
        self._noted: dict[str, list[object]] = {}
        with suppress(OSError, ValueError, RecursionError):
            said = json.loads(self._path.read_bytes()[:LONGEST])
            self._noted = said if isinstance(said, dict) else {}

    def knows(self, name: str, state: os.stat_result, checksum: str) -> bool:
        """Whether a file was found whole in this state."""
        return self._noted.get(name) == self._seen(state, checksum)

    def note(self, name: str, state: os.stat_result, checksum: str) -> None:
        """A file is whole."""
        self._noted[name] = self._seen(state, checksum)

    def keep(self) -> None:
        """Write the note, if that is possible."""
        with suppress(TablierError):
            write_file(self._path, [json.dumps(self._noted).encode()])

    def _seen(self, state: os.stat_result, checksum: str) -> list[object]:
        return [state.st_ino, state.st_size, state.st_mtime_ns, checksum]


def summed(file: BinaryIO) -> str:
    """The checksum of a file from its beginning."""
    digest = hashlib.sha256()
    file.seek(0)
    while part := file.read(PART):
        digest.update(part)
    return digest.hexdigest()
