"""Whoever asks for a thought gets an answer, a refusal or a new worker, and never waits for one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import tablier

PAGE = Path(tablier.__file__).parent / "web" / "js"


def test_a_worker_that_hangs_or_dies_is_replaced() -> None:
    script = Path(__file__).parent / "thinking.mjs"
    command: list[str | Path] = [
        Path(sys.prefix) / "bin" / "deno",
        "run",
        "-A",
        "--no-config",
        script,
        PAGE,
    ]
    variables = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
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
    }
