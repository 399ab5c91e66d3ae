"""Importing what compiles makes no folder, and needs little."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMPILERS = ("numba", "numpy", "llvmlite", "platformdirs")
BLOCKED = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
"""
RACE = """
import tablier
match, bot = tablier.new("zinga", untimed=True), tablier.bot("zinga", seed=1)
assert bot.delay(match, seat=1) > 0 and bot.choose(match, seat=1) in match.legal(1)
"""


def runs(source: str, blocked: tuple[str, ...], folder: Path) -> None:
    """Run a program in a process that has none of some libraries, and whose home is a folder."""
    variables = {"HOME": str(folder), "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"}
    kept = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(blocked=blocked) + source],
        capture_output=True,
        text=True,
        env=kept | variables,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(folder.iterdir())


def test_no_folder_is_made_before_something_is_compiled(tmp_path: Path) -> None:
    modules = (
        "tablier.compile.native, tablier.engine.precompile, tablier.engine.arena.tuning, "
        "tablier.solver.distance_table, tablier.solver.endgames, tablier.research"
    )
    runs(f"import {modules}", ("platformdirs",), tmp_path)


@pytest.mark.parametrize(
    "module",
    [
        "tablier.compile.progress",
        "tablier.engine.bot",
        "tablier.engine.levels",
        "tablier.engine.simulate.race_order",
        "tablier.engine.way",
        "tablier.solver",
    ],
)
def test_what_compiles_nothing_needs_the_standard_library_only(module: str, tmp_path: Path) -> None:
    runs(f"import {module}", COMPILERS, tmp_path)


def test_bots_race_without_a_compiler(tmp_path: Path) -> None:
    runs(RACE, COMPILERS, tmp_path)
