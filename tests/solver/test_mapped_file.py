"""Files that are cut while somebody reads them."""

import mmap
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.solver.files.mapped_file import IS_GUARDED, mapped

pytestmark = pytest.mark.skipif(not IS_GUARDED, reason="only Linux lets a handler mend that")
SIZE = 4 * mmap.PAGESIZE
OTHERS = f"""
import mmap, os, sys
from pathlib import Path
from tablier.solver.files.mapped_file import mapped
ours, theirs = map(Path, sys.argv[1:])
first = mapped(ours)
with theirs.open("rb") as file:
    other = mmap.mmap(file.fileno(), {SIZE}, prot=mmap.PROT_READ)
os.truncate(theirs, 0)
print(first[0], flush=True)
print(other[0], flush=True)
"""


def made(path: Path) -> Path:
    path.write_bytes(b"\1" * SIZE)
    return path


def test_what_was_cut_off_reads_as_zeros(tmp_path: Path) -> None:
    path = made(tmp_path / "file")
    content, later = mapped(path), mapped(path, mmap.PAGESIZE)
    assert content[SIZE - 1] == later[-1] == 1
    os.truncate(path, mmap.PAGESIZE + 1)
    assert content.sum() == mmap.PAGESIZE + 1
    assert later.sum() == 1
    assert mapped(made(path)).sum() == SIZE, "others are as they are"


def test_what_others_map_is_left_to_the_system(tmp_path: Path) -> None:
    paths = [str(made(tmp_path / name)) for name in ("ours", "theirs")]
    died = subprocess.run(
        [sys.executable, "-c", OTHERS, *paths], capture_output=True, text=True, check=False
    )
    assert (died.returncode, died.stdout) == (-signal.SIGBUS, "1\n")
