"""Every reader of outside text, fed with good texts gone bad for as long as somebody likes.

BENCH_SECONDS of CPU in all (an hour), shared by the readers; BENCH_SEED chooses other texts. No
input may take more than 50 ms of CPU for each KB, nor raise anything but a refusal; what does is
written to BENCH_FOUND, where somebody names that folder.
"""

import gc
import os
import pickle
import sys
import time
import traceback
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "fuzz"))

from reader import Reader, refused, size
from readers import READERS

from bench._house import size as setting

MOST_S_PER_KB = 0.050
KB = 1024
AGAIN = 3
"""A slow input is read so many times more, and its best time counts: others compute too."""
WARM = 30
"""Inputs that go before: what is imported or compiled once is not counted."""


def cost(reader: Reader, given: Any) -> tuple[bool, float]:
    """Whether an input was refused, and the seconds of CPU that it took for each KB."""
    began = time.process_time()
    was_refused = refused(reader, given)
    return was_refused, (time.process_time() - began) / max(1.0, size(given) / KB)


def fuzz(name: str, seed: int, seconds: float) -> list[str]:
    """Feed one reader for so much CPU; print what was seen, and return the faults."""
    reader, faults, slowest = READERS[name], [], 0.0
    began, inputs, refusals = time.process_time(), 0, 0
    for number in count():
        if number >= WARM and time.process_time() - began >= seconds:
            break
        given = reader.make(Random(f"{name} {seed} {number}"))
        inputs += 1
        try:
            was_refused, taken = cost(reader, given)
            if taken > MOST_S_PER_KB:
                taken = min(cost(reader, given)[1] for _ in range(AGAIN))
        except Exception:
            faults.append(_kept(name, number, given, traceback.format_exc()))
            continue
        refusals += was_refused
        if number >= WARM:
            slowest = max(slowest, taken)
            if taken > MOST_S_PER_KB:
                faults.append(_kept(name, number, given, f"{taken * 1000:.0f} ms for each KB"))
    cpu = time.process_time() - began
    told = f"{inputs:9,} inputs, {refusals / inputs:4.0%} refused, {slowest * 1000:5.1f} ms/KB"
    print(f"{name:10} {cpu:6.0f} s {told}, {len(faults)} faults", flush=True)
    return faults


def _kept(name: str, number: int, given: Any, why: str) -> str:
    """A fault, told in its last line; all of it in a file, where there is a folder for it."""
    if folder := os.environ.get("BENCH_FOUND"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        path = Path(folder) / f"{name}-{number}"
        path.with_suffix(".txt").write_text(f"{why}\n{given!r}\n", "utf-8", "backslashreplace")
        path.with_suffix(".pickle").write_bytes(pickle.dumps(given))
    return f"{name} {number}: {why.strip().splitlines()[-1]}"


def main() -> None:
    """Feed all readers, or those that BENCH_READERS names, with commas between."""
    seconds, seed = setting("SECONDS", 3600), setting("SEED", 1)
    named = os.environ.get("BENCH_READERS", "")
    names = [name.strip() for name in named.split(",") if name.strip()] or list(READERS)
    gc.freeze()
    faults = [fault for name in names for fault in fuzz(name, seed, seconds / len(names))]
    print(f"{time.process_time():,.0f} s of CPU in all; {len(faults)} faults (bar: 0)")
    if faults:
        sys.exit("\n".join(faults[:50]))


if __name__ == "__main__":
    main()
