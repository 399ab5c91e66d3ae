"""Where that is kept which can be made again, so that it is made once per machine.

Code of one target and one origin has a folder of its own; anything changed that it is made from
means another folder, and compiling anew.
"""

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

from tablier.compile import bounds
from tablier.compile.sources import Origin

KEPT = 64
"""Folders of other origins that are left in place, those used last; each has about 1 MB."""
PLACE = "TABLIER_CACHE"
"""The variable that says where everything is kept, if not where the system keeps such things."""
NATIVE = "native" + bounds.SUFFIX
"""The target that compiled code is for, unless another is named: the processor at hand."""


def root() -> Path:
    """A folder for what can be made again: the user's, or a passing one if that can't be used.

    Processes that are started from here inherit a passing one.
    """
    place = _place()
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place
    except OSError as error:
        passing = tempfile.mkdtemp(prefix="tablier-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ[PLACE] = passing
        logging.getLogger(__name__).warning(
            "tablier: %s can't be used (%s); what is compiled now is not kept",
            place,
            error.strerror,
        )
        return Path(passing)


def _place() -> Path:
    """The folder that is wished for, whether or not it can be used."""
    if chosen := os.environ.get(PLACE):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("tablier")


def code_folder(origin: Origin, target: str = NATIVE) -> Path:
    """The folder of some code, whether or not it is there."""
    return _code(_place(), origin, target)


def made_code_folder(origin: Origin, target: str = NATIVE) -> Path:
    """The same, and it is there."""
    folder = _code(root(), origin, target)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _forget_old(folder)
    return folder


def _code(place: Path, origin: Origin, target: str) -> Path:
    return place / "compiled" / f"{target}-{origin}"


def _forget_old(folder: Path) -> None:
    """Remove what was not used for longest; others may be doing so too."""
    ages = []
    for other in folder.parent.iterdir():
        try:
            ages.append((other.stat().st_mtime, other))
        except OSError:
            continue
    for _, old in sorted(ages)[: -KEPT - 1]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


def bot_code(game: str) -> Path:
    """The folder of what a game's bots are compiled to, whether or not it is there."""
    return code_folder(_bots(game))


def ready_mark(game: str, players: int) -> Path:
    """The file that is there when a game's bots are compiled for a number of players."""
    return made_code_folder(_bots(game)) / f"{players}.ready"


def is_warm(game: str, players: int) -> bool:
    """Whether nothing has to be compiled any more; asked often, so that it only looks."""
    return (bot_code(game) / f"{players}.ready").exists()


def _bots(game: str) -> Origin:
    return Origin("engine", game.replace("-", "_"))
