"""One wheel has all that is needed: installed far from the repository, it runs a house."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from houses import Served, address, end
from playwright.sync_api import Browser
from visitors import Visitor

pytest_plugins = "visits"

ROOT = Path(__file__).parents[2]
WARM = """
from tablier.core import registry
from tablier.compile.cache_folder import ready_mark
for name in registry.games():
    for players in registry.find(name).players:
        ready_mark(name, players).touch()
print(registry.__file__)
"""
"""Says that all games are compiled. Their rules run interpreted here, which is tested elsewhere."""
QUIET = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`tablier` in an empty virtual environment, which borrows only what the wheel asks for."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip"]
    building = (*QUIET, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    subprocess.run([*pip, "wheel", *building], check=True)
    (wheel,) = folder.glob("tablier-*.whl")
    venv.create(folder / "empty", with_pip=False)
    python = folder / "empty" / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", *QUIET, str(wheel)], check=True)
    (packages,) = (folder / "empty").glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return python.with_name("tablier")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment that knows nothing of the repository."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    cache = str(tmp_path_factory.mktemp("cache"))
    return {**kept, "TABLIER_CACHE": cache, "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def served(
    command: Path, alone: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("house")
    python = str(command.with_name("python"))
    told = subprocess.check_output([python, "-c", WARM], cwd=data, env=alone, text=True)
    assert Path(told).is_relative_to(command.parents[1]), "it is the wheel that runs"
    serve = [str(command), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(serve, cwd=data, env=alone, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Served(address(process), process, data)
        finally:
            process.terminate()
            end(process)


def test_a_bot_plays_a_game_on_the_page(served: Served, browser: Browser) -> None:
    visitor = Visitor(browser, served.base).go()
    assert visitor.page.locator("button.cover").count() == 4
    visitor.page.get_by_label("Strength:").select_option("1")
    visitor.page.get_by_text("The computer", exact=True).click()
    visitor.page.locator('button.cover[data-title="Chinese Checkers"]').click()
    visitor.page.wait_for_url("**/#/table/*")
    random = Random(3)
    for _ in range(3):
        assert visitor.wait_for_turn()
        visitor.play_any(random)
    assert visitor.wait_for_turn()
    _, record = served.call("GET", f"/api/tables/{visitor.table}/record", None, *visitor.keys)
    assert len(re.findall(r"^\d+\.", record, re.MULTILINE)) >= 6
    visitor.context.close()
    assert visitor.faults == []
