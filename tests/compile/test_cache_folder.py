"""Where compiled code is kept, for how long, and what happens if it can't be."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.compile import cache_folder
from tablier.compile.sources import Origin

ENGINE = Origin("engine", "zhizhu")
COMPILING = """
from tablier.compile.marks import compiled
print(compiled(lambda one, two: one + two)(1, 2))
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_looking_for_a_folder_makes_none(place: Path) -> None:
    folder = cache_folder.code_folder(ENGINE)
    assert not cache_folder.is_warm("zhizhu", 2) and not place.exists()
    assert cache_folder.made_code_folder(ENGINE) == folder and folder.is_dir()
    assert folder == place / "compiled" / f"native-{ENGINE}"


def test_every_target_has_a_folder_of_its_own(place: Path) -> None:
    assert cache_folder.code_folder(ENGINE, "wasm32") != cache_folder.code_folder(ENGINE)


def test_old_folders_are_forgotten_but_the_latest(place: Path) -> None:
    for age in range(cache_folder.KEPT + 4):
        old = place / "compiled" / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    folder = cache_folder.made_code_folder(ENGINE)
    kept = {path.name for path in folder.parent.iterdir()}
    assert kept == {folder.name, *(f"old{age}" for age in range(cache_folder.KEPT))}


def test_what_is_used_is_not_forgotten_for_what_came_later(place: Path) -> None:
    """Games from many folders, one after the other, take nothing from what is used every day."""
    daily = cache_folder.made_code_folder(ENGINE)
    os.utime(daily, (1_000_000, 1_000_000))
    assert cache_folder.made_code_folder(ENGINE) == daily
    for number in range(cache_folder.KEPT + 1):
        other = cache_folder.made_code_folder(ENGINE, f"other{number}")
        os.utime(other, (1_000_001 + number, 1_000_001 + number))
    assert daily.is_dir() and len(list(daily.parent.iterdir())) == cache_folder.KEPT + 1


def test_a_folder_that_cant_be_used_is_named_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder")
    monkeypatch.setenv(cache_folder.PLACE, str(taken))
    with caplog.at_level(logging.WARNING):
        instead = cache_folder.root()
        assert instead.is_dir() and instead != taken
        assert cache_folder.root() == instead, "also for processes that are started from here"
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: {taken} can't be used (File exists); what is compiled now is not kept"
    ]


def test_something_is_compiled_without_a_usable_folder() -> None:
    environment = os.environ | {cache_folder.PLACE: os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", COMPILING],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "3\n")
    assert done.stderr.count("\n") == 1 and os.devnull in done.stderr
