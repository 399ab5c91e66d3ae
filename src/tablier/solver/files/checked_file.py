"""Files of what was solved: a page that says what is in it, and numbers to be mapped into memory.

A file is written beside its place and then moved there, so that one that has its name is
whole unless it was damaged later; its checksum tells. A file that was found whole is not
summed up again until its size or time changes.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tablier.core.errors import TablierError

PAGE = 4096


class DamagedBook(TablierError):
    """A file that is not what it is named after."""


def first_page(header: dict[str, Any]) -> bytes:
    """What a file begins with: a line of JSON."""
    return json.dumps(header).encode().ljust(PAGE - 1) + b"\n"


def make_folder(folder: Path) -> None:
    """Make a folder unless it is there, to see whether there can be one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TablierError(f"{folder}: {error.strerror}") from error


def write_file(path: Path, parts: list[Any]) -> None:
    """Write a file, all of it or nothing."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    make_folder(path.parent)
    try:
        with unfinished.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise TablierError(f"{path}: {error.strerror}") from error
    finally:
        if unfinished.exists():
            unfinished.unlink()


def read_page(path: Path) -> tuple[bytes, os.stat_result] | None:
    """A file's first page, and its state; None if there is no such file."""
    try:
        with path.open("rb") as file:
            return file.read(PAGE), path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedBook(f"{path} can't be read: {error.strerror}") from error


def check_once(path: Path, state: os.stat_result, checksum: str, check: Callable[[], None]) -> None:
    """Check a file unless it was found whole in this state before."""
    note = path.with_suffix(".whole")
    seen = f"{state.st_size} {state.st_mtime_ns} {checksum}".encode("utf-8", "backslashreplace")
    if _noted(note) != seen:
        check()
        with suppress(OSError):
            note.write_bytes(seen)


def _noted(note: Path) -> bytes:
    """The state in which a file was last found whole."""
    try:
        return note.read_bytes()
    except OSError:
        return b""
