"""The threads of a GPU, for loops that threads can share."""

from typing import Any

import numpy as np

from tablier.compile.targets.cuda import Call, Gpu, Launch, LaunchVerdict, default_gpu
from tablier.solver.numbering import Shelf
from tablier.solver.processor import Kind

CHUNK = 1 << 27
"""Values that are looked through at once."""
REGISTERS = 80
"""The most for each thread: the quickest of four limits on an H200, where most solving is done."""


class GpuThreads:
    """Runs the loops of `levels.py` with one thread for each index; a `Processor`."""

    is_host = False
    batch = 1 << 24
    """Indices between two reports of progress."""

    def __init__(self, gpu: Gpu | None = None) -> None:
        self._gpu = gpu or default_gpu()
        self._cupy = self._gpu.cupy
        self._verdict = LaunchVerdict(self._cupy)
        self._ready: dict[Any, Launch] = {}

    def taken(self, array: Any) -> Any:
        """A copy in the GPU's memory."""
        return self._cupy.asarray(array)

    def given(self, array: Any) -> Any:
        """A copy in this process's memory."""
        return array.get()

    def address(self, array: Any) -> int:
        """Where an array is in the GPU's memory."""
        return int(array.data.ptr)

    def zeros(self, count: int, kind: Any) -> Any:
        """An array of zeros."""
        return self._cupy.zeros(count, kind)

    def tally(self, loop: Any, kind: Kind, shelf: Shelf, begin: int, end: int) -> int:
        """Run a loop from `begin` to before `end`, and add up what it counts."""
        counted = self.zeros(end - begin, np.uint8)
        self._run(loop, end - begin, *kind, shelf, begin, counted)
        return int(counted.sum(dtype=np.int64))

    def fill(self, loop: Any, kind: Kind, shelf: Shelf, places: int, out: Any) -> None:
        """Run a loop over all places that writes to an array."""
        self._run(loop, places, *kind, shelf, 0, out)

    def each(
        self, loop: Any, kind: Kind, settled: int, shelf: Shelf, values: Any, wanted: int
    ) -> tuple[int, int]:
        """Run a loop over the numbers that have a value; return how many, and the highest value."""
        total = top = 0
        for first in range(0, len(values), CHUNK):
            some = values[first : first + CHUNK]
            highest = int(some.max())
            top = max(top, highest)
            if highest < wanted:
                continue
            numbers = self._cupy.flatnonzero(some == wanted) + first
            if len(numbers):
                self._run(loop, len(numbers), *kind, settled, shelf, numbers)
            total += len(numbers)
        self._verdict.wait()
        return total, top

    def run(self, loop: Any, count: int, *arguments: Any) -> None:
        """Run a loop over `count` indices and wait for it."""
        self._run(loop, count, *arguments)
        self._verdict.wait()

    def _run(self, loop: Any, count: int, *arguments: Any) -> None:
        if loop not in self._ready:
            call = Call(loop, (), arguments, REGISTERS)
            self._ready[loop] = self._gpu.launches(self._verdict, call)[0]
        self._ready[loop](count, *arguments)
