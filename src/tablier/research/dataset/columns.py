"""The columns of a dataset, and the files that hold them.

A row is an action of a seat. The legal actions of all rows lie one after the other in a column of
their own, as many for each row as `choices` says; `ranks` has a row for each game.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from tablier.core.errors import TablierError
from tablier.research.encoding import Encoding

GAMES = "games.jsonl"
SHARDS = "arrays-*.npz"

Arrays = dict[str, npt.NDArray[Any]]


class Column(NamedTuple):
    """One of the columns."""

    dtype: type
    about: str


COLUMNS = {
    "game": Column(np.int32, "the number of the game, counted from 0"),
    "seat": Column(np.int8, "whose action it was, counted from 0"),
    "action": Column(np.int32, "what was played, counted as in a mask"),
    "opening": Column(np.bool_, "whether it was one of the random actions that a game begins with"),
    "score": Column(np.float32, "what the game brought to the seat in the end, from -1 to 1"),
    "repetitions": Column(np.int16, "how often the position has stood at the start of a turn"),
    "state": Column(np.int64, "the position before the action, as ints"),
    "choices": Column(np.int16, "how many actions were legal"),
    "legal": Column(np.int32, "the legal actions of all rows, counted as in a mask"),
    "ranks": Column(np.int8, "the places of a game's seats, equal ones in a draw"),
}

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, MemoryError)


def read_arrays(path: Path, encoding: Encoding) -> Arrays:
    """The arrays of a file, as far as they can be of this encoding's games."""
    with reading(path):
        with path.open("rb") as file, np.load(file) as found:
            arrays = {name: found[name] for name in COLUMNS}
        check_shapes(arrays, encoding)
        check_values(arrays, encoding)
    return arrays


def read_columns(shards: list[Path], encoding: Encoding) -> Arrays:
    """All files' arrays, joined."""
    arrays = [read_arrays(path, encoding) for path in shards]
    return {name: np.concatenate([each[name] for each in arrays]) for name in COLUMNS}


def check_shapes(arrays: Arrays, encoding: Encoding) -> None:
    """Raise ValueError where arrays don't fit together."""
    rows = len(arrays["action"])
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(COLUMNS, (rows,))
    shapes |= {"state": (rows, encoding.width), "legal": (len(arrays["legal"]),)}
    shapes["ranks"] = (len(arrays["ranks"]), len(encoding.program))
    for name, column in COLUMNS.items():
        if arrays[name].dtype != column.dtype or arrays[name].shape != shapes[name]:
            raise ValueError(f"{name} is of another kind or size")


def check_values(arrays: Arrays, encoding: Encoding) -> None:
    """Raise ValueError where arrays that fit together are of no games."""
    actions = len(encoding.actions)
    bounds = {
        "seat": len(encoding.program),
        "action": actions,
        "legal": actions,
        "choices": encoding.most + 1,
    }
    for name, most in bounds.items():
        if not ((arrays[name] >= 0) & (arrays[name] < most)).all():
            raise ValueError(f"{name} is of no game")
    if (arrays["game"] < 0).any() or (arrays["repetitions"] < 0).any():
        raise ValueError("a row is of no game")
    if arrays["choices"].sum(dtype=np.int64) != len(arrays["legal"]):
        raise ValueError("the legal actions are not those of the rows")


@contextmanager
def reading(path: Path) -> Iterator[Path]:
    """Say which file it is that can't be used."""
    try:
        yield path
    except TablierError:
        raise
    except (*UNREADABLE, EOFError, BadZipFile, NotImplementedError, zlib.error) as error:
        raise TablierError(f"{path} is not as `tablier selfplay` wrote it") from error
