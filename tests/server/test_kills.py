"""A house that is killed loses nothing that it acknowledged; one built wrong does."""

import asyncio
import signal
from pathlib import Path

from bench.kills import Run, lost

PLAYERS, STOPS = 6, 3
SOON_S = 120.0
"""Its guests stay: a house that waited for them would wait for good."""


def stopped(folder: Path, how: signal.Signals, launcher: str = "tablier") -> tuple[Run, list[str]]:
    run = Run(folder, PLAYERS, launcher)
    asyncio.run(run.go(how, STOPS, 60))
    return run, lost(folder, run.acked)


def test_nothing_acknowledged_is_lost_when_the_house_is_killed(tmp_path: Path) -> None:
    run, missing = stopped(tmp_path, signal.SIGKILL)
    assert missing == [] and len(run.acked) >= 60


def test_a_house_that_acknowledges_first_is_found_out(tmp_path: Path) -> None:
    assert stopped(tmp_path, signal.SIGKILL, "bench._ackfirst")[1]


def test_a_house_that_is_told_to_stop_stops_soon_and_loses_nothing(tmp_path: Path) -> None:
    run, missing = stopped(tmp_path, signal.SIGTERM)
    assert missing == [] and max(run.stop_s) < SOON_S
    assert "Traceback" not in "".join(p.read_text() for p in tmp_path.glob("log-*.txt"))
