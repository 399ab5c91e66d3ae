"""Interpreted and compiled rules on the same random games, thousands per setup.

The tests do the same with fewer games. Two processes share the setups; it takes hours, most of
them for Chinese Checkers without draws, whose games are long.
"""

import os
import subprocess
import sys
from pathlib import Path

GAMES_PER_GAME = "64000"
"""Spread over the setups of a game: at least two thousand for each."""


def main() -> None:
    """Run the parity test with many games."""
    tests = Path(__file__).parents[1] / "tests"
    files = [str(tests / "contract" / "test_parity.py"), str(tests / "research" / "test_vector.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *files]
    environment = {**os.environ, "TABLIER_PARITY_GAMES": GAMES_PER_GAME}
    subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
