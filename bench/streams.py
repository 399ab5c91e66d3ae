"""Hostile streams of actions from any seat at any moment: twenty thousand of them.

The tests do the same with fewer.
"""

import os
import subprocess
import sys
from pathlib import Path

STREAMS = "20000"


def main() -> None:
    """Run every test of streams with many of them."""
    tests = sorted((Path(__file__).parents[1] / "tests").rglob("test_*_streams.py"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, tests)]
    subprocess.run(command, env={**os.environ, "TABLIER_STREAMS": STREAMS}, check=True)


if __name__ == "__main__":
    main()
