"""What is being solved, kept on the disk so that the work can be gone on with.

A checkpoint has the values of a book and its twin, or distances, after some whole turns. It is
written now and then, all of it or nothing, and ends with a checksum. One that is damaged, or
that was begun by another version of the program, is as good as none.
"""

import hashlib
import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from tablier.compile.sources import sources_hash
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.solver.checked_file import write_file
from tablier.solver.retrograde import Stand

KEEP_S = 60.0
"""Seconds between two that are written: what was done since is lost with the process."""
DIGEST = hashlib.sha256().digest_size
NUMBERS = re.compile(r"[<>|][iu][1248]")
"""The types of values that a checkpoint may name."""


class Checkpoint:
    """The checkpoint of one pair of books, or of distances, by name."""

    def __init__(
        self, folder: Path, game: Game, name: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.path = folder / f"{name}.draft"
        self._made_for = [game.name, game.version, name, sources_hash("solver", game.name)]
        self._clock = clock
        self._kept = clock()

    def keep(self, stand: Stand) -> None:
        """Write how far it is, unless that was done in the last KEEP_S seconds.

        Where there is no room for it, the work goes on all the same.
        """
        if self._clock() - self._kept < KEEP_S:
            return
        said = {"for": self._made_for, **stand._asdict(), "values": None}
        said["types"] = [values.dtype.str for values in stand.values]
        said["lengths"] = [len(values) for values in stand.values]
        parts: list[Any] = [json.dumps(said).encode() + b"\n", *(v.data for v in stand.values)]
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part)
        with suppress(TablierError):
            write_file(self.path, [*parts, digest.digest()])
        self._kept = self._clock()

    def read(self) -> Stand | None:
        """How far it was; None if there is nothing to go on with."""
        try:
            data = self.path.read_bytes()
        except OSError:
            return None
        body = data[:-DIGEST]
        if hashlib.sha256(body).digest() != data[-DIGEST:]:
            return None
        try:
            return self._stand(body)
        except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            return None

    def _stand(self, body: bytes) -> Stand | None:
        head, _, rest = body.partition(b"\n")
        said = json.loads(head)
        if said["for"] != self._made_for:
            return None
        numbers = (said["settled"], said["top"], said["valued"])
        if not all(type(number) is int for number in (*numbers, *said["states"])):
            return None
        values, first = [], 0
        for kind, length in zip(said["types"], said["lengths"], strict=True):
            if not NUMBERS.fullmatch(kind):
                return None
            values.append(np.frombuffer(rest, kind, length, first).copy())
            first += values[-1].nbytes
        return Stand(*numbers, said["states"], values)

    def forget(self) -> None:
        """The books are written."""
        self.path.unlink(missing_ok=True)
