"""Hostile frames against a real server: every one gets its answer, and nothing else happens.

BENCH_FRAMES says how many (100,000); BENCH_SEED which.
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from hostile import OTHER, attack, laid
from houses import house


def main() -> None:
    """Print how many frames of each kind were answered, and what the server made of it."""
    frames = int(os.environ.get("BENCH_FRAMES", "100000"))
    seed = int(os.environ.get("BENCH_SEED", "1"))
    with TemporaryDirectory() as folder, house(Path(folder), "--log", "debug") as served:
        scene = laid(served)
        path = f"/api/tables/{scene.table}"
        before = served.call("GET", path, None, OTHER)[1]["view"]["seq"]
        began = time.perf_counter()
        done = asyncio.run(attack(served, scene, frames, seed))
        took = time.perf_counter() - began
        written = served.call("GET", path, None, OTHER)[1]["view"]["seq"] - before
        healthy = served.call("GET", "/healthz") == (200, "ok\n")
        faults = [
            line
            for line in (Path(folder) / "log.txt").read_text().splitlines()
            if '"level": "error"' in line or '"trace"' in line
        ]
    for kind, count in sorted(done.items()):
        print(f"{kind:15} {count:7}")
    print(f"{done.total():,} frames in {took:.0f} s, all answered as they should be")
    print(f"events written: {written}; errors in the log: {len(faults)}; healthy: {healthy}")
    if written or faults or not healthy:
        sys.exit("\n".join(faults[:5]) or 1)
