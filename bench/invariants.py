"""What must hold in every game, over a hundred thousand random games of each kind.

Compiled: somebody who acts may act and still plays, there is always something
to do, no list is longer than announced, the pieces are conserved, and every
game ends while the draw rules are on. As many games again are drawn, played in
a match, and taken back action by action: every position must be the same again.

INVARIANTS_GAMES   games of each kind (100000)
INVARIANTS_ONLY    one kind, by name
"""

import os
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tablier.compile.dispatch import actions, decision, identity, place, play, sound
from tablier.compile.marks import compiled
from tablier.core.game import TABLE, Game, Position, Setup
from tablier.core.match import REPETITIONS, Match
from tablier.core.turn import Move
from tablier.engine.simulate.playout import draw_number, some_roll, some_seat

sys.path.append(str(Path(__file__).parents[1] / "tests" / "contract"))

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


@compiled
def drawn(position: Position, out: Any, seats: Any, chosen: Any, state: int) -> tuple[int, int]:
    """Draw a game, as far as there is room: its length, and the next random number."""
    taken = 0
    asked = decision(position)
    while asked.actors and taken < len(chosen):
        state = draw_number(state)
        seat = some_seat(asked.actors, state)
        state = draw_number(state)
        if asked.dice:
            action = some_roll(asked, state)
        else:
            action = out[state * actions(position, seat, out) >> 32]
        seats[taken], chosen[taken] = seat, action
        position = play(position, seat, action)
        taken += 1
        asked = decision(position)
    return taken, state


def undo_all(match: Match, moves: Iterable[Move]) -> None:
    """Play a game and take all of it back; three times the same position ends it before."""
    before = match.identities
    for move in moves:
        match._append(match._step(move))
        if match.repetitions == REPETITIONS:
            break
    for state in reversed(match.states[:-1]):
        match.undo()
        assert match.state == state
    assert match.identities == before and match.repetitions == 1 and not match.actions


class Swift:
    """A game's rules, as machine code where a match is slow."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.play, self.identity = swift_play, swift_identity

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


@compiled
def swift_play(position: Position, seat: int, action: int) -> Position:
    return play(position, seat, action)


@compiled
def swift_identity(position: Position) -> Position:
    return identity(position)


def undone(game: Game, setup: Setup, games: int, out: Any, state: int) -> None:
    """Draw games and take them back."""
    start = game.rules.start(setup.players, setup.options)
    swift: Any = Swift(game.rules)
    game = replace(game, rules=swift)
    seats, chosen = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    for _ in range(games):
        count, state = drawn(start, out, seats, chosen, state)
        moves = zip(seats[:count].tolist(), chosen[:count].tolist(), strict=True)
        undo_all(Match(game, setup, start), (Move(seat, action, "") for seat, action in moves))


def main() -> None:
    """Check all setups of all games; the first fault ends the run."""
    from setups import GAMES, label

    from tablier.checks.setups import setups

    wanted = int(os.environ.get("INVARIANTS_GAMES", "100000"))
    only = os.environ.get("INVARIANTS_ONLY")
    for game in GAMES:
        if only not in (None, game.name):
            continue
        began = time.perf_counter()
        kinds = setups(game)
        games = -(-wanted // len(kinds))
        out = np.zeros(game.rules.MOST_ACTIONS, np.int64)
        for number, setup in enumerate(kinds):
            must_end = setup.options.get("draws") is not False
            start = game.rules.start(setup.players, setup.options)
            fault = faults(start, games, out, number + 1, must_end)
            assert fault == 0, f"{game.name} {label(setup)}: {FAULTS[fault]}"
            undone(game, setup, games, out, number + 1)
        took = time.perf_counter() - began
        total = games * len(kinds)
        print(f"{game.name}: {total:,} games, as many undone, no fault ({took:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
