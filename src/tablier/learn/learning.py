"""Teaches a game's net and writes it down: a log, its curves, and the net in integers."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from tablier.core import registry
from tablier.core.errors import TablierError
from tablier.engine.net import net_file
from tablier.learn.examples import Examples
from tablier.learn.float_net import FloatNet
from tablier.learn.integer_net import Deviation, IntegerNet, deviation, rounded, told, weights_of
from tablier.learn.loss_curves import loss_curves
from tablier.learn.net_shape import NetShape, shape_for
from tablier.learn.training import Course, Epoch, new_net, placed, split, train

LOG, CURVES = "log.jsonl", "curves.svg"
COMPARED = 10_000
"""Positions on which integers are compared with floats."""
MOST_DEVIATION = 15.0
"""Hundredths of log odds that they may be apart on average."""


class Learned(NamedTuple):
    """What came of it."""

    examples: int
    epochs: tuple[Epoch, ...]
    deviation: Deviation


def learn_by(
    examples: Examples,
    game_name: str,
    course: Course,
    folder: Path,
    tell: Callable[[Epoch], None],
    about: dict[str, Any],
) -> Learned:
    """Teach a net by examples; what is in the folder is always of the last epoch."""
    game = registry.find(game_name)
    shape = shape_for(game)
    net, epochs = new_net(shape, course.seed), list[Epoch]()
    with (folder / LOG).open("w", encoding="utf-8") as log:
        for epoch in train(net, examples, course.check()):
            epochs.append(epoch)
            log.write(json.dumps(epoch._asdict()) + "\n")
            log.flush()
            title = f"{game.title}: {len(examples):,} examples"
            _replace(folder / CURVES, loss_curves(title, epochs).encode())
            tell(epoch)
    whole = rounded(net.arrays())
    apart = compared(net, whole, shape, examples)
    net_file.write(folder / net_file.FILE, game, weights_of(whole, shape.seats), about)
    return Learned(len(examples), tuple(epochs), apart)


@torch.no_grad()
def compared(net: FloatNet, whole: IntegerNet, shape: NetShape, examples: Examples) -> Deviation:
    """How far the integers are from the floats where nothing was learned from."""
    shown = examples.of(split(len(examples))[1][:COMPARED])
    words, parts, _ = placed(shown, next(net.parameters()).device)
    floats = net(words, parts).double().cpu().numpy()
    found = deviation(told(whole, shape.widths, shown.words, shown.parts), floats)
    if not np.isfinite(found.mean) or found.mean > MOST_DEVIATION:
        raise TablierError(
            f"rounded to integers, the net is {found.mean:.1f} hundredths of log odds off"
        )
    return found


def _replace(path: Path, data: bytes) -> None:
    passing = path.with_suffix(".part")
    passing.write_bytes(data)
    os.replace(passing, path)
