"""`tablier mine` and `tablier puzzle`, run as people run them."""

import json
from pathlib import Path

import pytest
from commands import Printed, Run

import tablier
from tablier.core import registry
from tablier.core.reading.puzzles import read_puzzles

pytest_plugins = "commanding"

PUZZLES = read_puzzles(registry.find("zhizhu"))


def test_a_record_is_searched_and_what_is_found_is_added_to_the_file(
    tmp_path: Path, printed: Printed
) -> None:
    puzzle = next(one for one in PUZZLES if len(one.finding.line) > 2)
    match = tablier.read_position(puzzle.position)
    for text in puzzle.finding.line:
        match.play(text)
    record, out = tmp_path / "game.txt", tmp_path / "found.jsonl"
    record.write_text(match.record(), "utf-8")
    asked = ("mine", "zhizhu", str(record), "--games", "0", "--branches", "0", "--out", str(out))
    assert "puzzles in" in printed(*asked)
    heading, *found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert heading == {"tablier": "puzzles", "format": 1, "game": "zhizhu", "rules": 1}
    (same,) = [line for line in found if line["id"] == puzzle.id]
    assert same["line"] == " ".join(puzzle.finding.line)
    assert (tuple(same["levels"]), same["rating"]) == (puzzle.levels, puzzle.rating)
    before = out.read_text("utf-8")
    assert ", 0 of them new" in printed(*asked)
    assert out.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("mine", "zinga", "--games", "1"), "zinga says nothing of puzzles"),
        (("mine", "sensei", "{record}"), "is a record of zhizhu, not of sensei"),
        (("puzzle", "zhizhu", "nonsense"), "zhizhu has no puzzle 'nonsense'"),
        (("puzzle", "zhizhu", "--kind", "joke"), "zhizhu has no theme 'joke'"),
    ],
)
def test_what_is_not_there_is_told(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, run: Run
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(tablier.new("zhizhu").play("b3").record(), "utf-8")
    done = run(*(each.format(record=record) for each in arguments))
    assert done.status == 2 and sentence in done.err


def test_a_file_that_is_no_file_of_puzzles_is_left_alone(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "notes.txt"
    out.write_text("my notes", "utf-8")
    done = run("mine", "zhizhu", "--games", "1", "--out", str(out))
    assert done.status == 2 and "line 1" in done.err
    assert out.read_text("utf-8") == "my notes"


def test_a_puzzle_is_solved_in_the_terminal(printed: Printed) -> None:
    puzzle = next(one for one in PUZZLES if one.finding.asked == 1 and "*" in one.finding.answers)
    wrong, reply = next((w, r) for w, r in puzzle.finding.answers.items() if w != "*")
    typed = "\n".join(["hint", wrong, "a1-a1", puzzle.finding.line[0], ""])
    shown = printed("puzzle", "zhizhu", puzzle.id, "--language", "en", stdin=typed)
    assert f"  {wrong}  {reply}" in shown
    assert "0 of 1 solved at the first go." in shown
    at_once = printed("puzzle", "zhizhu", puzzle.id, stdin=f"{puzzle.finding.line[0]}\n")
    assert "1 of 1" in at_once


def test_drills_have_no_end_and_the_same_seed_gives_the_same(printed: Printed) -> None:
    given = ("puzzle", "zinga", "--kind", "ring", "--seed", "4", "--language", "fr")
    shown = printed(*given, stdin="next\nnext\nquit\n")
    assert shown == printed(*given, stdin="next\nnext\nquit\n")
    assert "0 sur 3" in shown
