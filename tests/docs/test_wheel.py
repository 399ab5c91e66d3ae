"""One wheel has all that is needed: installed far from the repository, it runs a house."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from random import Random

import pytest
from houses import Served, address, end
from packaging.requirements import Requirement
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


PIP = [sys.executable, "-m", "pip"]
LEAN = """
import sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
import tablier
from tablier.research import VectorEnv
from tablier.research.dataset import Dataset
from tablier.research.selfplay import SelfPlay, collect
assert not any(map(find_spec, ("fastapi", "sqlalchemy", "textual", "uvicorn", "gymnasium")))
assert tablier.new("zhizhu").play("b3").seat == 1
match = tablier.new("chinese-checkers")
assert tablier.bot("chinese-checkers", level=3, seed=1).choose(match) in match.legal()
env = VectorEnv("zhizhu", 2, seed=1)
env.step(env.sample())
assert env.observations.shape == (2, 118)
folder = Path(tempfile.mkdtemp())
with ThreadPoolExecutor(1) as executor:
    list(collect(SelfPlay("zhizhu", "random", 1), executor, folder))
print(Dataset(folder).masks(0).sum())
"""
"""What Python, bots and research come to where nothing else is installed.

Interpreted, a bot of ZhiZhu would first go over all endgames for many seconds.
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The program, and what people install."""
    folder = tmp_path_factory.mktemp("wheels")
    sources = (str(ROOT), str(ROOT / "packaging" / "tablier"))
    building = (*QUIET, "--no-build-isolation", "--wheel-dir", str(folder), *sources)
    subprocess.run([*PIP, "wheel", *building], check=True)
    return [next(folder.glob(f"{name}-*.whl")) for name in ("tablier_core", "tablier")]


def installed(folder: Path, *wheels: Path) -> Path:
    """Python in a new virtual environment with wheels and nothing else."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    install = [*PIP, "--python", str(python), "install", *QUIET, *map(str, wheels)]
    subprocess.run(install, check=True)
    return python


def packages(python: Path) -> Path:
    (found,) = python.parents[1].glob("lib/python*/site-packages")
    return found


def needed(name: str, extras: frozenset[str] = frozenset()) -> set[str]:
    """What a distribution asks for, and what that asks for, and so on."""
    found: set[str] = set()
    for line in distribution(name).requires or []:
        one = Requirement(line)
        asked = [{"extra": extra} for extra in extras or {""}]
        if one.marker is None or any(map(one.marker.evaluate, asked)):
            found |= {one.name} | needed(one.name, frozenset(one.extras))
    return found


@pytest.fixture(scope="module")
def command(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`tablier` in an empty virtual environment, which borrows only what the wheels ask for."""
    python = installed(tmp_path_factory.mktemp("whole"), *wheels)
    (packages(python) / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
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


def test_without_extras_there_are_python_bots_and_research(
    wheels: list[Path], alone: dict[str, str], tmp_path: Path
) -> None:
    """With links to what the metadata ask for; what serves says what it needs.

    Interpreted, generators overflow with a warning, as compiled ones do without.
    """
    python = installed(tmp_path / "lean", wheels[0])
    for name in needed("tablier-core"):
        for part in {file.parts[0] for file in distribution(name).files or []} - {".."}:
            link = packages(python) / part
            if not link.exists():
                link.symlink_to(Path(sysconfig.get_path("purelib")) / part)
    ran = partial(subprocess.run, capture_output=True, text=True, cwd=tmp_path, env=alone)
    told = ran([python, "-W", "ignore::RuntimeWarning", "-c", LEAN])
    assert (told.returncode, told.stdout, told.stderr) == (0, "24\n", "")
    told = ran([python.with_name("tablier"), "serve"])
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "tablier: this needs uvicorn: pip install tablier\n"
    told = ran([python.with_name("tablier"), "games"])
    assert told.returncode == 0 and "zhizhu" in told.stdout


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
