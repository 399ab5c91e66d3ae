"""Searches and trees where the table rolls dice, and bounds that compiled code keeps."""

import os
import re
import subprocess
import sys
from pathlib import Path

DICE = Path(__file__).parent / "dice"
OPTIONS = "addopts=--import-mode=importlib"
"""The folder is ignored otherwise, since its game is not found."""


def test_the_table_rolls_and_no_index_lies_outside() -> None:
    """Both in one process, with code that looks at every index; bench/bounds.py plays all games."""
    tests = (DICE / "expectimax.py", DICE / "indices.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-o", OPTIONS, "-p", "no:cacheprovider", *tests],
        env={**os.environ, "TABLIER_GAMES": str(DICE), "TABLIER_BOUNDS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) >= 45
