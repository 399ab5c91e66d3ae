"""Everybody who is connected to a table, here and at other nodes."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tablier.table import commands, view
from tablier.table.event import Event
from tablier.table.live.host import Encode
from tablier.table.live.session import Cue, Session
from tablier.table.sharing.fair_queue import Asker
from tablier.table.state import Table

FORGOTTEN_MS = 50_000.0
"""Another node's word about who is there holds this long; it is renewed more often."""

WATCHERS_S = 1.0
"""Thousands may come to watch: how many there are is told this often, not each time."""


MOST_WATCHERS, MOST_INVITED = 500, 600
"""Each takes time of every move: strangers leave some room for those who have a key."""


class Elsewhere(NamedTuple):
    """Who is connected to another node, as it said last."""

    seats: frozenset[int]
    watchers: int
    hidden: frozenset[int]
    until_ms: float


class Audience:
    """The connections of one table, and since when seats have had none."""

    def __init__(self, table: Table, now: Callable[[], float], encode: Encode) -> None:
        self.sessions: set[Session] = set()
        self._sitting: set[Session] = set()
        """Those of them with a seat: hundreds may watch, and most questions are not about them."""
        self._table = table
        self._now = now
        self._encode = encode
        self._away: dict[int, float] = {}
        self._elsewhere: dict[str, Elsewhere] = {}
        self._seats_shown: list[bool] = []
        self._later: asyncio.TimerHandle | None = None
        self.note()

    @property
    def here(self) -> frozenset[int]:
        """The seats with a connection to this node."""
        return frozenset(seat for session in self._sitting for seat in session.seats)

    @property
    def hidden(self) -> frozenset[int]:
        """Those of them at which nobody looks: every page that holds them is hidden."""
        return self.here - {s for one in self._sitting if one.looking for s in one.seats}

    @property
    def looking(self) -> frozenset[int]:
        """The seats, at any node, whose holders see the table."""
        here = self.here - self.hidden
        return here.union(*(other.seats - other.hidden for other in self._others()))

    @property
    def watchers(self) -> int:
        """How many connections to this node hold no seat."""
        return len(self.sessions) - len(self._sitting)

    def has_room(self, *, invited: bool) -> bool:
        """Whether one more may watch; who has a key for it comes in where strangers can't."""
        return self.watchers < (MOST_INVITED if invited else MOST_WATCHERS)

    @property
    def online(self) -> frozenset[int]:
        """The seats with a connection to any node."""
        return self.here.union(*(other.seats for other in self._others()))

    @property
    def asker(self) -> Asker | None:
        """For whom bots play here: somebody who sits, else who watches.

        None if nobody does, and bots alone are left.
        """
        sitting = [session.address for session in self._sitting]
        watching = sitting or [session.address for session in self.sessions]
        if not watching and not commands.people_left(self._table):
            return None
        return Asker(min(watching, default=""), self._table.id)

    @property
    def absences(self) -> dict[int, float]:
        """For how many milliseconds seats have been without a connection."""
        self._see_who_is_away()
        now = self._now()
        return {seat: now - since for seat, since in self._away.items()}

    def add(self, session: Session) -> None:
        """A connection begins."""
        self.sessions.add(session)
        if session.seats:
            self.note()

    def remove(self, session: Session) -> None:
        """A connection ended."""
        self.sessions.discard(session)
        if session in self._sitting:
            self.note()

    def hear(
        self,
        node: str,
        seats: frozenset[int],
        watchers: int,
        hidden: frozenset[int] = frozenset(),
    ) -> bool:
        """Another node says who is there; True if it had not said anything before."""
        new = node not in self._elsewhere
        before = (self.online, self._watchers_in_all)
        self._elsewhere[node] = Elsewhere(seats, watchers, hidden, self._now() + FORGOTTEN_MS)
        self.note()
        if (self.online, self._watchers_in_all) != before:
            self.tell_presence()
        return new

    def _others(self) -> list[Elsewhere]:
        now = self._now()
        for node in [n for n, other in self._elsewhere.items() if other.until_ms < now]:
            del self._elsewhere[node]
        return list(self._elsewhere.values())

    @property
    def _watchers_in_all(self) -> int:
        return self.watchers + sum(other.watchers for other in self._others())

    def note(self) -> None:
        """See who is away, after a connection, a seat or another node's word has changed."""
        self._sitting = {session for session in self.sessions if session.seats}
        self._see_who_is_away()

    def _see_who_is_away(self) -> None:
        now, online = self._now(), self.online
        people = self._table.seats_of("person")
        self._away = {s: self._away.get(s, now) for s in people if s not in online}

    def tell_presence(self) -> None:
        """Who is there; this is not an event. Those who only watch are told of once in a while."""
        online = self.online
        chairs = enumerate(self._table.chairs)
        seats = [chair.kind == "bot" or seat in online for seat, chair in chairs]
        if seats != self._seats_shown:
            self._send_presence(seats)
        elif self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(WATCHERS_S, self._send_presence, seats)

    def _send_presence(self, seats: list[bool]) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._seats_shown = seats
        absences = self.absences
        away = [round(absences[seat]) if seat in absences else None for seat in range(len(seats))]
        watchers = self._watchers_in_all
        message = {"type": "presence", "seats": seats, "away": away, "watchers": watchers}
        frame = self._encode(message)
        for session in self.sessions:
            session.send(frame)

    def tell(self, events: Sequence[Event], views: view.Views, cue: Cue) -> None:
        """Send everybody what happened and what they see now; each kind of view is made once."""
        loud = view.shown_news(self._table, events)
        quiet = [one for one in loud if one["kind"] != "said"]
        frames: dict[tuple[frozenset[int], bool], str] = {}
        for session in self.sessions:
            hears = not session.muted and may_hear(self._table, session.seats)
            kind = (session.seats, hears)
            if kind not in frames:
                heard = loud if hears else quiet
                message = {"type": "update", "events": heard, "view": views.of(session.seats)}
                frames[kind] = self._encode(message)
            session.send(frames[kind], cue)


def first_to_go(sessions: Iterable[Session]) -> Session | None:
    """Of those who watch, whoever came first from the address that most of them came from."""
    watching = [session for session in sessions if not session.seats]
    crowds = Counter(session.address for session in watching)
    return min(
        watching, key=lambda one: (-crowds[one.address], one.address, one.number), default=None
    )


def may_hear(table: Table, seats: frozenset[int]) -> bool:
    """Whether somebody is told what is said: at a public table, who sits at it.

    To look at any other table, one needs a key.
    """
    return bool(seats) or not table.public
