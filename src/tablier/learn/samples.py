"""Positions to learn from, with what a search thought of them and how their games ended."""

import os
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

UNSCORED = -(1 << 31)
"""In place of a score that nobody has looked for."""
UNENDED = -128
"""In place of a result, where the game was left."""


class Samples(NamedTuple):
    """A row for each position."""

    positions: Any
    """Their ints, int64."""
    scores: Any
    """By seat what the last search of that seat thought, int32."""
    results: Any
    """By seat how many others came after it in the end, less those before it, int8."""

    def __len__(self) -> int:
        return len(self.positions)


def no_samples(count: int, width: int, players: int) -> Samples:
    """Room for some samples."""
    return Samples(
        positions=np.zeros((count, width), np.int64),
        scores=np.full((count, players), UNSCORED, np.int32),
        results=np.full((count, players), UNENDED, np.int8),
    )


def write_samples(path: Path, samples: Samples) -> None:
    """Write a file, all of it or nothing."""
    passing = path.with_suffix(".part")
    with passing.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **samples._asdict())
    os.replace(passing, path)


def read_samples(path: Path) -> Samples | None:
    """What a file holds; None where it isn't there, or isn't whole."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            samples = Samples(*(arrays[name] for name in Samples._fields))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, NotImplementedError):
        return None
    rows = {len(column) for column in samples}
    return samples if len(rows) == 1 else None
