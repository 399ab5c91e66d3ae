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
from typing import Any, BinaryIO

import numpy as np

from tablier.compile.sources import sources_hash
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.solver.files.checked_file import write_file
from tablier.solver.retrograde import Stand

KEEP_S = 60.0
"""Seconds between two that are written: what was done since is lost with the process."""
SHARE = 20
"""Where writing takes long, that many times as long is worked in between."""
PART = 1 << 26
"""Bytes that are read at a time."""
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
        self._wait = KEEP_S

    def keep(self, stand: Stand) -> None:
        """Write how far it is, unless that was done a short while ago.

        Where there is no room for it, the work goes on all the same.
        """
        began = self._clock()
        if began - self._kept < self._wait:
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
        self._wait = max(KEEP_S, SHARE * (self._kept - began))

    def read(self) -> Stand | None:
        """How far it was; None if there is nothing to go on with."""
        try:
            with self.path.open("rb") as file:
                return self._read(file)
        except (OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            return None

    def _read(self, file: BinaryIO) -> Stand | None:
        head = file.readline(PART)
        digest = hashlib.sha256(head)
        said = json.loads(head)
        if said["for"] != self._made_for:
            return None
        numbers = (said["settled"], said["done"])
        if not all(type(number) is int for number in (*numbers, *said["states"])):
            return None
        values = []
        for kind, length in zip(said["types"], said["lengths"], strict=True):
            if not NUMBERS.fullmatch(kind) or length > self.path.stat().st_size:
                return None
            values.append(np.zeros(length, kind))
            room = memoryview(values[-1].data).cast("B")
            for first in range(0, len(room), PART):
                part = room[first : first + PART]
                if file.readinto(part) != len(part):  # type: ignore[attr-defined]
                    return None
                digest.update(part)
        return Stand(*numbers, said["states"], values) if file.read() == digest.digest() else None

    def forget(self) -> None:
        """The books are written."""
        self.path.unlink(missing_ok=True)
