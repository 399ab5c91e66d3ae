"""The dealer: what a table does by itself.

It begins the game, rolls the dice, decides the bell, and calls the time. Every
node has a dealer for the table; what they want is the same, and the log takes
it once.
"""

import time
from collections.abc import Collection
from typing import Any

from tablier.core.dice import Dice, rolls
from tablier.core.game import TABLE
from tablier.server.socket.session import Moment
from tablier.table import commands
from tablier.table.audience import Audience
from tablier.table.bell import CAP_FRIENDS
from tablier.table.bot_seats import Bots
from tablier.table.event import Draft, Event
from tablier.table.house_clock import House
from tablier.table.ringing import Ringing
from tablier.table.state import OVER, PLAYING, WAITING, Table

GRACE_MS = CAP_FRIENDS
"""A deadline waits so much longer for what was done in time and is still on its way."""
FOREIGN_GRACE_MS = 500.0
"""Another node's deadlines are left to it for so long."""
BELL_MS = 5.0
"""How often an undecided bell is looked at."""


class Dealer:
    """What is due at a table, and when."""

    def __init__(
        self,
        table: Table,
        seed: str,
        house: House,
        audience: Audience,
        bots: Bots,
        *,
        elsewhere: bool,
    ) -> None:
        self.moment: Moment = (-1,)
        self.moment_s = time.monotonic()
        self.deadline_ms = 0.0
        self.foreign = False
        """Whether another node wrote last, and is expected to go on."""
        self._table = table
        self._seed = seed
        self._house = house
        self._audience = audience
        self._ringing = Ringing(table, audience, bots, elsewhere=elsewhere)

    def heed(self, events: Collection[Event], *, foreign: bool) -> None:
        """Take note of what has just happened."""
        self.foreign = foreign
        if any(event.kind in ("played", "undone", "begun") for event in events):
            self._table.since_ms = self._house.now()
        self._ringing.note()
        self.keep_moment()

    def keep_moment(self) -> None:
        """Note when a moment begins, and with it its deadline; one that goes on goes on."""
        match = self._table.match
        decision = match.decision
        moment: Moment = (self._table.ply,)
        if self._table.races or decision.deadline:
            acts = (n for n, move in enumerate(match.history) if move.seat == TABLE)
            moment = (match.state.turn, max(acts, default=-1), decision.deadline)
        if self._table.phase == PLAYING and moment != self.moment:
            self.moment, self.moment_s = moment, time.monotonic()
            self.deadline_ms = self._house.now() + decision.ms

    def due(self) -> list[Draft]:
        """What is to happen now."""
        table = self._table
        if table.phase == WAITING:
            return [] if table.seats_of("open") else [Draft("begun", None, self._beginning())]
        if table.phase == OVER:
            if not table.revealed and rolls(table.match):
                return [Draft("revealed", None, {"seed": self._seed})]
            return []
        if table.presses:
            return self._ringing.decided()
        decision = table.match.decision
        if decision.dice:
            dice = Dice(bytes.fromhex(self._seed), table.nonces)
            return [Draft("played", TABLE, {"text": dice.throw(table.match)})]
        now = self._house.now()
        if decision.deadline and now >= self.deadline_ms + self._grace():
            return [Draft("played", TABLE, {"text": "expired"})]
        for seat in table.running:
            if table.left_ms(seat, now) + commands.MOST_LAG <= 0:
                spent = round(now - table.since_ms)
                body = {"text": "resign", "cause": "time", "spent": spent}
                return [Draft("played", seat, body)]
        return []

    def _grace(self) -> float:
        return GRACE_MS + (FOREIGN_GRACE_MS if self.foreign else 0.0)

    def _beginning(self) -> dict[str, Any]:
        """The dice' nonces: those that people brought, and one drawn for everybody else."""
        drawn = Dice.fresh(self._table.players).nonces
        own = [chair.nonce for chair in self._table.chairs]
        return {"nonces": [mine or other for mine, other in zip(own, drawn, strict=True)]}

    def next_due(self) -> float | None:
        """Milliseconds until the table has something to do."""
        table = self._table
        if table.phase != PLAYING:
            return None
        if table.presses:
            return BELL_MS
        now = self._house.now()
        moments: list[float] = []
        if table.match.decision.deadline:
            moments.append(self.deadline_ms + self._grace() - now)
        for seat in table.running:
            moments.append(table.left_ms(seat, now) + commands.MOST_LAG)
        if self._audience.sessions:
            moments += commands.claims_in(table, self._audience.absences)
        return max(0.0, min(moments)) + 1 if moments else None
