"""Keeps code in files, one for each function, types and target, that may get damaged or not fit.

A file ends with a digest of what it holds, and is written beside its place and then moved there:
so any number of processes may write the same one.
"""

import hashlib
import os
import uuid
from contextlib import suppress
from pathlib import Path

DIGEST = hashlib.sha256().digest_size


class DamagedCode(ValueError):
    """A file that is not as it was written."""


def load(path: Path) -> bytes | None:
    """What a file holds; None if there is no such file."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # of a folder that others own
        os.utime(path.parent)
    if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise DamagedCode(f"{path}: another digest")
    return data[:-DIGEST]


def save(path: Path, code: bytes) -> None:
    """Keep code in a file, all of it or nothing; OSError where that can't be."""
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}")
    try:
        unfinished.write_bytes(code + hashlib.sha256(code).digest())
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink()
