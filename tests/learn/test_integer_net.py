"""A net in integers: rounded, written, and asked by the search's own code."""

from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.compile.position_rows import load
from tablier.engine.net import known_nets, net_file
from tablier.engine.net.assess import judged
from tablier.learn.examples import NOBODY, seen
from tablier.learn.integer_net import IntegerNet, deviation, rounded, told, weights_of
from tablier.learn.net_shape import NetShape, shape_for
from tablier.learn.self_play import SelfPlayPace, play_samples


def drawn(shape: NetShape) -> dict[str, np.ndarray]:
    """Weights of a net that has learned nothing."""
    random = np.random.default_rng(1)
    width = shape.seats * shape.wide
    return {
        "first": random.normal(0, 0.2, (shape.inputs, shape.wide)),
        "first_bias": random.normal(0.3, 0.1, shape.wide),
        "second": random.normal(0, 0.3, (shape.parts, shape.hidden, width)),
        "second_bias": random.normal(0.3, 0.1, (shape.parts, shape.hidden)),
        "third": random.normal(0, 1.0, (shape.parts, shape.hidden)),
        "third_bias": random.normal(0, 0.2, shape.parts),
    }


@pytest.mark.parametrize("start", ["zhizhu", "chinese-checkers players=3"])
def test_the_searches_compute_the_same(start: str, tmp_path: Path) -> None:
    match = tablier.read_position(start)
    game, players = match.game, match.players
    shape = shape_for(game)
    net = rounded(drawn(shape))
    path = tmp_path / net_file.FILE
    net_file.write(path, game, weights_of(net, shape.seats), {"command": "none"})
    weights = net_file.read(path, game)
    assert weights is not None and net_file.about(path.read_bytes())["command"] == "none"
    asked = known_nets.net_with(game, known_nets.rows_of(game, weights))
    samples = play_samples(game, (match.state,), players, SelfPlayPace(20, 10, 0.5), 12, 1)
    found = seen(game, match.state, players, samples.positions)
    for row, words, part, seat in zip(samples.positions, *found, strict=True):
        assert part != NOBODY
        order = [(seat + step) % players for step in range(players)]
        ours = told(net, shape.widths, words[None, order], np.array([part]))
        assert ours[0] == judged(load(match.state, row, 0), int(seat), 0, asked)


def test_rounding_keeps_within_the_bits() -> None:
    shape = NetShape((3,), seats=2, parts=1)
    weights = {name: array * 1000 for name, array in drawn(shape).items()}
    net = rounded(weights)
    assert [array.dtype.name for array in net] == ["int16"] * 2 + ["int8", "int32"] * 2
    assert (int(net.second.min()), int(net.second.max())) == (-128, 127)
    assert IntegerNet._fields == tuple(weights)


def test_deviations_are_told_in_hundredths() -> None:
    found = deviation(np.array([100, -50]), np.array([1.0, -0.52]))
    assert found.positions == 2
    assert found.mean == pytest.approx(1) and found.most == pytest.approx(2)
