"""A bell that was pressed, until it is decided who was first."""

import time

from tablier.core.game import TABLE
from tablier.table.bell import PATIENCE, believed, hopeless, winner
from tablier.table.commands import played
from tablier.table.event import Proposal
from tablier.table.live.audience import Audience
from tablier.table.live.bot_seats import Bots
from tablier.table.live.session import Session
from tablier.table.state import Table


class Ringing:
    """Waits for presses that are still on their way and could be better."""

    def __init__(self, table: Table, audience: Audience, bots: Bots) -> None:
        self._table = table
        self._audience = audience
        self._bots = bots
        self._since = 0.0
        self._looked = 0.0
        self._came = 0.0

    def came(self, at: float) -> None:
        """A command came in at this time, maybe a press; in seconds of the monotonic clock."""
        self._came = at

    def note(self) -> None:
        """Look at the presses, after events; the first begins the wait."""
        if not self._table.presses:
            self._since = 0.0
        elif not self._since:
            self._since = time.monotonic()
            self._looked = min(self._since, self._came)

    def decided(self) -> list[Proposal]:
        """Whoever was first, as soon as nobody can be faster any more.

        A press that has arrived may wait to be read where the house is busy. So it is asked who
        could be faster as of the last look, or as of the first press: what came before was read.
        """
        table, as_of = self._table, self._looked
        self._looked = time.monotonic()
        passed = (as_of - self._since) * 1000
        if passed < PATIENCE and any(self._may_win(seat, as_of) for seat in self._waiting()):
            return []
        presses = [(p.seat, p.body) for p in table.presses if p.seat is not None]
        first, lot = winner(presses, table.hash)
        body = {"text": table.presses[0].body["text"], "bell": {"lot": lot}}
        return [played(table, first, body)]

    def _waiting(self) -> list[int]:
        """The seats that could still press."""
        match, presses = self._table.match, self._table.presses
        rung = {press.seat for press in presses}
        text = presses[0].body["text"]
        free = [seat for seat in match.seats if seat not in rung and seat != TABLE]
        return [seat for seat in free if text in match.legal(seat)]

    def _may_win(self, seat: int, as_of: float) -> bool:
        """Whether a press of this seat that is on its way could be the best.

        Of a line to another node nothing is known here; without any line nothing can come.
        """
        if self._table.chairs[seat].kind == "bot":
            return self._bots.is_asked(seat)
        lines = [session for session in self._audience.sessions if seat in session.seats]
        if not lines:
            return seat in self._audience.online
        return not all(self._is_hopeless(seat, line, as_of) for line in lines)

    def _is_hopeless(self, seat: int, line: Session, as_of: float) -> bool:
        best = min(float(press.body["score"]) for press in self._table.presses)
        elapsed = (as_of - line.shown[1]) * 1000
        ping, is_proven = line.connection.ping_ms, line.connection.is_proven
        trip = believed(ping, is_proven=is_proven, public=self._table.public)
        return hopeless(best, elapsed, trip, self._table.bell_quotas.left[seat])
