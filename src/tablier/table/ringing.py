"""A bell that was pressed, until it is decided who was first."""

import time

from tablier.core.game import TABLE
from tablier.table.audience import Audience
from tablier.table.bell import PATIENCE, hopeless, winner
from tablier.table.bot_seats import Bots
from tablier.table.event import Draft
from tablier.table.state import Table


class Ringing:
    """Waits for presses that are still on their way and could be better."""

    def __init__(self, table: Table, audience: Audience, bots: Bots, *, elsewhere: bool) -> None:
        self._table = table
        self._audience = audience
        self._bots = bots
        self._elsewhere = elsewhere
        """Whether people may be connected to other nodes."""
        self._since = 0.0

    def note(self) -> None:
        """Look at the presses, after events; the first begins the wait."""
        if not self._table.presses:
            self._since = 0.0
        elif not self._since:
            self._since = time.monotonic()

    def decided(self) -> list[Draft]:
        """Whoever was first, as soon as nobody can be faster any more."""
        table = self._table
        passed = (time.monotonic() - self._since) * 1000
        if passed < PATIENCE and not self._is_settled():
            return []
        presses = [(p.seat, p.body) for p in table.presses if p.seat is not None]
        first, lot = winner(presses, table.hash)
        body = {"text": table.presses[0].body["text"], "bell": {"lot": lot}}
        return [Draft("played", first, body)]

    def _is_settled(self) -> bool:
        table = self._table
        best = min(float(press.body["score"]) for press in table.presses)
        rung = {press.seat for press in table.presses}
        text = table.presses[0].body["text"]
        waiting = {
            seat
            for seat in table.match.seats
            if seat not in rung and seat != TABLE and text in table.match.legal(seat)
        }
        lines = {seat: s for s in self._audience.sessions for seat in s.seats & waiting}
        if any(seat not in lines and table.chairs[seat].kind == "person" for seat in waiting):
            return not self._elsewhere and not (waiting & set(lines))
        return all(
            hopeless(
                best,
                (time.monotonic() - session.shown[1]) * 1000,
                session.pulse.ping_ms,
                public=table.public,
            )
            for session in lines.values()
        ) and not any(self._bots.is_asked(seat) for seat in waiting)
