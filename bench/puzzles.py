"""Every puzzle that ships, proven once more, and what the files come to."""

import time
from collections import Counter

from tablier.checks.tasks.puzzles import proven, puzzles
from tablier.core import registry
from tablier.core.reading.puzzles import puzzles_path, read_puzzles
from tablier.engine.puzzles.knowledge import Knowledge
from tablier.solver.distance_table import Solo


def main() -> None:
    """Say how many of each theme hold, game by game; those that don't are named."""
    for game in map(registry.find, registry.games()):
        found = read_puzzles(game)
        if not found:
            continue
        if game.alone:
            Solo(game).complete(lambda doing, done, of: None)
        began, known = time.perf_counter(), Knowledge(game)
        faults = [f"{fault.where}: {fault.told}" for fault in puzzles(game)]
        wrong = [one.id for one in found if not proven(game, one, known)]
        kinds = Counter(one.finding.kind for one in found)
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        ratings = sorted(one.rating for one in found)
        middle = ratings[len(ratings) // 2]
        size = puzzles_path(game).stat().st_size
        print(
            f"{game.name}: {len(found)} puzzles ({told}), {len(found) - len(wrong)} proven, "
            f"ratings {ratings[0]} to {ratings[-1]}, half below {middle}, "
            f"{size // 1024} KiB; {time.perf_counter() - began:.0f} s"
        )
        for line in [*faults, *(f"not proven: {one}" for one in wrong)]:
            print(f"  {line}")
        assert not faults and not wrong
