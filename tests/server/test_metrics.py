"""What a host sees: figures with their meaning, and incidents that don't fill the log."""

import asyncio
import logging
import re

import pytest
from houses import Served

from tablier.server.node import incident_log
from tablier.server.node.metrics import Gauges, Metrics

FIGURE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"\\]*"\})? [0-9.e+-]+')


def test_every_figure_has_its_meaning_and_its_type(served: Served) -> None:
    status, text = served.call("GET", "/metrics")
    assert status == 200
    lines = text.splitlines()
    about = {line.split()[2] for line in lines if line.startswith("# HELP ")}
    assert about == {line.split()[2] for line in lines if line.startswith("# TYPE ")}
    figures = [line for line in lines if not line.startswith("#")]
    for line in figures:
        found = FIGURE.fullmatch(line)
        assert found, line
        assert re.sub("_(bucket|sum|count)$", "", found[1]) in about or found[1] in about
    for name in ("tablier_build_info", "process_cpu_seconds_total", "process_open_fds"):
        assert any(line.startswith(name) for line in figures)


def test_what_is_counted_is_shown() -> None:
    metrics = Metrics()
    metrics.socket_refused("origin", "…")
    metrics.storage_failed("write", "…")
    metrics.storage_failed("write", "…")
    lines = list(metrics.lines(Gauges(3, 0, 0, 0)))
    assert 'tablier_sockets_refused_total{reason="origin"} 1' in lines
    assert 'tablier_storage_failures_total{kind="write"} 2' in lines
    assert "tablier_tables 3" in lines


@pytest.mark.anyio
async def test_the_same_incident_is_told_once_and_then_counted(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incident_log, "EVERY_S", 0.01)
    caplog.set_level(logging.INFO, "tablier.incidents")
    metrics = Metrics()
    for _ in range(1000):
        metrics.socket_refused("origin", "first")
    metrics.socket_closed(4400, "another kind")
    while len(caplog.messages) < 3:
        await asyncio.sleep(0.01)
    assert caplog.messages == [
        "WebSocket refused (origin): first",
        "WebSocket closed (4400): another kind",
        "WebSocket refused (origin): 999 more in 0 s",
    ]
