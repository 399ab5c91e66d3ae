"""A server that is stopped for a while, and one that is restarted: whose clock pays for it?

BENCH_PAUSE_S says how long it stands still (60). The bar is 50 ms.
"""

import os
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from houses import PERSON, Served, house

BAR_MS = 50
CLOCK = {"base": 3_600_000, "increment": 0}
SEATS = [{"kind": "me"}, {"kind": "here"}]


def left(served: Served, table: str) -> tuple[float, int]:
    """What the first seat has on its clock, and the moment in between asking and hearing it."""
    asked = time.monotonic()
    _, shown = served.call("GET", f"/api/tables/{table}", None, PERSON)
    heard = time.monotonic()
    return (asked + heard) / 2, shown["view"]["clocks"]["left"][0]


def main() -> None:
    """Print by how much a pause and a restart were charged."""
    pause = float(os.environ.get("BENCH_PAUSE_S", "60"))
    with TemporaryDirectory() as folder:
        with house(Path(folder)) as served:
            table = served.table("zhizhu", SEATS, clock=CLOCK)["table"]
            served.attend(table, PERSON).close()
            time.sleep(1)
            before_at, before = left(served, table)
            os.kill(served.process.pid, signal.SIGSTOP)
            stopped = time.monotonic()
            time.sleep(pause)
            os.kill(served.process.pid, signal.SIGCONT)
            stood = time.monotonic() - stopped
            time.sleep(1)
            after_at, after = left(served, table)
            _report(f"stopped for {stood:.1f} s", before - after, after_at - before_at - stood)
            closed_at, closed = left(served, table)
            served.process.send_signal(signal.SIGTERM)
            served.process.wait(20)
            gone = time.monotonic()
        time.sleep(min(pause, 5))
        with house(Path(folder)) as served:
            up = time.monotonic()
            opened_at, opened = left(served, table)
            print(f"the house was closed for {up - gone:.1f} s")
            charged, most = closed - opened, 1000 * (gone - closed_at + opened_at - up)
            print(f"charged for a restart: {charged} ms; it was open for at most {most:.0f} ms")
            if not -BAR_MS <= charged <= most + BAR_MS:
                sys.exit("more than that was charged")


def _report(what: str, charged_ms: float, open_s: float) -> None:
    error = charged_ms - 1000 * open_s
    print(
        f"{what}: charged {charged_ms:.0f} ms for {1000 * open_s:.0f} ms open, error {error:.0f} ms"
    )
    if abs(error) > BAR_MS:
        sys.exit(f"the bar is {BAR_MS} ms")
