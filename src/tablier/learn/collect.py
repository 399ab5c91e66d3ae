"""Plays the positions of a plan into a folder, and goes on with what an earlier run has left."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path

from tablier.core.errors import TablierError
from tablier.core.reading.position import read_position
from tablier.learn.plan import Plan, Shard
from tablier.learn.samples import Samples, read_samples, write_samples
from tablier.learn.self_play import play_samples

PLAN = "plan.json"


def play_shard(shard: Shard) -> Samples:
    """The positions of a shard, the same wherever they are played."""
    matches = [read_position(start) for start in shard.starts]
    starts = tuple(match.state for match in matches)
    seed = shard.seed << 32 | shard.number
    return play_samples(matches[0].game, starts, shard.players, shard.pace, shard.positions, seed)


def claim(plan: Plan, folder: Path) -> None:
    """Make a folder for the positions of a plan, or see that it is the one of that plan."""
    path, head = folder / PLAN, plan.head()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            found = json.loads(path.read_text("utf-8"))
        else:
            found = head
            passing = path.with_suffix(".part")
            passing.write_text(json.dumps(head, indent=2) + "\n", "utf-8")
            os.replace(passing, path)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise TablierError(f"{path} can't be used: {error}") from error
    if found != head:
        raise TablierError(f"{folder} has positions of another plan; choose another folder")


def collect(
    plan: Plan, executor: Executor, folder: Path, is_late: Callable[[], bool] = lambda: False
) -> Iterator[Shard]:
    """Play what is missing; every shard comes when its file is there.

    What has not begun is dropped when it is late, or when the caller stops listening.
    """
    claim(plan, folder)
    missing = []
    for shard in plan.shards():
        samples = read_samples(folder / shard.name)
        if samples is not None and len(samples) >= shard.positions:
            yield shard
        else:
            missing.append(shard)
    waiting = {executor.submit(play_shard, shard): shard for shard in missing}
    try:
        for future in as_completed(waiting):
            if not future.cancelled():
                write_samples(folder / waiting[future].name, future.result())
                yield waiting[future]
            if is_late():
                _drop(waiting)
    finally:
        _drop(waiting)


def _drop(waiting: Iterable[Future[Samples]]) -> None:
    """Leave what has not begun."""
    for future in waiting:
        future.cancel()


def kept(plan: Plan, folder: Path) -> Iterator[tuple[Shard, Samples]]:
    """The shards of a plan that are there, in order."""
    for shard in plan.shards():
        samples = read_samples(folder / shard.name)
        if samples is not None:
            yield shard, samples
