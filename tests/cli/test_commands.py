"""The command line, run as people run it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.core.registry import games

RECORD = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n1. b3\n2. c1\n'


def run(
    *arguments: str, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", *arguments],
        input=stdin,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )


def printed(*arguments: str, stdin: str = "") -> str:
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    return done.stdout


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


def test_version_and_help() -> None:
    assert printed("--version") == f"tablier {tablier.__version__}\n"
    assert "perft" in printed("--help")


def test_help_starts_without_numba_or_numpy() -> None:
    code = (
        "import sys, tablier.cli\n"
        "try: tablier.cli.main()\n"
        "finally: assert not {'numba', 'numpy', 'rich'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_games_are_listed_with_their_options() -> None:
    listed = printed("games")
    assert all(name in listed for name in games())
    assert "-o draws=on" in listed


def test_programs_get_json(record: str) -> None:
    """One process for all of them: starting is what takes the time."""
    commands = [
        ["games", "--json"],
        ["levels", "--json", "--language", "fr"],
        ["rules", "zhizhu", "--json"],
        ["show", "--json", record],
        ["replay", "--json", record],
    ]
    told, levels, rules, shown, replayed = in_one_process(commands)
    assert [game["name"] for game in told] == games() and told[0]["options"][0]["rule"]
    assert levels[0] == {"level": 1, "name": "Brindille"}
    assert rules["rules"][0]["id"] == "ZZ-01" and rules["rules"][0]["text"].startswith("The web")
    assert shown["acting"] == [0] and "b3" not in shown["legal"]["0"] and shown["result"] is None
    assert {"point": "b3", "seat": 0, "kind": "piece"} in shown["pieces"]
    assert [turn["actions"][0]["text"] for turn in replayed["turns"]] == ["b3", "c1"]
    assert tablier.position(replayed["turns"][-1]["position"]).seat == 0


def in_one_process(commands: list[list[str]]) -> list[Any]:
    """What each command prints, as JSON."""
    code = (
        "import sys\n"
        "from tablier.cli.app import app\n"
        "import json, tablier.cli\n"
        "for command in json.loads(sys.argv[1]):\n"
        "    app(command, standalone_mode=False)\n"
        "    print(chr(0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(commands)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(text) for text in done.stdout.split("\0")[:-1]]


def test_a_shell_completes_commands_and_games() -> None:
    """What a shell asks for when somebody presses Tab after `tablier play z`."""
    asked = {"COMP_WORDS": "tablier play z", "COMP_CWORD": "2"}
    code = "import sys; sys.argv[0] = 'tablier'; from tablier.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asked, "_TABLIER_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == [name for name in games() if name.startswith("z")]
    assert "--install-completion" in printed("--help")


def test_manual_pages() -> None:
    page = printed("help")
    assert [line for line in page.splitlines() if line.isupper() and line[0] != " "] == [
        "NAME",
        "SYNOPSIS",
        "OPTIONS",
        "COMMANDS",
        "EXAMPLES",
        "ENVIRONMENT",
        "EXIT STATUS",
    ]
    assert "tablier admin list [OPTIONS]" in printed("help", "admin", "list")
    assert max(map(len, printed("help", "play").splitlines())) < 110


@pytest.mark.parametrize("name", games())
def test_rules_are_shown_with_ids(name: str) -> None:
    assert "-01**" in printed("rules", name)


def test_show_and_replay(record: str) -> None:
    assert "W3" in printed("show", record) and "B1" in printed("show", record)
    assert "White: place a piece" in printed("show", "-", stdin=RECORD)
    assert "White: place" in printed("show", "zhizhu ......../......../........ w 9-9 0 - - 0 1")
    assert "White: place" in printed("show", *["zhizhu", "draws=off"])
    replayed = printed("replay", record)
    assert replayed.index("1. b3") < replayed.index("2. c1")
    assert "2. c1" not in printed("replay", record, "--turn", "1")


def test_perft() -> None:
    assert printed("perft", "zhizhu", "3") == "12144\n"
    assert printed("perft", "zhizhu", "0") == "1\n"
    divided = printed("perft", "zhizhu", "2", "--divide").splitlines()
    assert divided[0] == "a1: 23" and divided[-1] == "552"
    start = "zhizhu .ww...../......../bbb..... w 0-0 0 - - 0 31"
    assert printed("perft", "zhizhu", "1", "--from", start.replace(".ww", "www")) == "5\n"
    counted = json.loads(printed("perft", "sensei", "1", "-o", "way=shizukana", "--json"))
    assert counted["count"] == 12
    assert printed("perft", "chinese-checkers", "1", "-o", "players=3") == "10\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "nosuch.txt"], "neither a file nor a position"),
        (["show", ""], "neither a file nor a position"),
        (["show", "/"], "neither a file nor a position"),
        (["show", "zhizhu", "ww"], "8 words"),
        (["rules", "go"], "there is no game 'go'"),
        (["show", "zhizhu", "--svg", "--json"], "choose one"),
        (["replay", "nosuch.txt"], "No such file"),
        (["replay", "/"], "Is a directory"),
        (["perft", "zhizhu", "many"], "Invalid value for 'depth'"),
        (["perft", "zhizhu", "-o", "draws", "2"], "NAME=VALUE"),
        (["perft", "zhizhu", "2", "-o", "players=3"], "played by 2 players"),
        (["perft", "zhizhu", "2", "-o", "players=x"], "number of players"),
        (["perft", "zhizhu", "2", "--from", "sensei"], "is of sensei, not of zhizhu"),
        (["perft", "go", "2"], "there is no game"),
        (["play", "go"], "there is no game"),
        (["play", "--resume", "nosuch.txt"], "No such file"),
        (["play", "zhizhu", "--bot", "1", "--seat", "3"], "there is no seat 3"),
        (["play", "zhizhu", "--resume", "game.txt"], "without a game"),
        (["play", "zinga", "--new"], "needs a terminal"),
        (["play", "--join", "somewhere"], "a table's link looks like"),
        (["play", "--join", "http://127.0.0.1:1/#/table/x/y"], "in a terminal"),
        (["rules", "zhizhu", "--language", "la"], "no texts in 'la'"),
        (["help", "fly"], "there is no command 'fly'"),
        (["play", "zhizhu", "-o", "draws=@/dev/null"], "is empty"),
        (["fly"], "No such command"),
        (["perft"], "Missing argument"),
        (["--nosuch"], "No such option"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_bad_record_says_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(RECORD.replace("2. c1", "2. b3"))
    done = run("show", str(path))
    assert done.returncode == 2
    assert done.stderr == "tablier: line 6, at 'b3': b3 is taken: place on a free point (ZZ-05)\n"
    path.write_bytes(b"\xff\xfe")
    assert "not a text in UTF-8" in run("replay", str(path)).stderr


class TestPlay:
    def play(self, stdin: str, home: Path, *arguments: str) -> str:
        env = {"HOME": str(home), "XDG_DATA_HOME": str(home)}
        done = run("play", *arguments, stdin=stdin, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def saved(self, home: Path) -> Path:
        return next(home.rglob("zhizhu.txt"))

    def test_people_play_and_the_game_is_saved_when_they_leave(self, tmp_path: Path) -> None:
        shown = self.play("b3\n?\nb3\nnonsense\nc1\n", tmp_path, "zhizhu")
        assert "b3 is taken" in shown.lower() and "can't be read" in shown
        assert "Saved." in shown
        assert tablier.read_record(self.saved(tmp_path).read_text()).actions == ["b3", "c1"]

    def test_a_saved_game_is_offered_and_goes_on(self, tmp_path: Path) -> None:
        self.play("b3\n", tmp_path, "zhizhu")
        self.play("y\nc1\nundo\nc2\n", tmp_path, "zhizhu")
        match = tablier.read_record(self.saved(tmp_path).read_text())
        assert match.actions == ["b3", "c2"]
        self.play("c3\n", tmp_path, "--resume", str(self.saved(tmp_path)))
        assert len(tablier.read_record(self.saved(tmp_path).read_text()).actions) == 3

    def test_a_new_game_does_not_overwrite_a_saved_one(self, tmp_path: Path) -> None:
        self.play("b3\n", tmp_path, "zhizhu")
        shown = self.play("n\na1\n", tmp_path, "zhizhu")
        assert "kept in" in shown
        kept = next(tmp_path.rglob("zhizhu-1.txt"))
        assert tablier.read_record(kept.read_text()).actions == ["b3"]
        self.play("a2\n", tmp_path, "zhizhu", "--new")
        assert next(tmp_path.rglob("zhizhu-2.txt")).exists()

    def test_a_game_ends_with_its_result(self, tmp_path: Path) -> None:
        assert "Black wins: a player resigned." in self.play("resign\n", tmp_path, "zhizhu")
        assert "Draw between" in self.play("a1\ndraw\ny\n", tmp_path, "zhizhu")

    def test_the_game_can_be_chosen_from_a_list(self, tmp_path: Path) -> None:
        number = games().index("zhizhu") + 1
        assert "ZhiZhu" in self.play(f"0\n{number}\np\nb3\n", tmp_path)

    def test_an_unreadable_save_is_kept(self, tmp_path: Path) -> None:
        self.play("b3\n", tmp_path, "zhizhu")
        self.saved(tmp_path).write_text("broken")
        env = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        done = run("play", "zhizhu", stdin="a1\n", env=env)
        assert "can't be read" in done.stderr and "kept in" in done.stdout


def test_options_reach_the_game(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    run("play", "zhizhu", "-o", "draws=off", stdin="b3\n", env=env)
    assert '[Options "draws=off"]' in next(tmp_path.rglob("zhizhu.txt")).read_text()


def test_the_computer_answers_and_remembers_its_level(tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path)}
    done = run("play", "zhizhu", "--bot", "1", "--seat", "1", stdin="b3\nundo\nb4\n", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Black plays" in done.stdout
    match = tablier.read_record(next(tmp_path.rglob("zhizhu.txt")).read_text())
    assert match.headers["Players"] == "Person, Computer 1"
    assert [move.seat for move in match.history] == [0, 1]
    again = run("play", "zhizhu", stdin="y\ndraw\nc8\n", env=env).stdout
    assert "You are White" in again and "Black plays" in again and "plays on" in again


def test_show_draws_a_picture(record: str, tmp_path: Path) -> None:
    match = tablier.read_record(RECORD)
    assert printed("show", "--svg", record) == f"{match.svg()}\n"
    picture = tmp_path / "board.svg"
    assert printed("show", "--svg", "--dark", "-o", str(picture), *match.position().split()) == ""
    assert picture.read_text("utf-8") == tablier.position(match.position()).svg(dark=True)
    refused = run("show", record, "-o", str(picture))
    assert refused.returncode == 2 and "add --svg" in refused.stderr
