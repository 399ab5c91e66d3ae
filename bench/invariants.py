"""What must hold in every game, over a hundred thousand random games of each kind.

Compiled: somebody who acts may act and still plays, there is always something
to do, no list is longer than announced, the pieces are conserved, and every
game ends while the draw rules are on. Matches of two thousand more games are
taken back action by action, and every position must be the same again.
"""

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tablier.core.game import TABLE, Game, Position, Setup
from tablier.engine.compiled import actions, compiled, decision, place, play, sound
from tablier.engine.playout import draw_number, some_roll, some_seat

sys.path.append(str(Path(__file__).parents[1] / "tests" / "contract"))

GAMES = 100_000
UNDONE_GAMES = 2_000
LONGEST = 20_000
FAULTS = ("none", "nothing to do", "too many actions", "a stranger acts", "pieces", "no end")


@compiled
def faults(position: Position, games: int, out: Any, state: int, must_end: bool) -> int:
    """The number of the first fault that was seen in `FAULTS`."""
    for _ in range(games):
        at = position
        taken = 0
        asked = decision(at)
        while asked.actors and taken < LONGEST:
            state = draw_number(state)
            seat = some_seat(asked.actors, state)
            if seat != TABLE and place(at, seat):
                return 3
            state = draw_number(state)
            if asked.dice:
                action = some_roll(asked, state)
            else:
                count = actions(at, seat, out)
                if count == 0:
                    return 1
                if count > len(out):
                    return 2
                action = out[state * count >> 32]
            after = play(at, seat, action)
            if not sound(at, after):
                return 4
            at = after
            taken += 1
            asked = decision(at)
        if asked.actors and must_end:
            return 5
    return 0


def undo_all(game: Game, setup: Setup, random: Random) -> None:
    """Play a game and take all of it back."""
    from players import begun, play_on

    match = play_on(begun(game, setup), random, 3_000)
    for state in reversed(match.states[:-1]):
        match.undo()
        assert match.state == state
    assert not match.actions


def main() -> None:
    """Check all setups of all games; the first fault ends the run."""
    from setups import GAMES as ALL_GAMES
    from setups import label, setups

    for game in ALL_GAMES:
        began = time.perf_counter()
        kinds = setups(game)
        out = np.zeros(game.rules.MOST_ACTIONS, np.int64)
        for number, setup in enumerate(kinds):
            must_end = setup.options.get("draws") is not False
            start = game.rules.start(setup.players, setup.options)
            games = -(-GAMES // len(kinds))
            fault = faults(start, games, out, number + 1, must_end)
            assert fault == 0, f"{game.name} {label(setup)}: {FAULTS[fault]}"
        random = Random(1)
        for number in range(UNDONE_GAMES):
            undo_all(game, kinds[number % len(kinds)], random)
        took = time.perf_counter() - began
        print(f"{game.name}: {GAMES:,} games, {UNDONE_GAMES:,} undone, no fault ({took:.0f} s)")


if __name__ == "__main__":
    main()
