"""The witness: a second, small file that knows what SQLite has promised to keep.

SQLite recovers from a write-ahead log that was cut short or damaged by leaving
out its end, without a word. After every commit the last number and hash of
each table are noted here, so that the next start can tell what has gone.
"""

import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from tablier.server.storage.private_files import open_own
from tablier.table.event import FIRST_HASH, Event

log = logging.getLogger("tablier.witness")
LARGEST = 4 * 1024 * 1024
Notes = dict[str, tuple[int, str]]
"""The last number and hash of tables; number 0 expects nothing."""


class Witness:
    """Notes of what was committed, beside the database's file."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-witness")
        self.missing: Notes = {}
        """What was committed, and was not found when the house opened."""
        self._file = open_own(self.path, os.O_WRONLY | os.O_APPEND)
        self._size = os.fstat(self._file).st_size

    def note(self, events: Iterable[Event]) -> None:
        """What has just been committed. The kernel keeps it even if this process is killed."""
        self._write({event.game: (event.seq, event.hash) for event in events})

    def forget(self, games: Iterable[str]) -> None:
        """Tables were deleted on purpose."""
        self._write(dict.fromkeys(games, (0, FIRST_HASH)))

    @property
    def full(self) -> bool:
        """Whether it is time to let go of what is safe in the database's own file."""
        return self._size > LARGEST

    def shorten(self) -> None:
        """Keep only what is missing."""
        os.ftruncate(self._file, 0)
        self._size = 0
        self._write(self.missing)

    def notes(self) -> Notes:
        """All that is noted; a last line that was cut off counts for nothing."""
        last: Notes = {}
        for line in self.path.read_bytes().split(b"\n")[:-1]:
            words = line.decode("ascii", "replace").split()
            if len(words) == 3 and words[1].isdigit() and len(words[2]) == len(FIRST_HASH):
                last[words[0]] = (int(words[1]), words[2])
            else:
                log.warning("a note about stored events can't be read")
        return last

    def fault(self, game: str, events: Iterable[Event]) -> str | None:
        """What is missing from a table's events."""
        seq, digest = self.missing.get(game, (0, FIRST_HASH))
        if seq == 0 or any(event.seq == seq and event.hash == digest for event in events):
            return None
        return f"event {seq} was stored and has gone"

    def renew(self, game: str) -> None:
        """Read again what is to be expected of a table: it may have been put back by hand."""
        if game in self.missing:
            self.missing[game] = self.notes().get(game, (0, FIRST_HASH))

    def close(self) -> None:
        """Let the file go."""
        os.close(self._file)

    def _write(self, notes: Mapping[str, tuple[int, str]]) -> None:
        lines = "".join(f"{game} {seq} {digest}\n" for game, (seq, digest) in notes.items())
        with suppress(OSError):  # a full disk; the database will say so
            self._size += os.write(self._file, lines.encode())
