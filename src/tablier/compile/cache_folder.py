"""Where compiled code is kept, so that it is compiled once per machine.

numba's own cache looks only at the file of the function that it compiled, not
at the rules which that function calls. So the folder is named after a hash of
all sources that are compiled: one of these changed means another folder, and
compiling anew.
"""

import atexit
import hashlib
import logging
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from tablier.compile import bounds
from tablier.core.registry import homes

COMPILED = ("compile", "core", "engine", "games", "research", "solver")
"""The packages whose functions become machine code; a label on the page is none of them."""
KEPT = 16
"""Folders of other sources that are left in place, those used last; each has some 10 MB."""
PLACE = "TABLIER_CACHE"
"""The variable that says where everything is kept, if not where the system keeps such things."""


@cache
def sources_hash() -> str:
    """A short name for what is compiled as it is now, games from elsewhere too."""
    digest = hashlib.sha256(sys.version.encode())
    package = Path(__file__).parents[1]
    for sources in (*(package / name for name in COMPILED), *homes()[1:]):
        for path in sorted(sources.rglob("*.py")):
            digest.update(str(path.relative_to(sources)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prepare() -> None:
    """Point numba to our folder; to be called before numba is imported."""
    bounds.prepare()
    folder = str(compiled_folder())
    os.environ["NUMBA_CACHE_DIR"] = folder
    if numba := sys.modules.get("numba"):
        numba.config.CACHE_DIR = folder


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
    return Path(os.environ.get(PLACE) or user_cache_path("tablier"))


def compiled_folder() -> Path:
    """Where the code compiled from the present sources is."""
    folder = _compiled(root())
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _forget_old(folder)
    return folder


def ready_mark(game: str, players: int) -> Path:
    """The file that is there when a game for so many has been compiled from the present sources."""
    return compiled_folder() / f"{game}-{players}.ready"


def is_warm(game: str, players: int) -> bool:
    """Whether nothing has to be compiled any more; asked often, so that it only looks."""
    return (kept_code() / f"{game}-{players}.ready").exists()


def kept_code() -> Path:
    """The folder of the compiled code, whether or not it is there."""
    return _compiled(_place())


def _compiled(place: Path) -> Path:
    return place / "compiled" / (sources_hash() + bounds.SUFFIX)


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
