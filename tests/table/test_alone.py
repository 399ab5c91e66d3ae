"""Rules and tables need nothing but the standard library: a page can run them."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "tablier"
BESIDE = {"concurrent", "multiprocessing", "socket", "sqlite3", "subprocess", "threading"}
"""What a browser has not, although the standard library has it."""


def test_a_game_is_played_with_only_the_standard_library_present() -> None:
    command = [sys.executable, "-I", "-S", str(Path(__file__).parent / "alone.py")]
    done = subprocess.run([*command, str(SOURCES.parent)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"tablier.table.live.live_table", "tablier.games.zhizhu.rules"} <= {*found["modules"]}
    assert found["game"]["result"] and found["game"]["stored"] > found["game"]["ply"] > 10


@pytest.mark.parametrize("path", sorted((SOURCES / "table").rglob("*.py")), ids=lambda p: p.stem)
def test_a_table_starts_no_thread_and_no_process(path: Path) -> None:
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            assert not BESIDE & {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] not in BESIDE
    assert "to_thread" not in text and "run_in_executor" not in text
