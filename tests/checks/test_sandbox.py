"""A folder may hold anything: it is told in words, and takes nobody along."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from folders import Made, make
from houses import WAIT_S

from tablier.checks import sandbox
from tablier.checks.fault import Fault
from tablier.checks.new import new_folder
from tablier.checks.sandbox import check_in_sandbox
from tablier.core.errors import BadOption, TablierError

RULES = "ROW, FULL = 4, 5"


@pytest.mark.parametrize(
    ("new", "limit_s", "told"),
    [
        ("while True: pass", 3, "took longer than 3 s: something goes on for ever"),
        ("import os; os._exit(0)", WAIT_S, "left the program (status 0)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", WAIT_S, "(SIGSEGV)"),
        ("EVERYTHING = list(range(1 << 40))", WAIT_S, "importing it failed with MemoryError"),
    ],
)
def test_a_folder_cannot_take_the_command_along(
    tmp_path: Path, new: str, limit_s: float, told: str
) -> None:
    folder = make("wild", Made("rules.py", RULES, f"{RULES}\n{new}", told), tmp_path)
    verdict = check_in_sandbox(folder, limit_s=limit_s)
    assert [told in fault.told for fault in verdict.faults] == [True], verdict


def test_kernels_that_numba_refuses_are_told(tmp_path: Path) -> None:
    """By name, with numba's reason, in a line each."""
    unable = Made("rules.py", "    full = ", '    full = eval("1") == 1 and ', "")
    verdict = check_in_sandbox(make("unable", unable, tmp_path))
    assert verdict.checked[-1] == "the compiled rules"
    assert verdict.faults and all("\n" not in str(fault) for fault in verdict.faults)
    assert "numba refuses judged: " in str(verdict.faults[0])


def test_rules_that_compile_to_something_else_are_told(tmp_path: Path) -> None:
    """An int that Python lets grow, and a machine does not."""
    wraps = Made("rules.py", "quiet=0,", "quiet=(own + 1 << 61) >> 63,", "")
    folder = make("wraps", wraps, tmp_path)
    game = folder / "__init__.py"
    game.write_text(game.read_text().replace('"quiet": 0', '"quiet": 511'))
    verdict = check_in_sandbox(folder)
    assert any("otherwise than interpreted" in fault.told for fault in verdict.faults), verdict


def test_an_index_that_machine_code_would_not_look_at_is_told(tmp_path: Path) -> None:
    """Python counts -1 from the end; a machine reads whatever lies before."""
    row = "own & ROWS[number] == ROWS[number]"
    before = Made("rules.py", row, row.replace("number", "number - 1"), "")
    verdict = check_in_sandbox(make("before", before, tmp_path))
    assert "outside an IntTable, in tablier.games.before.rules.has_row" in verdict.faults[0].told


def test_a_game_that_is_there_keeps_its_name(tmp_path: Path) -> None:
    folder = new_folder("fresh", tmp_path).rename(tmp_path / "zhizhu")
    verdict = check_in_sandbox(folder)
    assert "there is a game of this name already" in verdict.faults[-1].told


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, told in (("nowhere", "is not there"), ("file", "is no folder")):
        with pytest.raises(BadOption, match=told):
            check_in_sandbox(tmp_path / name)
    (tmp_path / "empty").mkdir()
    missing = [fault.where for fault in check_in_sandbox(tmp_path / "empty").faults]
    assert missing == ["__init__.py", "RULES.md", "words/en.json"]


@pytest.mark.parametrize("much", [{"MOST_FILES": 7}, {"MOST_BYTES": 4_000}])
def test_a_folder_that_holds_too_much_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, much: dict[str, int]
) -> None:
    """Somebody may name a home, or a disk."""
    monkeypatch.setattr("tempfile.TemporaryDirectory", None)
    for name, limit in much.items():
        monkeypatch.setattr(sandbox, name, limit)
    with pytest.raises(BadOption, match="holds too much to be the folder of a game"):
        check_in_sandbox(new_folder("large", tmp_path))


def test_links_lead_nowhere_else(tmp_path: Path) -> None:
    """What has no end would be copied for ever."""
    folder = new_folder("linked", tmp_path)
    (folder / "zeros").symlink_to("/dev/zero")
    with pytest.raises(BadOption, match="zeros is no ordinary file"):
        check_in_sandbox(folder)
    (folder / "zeros").unlink()
    (folder / "itself").symlink_to(folder)
    with pytest.raises(TablierError, match=r"can.t be copied: .*Too many levels") as refused:
        check_in_sandbox(folder)
    assert len(str(refused.value)) < 400


def tablier(*arguments: str, cwd: Path, games: str = "") -> subprocess.CompletedProcess[str]:
    """The command, with games found in a folder that is named as seen from here."""
    command = [sys.executable, "-m", "tablier", "check-game", *arguments]
    environment = {**os.environ, "TABLIER_GAMES": games}
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=WAIT_S
    )


def test_a_new_folder_is_a_sound_game(tmp_path: Path) -> None:
    made = tablier("--new", "fox_2", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "") and "fox_2" in made.stdout
    again = tablier("--new", "fox_2", cwd=tmp_path)
    assert again.returncode == 2 and "is there already" in again.stderr
    checked = tablier("fox_2", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.startswith("fox_2: nothing is missing or wrong; checked: its files, ")
    assert "FO-01" in (tmp_path / "fox_2" / "RULES.md").read_text()
    assert "Fox 2" in (tmp_path / "fox_2" / "words" / "en.json").read_text()
    (tmp_path / "fox_2" / "RULES.md").unlink()
    told = tablier("fox_2", "--json", cwd=tmp_path, games=".")
    faults = [Fault(**fault) for fault in json.loads(told.stdout)["faults"]]
    assert told.returncode == 1 and faults[0].where == "RULES.md"
    assert not any("No module named" in fault.told for fault in faults)


@pytest.mark.parametrize("name", ["zhizhu", "chinese_checkers", "Fox", "1st", "a-b", "../up", ""])
def test_not_every_name_is_possible(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOption):
        new_folder(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_one_thing_at_a_time(tmp_path: Path) -> None:
    for arguments in ((), ("here", "--new", "there")):
        told = tablier(*arguments, cwd=tmp_path)
        assert told.returncode == 2 and told.stderr.count("\n") == 1
    assert tablier("nowhere", cwd=tmp_path).returncode == 2
