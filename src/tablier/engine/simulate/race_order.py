"""Who acts when, where the quickest acts.

Whoever may act gets a moment at which it will. The first moment comes, and the others keep
theirs while the same deadline runs; then everybody who is asked gets a new one. Moments are of
any unit of time, and here is all that decides about them, interpreted and compiled.
"""

from collections.abc import Callable, Mapping, Sequence

from tablier.core.game import TABLE, Decision
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


def question(match: Match, seat: int) -> tuple[int | str, ...]:
    """What a seat is asked now; a plan made ahead, in real time, stands while that is the same.

    While a deadline runs, it is the same for those who keep a moment, and for nobody else.
    """
    return (match.state.turn, *match.legal(seat))


class RaceOrder:
    """The moments of a match, for whoever looks at it again and again."""

    def __init__(self) -> None:
        self.due: dict[int, float] = {}
        """When each seat that is asked will act, and the table."""
        self._seen = (-1, -1)
        self._asked = Decision(0, 0, 0, 0, 0)

    def next(
        self, match: Match, actors: int, now: float, wait: Callable[[int], float]
    ) -> int | None:
        """Who of some actors is next; `wait` says how long those take who are newly asked."""
        seen, asked = (match.state.turn, len(match.history)), match.decision
        kept = actors
        if seen != self._seen:
            kept &= keeping(self._asked, asked, seen[0] == self._seen[0])
        self._seen, self._asked = seen, asked
        self.due = {seat: moment for seat, moment in self.due.items() if kept >> seat & 1}
        for seat in range(TABLE + 1):
            if actors >> seat & 1 and seat not in self.due:
                self.due[seat] = now + wait(seat)
        return first_due(actors, self.due) if actors else None

    def acted(self, seat: int) -> None:
        """A seat's moment has come, and is over."""
        del self.due[seat]
