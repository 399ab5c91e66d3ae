"""`tablier arena`, run as people run it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Printed, Run
from houses import WAIT_S

import tablier
from tablier.cli.workers import GamesProgress

pytest_plugins = "commanding"

COMMAND = [
    sys.executable,
    "-c",
    "import tablier.cli.commands.arena\nfrom tablier.cli import main\nmain()",
]
AGENTS = Path(__file__).parents[2] / "examples" / "agent.py"
SMALL = ["arena", "zhizhu", "--players", "random", "greedy", "--games", "6"]


def test_a_table_with_intervals(tmp_path: Path, printed: Printed) -> None:
    shown = printed(*SMALL, "level:1", "--jobs", "2", "--records", str(tmp_path / "kept"))
    assert shown.startswith("zhizhu: 18 of 18 games\n")
    rows = [line.split() for line in shown.splitlines() if "…" in line]
    assert len(rows) == 3 + 3 and {row[0] for row in rows[:3]} == {"random", "greedy", "level:1"}
    assert rows[2][0] == "random"
    records = sorted((tmp_path / "kept").iterdir())
    assert len(records) == 18 and records[0].name == "greedy-level1-0001.txt"
    assert all(tablier.read_record(path.read_text()).result for path in records)


def test_json_and_going_on(tmp_path: Path, printed: Printed) -> None:
    state = tmp_path / "games"
    first = json.loads(printed(*SMALL, "--json", "--state", str(state)))
    assert first["games"] == first["planned"] == 6
    assert [row["player"] for row in first["players"]] == ["greedy", "random"]
    assert first["players"][0]["elo"]["low"] < first["players"][0]["elo"]["value"]
    (pair,) = first["pairs"]
    assert pair["players"] == ["greedy", "random"]
    assert pair["wins"] + pair["draws"] + pair["losses"] == 6
    before = state.read_text()
    assert json.loads(printed(*SMALL, "--json", "--resume", str(state))) == first
    assert state.read_text() == before
    more = json.loads(printed(*SMALL, "--games", "8", "--json", "--state", str(state)))
    assert more["games"] == 8 and state.read_text().startswith(before)


def test_an_agent_of_ones_own_plays_in_processes(
    tmp_path: Path, printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(AGENTS, tmp_path / "agent_of_a_command.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = "agent_of_a_command:hasty"
    told = printed("arena", "zhizhu", spec, "random", "--games", "2", "--json", "--records", "kept")
    assert {row["player"] for row in json.loads(told)["players"]} == {spec, "random"}
    assert len(list((tmp_path / "kept").iterdir())) == 2


def begun(state: Path, *arguments: str) -> subprocess.Popen[str]:
    """An arena of which a few games have been kept."""
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--state", str(state)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not state.exists() or state.read_bytes().count(b"\n") < 4:
        try:
            process.wait(0.02)
            break
        except subprocess.TimeoutExpired:
            continue
    return process


def test_an_interrupted_arena_loses_and_doubles_no_game(tmp_path: Path, printed: Printed) -> None:
    state = tmp_path / "games"
    arena = ["arena", "zhizhu", "greedy", "level:2", "--jobs", "2", "--games"]
    process = begun(state, *arena, "300")
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130
    assert told == f"tablier: interrupted; the same command goes on from {state}\n"
    before = state.read_text().splitlines()
    kept = len(before) - 1
    assert 3 <= kept < 300
    assert out.startswith((f"zhizhu: {kept} of 300 games", f"zhizhu: {kept - 1} of 300 games"))
    again = json.loads(printed(*arena, str(kept + 4), "--state", str(state), "--json"))
    assert again["games"] == kept + 4
    after = state.read_text().splitlines()
    assert after[: kept + 1] == before
    keys = [json.loads(line)["key"] for line in after[1:]]
    assert len(set(keys)) == len(keys) >= kept + 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena", "go", "random", "greedy"], "there is no game 'go'"),
        (["arena", "zhizhu"], "at least two players"),
        (["arena", "zhizhu", "--players", "random"], "at least two players"),
        (["arena", "zhizhu", "random", "--players", "random"], "named twice"),
        (["arena", "zhizhu", "random", "clever"], "there is no player 'clever'; there are level:3"),
        (["arena", "zhizhu", "random", "level:9"], "there is no level 9"),
        (["arena", "zhizhu", "random", "no_such_module:policy"], "there is no module 'no_such_mod"),
        (["arena", "zhizhu", "random", "json:decoder"], "json:decoder is a module: it must be a f"),
        (["arena", "zinga", "random", "uct:10"], "several may act at once"),
        ([*SMALL, "--games", "0"], "Invalid value for '--games'"),
        ([*SMALL, "--jobs", "0"], "Invalid value for '--jobs'"),
        ([*SMALL, "--scheduler", "nonsense"], "as tcp://HOST:PORT"),
        ([*SMALL, "-o", "way=up"], "has no option 'way'"),
        ([*SMALL, "--state", "/"], "/: Is a directory"),
        ([*SMALL, "--state", "/nosuch/games"], "/nosuch/games: No such file"),
        ([*SMALL, "--state", "/dev/full"], "/dev/full is not a file"),
        ([*SMALL, "--records", "/dev/null"], "/dev/null"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Run, arguments: list[str], message: str) -> None:
    status, out, told = run(*arguments)
    assert (status, out) == (2, "")
    assert message in told and told.count("\n") == 1


def test_a_scheduler_needs_dask(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, out, told = run(*SMALL, "--scheduler", "tcp://127.0.0.1:9")
    assert (status, out) == (2, "")
    assert told == "tablier: a scheduler needs Dask: pip install 'tablier[cluster]'\n"


def test_the_time_left_is_that_of_games_that_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two hundred games come from a file at once, then each takes a minute."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    now = 0.0
    progress = GamesProgress(300, lambda: now)
    for game in range(250):
        now += 60 * (game >= 200)
        progress.count()
    progress.clear()
    told = re.findall(r"\d+/300 games, [0-9.]+ min left", capsys.readouterr().err)
    assert told[-1] == "250/300 games, 50.0 min left"


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc")
def test_a_lost_process_is_told(tmp_path: Path) -> None:
    process = begun(tmp_path / "games", "arena", "zhizhu", "greedy", "level:2", "--games", "300")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
    _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == 2
    assert told == "tablier: a process that played games has died; run the command again\n"


def test_a_match_ends_when_it_is_clear_who_is_stronger(printed: Printed, run: Run) -> None:
    arguments = ["arena", "zhizhu", "level:1", "random", "--games", "60", "--sprt", "200"]
    shown = printed(*arguments)
    assert "level:1 is stronger (by 200 Elo rather than by none)" in shown
    assert "of 60 games" in shown and "60 of 60 games" not in shown
    done = run("arena", "zhizhu", "level:1", "random", "greedy", "--sprt", "30")
    assert done.status == 2 and "--sprt compares two players" in done.err
