"""`tablier judge`, run as people run it."""

import json
from pathlib import Path

import pytest
from commands import Printed, Run

import tablier

pytest_plugins = "commanding"


def test_records_are_judged_by_phase(tmp_path: Path, printed: Printed) -> None:
    match = tablier.read_position("zhizhu w...w.ww/......../bbb..... w 0-0 0 - - 0 31")
    path = tmp_path / "game.txt"
    path.write_text(match.play(match.legal()[0]).record(), "utf-8")
    shown = printed("judge", str(path), str(path), "--json")
    *phases, ended = [json.loads(line) for line in shown.splitlines()]
    assert ended == {"games": 2, "held": 0, "converted": 0}
    assert [phase["phase"] for phase in phases] == ["placing", "moving"]
    assert [phase["turns"] for phase in phases] == [0, 2]
    shown = printed("judge", str(path), str(path))
    assert "of 2 turns dropped the value (" in shown
    assert "moving: 0 of 2 wins within 12 turns let go (0.00 %)" in shown


@pytest.mark.parametrize("arguments", [[], ["game.txt", "--bot", "3"]])
def test_records_or_a_bot_are_wanted(arguments: list[str], run: Run) -> None:
    done = run("judge", *arguments)
    assert done.status == 2 and "not both" in done.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--files", "nowhere"], "nowhere/zhizhu has no files; `tablier solve` writes such files"),
        (["--files", "nowhere", "--folder", "there"], "and not both"),
        (["--start", "zhizhu ww"], "a ZhiZhu position has 8 words"),
        (["--seconds", "-1"], "a bot can't think for -1.0 seconds"),
    ],
)
def test_what_can_not_be_is_told_before_a_game_begins(
    arguments: list[str], sentence: str, run: Run
) -> None:
    done = run("judge", "--bot", "6", *arguments)
    assert done.status == 2 and sentence in done.err
