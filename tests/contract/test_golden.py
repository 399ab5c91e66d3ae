"""Every game's golden records: games that must replay the same for ever."""

from pathlib import Path

import pytest
from setups import GAMES

import tablier
from tablier.core.game import Game

RECORDS = [path for game in GAMES for path in sorted((game.folder / "golden").glob("*.txt"))]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_golden_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    assert tablier.read_record(text).record() == text


def test_every_game_has_a_record() -> None:
    assert {path.parents[1] for path in RECORDS} == {game.folder for game in GAMES}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_version_that_is_replayed_has_a_record(game: Game) -> None:
    matches = [tablier.read_record(path.read_text("utf-8")) for path in RECORDS]
    kept = {match.version for match in matches if match.game is game}
    assert {*game.replays} <= kept and all(version < game.version for version in game.replays)
