"""Teaches a net: the whole of the examples again and again, in another order each time."""

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from tablier.core.errors import BadOption
from tablier.learn.examples import Examples
from tablier.learn.float_net import FloatNet
from tablier.learn.net_shape import NetShape

BATCH, SMALLEST = 1 << 13, 1 << 7
"""Examples in a step, and the fewest where there are few in all."""
STEPS = 100
"""As many steps or more are made each time that all is seen."""
SPEED, SLOWEST = 2e-3, 2e-5
"""How far a step goes in the beginning, and in the end."""
HELD_BACK = 50
"""One row of that many is not learned from, but shows what was learned."""
STRETCH = 1 << 9
"""Rows that lie side by side are held back together: they may be of one game."""


def new_net(shape: NetShape, seed: int) -> FloatNet:
    """A net that knows nothing yet, the same for the same seed."""
    torch.manual_seed(seed)
    return FloatNet(shape)


class Epoch(NamedTuple):
    """What is known after all examples were seen once more."""

    number: int
    loss: float
    """Over what is learned from: how badly chances are told, in nats."""
    held_back: float
    """The same over what is not."""
    least: float
    """What no net could better, over the latter, since chances are not certain."""
    speed: float
    seconds: float


class Course(NamedTuple):
    """How a net is taught."""

    epochs: int = 20
    device: str = "cpu"
    seed: int = 1
    seconds: float = math.inf
    """About how long it may take: the steps become smaller in time."""

    def check(self) -> "Course":
        """The course itself, if it can be held here."""
        if self.device not in ("cpu", "cuda"):
            raise BadOption(f"there is no device {self.device!r}: use cpu, cuda")
        if self.device == "cuda" and not torch.cuda.is_available():
            raise BadOption("PyTorch finds no NVIDIA GPU here: use cpu")
        return self


def train(
    net: FloatNet,
    examples: Examples,
    course: Course,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Epoch]:
    """Teach a net, epoch by epoch."""
    device = torch.device(course.device)
    net.to(device)
    known, shown = split(len(examples))
    lessons, tests = placed(examples.of(known), device), placed(examples.of(shown), device)
    optimiser = torch.optim.Adam(net.parameters(), SPEED)
    shuffler = torch.Generator(device=device).manual_seed(course.seed)
    begin = clock()
    for number in range(1, course.epochs + 1):
        total = torch.zeros((), device=device)
        order = torch.randperm(len(known), generator=shuffler, device=device)
        batches = order.split(max(SMALLEST, min(BATCH, len(known) // STEPS)))
        for index, rows in enumerate(batches):
            done = (number - 1 + index / len(batches)) / course.epochs
            if index % 64 == 0:
                done = max(done, (clock() - begin) / course.seconds)
                speed = slowed(min(done, 1.0))
                for group in optimiser.param_groups:
                    group["lr"] = speed
            loss = loss_of(net, *(column[rows] for column in lessons))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            net.restrain()
            total += loss.detach() * len(rows)
        held_back, least = judged(net, tests)
        took = clock() - begin
        yield Epoch(number, float(total) / len(known), held_back, least, speed, round(took, 1))
        if took >= course.seconds:
            break


def split(count: int) -> tuple[Any, Any]:
    """The rows that are learned from, and those that are held back."""
    rows = np.arange(count)
    back = (
        rows // STRETCH % HELD_BACK == 0 if count > STRETCH * HELD_BACK else rows % HELD_BACK == 0
    )
    return rows[~back], rows[back]


def placed(examples: Examples, device: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Examples in the memory of a device."""
    words, parts, targets = (torch.from_numpy(np.ascontiguousarray(one)) for one in examples)
    return words.to(device), parts.to(device), targets.to(device)


def slowed(done: float) -> float:
    """How far a step goes when a share of all is done: ever less, along a cosine."""
    return SLOWEST + (SPEED - SLOWEST) * (1 + math.cos(math.pi * done)) / 2


def loss_of(net: FloatNet, words: Tensor, parts: Tensor, targets: Tensor) -> Tensor:
    """How badly a net tells chances."""
    return nn.functional.binary_cross_entropy_with_logits(net(words, parts), targets)


@torch.no_grad()
def judged(net: FloatNet, tests: tuple[Tensor, Tensor, Tensor]) -> tuple[float, float]:
    """The loss over what was held back, and the least that it could be."""
    words, parts, targets = tests
    total = 0.0
    for rows in torch.arange(len(words), device=words.device).split(BATCH):
        total += float(loss_of(net, words[rows], parts[rows], targets[rows])) * len(rows)
    certain = targets.double().clamp(1e-9, 1 - 1e-9)
    least = -(certain * certain.log() + (1 - certain) * (1 - certain).log()).mean()
    return total / len(words), float(least)
