"""What the bots' evaluation expects of many games, for learners who shape rewards by it."""

from typing import Any

from tablier.compile.dispatch import scale
from tablier.compile.lanes import row
from tablier.compile.marks import compiled
from tablier.compile.position_rows import load, width
from tablier.compile.raw_array import tail
from tablier.core.game import Position
from tablier.engine.search.mcts import judge


@compiled
def weigh_games(
    start: Position, states: Any, players: int, prospects: Any, first: int, last: int
) -> None:
    """Write for every seat what its reward would be as things stand, from -1 to 1."""
    for game in range(first, last):
        position = load(start, row(states, game, width(start)), 0)
        seats = tail(prospects, game * players)
        judge(position, players, scale(position), seats)
        for seat in range(players):
            seats[seat] = 2.0 * seats[seat] - 1.0
