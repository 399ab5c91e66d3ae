"""The command line, run as people run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Printed, Run
from PIL import Image

import tablier
from tablier.core.registry import games
from tablier.engine.levels import ADAPTIVE

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
    assert levels[0]["level"] == 1 and levels[0]["name"] == "Brindille"
    assert levels[0]["about"].startswith("pour les enfants")
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


@pytest.mark.parametrize(
    ("shell", "sign"),
    [("zsh", "#compdef tablier"), ("bash", "complete -o default"), ("fish", "complete --command")],
)
def test_a_shell_that_is_named_gets_its_own_completion(
    shell: str, sign: str, printed: Printed
) -> None:
    assert sign in printed("--show-completion", shell)


def test_completion_is_installed_for_a_shell_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(tmp_path) in printed("--install-completion", "fish")
    assert "tablier" in (tmp_path / ".config/fish/completions/tablier.fish").read_text()


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


def test_a_single_rule_is_shown(printed: Printed) -> None:
    one = printed("rules", "zhizhu", "zz-05")
    assert one.startswith("- **ZZ-05** In turn") and one.count("ZZ-") == 1
    assert max(map(len, one.splitlines())) < 80
    two = json.loads(printed("rules", "zhizhu", "ZZ-05", "ZZ-19", "--json", "--language", "de"))
    assert [rule["id"] for rule in two["rules"]] == ["ZZ-05", "ZZ-19"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_every_level_says_what_it_is_like(language: str, printed: Printed) -> None:
    lines = printed("levels", "--language", language).splitlines()
    assert len(lines) == ADAPTIVE and all(len(line.split()) > 4 for line in lines)
    assert len({line[1:] for line in lines}) == ADAPTIVE


@pytest.mark.parametrize("command", [["show", "zhizhu"], ["show", "sensei"], ["rules", "sensei"]])
def test_a_terminal_without_unicode_gets_ascii(command: list[str]) -> None:
    plain = {"LC_ALL": "C", "TABLIER_LANGUAGE": "fr"}
    done = subprocess.run(
        [sys.executable, "-m", "tablier", *command],
        env={**os.environ, **plain},
        capture_output=True,
    )
    assert done.returncode == 0 and done.stdout.isascii() and b"\\u" not in done.stdout


def test_json_loses_nothing_without_unicode() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablier", "games", "--json"],
        env={**os.environ, "LC_ALL": "C"},
        capture_output=True,
    )
    assert done.stdout.isascii()
    assert "Senseï" in {game["title"] for game in json.loads(done.stdout)}


def test_show_and_replay(record: str, printed: Printed) -> None:
    assert "W3" in printed("show", record) and "B1" in printed("show", record)
    assert "White: place a piece" in printed("show", "-", stdin=RECORD)
    assert "White: place" in printed("show", "zhizhu ......../......../........ w 9-9 0 - - 0 1")
    assert "White: place" in printed("show", *["zhizhu", "draws=off"])
    replayed = printed("replay", record)
    assert replayed.index("1. b3") < replayed.index("2. c1")
    assert "2. c1" not in printed("replay", record, "--turn", "1")


STUDY = RECORD.replace("2. c1", "2. c1 ({far} 2. c5 3. a2 (3. a1)) (2. c6)")


def test_variations_are_listed_and_shown(printed: Printed) -> None:
    shown = printed("show", "-", stdin=STUDY)
    assert "   1  far: 2. c5 3. a2\n   2    3. a1\n   3  2. c6\n" in shown
    second = printed("show", "-", "--line", "2", stdin=STUDY)
    assert "Black: place" in second and "[W1]" in second and "far" not in second
    document = json.loads(printed("show", "-", "--json", stdin=STUDY))
    assert [(one["line"], one["name"], one["after"]) for one in document["variations"]] == [
        (1, "far", 1),
        (2, "", 2),
        (3, "", 1),
    ]
    judged = printed("analyse", "-", "--line", "3", "--nodes", "500", stdin=STUDY)
    assert "Black c6" in judged and "Black c5" not in judged


@pytest.mark.parametrize(("line", "told"), [("4", "there are 1 to 3"), ("0", "greater than")])
def test_a_variation_that_is_not_there_is_told(run: Run, line: str, told: str) -> None:
    done = run("show", "-", "--line", line, stdin=STUDY)
    assert done.status and told in done.err


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
        (["rules", "zhizhu", "ZZ-99"], "there is no rule 'ZZ-99'; there are ZZ-01 to"),
        (["--show-completion", "nosh"], "there is no completion for 'nosh'"),
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
        (["play", "zhizhu", "--house", "http://127.0.0.1:1"], "in a terminal"),
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


def test_show_draws_a_picture(record: str, tmp_path: Path, printed: Printed, run: Run) -> None:
    match = tablier.read_record(RECORD)
    assert printed("show", "--svg", record) == f"{match.svg()}\n"
    picture = tmp_path / "board.svg"
    assert printed("show", "--svg", "--dark", "-o", str(picture), *match.position().split()) == ""
    assert picture.read_text("utf-8") == tablier.read_position(match.position()).svg(dark=True)
    refused = run("show", record, "-o", str(picture))
    assert refused.status == 2 and "add --svg" in refused.err


def test_boards_and_sheets_are_printed(
    tmp_path: Path, printed: Printed, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printed("print", "zinga") == "zinga.pdf\n"
    assert Path("zinga.pdf").read_bytes().startswith(b"%PDF-")
    before = Path("zinga.pdf").read_bytes()
    refused = run("print", "zinga", "-o", "players=2")
    assert refused.status == 2 and "zinga.pdf is there already" in refused.err
    assert Path("zinga.pdf").read_bytes() == before
    assert printed("print", "zinga", "-o", "players=2", "--out", "zinga.pdf") == ""
    assert len(Path("zinga.pdf").read_bytes()) < len(before)
    assert "no paper of 'a5'" in run("print", "sensei", "--paper", "a5").err


def test_show_draws_a_match_as_a_moving_picture(record: str, tmp_path: Path, run: Run) -> None:
    moving = tmp_path / "game.webp"
    assert run("show", "--animate", "--seconds", "0.1", record, "-o", str(moving)).status == 0
    with Image.open(moving) as drawn:
        assert getattr(drawn, "n_frames", 1) == len(tablier.read_record(RECORD).actions) + 1
    refused = run("show", "--animate", record)
    assert refused.status == 2 and "needs a file: --out game.webp" in refused.err
