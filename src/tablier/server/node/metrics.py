"""Figures for Prometheus, in its text format."""

from collections.abc import Iterator

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Metrics:
    """What is counted while the house is open."""

    def __init__(self) -> None:
        self.events = 0
        self.sockets = 0
        self._commits = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def committed(self, events: int, seconds: float) -> None:
        """A batch was stored."""
        self.events += events
        self._seconds += seconds
        for index, bound in enumerate((*BUCKETS, float("inf"))):
            if seconds <= bound:
                self._commits[index] += 1

    def lines(self, tables: int, refused: int, thinking: int) -> Iterator[str]:
        """All figures, each with its type."""
        yield from _figure("tablier_events_total", "counter", self.events)
        yield from _figure("tablier_refused_total", "counter", refused)
        yield from _figure("tablier_sockets", "gauge", self.sockets)
        yield from _figure("tablier_tables", "gauge", tables)
        yield from _figure("tablier_bots_thinking", "gauge", thinking)
        yield "# TYPE tablier_commit_seconds histogram"
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._commits, strict=True):
            yield f'tablier_commit_seconds_bucket{{le="{bound}"}} {count}'
        yield f"tablier_commit_seconds_sum {self._seconds}"
        yield f"tablier_commit_seconds_count {self._commits[-1]}"


def _figure(name: str, kind: str, value: int) -> Iterator[str]:
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value}"
