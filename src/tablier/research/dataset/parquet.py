"""The same rows in Parquet, which pandas, Polars and Hugging Face read without our code.

A row has all that a learner needs there: what was seen, what was legal, and what an action is
called.
"""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.compile.position_rows import load
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.research.dataset.columns import COLUMNS, SHARDS, Arrays, read_arrays
from tablier.research.encoding import Encoding

if TYPE_CHECKING:
    import pyarrow

ROWS_AT_ONCE = 16_384
PARQUET = "rows-*.parquet"
PLAIN = ("game", "seat", "action", "opening", "score", "repetitions")
"""Columns that are written as they are."""
FIELDS = {
    **{name: COLUMNS[name].about for name in PLAIN},
    "text": "what was played, as it is written in records",
    "legal": "the legal actions, counted as in a mask",
    "observation": "what the seat saw, from 0 to 1",
    "state": COLUMNS["state"].about,
}

LISTS = {"legal": np.int32, "observation": np.float32, "state": np.int64}
"""The columns of lists, and of what."""


def kind_of(field: str) -> str:
    """What a column holds, in words."""
    if field in LISTS:
        return f"list of {np.dtype(LISTS[field]).name}"
    return np.dtype(COLUMNS[field].dtype).name if field in PLAIN else "string"


def check_parquet() -> None:
    """Say what is missing where Parquet can't be written."""
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError as error:
        raise TablierError("Parquet needs pyarrow: pip install 'tablier[parquet]'") from error


def write_parquet(folder: Path, start: Match) -> list[Path]:
    """A file of Parquet for each file of arrays in a folder, unless it is there; all of them."""
    check_parquet()
    written, encoding = [], Encoding(start)
    for shard in sorted(folder.glob(SHARDS)):
        path = shard.with_name(shard.name.replace("arrays-", "rows-")).with_suffix(".parquet")
        arrays = read_arrays(shard, encoding)
        if _rows_in(path) != len(arrays["action"]):
            _write(path, arrays, start, encoding)
        written.append(path)
    return written


def _rows_in(path: Path) -> int:
    """How many rows a file has; -1 if it can't be read."""
    from pyarrow import ArrowException, parquet

    try:
        return int(parquet.read_metadata(path).num_rows)
    except (OSError, ArrowException):
        return -1


def _write(path: Path, arrays: Arrays, start: Match, encoding: Encoding) -> None:
    """One file, a part of its rows at a time."""
    from pyarrow import parquet

    passing = path.with_suffix(".part")
    ends = np.cumsum(arrays["choices"], dtype=np.int64)
    schema = _schema(start, encoding)
    with parquet.ParquetWriter(passing, schema, compression="zstd") as writer:
        for first in range(0, len(ends), ROWS_AT_ONCE):
            rows = slice(first, min(first + ROWS_AT_ONCE, len(ends)))
            writer.write_table(_table(schema, arrays, rows, ends, start, encoding))
    os.replace(passing, path)


def _schema(start: Match, encoding: Encoding) -> "pyarrow.Schema":
    """The kinds of the columns, and where in an observation each field stands."""
    import pyarrow as pa

    kinds = {name: pa.from_numpy_dtype(COLUMNS[name].dtype) for name in PLAIN}
    lengths = {"legal": -1, "observation": encoding.size, "state": encoding.width}
    kinds |= {
        name: pa.list_(pa.from_numpy_dtype(dtype), lengths[name]) for name, dtype in LISTS.items()
    }
    kinds["text"] = pa.string()
    layout = {field: [part.start, part.stop] for field, part in encoding.layout.items()}
    about = {"start": start.position(), "actions": len(encoding.actions), "layout": layout}
    fields = [pa.field(name, kinds[name], nullable=False) for name in FIELDS]
    return pa.schema(fields, {"tablier": json.dumps(about)})


def _table(
    schema: "pyarrow.Schema",
    arrays: Arrays,
    rows: slice,
    ends: Any,
    start: Match,
    encoding: Encoding,
) -> "pyarrow.Table":
    """Some rows."""
    import pyarrow as pa

    counts = arrays["choices"][rows].astype(np.int32)
    first = int(ends[rows.start] - counts[0])
    legal = pa.array(arrays["legal"][first : int(ends[rows.stop - 1])])
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    states, seats = arrays["state"][rows], arrays["seat"][rows]
    seen = encoding.observations(states, seats, arrays["repetitions"][rows])
    columns = {name: pa.array(arrays[name][rows]) for name in PLAIN}
    columns["text"] = pa.array(_texts(start, encoding, states, seats, arrays["action"][rows]))
    columns["legal"] = pa.ListArray.from_arrays(pa.array(offsets), legal)
    columns["observation"] = pa.FixedSizeListArray.from_arrays(seen.ravel(), encoding.size)
    columns["state"] = pa.FixedSizeListArray.from_arrays(states.ravel(), encoding.width)
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _texts(start: Match, encoding: Encoding, states: Any, seats: Any, actions: Any) -> list[str]:
    """What the actions are called."""
    write, like = start.game.notation.write, start.state
    numbers = encoding.actions[actions].tolist()
    return [
        write(load(like, ints, 0), seat, number)
        for ints, seat, number in zip(states, seats.tolist(), numbers, strict=True)
    ]
