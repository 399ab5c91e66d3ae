"""The dealer: what a table does by itself.

It begins the game, rolls the dice, decides the bell, and calls the time. Every
node has a dealer for the table; what they want is the same, and the log takes
it once.
"""

import time
from collections.abc import Collection
from typing import Any, NamedTuple

from tablier.core.dice import Dice, rolls
from tablier.core.game import TABLE
from tablier.table import commands, messages
from tablier.table.bell import CAP
from tablier.table.clock import MOST_LAG
from tablier.table.event import Event, Proposal
from tablier.table.live.audience import Audience
from tablier.table.live.before_roll import BACK_MS, BREATH_MS, Hold, nothing_to_choose
from tablier.table.live.bot_seats import Bots
from tablier.table.live.house_clock import House
from tablier.table.live.ringing import Ringing
from tablier.table.live.session import Cue
from tablier.table.state import OVER, PLAYING, WAITING, Table

GRACE_MS = CAP
"""A deadline waits this much longer for what was done in time and is still on its way."""
FOREIGN_GRACE_MS = 500.0
"""Another node's deadlines are left to it for this long."""
BELL_MS = 5.0
"""How often an undecided bell is looked at."""
RESENT_MS = 20_000.0
"""Whose move could not be stored may send it again for this long before the flag falls."""


class Unstored(NamedTuple):
    """A move that could not be stored, and when it came and failed; this node's milliseconds."""

    command: messages.Play
    arrived_ms: float
    failed_ms: float


