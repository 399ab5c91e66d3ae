"""What a position is worth where files know the game, and which actions keep that.

A turn may have several actions: what counts is what its end is worth, if it is ended as well as
can be. Draws by count and repetition are left out of account, but for an action that ends the
game so at once.
"""

from typing import Any, NamedTuple

from tablier.compile.dispatch import actions, decision, place, play
from tablier.compile.marks import compiled, jitable
from tablier.compile.raw_array import zeros
from tablier.core.game import Position
from tablier.core.match import REPETITIONS, Match
from tablier.core.rules.kernel import lowest
from tablier.solver.numbering import LONGEST, Shelf, entry
from tablier.solver.packed.layout import WON
from tablier.solver.probe import book_value, has_book, state_of

LONGEST_TURN = 6
"""No more actions than this are looked at after the first."""
UNSEEN = -(1 << 40)
"""No book tells."""
SOONEST = 1 << 20
"""The worth of a game that is won now; each turn until then takes one off."""
SOMETIME = 1 << 10
"""The worth of a win of which nothing more is known; less than any that can be counted."""
FOREVER = 1 << 30
"""More turns than any game has that knows draws by count."""


class KnownWorth(NamedTuple):
    """What a position is worth to the seat to act."""

    outcome: int
    """1, 0 or -1."""
    turns: int | None
    """Until it is won or lost, counted from both sides; None for a draw, and if nobody knows."""
    sure: bool
    """Whether no draw by count can come first, with best play."""


@jitable
def worth_of(value: int) -> int:
    """What a turn is worth to who played it, if a book says this of the position after it."""
    if value == 0:
        return 0
    worth = SOMETIME if value >= WON else SOONEST - value
    return worth if value & 1 else -worth


@compiled
def turn_worth(
    position: Position, seat: int, turn: int, depth: int, listed: Any, shelf: Shelf
) -> int:
    """The best that a seat can make of a turn which it has begun, or UNSEEN.

    Called from Python only, as one_turn.best_turn is.
    """
    actors = decision(position).actors
    if actors == 0:
        own, other = place(position, seat), place(position, 1 - seat)
        return 0 if own == other else SOONEST - 1 if own < other else 1 - SOONEST
    if position.turn != turn:
        if lowest(actors) == seat or not has_book(position, shelf):
            return UNSEEN
        return worth_of(book_value(state_of(position), shelf)[0])
    if depth >= LONGEST_TURN or actors != 1 << seat:
        return UNSEEN
    best, unseen = UNSEEN, False
    for index in range(actions(position, seat, listed[depth])):
        after = play(position, seat, listed[depth, index])
        worth = turn_worth(after, seat, turn, depth + 1, listed, shelf)
        unseen |= worth == UNSEEN
        best = max(best, worth)
    return UNSEEN if unseen and best <= 0 else best


class ValueKeeping:
    """Looks up what each action of a position leads to."""

    def __init__(self, match: Match, shelf: Shelf) -> None:
        assert match.game.endgame is not None, "files are of a game with endgames"
        self._match, self._shelf, self._endgame = match, shelf, match.game.endgame
        rules, position = match.game.rules, match.state
        self._listed = zeros(LONGEST_TURN, rules.MOST_ACTIONS)
        seat, listed = min(match.seats), [0] * rules.MOST_ACTIONS
        legal = listed[: rules.actions(position, seat, listed)]
        self.worths = {action: self._worth(action, seat) for action in legal}
        self.best = max(self.worths.values())
        if UNSEEN in self.worths.values() and self.best <= 0:
            self.best = UNSEEN

    def _worth(self, action: int, seat: int) -> int:
        """What an action is worth; a repetition that ends the game is a draw."""
        rules, position = self._match.game.rules, self._match.state
        after = rules.play(position, seat, action)
        if after.turn != position.turn:
            stood = self._match.identities.count(rules.identity(after))
            if stood >= REPETITIONS - 1:
                after = rules.repeated(after)
        return int(turn_worth(after, seat, position.turn, 0, self._listed, self._shelf))

    def kept(self) -> list[int]:
        """The actions that keep the value; none where nobody knows."""
        if self.best == UNSEEN:
            return []
        return [action for action, worth in self.worths.items() if _sign(worth) == _sign(self.best)]

    def outcomes(self) -> dict[int, tuple[int, int | None]]:
        """What actions lead to, of which that is known: 1, 0 or -1, and how many turns it takes."""
        return {
            action: (_sign(worth), _turns(worth))
            for action, worth in self.worths.items()
            if worth != UNSEEN
        }

    def worth(self) -> KnownWorth | None:
        """What the position is worth; None where nobody knows."""
        if self.best == UNSEEN:
            return None
        outcome, size = _sign(self.best), abs(self.best)
        timely, state = self._endgame.timely, self._match.state
        if size in (0, SOMETIME):
            return KnownWorth(outcome, None, outcome == 0 or timely(state, self._longest()))
        turns = SOONEST - size
        return KnownWorth(outcome, turns, timely(state, turns))

    def _longest(self) -> int:
        """The most turns that a position of this kind may take to its end."""
        endgame, state = self._endgame, self._match.state
        if not endgame.covered(state):
            return FOREVER
        return int(self._shelf.books[entry(*endgame.sizes(state)) + LONGEST]) or FOREVER


def _turns(worth: int) -> int | None:
    """Until it is won, from both sides; None for a draw, and where nobody knows."""
    return None if abs(worth) in (0, SOMETIME) else SOONEST - abs(worth)


def _sign(worth: int) -> int:
    if worth == UNSEEN:
        return -2
    return (worth > 0) - (worth < 0)
