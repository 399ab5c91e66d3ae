"""A glance at the board: one's own turn, and nothing that comes after it."""

from random import Random
from typing import Any

from tablier.compile.dispatch import actions, decision, evaluate, place, play
from tablier.compile.marks import compiled, jitable
from tablier.compile.raw_array import zeros
from tablier.core.game import MAX_SEATS, TABLE, Game, Position
from tablier.core.match import Match

SETTLED = 1 << 40
"""What each rival counts for when the game is over: more than any evaluation."""
SEATS = (1 << TABLE) - 1
"""The players without the table, which may be waiting for a deadline."""
LONGEST_TURN = 6
"""No more actions than this are looked at after the first."""


class Glance:
    """Tries ways to finish a turn, and heads for the best evaluation.

    What anybody else could answer, it does not look at. Of equal actions it
    takes any.
    """

    def __init__(self, game: Game) -> None:
        self._listed = zeros(LONGEST_TURN, game.rules.MOST_ACTIONS)

    def choose(self, match: Match, seat: int, random: Random, sight: float = 1.0) -> str:
        """What looks best of those actions that come into sight, which is each by chance."""
        legal, turn = match.legal(seat), match.state.turn
        seen = [text for text in legal if sight >= 1 or random.random() < sight]
        scores: dict[str, int] = {}
        for text in seen or [random.choice(legal)]:
            match.play(text, seat)
            scores[text] = self.look(match.state, seat, match.players, turn)
            match.undo()
        highest = max(scores.values())
        return random.choice([text for text, score in scores.items() if score == highest])

    def look(self, position: Position, seat: int, players: int, turn: int) -> int:
        """The best evaluation that a seat can reach in a turn that it has begun."""
        return int(best_turn(position, seat, players, turn, 0, self._listed))


@compiled
def best_turn(
    position: Position, seat: int, players: int, turn: int, depth: int, listed: Any
) -> int:
    """What `look` finds. Called from Python only: numba can't load a function
    from its cache that calls one which calls itself.
    """
    actors = decision(position).actors
    if actors == 0:
        return SETTLED * beaten(position, seat, players)
    if actors & SEATS != 1 << seat or position.turn != turn or depth >= LONGEST_TURN:
        return evaluate(position, seat)
    best = -(1 << 60)
    for index in range(actions(position, seat, listed[depth])):
        after = play(position, seat, listed[depth, index])
        best = max(best, best_turn(after, seat, players, turn, depth + 1, listed))
    return best


@jitable
def beaten(position: Position, seat: int, players: int) -> int:
    """How many came after a seat, less how many came before it; the unplaced are last."""
    own = (place(position, seat) - 1) % (MAX_SEATS + 1)
    margin = 0
    for other in range(players):
        theirs = (place(position, other) - 1) % (MAX_SEATS + 1)
        margin += 1 if theirs > own else -1 if theirs < own else 0
    return margin
