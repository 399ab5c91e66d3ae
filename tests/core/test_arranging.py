"""Positions that are set up piece by piece: what can be is written, what can't names its rule."""

from random import Random
from typing import Any

import pytest
from matches import played

import tablier
from tablier.core import registry
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.house.positions import arranged

GAMES = [name for name in registry.games() if registry.find(name).arranging]


def setting(match: Match) -> dict[str, Any]:
    """What somebody sets up who copies a position."""
    scene, part = match.scene, match.game.arranging
    assert part
    return {
        "game": match.game.name,
        "players": match.players,
        "options": dict(match.setup.options),
        "pieces": [[piece.point, piece.seat, piece.kind] for piece in scene.pieces],
        "seat": min(seat for seat in match.seats if seat != TABLE),
        "counts": [{name: counts[name] for name in part.COUNTS} for counts in scene.counts],
    }


def test_the_board_games_can_be_set_up() -> None:
    assert GAMES == ["chinese-checkers", "sensei", "zhizhu"]
    with pytest.raises(tablier.BadPosition, match="can't be set up"):
        arranged(setting(tablier.new("zhizhu")) | {"game": "zinga"})


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_in_a_game_can_be_set_up(game: str) -> None:
    """Unless a removal is due, or somebody has finished, which nobody says who sets it up."""
    copied = 0
    for seed in range(120):
        match = played(Random(seed).randrange(20_000))
        if match.game.name != game or match.result or match.seat is None:
            continue
        try:
            made = arranged(setting(match))
        except tablier.BadPosition as error:
            assert error.rule, error
            continue
        same = {(one.point, one.seat, one.kind) for one in match.scene.pieces}
        assert {(one.point, one.seat, one.kind) for one in made.scene.pieces} == same
        assert made.seat == match.seat
        assert tablier.read_record(made.record()).state == made.state
        copied += 1
    assert copied > 1


@pytest.mark.parametrize(
    ("game", "change", "rule"),
    [
        ("zhizhu", {"counts": [{"hand": 9}, {"hand": 7}]}, "ZZ-05"),
        ("zhizhu", {"pieces": [[0, 0, "piece"]]}, "ZZ-03"),
        ("sensei", {"pieces": []}, "SE-02"),
        ("chinese-checkers", {"pieces": []}, "CC-04"),
    ],
)
def test_what_can_not_be_names_the_rule(game: str, change: dict[str, Any], rule: str) -> None:
    with pytest.raises(tablier.BadPosition) as refused:
        arranged(setting(tablier.new(game)) | change)
    assert refused.value.rule == rule


def test_a_character_stands_on_a_stone_of_its_own() -> None:
    wish = setting(tablier.new("sensei"))
    sage = next(piece for piece in wish["pieces"] if piece[2] == "character")
    sage[0] = 24
    with pytest.raises(tablier.BadPosition, match="not on d4") as refused:
        arranged(wish)
    assert refused.value.rule == "SE-02"


@pytest.mark.parametrize(
    "change",
    [
        {"pieces": [[99, 0, "piece"]]},
        {"pieces": [[-1, 0, "piece"]]},
        {"pieces": [[0, 2, "piece"]]},
        {"pieces": [[0, 0, "queen"]]},
        {"pieces": [[0, 0, "piece"], [0, 1, "piece"]]},
        {"seat": 2},
        {"counts": [{"hand": 9}]},
        {"counts": [{}, {}]},
        {"counts": [{"hand": 10}, {"hand": 9}]},
    ],
)
def test_what_is_no_position_at_all_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(tablier.BadPosition):
        arranged(setting(tablier.new("zhizhu")) | change)
