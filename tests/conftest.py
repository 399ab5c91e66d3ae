"""Counts which rules the tests have shown, and how long they may take: as long as they need."""

import re
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

GAMES = Path(__file__).parents[1] / "src" / "tablier" / "games"
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\*", re.MULTILINE)

shown: set[str] = set()

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Hear Ctrl-C, and let all processes hear it: what a shell runs in the background does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-rules", action="store_true", help="fail unless every rule id has a passing test"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties += [("rule", rule) for rule in mark.args]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        shown.update(str(rule) for name, rule in report.user_properties if name == "rule")


def rule_ids() -> set[str]:
    """Every id in the games' rules."""
    return {rule for path in GAMES.glob("*/RULES.md") for rule in RULE.findall(path.read_text())}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ids = rule_ids()
    terminalreporter.write_line(f"rules: {len(ids & shown)}/{len(ids)} ids tested")
    if terminalreporter.config.getoption("--all-rules") and ids - shown:
        terminalreporter.write_line(
            f"rules without a passing test: {', '.join(sorted(ids - shown))}"
        )
    if unknown := shown - ids:
        terminalreporter.write_line(
            f"tests name rules that don't exist: {', '.join(sorted(unknown))}"
        )


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the games that a person has saved, and in one language."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TABLIER_LANGUAGE", "en")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    controller = not hasattr(session.config, "workerinput")
    wanted = session.config.getoption("--all-rules")
    if controller and wanted and exitstatus == pytest.ExitCode.OK and shown != rule_ids():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
