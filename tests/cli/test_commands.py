"""The command line, run as people run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Printed, Run

import tablier
from tablier.core.registry import games

pytest_plugins = "commanding"

RECORD = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n1. b3\n2. c1\n'


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


def test_version_and_help(printed: Printed) -> None:
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


def test_games_are_listed_with_their_options(printed: Printed) -> None:
    listed = printed("games")
    assert all(name in listed for name in games())
    assert "-o draws=on" in listed


def test_programs_get_json(record: str, printed: Printed) -> None:
    told = json.loads(printed("games", "--json"))
    levels = json.loads(printed("levels", "--json", "--language", "fr"))
    rules = json.loads(printed("rules", "zhizhu", "--json"))
    shown = json.loads(printed("show", "--json", record))
    replayed = json.loads(printed("replay", "--json", record))
    assert [game["name"] for game in told] == games() and told[0]["options"][0]["rule"]
    assert levels[0] == {"level": 1, "name": "Brindille"}
    assert rules["rules"][0]["id"] == "ZZ-01" and rules["rules"][0]["text"].startswith("The web")
    assert shown["acting"] == [0] and "b3" not in shown["legal"]["0"] and shown["result"] is None
    assert {"point": "b3", "seat": 0, "kind": "piece"} in shown["pieces"]
    assert [turn["actions"][0]["text"] for turn in replayed["turns"]] == ["b3", "c1"]
    assert tablier.read_position(replayed["turns"][-1]["position"]).seat == 0


def test_a_shell_completes_commands_and_games(printed: Printed) -> None:
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


def test_manual_pages(printed: Printed) -> None:
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
def test_rules_are_shown_with_ids(name: str, printed: Printed) -> None:
    assert "-01**" in printed("rules", name)


def test_show_and_replay(record: str, printed: Printed) -> None:
    assert "W3" in printed("show", record) and "B1" in printed("show", record)
    assert "White: place a piece" in printed("show", "-", stdin=RECORD)
    assert "White: place" in printed("show", "zhizhu ......../......../........ w 9-9 0 - - 0 1")
    assert "White: place" in printed("show", *["zhizhu", "draws=off"])
    replayed = printed("replay", record)
    assert replayed.index("1. b3") < replayed.index("2. c1")
    assert "2. c1" not in printed("replay", record, "--turn", "1")


def test_perft(printed: Printed) -> None:
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
def test_bad_input_is_one_line_and_status_2(arguments: list[str], message: str, run: Run) -> None:
    done = run(*arguments)
    assert done.status == 2
    assert message in done.err and done.err.count("\n") == 1
    assert done.out == ""


def test_a_bad_record_says_where(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(RECORD.replace("2. c1", "2. b3"))
    done = run("show", str(path))
    assert done.status == 2
    assert done.err == "tablier: line 6, at 'b3': b3 is taken: place on a free point (ZZ-05)\n"
    path.write_bytes(b"\xff\xfe")
    assert "not a text in UTF-8" in run("replay", str(path)).err


class TestPlay:
    @pytest.fixture(autouse=True)
    def own_place(self, tmp_path: Path, printed: Printed) -> None:
        self.home = tmp_path
        self.printed = printed

    def play(self, stdin: str, *arguments: str) -> str:
        return self.printed("play", *arguments, stdin=stdin)

    def saved(self) -> Path:
        return next(self.home.rglob("zhizhu.txt"))

    def test_people_play_and_the_game_is_saved_when_they_leave(self) -> None:
        shown = self.play("b3\n?\nb3\nnonsense\nc1\n", "zhizhu")
        assert "b3 is taken" in shown.lower() and "can't be read" in shown
        assert "Saved." in shown
        assert tablier.read_record(self.saved().read_text()).actions == ["b3", "c1"]

    def test_a_saved_game_is_offered_and_goes_on(self) -> None:
        self.play("b3\n", "zhizhu")
        self.play("y\nc1\nundo\nc2\n", "zhizhu")
        match = tablier.read_record(self.saved().read_text())
        assert match.actions == ["b3", "c2"]
        self.play("c3\n", "--resume", str(self.saved()))
        assert len(tablier.read_record(self.saved().read_text()).actions) == 3

    def test_a_new_game_does_not_overwrite_a_saved_one(self) -> None:
        self.play("b3\n", "zhizhu")
        shown = self.play("n\na1\n", "zhizhu")
        assert "kept in" in shown
        kept = next(self.home.rglob("zhizhu-1.txt"))
        assert tablier.read_record(kept.read_text()).actions == ["b3"]
        self.play("a2\n", "zhizhu", "--new")
        assert next(self.home.rglob("zhizhu-2.txt")).exists()

    def test_a_game_ends_with_its_result(self) -> None:
        assert "Black wins: a player resigned." in self.play("resign\n", "zhizhu")
        assert "Draw between" in self.play("a1\ndraw\ny\n", "zhizhu")

    def test_the_game_can_be_chosen_from_a_list(self) -> None:
        number = games().index("zhizhu") + 1
        assert "ZhiZhu" in self.play(f"0\n{number}\np\nb3\n")

    def test_an_unreadable_save_is_kept(self, run: Run) -> None:
        self.play("b3\n", "zhizhu")
        self.saved().write_text("broken")
        done = run("play", "zhizhu", stdin="a1\n")
        assert "can't be read" in done.err and "kept in" in done.out


def test_options_reach_the_game(tmp_path: Path, run: Run) -> None:
    run("play", "zhizhu", "-o", "draws=off", stdin="b3\n")
    assert '[Options "draws=off"]' in next(tmp_path.rglob("zhizhu.txt")).read_text()


def test_the_computer_answers_and_remembers_its_level(tmp_path: Path, printed: Printed) -> None:
    shown = printed("play", "zhizhu", "--bot", "1", "--seat", "1", stdin="b3\nundo\nb4\n")
    assert "Black plays" in shown
    match = tablier.read_record(next(tmp_path.rglob("zhizhu.txt")).read_text())
    assert match.headers["Players"] == "Person, Computer 1"
    assert [move.seat for move in match.history] == [0, 1]
    again = printed("play", "zhizhu", stdin="y\ndraw\nc8\n")
    assert "You are White" in again and "Black plays" in again and "plays on" in again


def test_show_draws_a_picture(record: str, tmp_path: Path, printed: Printed, run: Run) -> None:
    match = tablier.read_record(RECORD)
    assert printed("show", "--svg", record) == f"{match.svg()}\n"
    picture = tmp_path / "board.svg"
    assert printed("show", "--svg", "--dark", "-o", str(picture), *match.position().split()) == ""
    assert picture.read_text("utf-8") == tablier.read_position(match.position()).svg(dark=True)
    refused = run("show", record, "-o", str(picture))
    assert refused.status == 2 and "add --svg" in refused.err
