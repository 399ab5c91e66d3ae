"""What points, players and pieces may be called."""

from dataclasses import replace

import pytest

import tablier
from tablier.core.board.scene import Piece, Prompt, Scene
from tablier.core.board.text_board import draw
from tablier.core.board.topology import Topology
from tablier.core.errors import BadGame

ROW = ((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0))


@pytest.mark.parametrize("names", [("bar", "12", "É4"), ("N-1", "A1", "off")])
def test_points_have_names_of_all_kinds(names: tuple[str, ...]) -> None:
    board = Topology(names=names, places=ROW)
    scene = Scene((Piece(1, 0, "piece", "W", "silver"),), ({}, {}), Prompt("move"))
    assert all(name in board.sketch for name in names)
    assert names[0] in draw(board, scene) and "W" in draw(board, scene, colour=True)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("a1", "a 2", "a3"), "can't be called 'a 2'"),
        (("a1", "", "a3"), "can't be called ''"),
        (("a1", "a1", "a3"), "two points are called a1"),
        (("a1", "A1", "a3"), "differ by capitals only"),
        (("a1", "draw", "a3"), "knows as an action"),
        (("a1", "-a", "a3"), "can't be called '-a'"),
        (("a1", "averylongname", "a3"), "up to eight letters"),
        (("a1", "a2"), "2 names for 3 places"),
    ],
)
def test_names_that_nobody_could_read_are_refused(names: tuple[str, ...], told: str) -> None:
    with pytest.raises(BadGame, match=told):
        Topology(names=names, places=ROW)


@pytest.mark.parametrize("players", [(), (1,), (2, 9)])
def test_a_match_has_two_to_eight_seats(players: tuple[int, ...]) -> None:
    with pytest.raises(BadGame, match="two to 8 seats"):
        replace(tablier.new("zhizhu").game, players=players)
