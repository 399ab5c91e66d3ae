"""Distances of a player alone, from nothing: how many there are, how long it took, and whether
they are right.

Every distance is checked against those after each move of the rules; moves back, which
found it, play no part in that. Time is this process's own, on all cores together.
"""

import tempfile
import time
from pathlib import Path

import numpy as np

from tablier.core import registry
from tablier.solver.distance_table import Solo


def silent(doing: str, done: int, whole: int) -> None:
    """Report nothing."""


def main() -> None:
    """Solve, print and check."""
    with tempfile.TemporaryDirectory() as folder:
        solo = Solo(registry.find("chinese-checkers"), Path(folder))
        began = time.process_time()
        solo.complete(silent)
        figures, took = solo.figures, time.process_time() - began
        distances = solo.distances
        assert distances is not None
        print(f"{figures.sets:,} sets, at most {figures.farthest} moves away ({took:.1f} s)")
        for moves, sets in enumerate(np.bincount(distances)):
            print(f"{moves:3} moves {sets:12,}")
        began = time.process_time()
        assert solo.fault(silent) == -1
        took = time.process_time() - began
        print(f"every distance follows from the rules' moves ({took:.1f} s)")


if __name__ == "__main__":
    main()
