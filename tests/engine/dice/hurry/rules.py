"""Two runners each: the dice are thrown, and one goes as far as the lowest or the highest says.

Who meets a rival's runner sends it back to the start; a six is another throw. Whoever first has
both runners on the last step wins.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablier.core.game import TABLE, Actions, Decision, Reason, nobody, turn_of
from tablier.core.rules.kernel import changed, item, kernel, replaced

SEATS, GOAL, FACES, SIX, MOST_DICE = 4, 12, 6, 6, 6
PASS, ROLL = 4, 5
"""Below: twice the runner, and 1 for the highest die."""
ACTIONS = ROLL + FACES**MOST_DICE
MOST_ACTIONS = 4
REASONS = (Reason("home", "HU-01"), Reason("agreed", "HU-02"), Reason("resigned", "HU-03"))
DEADLINES = ()
NOBODY = -1


class Position(NamedTuple):
    """`steps` has two runners of each seat; `low` and `high` are 0 before the dice are thrown."""

    players: int
    dice: int
    steps: tuple[int, int, int, int, int, int, int, int]
    seat: int
    low: int
    high: int
    turn: int
    ending: int
    winner: int


def start(players: int, options: Mapping[str, Any]) -> Position:
    return Position(players, options["dice"], (0,) * 8, 0, 0, 0, 0, 0, NOBODY)


@kernel
def decision(position: Position) -> Decision:
    if position.ending:
        return nobody()
    if position.high == 0:
        return Decision(actors=1 << TABLE, deadline=0, ms=0, dice=position.dice, roll=ROLL)
    return turn_of(position.seat)


@kernel
def actions(position: Position, seat: int, out: Actions) -> int:
    count = 0
    for action in range(PASS):
        step = item(position.steps, 2 * seat + action // 2)
        if step + (position.high if action % 2 else position.low) <= GOAL:
            out[count] = action
            count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@kernel
def play(position: Position, seat: int, action: int) -> Position:
    if action >= ROLL:
        return thrown(position, action - ROLL)
    steps, again = position.steps, position.high == SIX
    if action < PASS:
        runner = 2 * seat + action // 2
        step = item(steps, runner) + (position.high if action % 2 else position.low)
        for other in range(2 * position.players):
            if other // 2 != seat and step < GOAL and item(steps, other) == step:
                steps = replaced(steps, other, 0)
        steps = replaced(steps, runner, step)
    won = item(steps, 2 * seat) + item(steps, 2 * seat + 1) == 2 * GOAL
    return Position(
        players=position.players,
        dice=position.dice,
        steps=steps,
        seat=seat if again else (seat + 1) % position.players,
        low=0,
        high=0,
        turn=position.turn if again else position.turn + 1,
        ending=1 if won else 0,
        winner=seat if won else NOBODY,
    )


@kernel
def thrown(position: Position, roll: int) -> Position:
    low, high = FACES, 1
    for _ in range(position.dice):
        low, high = min(low, roll % FACES + 1), max(high, roll % FACES + 1)
        roll //= FACES
    return changed(changed(position, "low", low), "high", high)


@kernel
def place(position: Position, seat: int) -> int:
    if position.ending == 0:
        return 0
    return 1 if position.winner in (seat, NOBODY) else 2


@kernel
def reason(position: Position) -> int:
    return position.ending


@kernel
def identity(position: Position) -> Position:
    return changed(position, "turn", 0)


@kernel
def repeated(position: Position) -> Position:
    return position


@kernel
def agree(position: Position) -> Position:
    return changed(position, "ending", 2)


@kernel
def resign(position: Position, seat: int) -> Position:
    resigned = changed(position, "winner", (seat + 1) % position.players)
    return changed(resigned, "ending", 3)


@kernel
def evaluate(position: Position, seat: int) -> int:
    best = 0
    for other in range(position.players):
        steps = item(position.steps, 2 * other) + item(position.steps, 2 * other + 1)
        if other != seat:
            best = max(best, steps)
    return 12 * (item(position.steps, 2 * seat) + item(position.steps, 2 * seat + 1) - best)
