"""What the system knows of this process, under the names that Prometheus has for it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablier.server.limits.open_files import most_files

SELF = Path("/proc/self")
BEGAN_S = time.time()
"""When this process began, nearly: this module is among the first to be loaded."""


class ProcessFigure(NamedTuple):
    """One figure."""

    name: str
    kind: str
    meaning: str
    value: float


def process_figures() -> Iterator[ProcessFigure]:
    """Processor time and start anywhere, memory and files where there is a /proc."""
    yield ProcessFigure(
        "process_cpu_seconds_total", "counter", "Processor time used.", time.process_time()
    )
    yield ProcessFigure(
        "process_start_time_seconds", "gauge", "When the process began, in Unix time.", BEGAN_S
    )
    try:
        virtual, resident = (SELF / "statm").read_text().split()[:2]
        page, files = os.sysconf("SC_PAGE_SIZE"), len(os.listdir(SELF / "fd"))
    except OSError:
        return
    yield ProcessFigure(
        "process_resident_memory_bytes", "gauge", "Memory in use.", int(resident) * page
    )
    yield ProcessFigure(
        "process_virtual_memory_bytes", "gauge", "Memory addressed.", int(virtual) * page
    )
    yield ProcessFigure("process_open_fds", "gauge", "File descriptors in use.", files)
    yield ProcessFigure("process_max_fds", "gauge", "File descriptors allowed.", most_files())
