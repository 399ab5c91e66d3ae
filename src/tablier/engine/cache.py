"""Where compiled code is kept, so that it is compiled once per machine.

numba's own cache looks only at the file of the function that it compiled, not
at the rules which that function calls. So the folder is named after a hash of
all sources: sources changed means another folder, and compiling anew.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

KEPT = 4
"""Folders of older sources that are left in place."""


@cache
def sources_hash() -> str:
    """A short name for the sources as they are now."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prepare() -> None:
    """Point numba to our folder; to be called before numba is imported."""
    folder = _folder(Path(os.environ.get("TABLIER_CACHE") or user_cache_path("tablier")))
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if numba := sys.modules.get("numba"):
        numba.config.CACHE_DIR = str(folder)


def _folder(root: Path) -> Path:
    folder = root / "compiled" / sources_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        _forget_old(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="tablier-"))
    return folder


def _forget_old(folder: Path) -> None:
    others = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in others[: -KEPT - 1]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
