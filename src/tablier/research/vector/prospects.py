"""What the bots' evaluation expects of many games, for learners who shape rewards by it."""

from typing import Any

from tablier.compile.dispatch import decision, evaluate, scale
from tablier.compile.lanes import row
from tablier.compile.marks import compiled
from tablier.compile.position_rows import load, width
from tablier.compile.raw_array import tail
from tablier.core.game import Position
from tablier.engine.search.mcts import chance, share_beaten


@compiled
def weigh_games(
    start: Position, states: Any, players: int, prospects: Any, first: int, last: int
) -> None:
    """Write for every seat what its reward would be as things stand, from -1 to 1."""
    for game in range(first, last):
        position = load(start, row(states, game, width(start)), 0)
        seats = tail(prospects, game * players)
        over = decision(position).actors == 0
        for seat in range(players):
            if over:
                reward = share_beaten(position, seat, players)
            else:
                reward = chance(evaluate(position, seat) / scale(position))
            seats[seat] = 2.0 * reward - 1.0
