"""Every game's golden records: games that must replay the same for ever."""

from pathlib import Path

import pytest
from setups import GAMES

import tablier

RECORDS = [path for game in GAMES for path in sorted((game.folder / "golden").glob("*.txt"))]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_golden_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    assert tablier.read_record(text).record() == text


def test_every_game_has_a_record() -> None:
    assert {path.parents[1] for path in RECORDS} == {game.folder for game in GAMES}
