"""Columns that lie on disk as they lie in memory, so that only what is looked at is read.

They are unpacked once from the compressed files, into a folder beside them that is named after
what they were unpacked from. It can be deleted at any time.
"""

import hashlib
import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from tablier.core.errors import TablierError
from tablier.research.dataset.columns import (
    COLUMNS,
    UNREADABLE,
    Arrays,
    check_shapes,
    read_arrays,
)
from tablier.research.encoding import Encoding

PREFIX = "columns-"


def mapped_columns(shards: list[Path], encoding: Encoding) -> Arrays:
    """The columns of all files of a folder, unpacked if they are not yet."""
    folder = shards[0].parent
    home = folder / f"{PREFIX}{_fingerprint(shards)}"
    try:
        return _mapped(home, encoding)
    except UNREADABLE:
        shutil.rmtree(home, ignore_errors=True)
    try:
        passing = Path(mkdtemp(prefix=f".{PREFIX}", dir=folder))
        try:
            _unpack(passing, shards, encoding)
            _put(passing, home)
        finally:
            shutil.rmtree(passing, ignore_errors=True)
        for old in folder.glob(f"{PREFIX}*"):
            if old != home:
                shutil.rmtree(old, ignore_errors=True)
        return _mapped(home, encoding)
    except OSError as error:
        told = f"{folder}: its columns can't be unpacked there ({error.strerror})"
        raise TablierError(told) from error


def _fingerprint(shards: list[Path]) -> str:
    """A name for what is unpacked: it changes with the files."""
    stats = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in shards]
    return hashlib.sha256(repr(stats).encode()).hexdigest()[:16]


def _mapped(home: Path, encoding: Encoding) -> Arrays:
    """What lies there."""
    found = {name: np.load(home / f"{name}.npy", mmap_mode="r") for name in COLUMNS}
    check_shapes(found, encoding)
    return found


def _put(passing: Path, home: Path) -> None:
    """Give a folder its name; another process may have been quicker."""
    try:
        os.rename(passing, home)
    except OSError:
        if not home.is_dir():
            raise


def _unpack(home: Path, shards: list[Path], encoding: Encoding) -> None:
    """Write every column, one file after the other in memory."""
    lengths = [
        {name: array.shape for name, array in read_arrays(path, encoding).items()}
        for path in shards
    ]
    columns = {
        name: np.lib.format.open_memmap(
            home / f"{name}.npy",
            mode="w+",
            dtype=column.dtype,
            shape=(sum(shapes[name][0] for shapes in lengths), *lengths[0][name][1:]),
        )
        for name, column in COLUMNS.items()
    }
    ends = dict.fromkeys(COLUMNS, 0)
    for path in shards:
        for name, array in read_arrays(path, encoding).items():
            columns[name][ends[name] : ends[name] + len(array)] = array
            ends[name] += len(array)
    for column in columns.values():
        column.flush()
