"""Solving that is broken off goes on where it was, also in the middle of a book."""

import hashlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tablier.core import registry
from tablier.solver.book_file import book_path
from tablier.solver.checkpoint import KEEP_S, Checkpoint
from tablier.solver.endgames import Endgames
from tablier.solver.retrograde import Stand

GAME = registry.find("zhizhu")
PAIR = (3, 3)
KEY = (0, *PAIR)
KILLED = """
import os, signal, sys
from pathlib import Path
from tablier.core import registry
from tablier.solver import checkpoint
from tablier.solver.endgames import Endgames

def report(doing, done, whole):
    if doing == "turn 5":
        os.kill(os.getpid(), signal.SIGKILL)

checkpoint.KEEP_S = checkpoint.SHARE = 0
list(Endgames(registry.find("zhizhu"), Path(sys.argv[1])).complete([(3, 3)], report))
"""


def solved(folder: Path) -> tuple[list[str], bytes]:
    """What was done to solve the smallest book, and the book."""
    done: list[str] = []
    list(Endgames(GAME, folder).complete([PAIR], lambda doing, *_: done.append(doing)))
    assert sorted(path.name for path in folder.iterdir()) == ["3-3.book", "3-3.whole"]
    return done, book_path(folder, KEY).read_bytes()


def test_a_process_that_is_killed_loses_no_finished_turn(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    everything, book = solved(whole)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(torn)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in torn.iterdir()] == ["3-3.draft"]
    draft = (torn / "3-3.draft").read_bytes()
    rest, again = solved(torn)
    assert again == book
    assert rest == everything[everything.index("turn 5") :]
    book_path(torn, KEY).unlink()
    (torn / "3-3.draft").write_bytes(draft[:99] + bytes([draft[99] ^ 1]) + draft[100:])
    assert solved(torn) == (everything, book)


def test_a_checkpoint_is_written_now_and_then_and_read_by_whom_it_is_for(tmp_path: Path) -> None:
    now = 0.0
    draft = Checkpoint(tmp_path, GAME, "4-3", lambda: now)
    stand = Stand(2, 9, [3, 4], [np.arange(3, dtype=np.uint8), np.arange(4, dtype=np.uint16)])
    draft.keep(stand)
    assert draft.read() is None
    now = KEEP_S
    draft.keep(stand)
    found = draft.read()
    assert found is not None and found[:3] == stand[:3]
    for old, new in zip(stand.values, found.values, strict=True):
        assert old.dtype == new.dtype and (old == new).all()
    other = Checkpoint(tmp_path, registry.find("sensei"), "4-3")
    assert other.path == draft.path and other.read() is None
    draft.forget()
    assert draft.read() is None


@pytest.mark.parametrize("data", [b"", b"{}", b"x" * 100])
def test_what_is_no_checkpoint_is_not_read(tmp_path: Path, data: bytes) -> None:
    draft = Checkpoint(tmp_path, GAME, "3-3")
    draft.path.write_bytes(data)
    assert draft.read() is None


@pytest.mark.parametrize("kind", [",", "1" * 5000, "O", "i4,i4", None])
def test_a_checkpoint_with_values_of_no_known_type_is_as_good_as_none(
    tmp_path: Path, kind: object
) -> None:
    now = 0.0
    draft = Checkpoint(tmp_path, GAME, "4-3", lambda: now)
    now = KEEP_S
    draft.keep(Stand(1, 1, [1], [np.zeros(4, np.int8)]))
    assert draft.read() is not None
    body = draft.path.read_bytes()[: -hashlib.sha256().digest_size]
    spoiled = body.replace(b'"|i1"', json.dumps(kind).encode())
    draft.path.write_bytes(spoiled + hashlib.sha256(spoiled).digest())
    assert draft.read() is None
