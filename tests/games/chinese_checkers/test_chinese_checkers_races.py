"""Races that are ahead are brought home against who only waits: positions of self-play.

`RACES_FILE=… python -m bench races` makes them.
"""

from pathlib import Path
from random import Random

import pytest
from bench.races import MOVERS

import tablier
from tablier.engine.search.deepening import think
from tablier.engine.search.transposition import new_memory

RACES = (Path(__file__).parent / "races.txt").read_text("utf-8").splitlines()
LATEST = 20
"""Turns after which all of them should be home; the slowest took 12."""


@pytest.mark.parametrize("waits", MOVERS)
def test_a_race_that_is_ahead_is_brought_home(waits: str) -> None:
    assert len(RACES) >= 10
    for start in RACES:
        match, random = tablier.read_position(start), Random(start)
        seat, memory = match.seats[0], new_memory(match.game, 1 << 12)
        while match.result is None and len(match.actions) < 2 * LATEST:
            if match.seats[0] == seat:
                match.play(think(match, memory, nodes=3_000).line[0])
            else:
                match.play(MOVERS[waits](match, random))
        assert match.result is not None and match.result.ranks[seat] == 1, start
