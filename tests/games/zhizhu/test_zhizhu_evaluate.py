"""What the evaluation of ZhiZhu counts, and that it is fair."""

from random import Random

import pytest

import tablier
from tablier.games.zhizhu.board import WEB
from tablier.games.zhizhu.evaluate import WEIGHTS, Features, evaluate, features, first_weight


def web(white: str, black: str, rest: str = "w 0-0 0 - - 0 41") -> tablier.Match:
    pieces = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    board = "".join(pieces.get(name, ".") for name in WEB.names)
    return tablier.read_position(f"zhizhu {board[:8]}/{board[8:16]}/{board[16:]} {rest}")


def test_chains_made_open_and_ready() -> None:
    counted = features(web("a1 b1 c1 a3 b3 c4 a7", "b5 c6 a5").state, 0)
    assert (counted.pieces, counted.closed_spokes, counted.open_spokes) == (7, 1, 1)
    assert counted.ready_spokes == 1, "c4 can slide to c3"
    assert (counted.doubles, counted.strike, counted.turn) == (0, 1, 1)
    assert features(web("a1 b1 c1 a3 b3 c5 a7", "b5 c6 a6").state, 0).ready_spokes == 0


def test_a_piece_goes_to_and_fro_between_two_chains() -> None:
    match = web("a1 b1 c1 a2 b2", "b5 c6 a5 a8")
    assert features(match.state, 0).doubles == 1, "c1 to c2"
    match.play("c1-c2").play("xb5")
    assert features(match.state, 0).doubles == 1, "c2 to c1"


def test_runs_made_open_and_growing() -> None:
    run = features(web("a1 a2 a3 a4 a5 b7", "c1 c3 c6").state, 0)
    assert run.closed_runs == 1
    four = features(web("a1 a2 a3 a4 b5 b7", "c1 c3 c6").state, 0)
    assert (four.open_runs, four.ready_runs, four.strike) == (2, 1, 1), "b5 can slide to a5"
    assert features(web("a1 a2 a4 b5 b7", "c1 c3 c6 a7").state, 0).growing == 2


def test_a_running_ban_counts_for_who_has_it() -> None:
    match = web("a1 b1 c1 a6 b6", "b3 c4 a4").play("c1-c2")
    assert [features(match.state, seat).banned for seat in range(2)] == [1, 0]


def test_removals_count_for_who_makes_them() -> None:
    match = web("a1 b1 c2 a6 b6", "b3 c4 a4").play("c2-c1")
    assert [features(match.state, seat).due for seat in range(2)] == [1, 0]
    assert features(match.state, 0).turn == features(match.state, 0).strike == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_evaluation_is_the_margin_by_the_weights_of_the_part_of_the_game(seed: int) -> None:
    match, random = tablier.new("zhizhu"), Random(seed)
    parts = set()
    while match.result is None:
        state = match.state
        parts.add(first_weight(state))
        row = WEIGHTS[first_weight(state) :][: len(Features._fields)]
        pairs = zip(row, features(state, 0), features(state, 1), strict=True)
        assert (
            evaluate(state, 0) == sum(weight * (own - other) for weight, own, other in pairs) // 10
        )
        match.play(random.choice(match.legal()))
    assert parts == {0, len(Features._fields)}
