"""`tablier analyse` and `tablier hint`, run as people run them."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import players
import pytest
from commands import Printed, Run
from houses import WAIT_S

import tablier
from tablier.cli.analysis_report import BLOCKS, PLAIN, graph, percent, report
from tablier.core.game import TABLE
from tablier.core.registry import games
from tablier.engine.analysis.analysis import analyse
from tablier.terminal.phrases import Phrases

pytest_plugins = "commanding"

RECORD = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n1. b3\n2. c1\n3. b4\n'
MISSED = (
    '[Game "sensei"]\n[Rules "1"]\n'
    '[Position "sensei r.r..r./.G...g./....R../......r/..r...g/..ggr../...gg.. r 1 0 12"]\n'
    '[Result "*"]\n\n12. e5*e2\n'
)
"""Red could have won with a7-a1 and e5*a1."""
ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
"""What colours and places a text on a terminal."""


def test_a_record_is_analysed(tmp_path: Path, printed: Printed) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    shown = printed("analyse", str(path), "--nodes", "5000")
    assert "1. " in shown and "White b3" in shown and "Black c1" in shown
    assert "█" in shown and "100 %" in shown
    assert "White: 2 decisions" in shown and "Black: one decision" in shown
    assert "breaks off in turn 4" in shown


def test_a_terminal_without_blocks_gets_ascii(printed: Printed) -> None:
    shown = printed("analyse", "-", "--nodes", "5000", "--ascii", stdin=RECORD)
    assert shown.isascii() and "#" in shown
    code = "from tablier.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "analyse", "-", "--nodes", "5000"],
        input=RECORD,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii() and "#" in done.stdout


def test_a_missed_win_is_shown_with_what_was_best(printed: Printed) -> None:
    shown = printed("analyse", "-", "--nodes", "50000", stdin=MISSED)
    assert "?? blunder: Red's e5*e2 lost" in shown
    assert "best was a7-a1 e5*a1" in shown


def test_the_json_document(printed: Printed) -> None:
    document = json.loads(printed("analyse", "-", "--json", "--nodes", "5000", stdin=RECORD))
    assert document["game"] == "zhizhu" and document["seats"] == ["white", "black"]
    assert [turn["actions"][0]["text"] for turn in document["turns"]] == ["b3", "c1", "b4"]
    assert all(abs(sum(turn["chances"]) - 1) < 0.001 for turn in document["turns"])


def test_a_hint_for_a_position_and_for_a_record(tmp_path: Path, printed: Printed) -> None:
    position = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
    shown = printed("hint", position, "--nodes", "5000")
    assert shown.startswith("White: c4-c3x") and "100 %" in shown
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert printed("hint", str(path), "--nodes", "5000").startswith("Black: ")
    document = json.loads(printed("hint", *position.split(), "--json", "--nodes", "5000"))
    assert document["position"] == position
    (hint,) = document["hints"]
    assert (hint["seat"], hint["text"], hint["chance"]) == (0, "c4-c3", 1)


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["analyse", "-"], RECORD.replace("3. b4", "3. c1"), "c1 is taken"),
        (["analyse", "-"], RECORD.replace("2. c1", "2. nonsense"), "can't be read"),
        (["analyse", "-"], RECORD.split("1. b3", 1)[0], "nothing to analyse"),
        (["analyse", "-"], "", "the header Game is missing"),
        (["analyse", "nosuch.txt"], "", "No such file"),
        (["analyse", "-", "--nodes", "0"], RECORD, "0 nodes"),
        (["analyse", "-", "--nodes", "x"], RECORD, "Invalid value"),
        (["hint", "zhizhu", "--nodes", "100000000"], "", "to 10000000"),
        (["hint", "zhizhu wwwwwwww/wwwwwwww/wwwwwwww w 0-0 0 - - 0 41"], "", "24 pieces"),
        (["hint", "zhizhu", "ww"], "", "8 words"),
        (["hint", "nosuch.txt"], "", "neither a file nor a position"),
        (["hint", "-"], RECORD.replace("*", "2-1 resigned") + "4. resign\n", "result"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: list[str], stdin: str, message: str, run: Run
) -> None:
    done = run(*arguments, stdin=stdin)
    assert done.status == 2
    assert message in done.err and done.err.count("\n") == 1
    assert done.out == ""


def test_a_finished_game_has_no_hint(run: Run) -> None:
    record = tablier.new("zhizhu").play("b3").resign().record()
    done = run("hint", "-", stdin=record)
    assert (done.status, done.out) == (2, "")
    assert done.err == "tablier: the game is over: there is nothing left to play\n"


@pytest.mark.parametrize("torn", ["3. b4\n4. c", "3. b4\n4. c2-", "3. b4\n"])
def test_what_there_is_of_a_torn_record_is_judged(torn: str, run: Run) -> None:
    record = RECORD.replace("*", "1-2 captured").replace("3. b4\n", torn)
    done = run("analyse", "-", "--nodes", "5000", stdin=record)
    assert done.status == 0
    assert "the 3 turns before count" in done.err and done.err.count("\n") == 1
    assert "White b4" in done.out
    done = run("hint", "-", "--nodes", "5000", stdin=record)
    assert done.out.startswith("Black: ") and "the 3 turns before count" in done.err


def test_an_analysis_that_is_interrupted_looks_at_the_rest_briefly(tmp_path: Path) -> None:
    """It does not take the minutes then that it would have."""
    match = players.play_on(tablier.new("sensei"), Random(1), 600)
    (tmp_path / "game.txt").write_text(match.record())
    code = "from tablier.cli import main; main()"
    command = [sys.executable, "-c", code, "analyse", "game.txt", "--nodes", "1000000", "--json"]
    terminal, end = os.openpty()
    told = b""
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(command, cwd=tmp_path, stdout=out, stderr=end)
    os.close(end)
    with suppress(OSError), open(terminal, "rb", buffering=0) as screen:
        while read := screen.read(1000):
            told += read
            if re.search(rb"%\s+2 of \d+ actions looked at, about \d+", ESCAPE.sub(b"", told)):
                process.send_signal(signal.SIGINT)
                break
        while read := screen.read(1000):
            told += read
    process.wait(WAIT_S)
    assert process.returncode == 130
    assert f"{len(match.actions)} actions to look at; --nodes 100000 takes a tenth" in told.decode()
    document = json.loads((tmp_path / "out").read_text())
    texts = [action["text"] for turn in document["turns"] for action in turn["actions"]]
    assert texts == match.actions
    left = re.search(r"interrupted; the first (\d+) actions were only looked at", told.decode())
    assert left and 0 < int(left[1]) < len(texts)


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_report(name: str) -> None:
    match = tablier.new(name)
    for _ in range(6):
        seat = match.seats[0]
        match.play("roll 3 2 3 6 1 1" if seat == TABLE else match.legal(seat)[0], seat)
    analysis = analyse(match, nodes=200)
    plain = report(analysis, PLAIN, Phrases(), colour=False)
    assert not any("\x1b" in line for line in plain)
    assert sum(". " in line for line in plain) >= len(match.turns)
    coloured = report(analysis, PLAIN, Phrases(), colour=True)
    assert any("\x1b" in line for line in coloured) == any(v.mark for v in analysis.verdicts)
    german = report(analysis, PLAIN, Phrases("de"), colour=False)
    assert german[0].startswith("Gewinnchance") and "Entscheidung" in german[-2]
    assert not set(german) & {line for line in plain if line[:1].isalpha()}


def test_the_graph() -> None:
    assert graph([0, 0.5, 1], BLOCKS, 2) == [" 100 % |  █", "   0 % | ██"]
    assert graph([0.25], PLAIN, 1) == ["   0 % |."]
    rows = graph([index / 999 for index in range(1000)], BLOCKS, 6)
    assert len(rows) == 6 and {len(row) for row in rows} == {8 + 72}
    assert rows[0].endswith("█") and rows[-1][8] == " "


def test_only_what_is_certain_is_0_or_100() -> None:
    shown = [percent(chance).strip() for chance in (0, 0.001, 0.5, 0.9999, 1)]
    assert shown == ["0 %", "1 %", "50 %", "99 %", "100 %"]
