"""A volume that is mapped into memory, as long as it stays as it was found."""

import os
from pathlib import Path
from typing import Any

import numpy as np

from tablier.solver.files.checked_file import DamagedBook
from tablier.solver.files.mapped_file import mapped
from tablier.solver.tablebase.manifest import Volume
from tablier.solver.tablebase.verified import Verified, summed


class MappedVolume:
    """A file that has the length and the checksum that the manifest says."""

    def __init__(self, folder: Path, volume: Volume, verified: Verified, again: bool) -> None:
        """Sums it up `again` even if it was found whole before and has not changed."""
        self.volume = volume
        self._path = folder / volume.name
        self.content: Any = np.zeros(0, np.uint8)
        if volume.size == 0:
            return
        try:
            with self._path.open("rb") as file:
                self._found = os.fstat(file.fileno())
                if self._found.st_size != volume.size:
                    raise DamagedBook(f"{self._path} is damaged: it has the wrong length")
                if again or not verified.knows(volume.name, self._found, volume.sha256):
                    if summed(file) != volume.sha256:
                        raise DamagedBook(f"{self._path} is damaged: its checksum doesn't fit")
                    verified.note(volume.name, self._found, volume.sha256)
                self.content = mapped(file)
        except DamagedBook:
            raise
        except FileNotFoundError as error:
            raise DamagedBook(f"{self._path} is missing") from error
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "it was cut meanwhile"
            raise DamagedBook(f"{self._path} can't be read: {why}") from error

    def changed(self) -> str | None:
        """What has happened to the file since, in a sentence: pages that were cut tell nothing.

        One that was deleted or replaced by another is still there for whoever has mapped it.
        """
        if self.volume.size == 0:
            return None
        if self.content._mmap.size() != self.volume.size:
            return f"{self._path} was cut while it was in use"
        try:
            now = self._path.stat()
        except OSError:
            return None
        same_file = (now.st_dev, now.st_ino) == (self._found.st_dev, self._found.st_ino)
        if same_file and now.st_mtime_ns != self._found.st_mtime_ns:
            return f"{self._path} was changed while it was in use"
        return None
