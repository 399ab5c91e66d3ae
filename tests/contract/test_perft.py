"""Every game's perft tables."""

from pathlib import Path

import pytest
from setups import GAMES

import tablier
from tablier.engine.simulate.perft import divide, perft

TABLES = [path for game in GAMES for path in sorted((game.folder / "perft").glob("*.txt"))]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_perft_table(path: Path) -> None:
    match = None
    compared = 0
    for line in path.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isdigit():
            match = tablier.read_position(line)
            continue
        assert match is not None, "a table begins with a position"
        depth, expected = map(int, line.split())
        found = perft(match.game, match.state, depth)
        assert found == expected, f"{match.position()}\n{divide(match, depth)}"
        compared += 1
    assert compared


def test_every_game_has_a_table() -> None:
    assert {path.parents[1] for path in TABLES} == {game.folder for game in GAMES}
