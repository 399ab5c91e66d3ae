"""Where points stand among the characters."""

import pytest

import tablier
from tablier.core.board.topology import Topology
from tablier.core.registry import find, games
from tablier.core.touch import Touch
from tablier.terminal.widgets.board_grid import lay_out
from tablier.terminal.widgets.touch_index import TouchIndex


def board(name: str) -> Topology:
    match = tablier.new(name)
    return match.game.board(match.state)


@pytest.mark.parametrize("name", [name for name in games() if find(name).show is None])
@pytest.mark.parametrize("size", [(20, 5), (50, 19), (90, 34), (170, 55)])
def test_every_point_has_a_place_of_its_own(name: str, size: tuple[int, int]) -> None:
    grid = lay_out(board(name), *size)
    for point, box in enumerate(grid.boxes):
        assert box is not None and grid.point_at(box.line, box.centre) == point
        assert 0 <= box.row < grid.height and box.column >= 0
    assert grid.point_at(-1, 0) is None


def test_there_is_a_way_from_every_point_to_every_other() -> None:
    for name in games():
        topology = board(name)
        grid = lay_out(topology, 50, 19)
        reached, waiting = {0}, [0]
        while waiting:
            here = waiting.pop()
            for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = grid.beside(here, down, right)
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
        assert len(reached) == len(topology.names)


@pytest.mark.parametrize(
    ("name", "start", "way", "end"),
    [
        ("chinese-checkers", "a1", "↓", "b1"),
        ("chinese-checkers", "a1", "↓↓↓↓", "e5"),
        ("chinese-checkers", "m1", "↑↑", "k2"),
        ("chinese-checkers", "g4", "→→", "g6"),
        ("zhizhu", "c8", "→", "c1"),
        ("zhizhu", "c1", "↓↓↓", "a5"),
        ("sensei", "a1", "↑↑→", "b3"),
    ],
)
def test_arrows_go_from_row_to_row(name: str, start: str, way: str, end: str) -> None:
    topology = board(name)
    grid, point = lay_out(topology, 50, 19), topology.index[start]
    arrows = {"↓": (1, 0), "↑": (-1, 0), "→": (0, 1), "←": (0, -1)}
    for arrow in way:
        point = grid.beside(point, *arrows[arrow])
    assert topology.names[point] == end


def test_a_board_grows_with_the_window() -> None:
    for name in ("zhizhu", "sensei"):
        small, large = lay_out(board(name), 50, 19), lay_out(board(name), 90, 34)
        assert large.height > small.height and large.width > small.width


def test_nothing_stands_in_a_hole() -> None:
    match = tablier.new("sensei", way="arashi-expert")
    topology = match.game.board(match.state)
    grid = lay_out(topology, 50, 19)
    holes = [topology.names[point] for point, box in enumerate(grid.boxes) if box is None]
    assert holes == ["b3", "f3", "d4", "b5", "f5"] and len(grid.holes) == 5


def test_texts_are_touched_at_points() -> None:
    topology = board("chinese-checkers")
    texts = ["d1-e1", "d10-e9", "d1-f3-h5", "pass", "d1-e1*"]
    reads = [(text, topology.named(text)) for text in texts]
    moves = TouchIndex(topology, [Touch(text, points, points) for text, points in reads])
    named = topology.index
    assert moves.starts() == {named["d1"], named["d10"]}
    assert moves.targets(named["d1"]) == {named["e1"], named["h5"]}
    assert moves.sources(named["h5"]) == {named["d1"]}
    assert moves.between(named["d1"], named["h5"]) == ["d1-f3-h5"] and not moves.at(named["d1"])
    assert moves.between(named["d1"], named["e1"]) == ["d1-e1", "d1-e1*"]
    assert moves.attempt(named["a1"], named["b1"]) == "a1-b1"
