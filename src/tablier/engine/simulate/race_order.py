"""Who acts when, where the quickest acts.

Whoever may act gets a moment at which it will. The first moment comes, and the others keep
theirs while the same deadline runs; then everybody who is asked gets a new one. Moments are of
any unit of time, and here is all that decides about them, interpreted and compiled, for those
who are asked when their moment comes and for bots that plan ahead of it, in real time.
"""

from collections.abc import Callable, Mapping, Sequence

from tablier.core.game import TABLE, Decision, Position
from tablier.core.match import Match
from tablier.core.rules.kernel import kernel

Moments = Sequence[float] | Mapping[int, float]


@kernel
def first_due(actors: int, due: Moments) -> int:
    """Who acts next; of those due at the same moment the first seat, and the table last."""
    first = TABLE
    for seat in range(TABLE - 1, -1, -1):
        if actors >> seat & 1 and (not actors >> first & 1 or due[seat] <= due[first]):
            first = seat
    return first


@kernel
def keeping(asked: Decision, after: Decision, same_turn: bool) -> int:
    """Who keeps a moment when something has happened: all asked, while the same deadline runs."""
    same_deadline = asked.deadline != 0 and after.deadline == asked.deadline
    return asked.actors if same_turn and same_deadline else 0


class Occasions:
    """Numbers the occasions of a match, for whoever looks at it again and again.

    While one lasts, everybody who was asked keeps a moment; where no deadline runs, each action
    begins another.
    """

    def __init__(self) -> None:
        self._number = 0
        self._seen: tuple[int, Position] = (-1, None)
        self._asked = Decision(0, 0, 0, 0, 0)

    def now(self, match: Match) -> int:
        """The number of the occasion that a match has come to."""
        (_, before), seen = self._seen, (len(match.history), match.state)
        if seen != self._seen:
            same_turn = before is not None and before.turn == match.state.turn
            self._number += not keeping(self._asked, match.decision, same_turn)
            self._seen, self._asked = seen, match.decision
        return self._number


class RaceOrder:
    """The moments of a match, for whoever plays all who race, or some of them."""

    def __init__(self) -> None:
        self.due: dict[int, float] = {}
        """When each seat that is asked will act, and the table."""
        self._occasions = Occasions()
        self._occasion = 0

    def next(
        self, match: Match, actors: int, now: float, wait: Callable[[int], float]
    ) -> int | None:
        """Who of some actors is next; `wait` says how long those take who are newly asked."""
        if (occasion := self._occasions.now(match)) != self._occasion:
            self._occasion, self.due = occasion, {}
        self.due = {seat: moment for seat, moment in self.due.items() if actors >> seat & 1}
        for seat in range(TABLE + 1):
            if actors >> seat & 1 and seat not in self.due:
                self.due[seat] = now + wait(seat)
        return first_due(actors, self.due) if actors else None

    def acted(self, seat: int) -> None:
        """A seat's moment has come, and is over."""
        del self.due[seat]
