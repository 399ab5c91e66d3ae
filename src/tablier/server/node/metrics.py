"""Figures for Prometheus, in its text format, and what of them is told in the log as well."""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import tablier
from tablier.server.node.incident_log import IncidentLog
from tablier.server.node.process_figures import process_figures

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Gauges(NamedTuple):
    """What is looked at when somebody asks."""

    tables: int
    refused: int
    thinking: int
    connections: int


class Metrics:
    """What is counted while the house is open."""

    def __init__(self) -> None:
        self.events = 0
        self.sockets = 0
        self._incidents = IncidentLog()
        self._requests_refused: Counter[str] = Counter()
        self._sockets_refused: Counter[str] = Counter()
        self._sockets_closed: Counter[int] = Counter()
        self._storage_failures: Counter[str] = Counter()
        self._commits = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def committed(self, events: int, seconds: float) -> None:
        """A batch was stored."""
        self.events += events
        self._seconds += seconds
        for index, bound in enumerate((*BUCKETS, float("inf"))):
            if seconds <= bound:
                self._commits[index] += 1

    def request_refused(self, reason: str, text: str) -> None:
        """The edge of the house refused a request; `reason` is a word of ours."""
        self._requests_refused[reason] += 1
        self._incidents.tell(f"request refused ({reason})", text, logging.INFO)

    def socket_refused(self, reason: str, text: str) -> None:
        """A WebSocket was not opened; `reason` is a word of ours."""
        self._sockets_refused[reason] += 1
        self._incidents.tell(f"WebSocket refused ({reason})", text)

    def socket_closed(self, code: int, reason: str) -> None:
        """The house closed a WebSocket."""
        self._sockets_closed[code] += 1
        self._incidents.tell(f"WebSocket closed ({code})", reason, logging.INFO)

    def storage_failed(self, kind: str, text: str) -> None:
        """The database did not do what was asked; `kind` says what that was, in a word of ours."""
        self._storage_failures[kind] += 1
        self._incidents.tell(f"storage failed ({kind})", text, logging.ERROR)

    def lines(self, gauges: Gauges) -> Iterator[str]:
        """All figures, each with what it means and its type."""
        build = {f'version="{tablier.__version__}"': 1}
        yield from chain(
            _labelled("tablier_build_info", "gauge", "The version that runs.", build),
            _figure("tablier_events_total", "counter", "Events stored.", self.events),
            _figure("tablier_refused_total", "counter", "Commands refused.", gauges.refused),
            _figure("tablier_sockets", "gauge", "WebSockets open.", self.sockets),
            _figure("tablier_connections", "gauge", "Connections open.", gauges.connections),
            _figure("tablier_tables", "gauge", "Tables in memory.", gauges.tables),
            _figure("tablier_bots_thinking", "gauge", "Bots that think or wait.", gauges.thinking),
            self._counters(),
            self._histogram(),
        )
        for name, kind, meaning, value in process_figures():
            yield from _figure(name, kind, meaning, value)

    def _counters(self) -> Iterator[str]:
        counters: list[tuple[str, str, str, Counter[Any]]] = [
            ("http_refused", "reason", "Requests refused at the edge.", self._requests_refused),
            ("sockets_refused", "reason", "WebSockets not opened.", self._sockets_refused),
            ("sockets_closed", "code", "WebSockets closed by the house.", self._sockets_closed),
            ("storage_failures", "kind", "Failures of the database.", self._storage_failures),
        ]
        for name, label, meaning, counts in counters:
            shown = {f'{label}="{one}"': counts[one] for one in sorted(counts)}
            yield from _labelled(f"tablier_{name}_total", "counter", meaning, shown)

    def _histogram(self) -> Iterator[str]:
        name = "tablier_commit_seconds"
        yield from _head(name, "histogram", "How long a batch of events took to be stored.")
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._commits, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._seconds}"
        yield f"{name}_count {self._commits[-1]}"


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"


def _figure(name: str, kind: str, meaning: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, meaning)
    yield f"{name} {value}"


def _labelled(name: str, kind: str, meaning: str, values: Mapping[str, int]) -> Iterator[str]:
    yield from _head(name, kind, meaning)
    for label, value in values.items():
        yield f"{name}{{{label}}} {value}"
