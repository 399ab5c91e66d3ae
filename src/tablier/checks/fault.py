"""Something that is missing or wrong in a game's folder."""

import traceback
from pathlib import Path
from typing import NamedTuple

LONGEST = 300
"""What an error says is cut here."""


class Fault(NamedTuple):
    """Where it is, a file of the folder or what stands in for it, and what is wrong."""

    where: str
    told: str

    def __str__(self) -> str:
        return f"{self.where}: {self.told}"


class Faulty(Exception):
    """Ends a check in whose way a fault stands."""

    def __init__(self, where: str, told: str) -> None:
        super().__init__(told)
        self.fault = Fault(where, told)


def require(holds: object, where: str, told: str) -> None:
    """End a check unless something holds."""
    if not holds:
        raise Faulty(where, told)


def fault_of(error: BaseException, folder: Path, doing: str) -> Fault:
    """What an error tells about a folder, with the last of its lines that was run."""
    if isinstance(error, Faulty):
        return error.fault
    inside = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(folder)
    ]
    where = "the game"
    if inside:
        path = Path(inside[-1].filename).relative_to(folder)
        where = f"{path}, line {inside[-1].lineno}"
    return Fault(where, f"{doing} failed with {one_line(error)}")


def one_line(error: BaseException) -> str:
    """An error's kind, and what it says."""
    try:
        said = " ".join(str(error).split())
    except Exception:  # an error of the folder's own may fail to say anything
        said = ""
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
