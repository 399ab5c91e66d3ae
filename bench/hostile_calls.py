"""What researchers call, with BENCH_CALLS (10,000) hostile arguments: errors only, no crash.

BENCH_SEED draws others. The calls are made in a process of their own, whose end is seen.
"""

import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "fuzz"))

from hypothesis import HealthCheck, Phase, given, seed, settings

from bench._house import size as setting

CALLS = 10_000


def main() -> None:
    """Make the calls; tell what came of them."""
    done = subprocess.run([sys.executable, "-m", "bench.hostile_calls"], check=False)
    if done.returncode:
        sys.exit(f"the process that made the calls ended with status {done.returncode}")


def make_calls() -> None:
    """All calls, in this process."""
    from research_calls import Call, calls, made

    warnings.simplefilter("ignore")
    seen: Counter[tuple[str, str]] = Counter()
    faults: Counter[tuple[str, str]] = Counter()

    @seed(setting("SEED", 1))
    @settings(
        max_examples=setting("CALLS", CALLS),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(calls())
    def call(one: Call) -> None:
        try:
            seen[one[0], made(one)] += 1
        except Exception:
            faults[one[0], traceback.format_exc(limit=-2)] += 1

    began = time.process_time()
    call()
    for kind in sorted({kind for kind, _ in seen}):
        answered, refused = seen[kind, "answered"], seen[kind, "refused"]
        print(f"{kind:18} {answered + refused:6,} calls, {refused:6,} refused")
    taken = time.process_time() - began
    total, wrong = sum(seen.values()) + sum(faults.values()), sum(faults.values())
    print(f"{total:,} calls in {taken:.0f} s of CPU, no crash; {wrong} faults (bar: 0)")
    if faults:
        sys.exit("\n".join(f"{kind}: {told}" for kind, told in faults))


if __name__ == "__main__":
    make_calls()