class Dealer:
    """What is due at a table, and when; times are milliseconds that this node has seen pass."""

    def __init__(
        self, table: Table, seed: str, house: House, audience: Audience, bots: Bots
    ) -> None:
        self.cue: Cue = (-1,)
        self.cue_s = time.monotonic()
        """When the cue was given, in seconds of the monotonic clock."""
        self.foreign = False
        """Whether another node wrote last, and is expected to go on."""
        self._table = table
        self._seed = seed
        self._house = house
        self._audience = audience
        self.ringing = Ringing(table, audience, bots)
        self.hold = Hold(table, house, audience)
        self._deadline_ms = 0.0
        self._unstored: dict[int, Unstored] = {}
        self._since_ms = house.passed() - max(0.0, house.now() - table.since_ms)

    @property
    def thought_ms(self) -> float:
        """How many milliseconds ago the present decision began."""
        return self._house.passed() - self._since_ms

    @property
    def deadline_in_ms(self) -> float:
        """Milliseconds until the deadline that runs."""
        return self._deadline_ms - self._house.passed()

    def thought_until(self, arrived_ms: float) -> float:
        """How many milliseconds of the present decision had passed when something arrived."""
        return arrived_ms - self._since_ms

    def first_arrival(self, seat: int, command: messages.Command, arrived_ms: float) -> float:
        """When a command came: one that is sent again because it was not stored, the first time."""
        before = self._unstored.get(seat)
        return before.arrived_ms if before and before.command == command else arrived_ms

    def keep_arrival(self, seat: int, command: messages.Command, arrived_ms: float) -> None:
        """A command could not be stored; one move of a seat is remembered, the first."""
        if isinstance(command, messages.Play) and seat not in self._unstored:
            self._unstored[seat] = Unstored(command, arrived_ms, self._house.passed())

    def take_up(self) -> None:
        """Bots alone stood still until somebody came to watch: their time begins anew."""
        self._since_ms = self._house.passed()
        self._deadline_ms = self._since_ms + self._table.match.decision.ms
        self.cue_s = time.monotonic()

    def heed(self, events: Collection[Event], *, foreign: bool) -> None:
        """Take note of what has just happened."""
        self.foreign = foreign
        if any(event.kind in ("played", "undone", "begun") for event in events):
            self._since_ms = self._house.passed()
            self._unstored.clear()
            self.hold.drop()
        self.ringing.note()
        self.keep_cue()

    def keep_cue(self) -> None:
        """Note when a cue is given, and with it its deadline; one that stands goes on."""
        match = self._table.match
        decision = match.decision
        cue: Cue = (self._table.ply,)
        if self._table.races or decision.deadline:
            acts = (n for n, move in enumerate(match.history) if move.seat == TABLE)
            cue = (match.state.turn, max(acts, default=-1), decision.deadline)
        if self._table.phase == PLAYING and cue != self.cue:
            self.cue, self.cue_s = cue, time.monotonic()
            self._deadline_ms = self._house.passed() + decision.ms
        if self._idles():
            self._deadline_ms = min(self._deadline_ms, self._house.passed() + BREATH_MS)
        self.note_attention()

    def _idles(self) -> bool:
        """Whether nobody has a reason to wait for the deadline; the first of a game is kept."""
        table = self._table
        begun = table.phase == PLAYING and table.races and table.match.state.turn > 0
        return begun and nothing_to_choose(table.match)

    def note_attention(self) -> None:
        """Hold the next roll while nobody looks; whoever comes back finds the pause begun anew."""
        if self.hold.note() and self._table.match.decision.deadline:
            ms = 0.0 if self._idles() else self._table.match.decision.ms
            self._deadline_ms = self._house.passed() + max(ms, BACK_MS)

    def due(self) -> list[Proposal]:
        """What is to happen now."""
        table = self._table
        if table.phase == WAITING:
            return [] if table.seats_of("open") else [Proposal("begun", None, self._beginning())]
        if table.phase == OVER:
            if not table.revealed and rolls(table.match):
                return [Proposal("revealed", None, {"seed": self._seed})]
            return []
        if commands.is_full(table):
            return [commands.played(table, TABLE, {"text": "draw", "cause": "full"})]
        if self._audience.asker is None:
            return []
        if table.presses:
            return self.ringing.decided()
        decision = table.match.decision
        self.note_attention()
        if decision.dice and self.hold.left_ms > 0:
            return []
        if decision.dice:
            dice = Dice(bytes.fromhex(self._seed), table.nonces)
            return [commands.played(table, TABLE, {"text": dice.throw(table.match)})]
        ends = decision.deadline and not self.hold.is_held
        if ends and self._called(self.deadline_in_ms + self._grace()):
            return [commands.played(table, TABLE, {"text": "expired"})]
        return self._flag()

    def _flag(self) -> list[Proposal]:
        """Whose time is up gives up."""
        thought = self.thought_ms
        for seat in self._table.running:
            if self._called(self._flag_in_ms(seat)):
                body = {"text": "resign", "cause": "time", "spent": round(thought)}
                return [commands.played(self._table, seat, body)]
        return []

    def _flag_in_ms(self, seat: int) -> float:
        """Milliseconds until a seat's flag falls."""
        left = self._table.left_ms(seat, self.thought_ms) + MOST_LAG
        failed = self._unstored.get(seat)
        if failed is None:
            return left
        in_time = self._table.left_ms(seat, self.thought_until(failed.arrived_ms)) >= 0
        again = failed.failed_ms + RESENT_MS - self._house.passed() if in_time else left
        return max(left, again)

    def _called(self, left_ms: float) -> bool:
        """Whether time is up; after a stall, what came in time may not have been read yet."""
        return left_ms <= 0 and not self._house.catching_up

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
        if table.phase != PLAYING or self._audience.asker is None:
            return None
        if table.presses:
            return BELL_MS
        waits: list[float] = []
        if table.match.decision.dice and not self.hold.is_held:
            waits.append(self.hold.left_ms)
        if table.match.decision.deadline and not self.hold.is_held:
            waits.append(self.deadline_in_ms + self._grace())
        waits += map(self._flag_in_ms, table.running)
        if self._audience.sessions:
            waits += commands.claims_in(table, self._audience.absences)
        least = self._house.stall_s * 1000 if self._house.catching_up else 0.0
        return max(least, min(waits)) + 1 if waits else None
