"""Bots need nothing but the standard library, and choose there what they choose elsewhere."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import tablier

SOURCES = Path(tablier.__file__).parents[1]
PROGRAM = Path(__file__).parent / "alone.py"


def test_every_level_chooses_alike_with_only_the_standard_library_present() -> None:
    command = [sys.executable, "-I", "-S", str(PROGRAM), str(SOURCES)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert not {"numpy", "numba", "platformdirs"} & {*found["modules"]}
    assert found["chosen"] == runpy.run_path(str(PROGRAM))["all_chosen"]()
