"""A match line by line."""

from pathlib import Path

import pytest

import tablier
from tablier.terminal.line_mode import play
from tablier.terminal.phrases import Phrases

WON = "w......./ww......./www......./nnn/nn/n"
ONE_STEP = f"chinese-checkers players=3 ./../.../eee......./ee......./.e....../......./{WON}"


@pytest.mark.rule("CC-19")
def test_playing_on_is_asked_for_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["n", "y", "stop"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    match = tablier.read_position(f"{ONE_STEP} e 0-0-0 1-0-0 2".replace(".e......", "e......."))
    assert match.result is not None and match.resumers == (2,)
    play(match, tmp_path / "game.txt", None, Phrases(), colour=False)
    assert match.actions == []
    kept = (tmp_path / "game.txt").read_text("utf-8")
    assert kept == match.record() and "Date" not in kept
    play(match, tmp_path / "game.txt", None, Phrases(), colour=False)
    assert match.actions == ["play_on", "stop"]
    assert "Do those who are left" not in capsys.readouterr().out.splitlines()[-1]


def test_what_is_over_already_is_kept_where_it_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = tablier.new("zhizhu").resign()
    play(match, tmp_path / "game.txt", None, Phrases("fr"), colour=False)
    assert (tmp_path / "game.txt").read_text("utf-8") == match.record()
    told = capsys.readouterr().out
    assert str(tmp_path / "game.txt") in told and "ZhiZhu\u202f: " in told
    (tmp_path / "full").write_text("no folder")
    play(match, tmp_path / "full" / "game.txt", None, Phrases(), colour=False)
    told = capsys.readouterr().out
    assert "Black wins" in told and "game.txt" not in told
