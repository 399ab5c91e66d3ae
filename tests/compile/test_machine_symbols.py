"""Code that was read from a file runs without what compiling needs, which takes most memory."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_native import doubled

from tablier.compile import cache_folder, machine_symbols
from tablier.compile.marks import compiled

AGAIN = """
import sys
import numpy as np
from tablier.compile.marks import compiled

def summed(numbers):
    total = 0.0
    for number in numbers:
        total += np.exp(number)
    return round(total)

print(compiled(summed)(np.array([0.0, 0.0])), "numba.np.arraymath" in sys.modules)
print(compiled(lambda number: 2 * number)(21) if len(sys.argv) > 1 else "")
"""


def ran(program: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, program, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_what_was_compiled_before_needs_nothing_that_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    program = tmp_path / "program.py"
    program.write_text(AGAIN)
    assert ran(program) == ["2", "True"]
    assert ran(program) == ["2", "False"]
    assert ran(program, "more") == ["2", "False", "42"], (
        "and the rest is there when it is asked for"
    )


def test_a_name_that_leads_nowhere_has_numba_make_all_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    assert machine_symbols.are_there(["NRT_decref_not_at_all"]) is False
    monkeypatch.setattr(machine_symbols, "wanted", lambda library: ["nobody_defines_this"])
    compiled(doubled)(21)
    again = compiled(doubled)
    readied = []
    context = again.targetctx
    usual = type(context).refresh

    def refresh(self: Any) -> None:
        readied.append(self)
        usual(self)

    monkeypatch.setattr(type(context), "refresh", refresh)
    assert again(21) == 42 and again.stats.cache_hits
    assert readied == [context]
