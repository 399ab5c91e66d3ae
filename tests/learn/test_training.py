"""Nets that learn with PyTorch, small and on a processor."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Printed, Run

from tablier.learn.examples import Examples
from tablier.learn.loss_curves import loss_curves
from tablier.learn.net_shape import NetShape

pytest_plugins = "commanding"
WITHOUT = "nets learn with PyTorch: pip install 'tablier[learn]'"
SHAPE = NetShape((8,), seats=2, parts=2, wide=8)


@pytest.fixture
def torch() -> Any:
    pytest.importorskip("torch", reason=WITHOUT)
    found = import_module("torch")
    found.set_num_threads(1)
    return found


def balance(count: int) -> Examples:
    """Whose set is larger wins; in the other part of the game, whose is smaller."""
    random = np.random.default_rng(1)
    words = random.integers(1, 256, (count, 2, 1))
    sizes = np.array([[value.bit_count() for value in row] for row in words[:, :, 0].tolist()])
    parts = random.integers(0, 2, count)
    ahead = (sizes[:, 0] - sizes[:, 1]) * (1 - 2 * parts)
    return Examples(words, parts, (1 / (1 + np.exp(-ahead))).astype(np.float32))


@pytest.mark.usefixtures("torch")
def test_a_net_learns_and_the_same_seed_learns_the_same() -> None:
    training = import_module("tablier.learn.training")
    course = training.Course(epochs=6)
    examples = balance(6_000)
    first, second = (
        list(training.train(training.new_net(SHAPE, 1), examples, course)) for _ in range(2)
    )
    assert [epoch.loss for epoch in first] == [epoch.loss for epoch in second]
    assert first[-1].held_back < first[-1].least + 0.02 < first[0].held_back
    assert first[0].speed > first[-1].speed


@pytest.mark.usefixtures("torch")
def test_time_ends_a_course() -> None:
    training = import_module("tablier.learn.training")
    hours = iter(range(0, 10**6, 3600))
    course = training.Course(epochs=50, seconds=5.0)
    epochs = list(
        training.train(training.new_net(SHAPE, 1), balance(300), course, lambda: next(hours))
    )
    assert len(epochs) == 1


def test_nobody_sits_on_an_empty_seat(torch: Any) -> None:
    training = import_module("tablier.learn.training")
    net = training.new_net(SHAPE, 1)
    words, parts = torch.tensor([[[5], [0]]]), torch.tensor([0])
    before = net(words, parts)
    net.second.data[:, :, SHAPE.wide :] += 1.0
    assert before == net(words, parts)


@pytest.mark.usefixtures("torch")
def test_a_net_is_made_by_the_command(tmp_path: Path, run: Run, printed: Printed) -> None:
    out = str(tmp_path / "nets")
    arguments = ["learn", "zhizhu", "--out", out, "--positions", "300", "--nodes", "20"]
    shown = printed(*arguments, "--epochs", "2", "--json")
    lines = [json.loads(line) for line in shown.splitlines()]
    assert lines[0] == {"positions": 300, "planned": 300}
    assert [line["number"] for line in lines[1:3]] == [1, 2]
    assert {path.name for path in (tmp_path / "nets").iterdir()} == {
        "curves.svg",
        "log.jsonl",
        "net.bin",
        "plan.json",
        "positions-2-000000.npz",
    }
    assert (tmp_path / "nets" / "log.jsonl").read_text().count("\n") == 2
    again = printed(*arguments, "--epochs", "1")
    assert "examples 300" in again and "net.bin" in again
    done = run(*arguments, "--epochs", "1", "--seed", "2")
    assert done.status == 2 and "positions of another plan" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sensei", "--solved"], "can't be solved"),
        (["zinga"], "what a net would see"),
        (["sensei", "--device", "tpu"], "there is no device"),
    ],
)
def test_what_can_t_be_learned_is_refused(
    arguments: list[str], told: str, tmp_path: Path, run: Run
) -> None:
    done = run("learn", *arguments, "--epochs", "0", "--out", str(tmp_path / "nets"))
    assert done.status == 2 and told in done.err and not (tmp_path / "nets").exists()


def test_curves_are_drawn_above_the_least_loss() -> None:
    class Seen:
        def __init__(self, number: int, loss: float) -> None:
            self.number, self.loss, self.held_back, self.least = number, loss, loss + 0.1, 0.4

    drawn = loss_curves("Zhi", [Seen(1, 0.7), Seen(2, 0.5)])
    assert drawn.count("<path") == 2 + 5 and "0.4000" in drawn and "Zhi" in drawn
