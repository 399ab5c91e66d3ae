"""Searches and trees where the table rolls dice, and bounds that compiled code keeps."""

import os
import re
import subprocess
import sys
from pathlib import Path

DICE = Path(__file__).parent / "dice"
OPTIONS = "addopts=--import-mode=importlib"
"""The folder is ignored otherwise, since its game is not found."""


def passed(tests: Path, **variables: str) -> int:
    """How many tests pass in a process that finds the games beside them; all others fail here."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-o", OPTIONS, "-p", "no:cacheprovider", tests],
        env={**os.environ, "TABLIER_GAMES": str(DICE), **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) passed", done.stdout)
    return int(found[1]) if found else 0


def test_where_the_table_rolls() -> None:
    assert passed(DICE / "expectimax.py") >= 30


def test_indices_that_lie_outside() -> None:
    """What is compiled for this is kept apart; bench/bounds.py plays all games so."""
    assert passed(DICE / "indices.py", TABLIER_BOUNDS="1") >= 15
