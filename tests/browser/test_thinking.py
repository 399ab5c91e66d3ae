"""Whoever asks for a thought gets an answer, a refusal or a new worker, and never waits for one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import tablier

PAGE = Path(tablier.__file__).parent / "web" / "js"


def told_by(script: str) -> Any:
    """What a script tells of our modules."""
    deno, place = Path(sys.prefix) / "bin" / "deno", Path(__file__).parent / script
    command: list[str | Path] = [deno, "run", "-A", "--no-config", place, PAGE]
    variables = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_python_begins_where_it_was_left() -> None:
    """Two workers that begin together take one snapshot; one that is of no use is thrown away."""
    found = told_by("snapshot.mjs")
    assert found["told"] == [
        [None, True],
        ["one", False],
        ["one", False],
        ["one", False],
        [None, False],
        [None, True],
        [None, True],
        [None, False],
        [None, False],
    ]
    assert found["kept"] == 1
    assert found["left"] == 0, "nobody needs a snapshot any more once Python has begun from it"


def test_a_worker_that_hangs_or_dies_is_replaced() -> None:
    assert told_by("thinking.mjs") == {
        "answered": "a0",
        "refused": "! nothing to see",
        "taken back": "! cancelled",
        "the same worker": "b0",
        "stopped by itself": "! cancelled",
        "stopped": "! cancelled",
        "soon": True,
        "behind it": "d1",
        "dead twice": "! thinking about die has failed: Uncaught Error: fell",
        "after that": "e3",
        "closed": "! closed",
        "with the code": "Module",
        "before it rests": "f4",
        "after that it is another": "g5",
    }
