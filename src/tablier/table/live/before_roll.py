"""Before a roll of the dice: is there anything to wait for, and anybody who would see them?"""

from math import inf
from typing import Any

from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.table.live.audience import Audience
from tablier.table.live.house_clock import House
from tablier.table.state import PLAYING, Table

BREATH_MS = 1_500.0
"""What is left of a pause in which nobody can do anything: to see what the last turn brought."""
BACK_MS = 3_000.0
"""Whoever comes back to dice that waited has this long to find the way."""


def rolls_next(match: Match) -> bool:
    """Whether the table's next act is a roll, or a deadline upon which it rolls."""
    if match.decision.deadline:
        return bool(match.game.rules.decision(match.foresee("expired", TABLE).position).dice)
    return bool(match.decision.dice)


def nothing_to_choose(match: Match) -> bool:
    """Whether a deadline before a roll changes nothing: what all can do comes to the same."""
    if not match.decision.deadline or not rolls_next(match):
        return False
    after = Match(match.game, match.setup, match.state)
    for seat in match.seats:
        legal = () if seat == TABLE else after.legal(seat)
        if len(legal) == 1:
            after.play(legal[0], seat)
        elif seat != TABLE:
            return False
    return bool(after.state == match.foresee("expired", TABLE).position)


class Hold:
    """Holds the next roll of a race back while none of its people looks at the table.

    A race that runs is never held, so that nobody gains time for it by looking away.
    """

    def __init__(self, table: Table, house: House, audience: Audience) -> None:
        self._table = table
        self._house = house
        self._audience = audience
        self._until_ms = 0.0

    @property
    def is_held(self) -> bool:
        """Whether nobody looks."""
        return self._until_ms == inf

    @property
    def left_ms(self) -> float:
        """Milliseconds until the table may roll; infinite while nobody looks."""
        return self._until_ms - self._house.passed()

    @property
    def shown(self) -> dict[str, Any] | None:
        """What clients are told of it, while it lasts."""
        if self.is_held:
            return {"left": None}
        waits = self._table.phase == PLAYING and self._table.match.decision.dice
        return {"left": round(self.left_ms)} if waits and self.left_ms > 0 else None

    def note(self) -> bool:
        """See who looks now; True if the roll was held until now, and is no longer."""
        held, was_held = self._unseen(), self.is_held
        if held:
            self._until_ms = inf
        elif was_held:
            self._until_ms = self._house.passed() + BACK_MS
        return was_held and not held

    def drop(self) -> None:
        """Somebody who is there has acted: nothing is waited for any more."""
        if not self.is_held:
            self._until_ms = 0.0

    def _unseen(self) -> bool:
        """Whether a roll is next, and of the people who still play, or of all, nobody looks."""
        table = self._table
        if table.phase != PLAYING or not table.races:
            return False
        people = table.seats_of("person")
        place, state = table.match.game.rules.place, table.match.state
        asked = [seat for seat in people if not place(state, seat)] or people
        unseen = asked and not self._audience.looking.intersection(asked)
        return bool(unseen) and rolls_next(table.match)
