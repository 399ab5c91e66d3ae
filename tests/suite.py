"""Counts which rules the tests have shown, and leaves nothing to chance or to the machine's speed.

Each test draws the same numbers every time, whatever ran before it. It may take as long as it
needs. `--shuffle 7` runs the tests in another order, `--hypothesis-profile hunt` with other
examples than usual.
"""

import gc
import os
import random
import re
import signal
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from ready import mark_ready

from tablier.compile import cache_folder

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".pytest_cache" / "tablier"
GAMES = ROOT / "src" / "tablier" / "games"
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\*", re.MULTILINE)

NEW_OBJECTS = 50_000
"""After so many, cycles are looked for; Python's own 700 cost a sixth of the time."""

shown: set[str] = set()

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", UNHURRIED, derandomize=True)
settings.register_profile("hunt", UNHURRIED, print_blob=True)
settings.load_profile("same")


def pytest_configure() -> None:
    """Hear Ctrl-C, and let all processes hear it: what a shell runs in the background does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if cache_folder.PLACE not in os.environ:
        os.environ[cache_folder.PLACE] = str(KEPT)
        mark_ready()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-rules", action="store_true", help="fail unless every rule id has a passing test"
    )
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in the order of this seed")


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.getoption("--shuffle")
    return "order: as written" if seed is None else f"order: --shuffle {seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties += [("rule", rule) for rule in mark.args]
    if seed := config.getoption("--shuffle"):
        shuffle(items, random.Random(seed))


def pytest_collection() -> None:
    """Look for no cycles while thousands of tests are found, which stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave them out of every later look, and look less often: tests leave few cycles behind."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.enable()


def shuffle(items: list[pytest.Item], order: random.Random) -> None:
    """Files among each other, and tests within a file, which share what they set up."""
    files = {item.path: order.random() for item in items}
    tests = {item: order.random() for item in items}
    items.sort(key=lambda item: (files[item.path], tests[item]))


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


numbers = count()


@pytest.fixture(autouse=True)
def own_data_folder(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep every test away from the games that a person has saved, and in one language.

    The folder is made by whoever keeps something in it, which most tests don't.
    """
    folder = tmp_path_factory.getbasetemp() / "data" / str(next(numbers))
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("TABLIER_LANGUAGE", "en")


@pytest.fixture(autouse=True)
def fixed_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix what a test draws without a seed: dice, keys, nonces, whose turn is first."""
    drawn = random.Random(request.node.nodeid)
    random.seed(request.node.nodeid)
    monkeypatch.setattr(random.SystemRandom, "getrandbits", lambda _, bits: drawn.getrandbits(bits))
    monkeypatch.setattr(random.SystemRandom, "randbytes", lambda _, size: drawn.randbytes(size))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    controller = not hasattr(session.config, "workerinput")
    wanted = session.config.getoption("--all-rules")
    if controller and wanted and exitstatus == pytest.ExitCode.OK and shown != rule_ids():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
