"""Everybody who is connected to a table at this node."""

from collections.abc import Callable, Sequence
from typing import Any

from tablier.server import view
from tablier.server.event import Event
from tablier.server.session import Moment, Session
from tablier.server.table import Table


class Audience:
    """The connections of one table, and since when seats have had none."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self.sessions: set[Session] = set()
        self._table = table
        self._now = now
        self._away: dict[int, float] = {}
        self.note()

    @property
    def online(self) -> set[int]:
        """The seats with a connection to this node."""
        return {seat for session in self.sessions for seat in session.seats}

    @property
    def absences(self) -> dict[int, float]:
        """For how many milliseconds seats have been without a connection."""
        now = self._now()
        return {seat: now - since for seat, since in self._away.items()}

    def add(self, session: Session) -> None:
        """A connection begins."""
        self.sessions.add(session)
        self.note()

    def remove(self, session: Session) -> None:
        """A connection ended."""
        self.sessions.discard(session)
        self.note()

    def note(self) -> None:
        """See who is away, after a connection or a seat has changed."""
        away = set(self._table.seats_of("person")) - self.online
        now = self._now()
        self._away = {seat: self._away.get(seat, now) for seat in away}

    def tell_presence(self) -> None:
        """Who is there; this is not an event."""
        online = self.online
        message = {
            "type": "presence",
            "seats": [
                chair.kind == "bot" or seat in online
                for seat, chair in enumerate(self._table.chairs)
            ],
            "watchers": sum(not session.seats for session in self.sessions),
        }
        frame = view.encoded(message)
        for session in self.sessions:
            session.send(frame)

    def tell(
        self,
        events: Sequence[Event],
        seen: Callable[[frozenset[int]], dict[str, Any]],
        moment: Moment,
    ) -> None:
        """Send everybody what happened and what they see now; each kind of view is made once."""
        told = [view.told(event) for event in events]
        quiet = [one for one, event in zip(told, events, strict=True) if event.kind != "said"]
        frames: dict[tuple[frozenset[int], bool], str] = {}
        for session in self.sessions:
            kind = (session.seats, session.muted)
            if kind not in frames:
                heard = quiet if session.muted else told
                message = {"type": "update", "events": heard, "view": seen(session.seats)}
                frames[kind] = view.encoded(message)
            session.send(frames[kind], moment)
