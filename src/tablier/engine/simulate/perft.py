"""Perft: how many ways there are to play a number of actions.

Any change of a rule shows in these numbers, so they are kept as tables and
compared in the tests.
"""

from collections.abc import Sequence
from typing import Any

from tablier.compile.dispatch import actions, decision, play
from tablier.compile.marks import compiled
from tablier.compile.raw_array import zeros
from tablier.core.game import TABLE, Game, Position
from tablier.core.match import Match
from tablier.engine.simulate.playout import all_rolls


@compiled
def count_ways(position: Position, depth: int, out: Any) -> int:
    """Each depth has a row of `out` to list its actions in."""
    asked = decision(position)
    total = 0
    for seat in range(TABLE + 1):
        if asked.actors >> seat & 1:
            row = out[depth - 1]
            rolls = asked.dice > 0 and seat == TABLE
            found = all_rolls(asked) if rolls else actions(position, seat, row)
            if depth == 1:
                total += found
            else:
                for index in range(found):
                    action = asked.roll + index if rolls else row[index]
                    total += count_ways(play(position, seat, action), depth - 1, out)
    return total


def perft(game: Game, position: Position, depth: int) -> int:
    """The number of ways to play `depth` actions from a position."""
    if depth == 0:
        return 1
    return int(count_ways(position, depth, zeros(depth, game.rules.MOST_ACTIONS)))


def divide(match: Match, depth: int) -> dict[str, int]:
    """Perft below each first action, by its text."""
    counts: dict[str, int] = {}
    rules, position = match.game.rules, match.state
    race = len(match.seats) > 1
    for seat in match.seats:
        for action in possible(match, seat):
            text = match.game.notation.write(position, seat, action)
            shown = f"{seat + 1}:{text}" if race and seat != TABLE else text
            counts[shown] = perft(match.game, rules.play(position, seat, action), depth - 1)
    return counts


def possible(match: Match, seat: int) -> Sequence[int]:
    """What a seat may do, every roll of the table among it."""
    asked = match.decision
    if seat == TABLE and asked.dice:
        return range(asked.roll, asked.roll + all_rolls(asked))
    room = [0] * match.game.rules.MOST_ACTIONS
    return room[: match.game.rules.actions(match.state, seat, room)]
