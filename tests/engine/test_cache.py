"""What is compiled is kept: where, for how long, and what happens if it can't be."""

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tablier.compile import cache_folder
from tablier.compile.dispatch import compiled

MOVE = "import tablier; print(tablier.bot('zinga', level=1).level.nodes >= 0)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_the_folder_is_named_after_the_sources(place: Path) -> None:
    folder = cache_folder.compiled_folder()
    assert folder == place / "compiled" / cache_folder.sources_hash() and folder.is_dir()


def test_only_changed_rules_and_engines_have_another_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for package in ("engine", "games", "terminal"):
        (tmp_path / package).mkdir()
    monkeypatch.setattr(cache_folder, "__file__", str(tmp_path / "engine" / "cache.py"))

    def named(path: str, text: str) -> str:
        (tmp_path / path).write_text(text)
        return cache_folder.sources_hash.__wrapped__()

    names = [named("games/rules.py", "x = 1\n"), named("games/rules.py", "x = 2\n")]
    (tmp_path / "games/rules.py").rename(tmp_path / "games/other.py")
    names.append(named("terminal/label.py", "x = 1\n"))
    assert len(set(names)) == 3
    assert named("terminal/label.py", "x = 2\n") == names[-1], "a label compiles nothing anew"


def test_old_folders_are_forgotten_but_the_latest(place: Path) -> None:
    for age in range(cache_folder.KEPT + 4):
        old = place / "compiled" / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    folder = cache_folder.compiled_folder()
    kept = {path.name for path in folder.parent.iterdir()}
    assert kept == {folder.name, *(f"old{age}" for age in range(cache_folder.KEPT))}


def test_what_is_used_is_not_forgotten_for_what_came_later(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games from many folders, one after the other, take nothing from what is used every day."""
    daily = cache_folder.compiled_folder()
    os.utime(daily, (1_000_000, 1_000_000))
    assert cache_folder.compiled_folder() == daily
    for number in range(cache_folder.KEPT + 1):
        monkeypatch.setattr(cache_folder, "sources_hash", lambda number=number: f"other{number}")
        os.utime(cache_folder.compiled_folder(), (1_000_001 + number, 1_000_001 + number))
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


def test_a_bot_works_without_a_usable_folder(tmp_path: Path) -> None:
    environment = os.environ | {cache_folder.PLACE: os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", MOVE], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stdout) == (0, "True\n")
    assert done.stderr.count("\n") == 1 and os.devnull in done.stderr


def doubled(number: int) -> int:
    return 2 * number


@pytest.fixture
def kept_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the compiled form of one function."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "code"))
    assert compiled(doubled)(21) == 42
    return next((tmp_path / "code").iterdir())


def test_compiled_code_is_kept(kept_code: Path) -> None:
    again = compiled(doubled)
    assert again(21) == 42 and again.stats.cache_hits


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["cut", "empty", "changed"])
def test_damaged_code_is_compiled_again(
    kept_code: Path, kind: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    (file,) = kept_code.glob(f"*.{kind}")
    data = file.read_bytes()
    middle = len(data) // 2
    changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    file.write_bytes({"cut": data[:middle], "empty": b"", "changed": changed}[damage])
    with caplog.at_level(logging.WARNING):
        again = compiled(doubled)
        assert again(21) == 42 and again.stats.cache_misses
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: compiled code in {kept_code} is damaged; compiling again"
    ]
    later = compiled(doubled)
    assert later(21) == 42 and later.stats.cache_hits


def test_code_that_cant_be_kept_is_used_all_the_same(
    kept_code: Path, caplog: pytest.LogCaptureFixture
) -> None:
    again = compiled(doubled)
    shutil.rmtree(kept_code)
    kept_code.write_text("not a folder")
    with caplog.at_level(logging.WARNING):
        assert again(21) == 42
    assert "can't be kept" in caplog.text
