"""A table that is being played: one mailbox, in which commands are dealt with one by one.

Only what is stored has happened: an event is committed first, then the table
advances, the sender is told, and everybody else hears of it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tablier.server.http.metrics import Metrics
from tablier.server.node.bot_pool import Plan, Thinkers, Unthought
from tablier.server.socket import messages
from tablier.server.socket.messages import Refused
from tablier.server.socket.session import Session
from tablier.server.storage.database import Conflict, Damaged, Unavailable
from tablier.server.storage.group_commit import Writer
from tablier.server.storage.store import Store
from tablier.table import commands, view
from tablier.table.audience import Audience
from tablier.table.automatic import Dealer
from tablier.table.bot_seats import Bots, Occasion
from tablier.table.commands import Circumstances
from tablier.table.event import BrokenChain, Draft, Event, check, follow
from tablier.table.house_clock import House, time_of_day
from tablier.table.rows import Entry, GameRow, Opening, SeatRow
from tablier.table.state import OVER, PLAYING, WAITING, Ack, Table

log = logging.getLogger("tablier.live")

TRIES = 5
SENDER = 8
"""So many digits of a key's hash tell one sender's commands from another's."""
THINKING_GRACE_MS = 15_000.0
"""Another node's bots are left to it for so long."""
COMPILING_MS = 500.0
"""How far compiling is, which happens once per machine, is told so often."""
AGAIN_MS = 500.0
"""A database that is away is asked again after so long."""
NOT_STORED = ("storage", "this could not be stored just now; send it again")
HINT_LEVEL = 6
SLICE = 40
MOST_CHAT = 200
"""Older remarks are not sent to those who come later."""


class Services(Protocol):
    """What a table needs of the node that it is on."""

    house: House
    store: Store
    writer: Writer
    thinkers: Thinkers
    metrics: Metrics

    def next_table(self, live: "LiveTable") -> Opening:
        """The same again, not stored yet."""

    def announce(self, table: str) -> None:
        """Tell the other nodes who is at a table."""

    async def table(self, table: str) -> "LiveTable":
        """A table, read from the database if need be."""

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Run something in the background, as long as the house is open."""


class LiveTable:
    """A table in memory, its connections and its timers."""

    def __init__(
        self, services: Services, table: Table, row: GameRow, seats: list[SeatRow]
    ) -> None:
        self.services = services
        self.table = table
        self.row = row
        self.seats = seats
        self.audience = Audience(table, services.house.now)
        self.frozen: str | None = None
        self._mailbox = asyncio.Lock()
        self._alarm: asyncio.Task[None] | None = None
        self._bots = Bots(services, table, self._play_for_bot)
        self.dealer = Dealer(
            table,
            row.seed,
            services.house,
            self.audience,
            self._bots,
            elsewhere=services.store.postgres,
        )
        self._claims: tuple[int, ...] = ()
        self._compiling: asyncio.Task[None] | None = None
        self._behind = False

    # Coming and going

    def rights(self, hashes: frozenset[str]) -> frozenset[int]:
        """The seats that some keys open."""
        return frozenset(
            seat.no
            for seat in self.seats
            if seat.token_sha256 in hashes or (seat.account is not None and seat.account in hashes)
        )

    def admits(self, hashes: frozenset[str]) -> bool:
        """Whether some keys, or none, open the table to the eye."""
        opened = {self.row.join_sha256, self.row.watch_sha256} - {None}
        return self.row.public or bool(opened & hashes) or bool(self.rights(hashes))

    async def join(self, session: Session, seen: int) -> None:
        """Welcome a client, and tell it what it missed; nothing is sent before the welcome."""
        async with self._mailbox:
            await self._attend()
            session.seats = self.rights(session.hashes)
            self.audience.add(session)
            events = [e for e in self.table.events if e.seq > seen]
            welcome = {
                "type": "welcome",
                "v": messages.VERSION,
                "you": {"seats": sorted(session.seats)},
                "table": view.described(self.table),
                "events": [view.told(e) for e in _recent(events)],
                "view": self.seen(session.seats),
            }
            session.send(view.encoded(welcome))
            session.shown = (self.dealer.moment, self.dealer.moment_s)
        self._note_presence()

    def leave(self, session: Session) -> None:
        """A connection ended."""
        self.audience.remove(session)
        self._note_presence()

    def _note_presence(self) -> None:
        """Tell who is there; who went away can be claimed from when the alarm rings."""
        self.audience.tell_presence()
        self.services.announce(self.table.id)
        if not self.frozen:
            self._set_alarm()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this table if it were read anew next time."""
        busy = self._mailbox.locked() or self._alarm is not None or bool(self._bots)
        return not self.audience.sessions and (self.frozen is not None or not busy)

    # Commands

    async def handle(self, session: Session, command: messages.Command) -> None:
        """Carry a command out and answer it; a hint takes its time and holds nothing up."""
        arrived = self.services.house.now()
        if isinstance(command, messages.Hint):
            self.services.spawn(self._answer(session, command, arrived))
        else:
            await self._answer(session, command, arrived)

    async def _answer(self, session: Session, command: messages.Command, arrived: float) -> None:
        try:
            if isinstance(command, messages.Mute):
                session.muted = command.on
                answer: dict[str, Any] = {"type": "ack", "cmd": command.cmd}
            elif isinstance(command, messages.History):
                frames = await self._history(command.ply)
                answer = {"type": "history", "cmd": command.cmd, "frames": frames}
            elif isinstance(command, messages.Hint):
                answer = await self._hint(session, command)
            else:
                ack = await self._carry_out(session, command, arrived)
                answer = {"type": "ack", "cmd": command.cmd, "seq": ack.seq, "hash": ack.hash}
        except Refused as refused:
            self.services.metrics.refused += 1
            answer = {"type": "refused", "cmd": command.cmd} | refused.told()
            if refused.code == "stale":
                self._send_view(session)
        session.send(view.encoded(answer))

    async def _history(self, ply: int) -> list[dict[str, Any]]:
        """The positions so far, from that ply on, made slice by slice: others are waiting."""
        match = self.table.match
        frames: list[dict[str, Any]] = []
        while ply + len(frames) < len(match.states):
            frames += view.frames(match, ply + len(frames), SLICE)
            await asyncio.sleep(0)
        return frames

    async def _carry_out(self, session: Session, command: messages.Command, arrived: float) -> Ack:
        elapsed = self._elapsed(session)
        async with self._mailbox:
            await self._require_sound()
            for _ in range(TRIES):
                seat = session.seat_for(command.seat)
                name = f"{(self.seats[seat].token_sha256 or '')[:SENDER]}:{command.cmd}"
                if name in self.table.acks:
                    return self.table.acks[name]
                lag, away = session.pulse.ping_ms, self.audience.absences
                told = Circumstances(arrived, lag, elapsed, session.seats, away)
                drafts = commands.propose(self.table, seat, command, told)
                freed = tuple(_freed(draft) for draft in drafts if draft.kind == "left")
                if await self._commit(drafts, name, seats=freed):
                    await self._attend()
                    return self.table.acks[name]
        raise Refused("busy", "too much is going on at this table; try again")

    def _elapsed(self, session: Session) -> float | None:
        """E: since the present moment was sent on this connection, in milliseconds.

        Who comes back in the middle of a race is measured from its beginning.
        """
        moment, sent = session.shown
        return (session.pulse.arrived - sent) * 1000 if moment == self.dealer.moment else None

    async def _hint(self, session: Session, command: messages.Hint) -> dict[str, Any]:
        await self._require_sound()
        seat = session.seat_for(command.seat)
        if not self.table.made["hints"]:
            raise Refused("no_hints", "this table is played without hints")
        commands.require(self.table, PLAYING)
        if seat not in self.table.match.seats:
            raise Refused("not_your_turn", "there is nothing for you to do now")
        if session.hinting:
            raise Refused("hinting", "a hint is being thought of already")
        session.hinting, moved = True, self.table.moved
        try:
            plan = await self.services.thinkers.plan(self._bots.task(seat, HINT_LEVEL))
        except Unthought as error:
            raise Refused("no_hint", "there is no hint to be had; try again") from error
        finally:
            session.hinting = False
        if self.table.moved != moved:
            raise Refused("stale", "the game has gone on meanwhile")
        return {"type": "hint", "cmd": command.cmd, "text": plan.text}

    async def sit(self, asked: int | None, who: SeatRow, name: str, nonce: str | None) -> int:
        """Give an open chair, or the one asked for, to a person who already was checked."""
        async with self._mailbox:
            await self._require_sound()
            for _ in range(TRIES):
                free = self.table.seats_of("open") if self.table.phase == WAITING else ()
                if not free or (asked is not None and asked not in free):
                    told = "that seat is taken" if free else "all seats are taken"
                    raise Refused("taken", told)
                seat = free[0] if asked is None else asked
                body = {"name": name} | ({} if nonce is None else {"nonce": nonce})
                row = who._replace(no=seat)
                if await self._commit([Draft("sat", seat, body)], None, seats=(row,)):
                    await self._attend()
                    return seat
        raise Refused("busy", "too much is going on at this table; try again")

    def _renew_rights(self) -> None:
        """Seats have changed hands; who may no longer look is shown out."""
        for session in self.audience.sessions:
            session.seats = self.rights(session.hashes)
            if not self.admits(session.hashes):
                self.services.spawn(session.close(messages.NOT_ALLOWED, "you have left this table"))
        self.audience.note()

    async def _require_sound(self) -> None:
        if self._behind:
            await self.catch_up_inside()
        if self._behind:
            raise Refused(*NOT_STORED)
        if self.frozen is not None:
            raise Refused("frozen", f"this game is frozen: {self.frozen}")

    # Storing and advancing

    async def _commit(
        self,
        drafts: Sequence[Draft],
        cmd: str | None,
        *,
        seats: tuple[SeatRow, ...] = (),
        new: tuple[Opening, ...] = (),
    ) -> bool:
        """Store what happens, then let it happen. False if another node was first.

        Where the database did not say whether it has stored them, the events
        happened if they are found there.
        """
        table = self.table
        now, at = round(self.services.house.now()), time_of_day()
        events: list[Event] = []
        before, seq = table.hash, table.seq
        for draft in drafts:
            bare = Event(table.id, 0, cmd, draft.seat, draft.kind, draft.body, at, now, "")
            events.append(follow(before, seq + 1, bare))
            before, seq, cmd = events[-1].hash, seq + 1, None
        entry = Entry(table.id, events, self._status_after(drafts), seats, new)
        try:
            await self.services.writer.append(entry)
        except Conflict:
            await self.catch_up_inside()
            return False
        except Exception as error:
            log.error("a commit failed: %r", error)
            await self.catch_up_inside()
            if any(event.hash == before for event in table.events):
                return True
            raise Refused(*NOT_STORED) from error
        for seat in seats:
            self.seats[seat.no] = seat
        self._advance(events)
        return True

    def _status_after(self, drafts: Sequence[Draft]) -> str | None:
        """The status that goes into the table's row with these events, where it changes."""
        if any(draft.kind == "begun" for draft in drafts):
            return PLAYING
        match = self.table.match
        for draft in drafts:
            if draft.kind == "played":
                match.play(draft.body["text"], draft.seat)
                over = match.result is not None
                match.undo()
                return OVER if over else PLAYING if self.table.phase == OVER else None
        return None

    def _advance(self, events: list[Event], *, foreign: bool = False) -> None:
        """Take committed events in, and tell everybody."""
        if not events:
            return
        try:
            for event in events:
                self.table.apply(event)
        except BrokenChain as error:
            self.freeze(str(error))
            return
        if any(event.kind in ("sat", "left") for event in events):
            self._renew_rights()
        self.dealer.heed(events, foreign=foreign)
        self.audience.tell(events, self._viewer(), self.dealer.moment)

    def _send_view(self, session: Session) -> None:
        message = {"type": "update", "events": [], "view": self.seen(session.seats)}
        frame = view.encoded(message)
        session.send(frame, self.dealer.moment)

    def seen(self, seats: frozenset[int] = frozenset()) -> dict[str, Any]:
        """The view of the holder of some seats."""
        return self._viewer()(seats)

    def _viewer(self) -> Callable[[frozenset[int]], dict[str, Any]]:
        """Makes the views of this moment; what all see is put together once."""
        now, absences = self.services.house.now(), self.audience.absences
        shared = view.shared(self.table, self.audience.online, now, self.dealer.deadline_ms)
        if self.frozen:
            shared["phase"] = "frozen"
        return lambda seats: shared | view.own(self.table, seats, absences)

    def freeze(self, why: str) -> None:
        """Stop a game whose stored events can't be trusted; the other tables go on."""
        self.frozen = why
        log.error("table %s is frozen: %s", self.table.id, why)
        for session in self.audience.sessions:
            self._send_view(session)

    # Other nodes

    async def catch_up(self) -> None:
        """Read what another node has written."""
        async with self._mailbox:
            await self.catch_up_inside()
            await self._attend()

    async def catch_up_inside(self) -> None:
        """The same, from inside the mailbox."""
        self._behind = True
        try:
            events = await self.services.store.events(self.table.id, self.table.seq)
            check(events, self.table.hash, self.table.seq)
            seats = await self.services.store.seats(self.table.id)
        except Unavailable:
            return
        except (Damaged, BrokenChain) as error:
            self.freeze(str(error))
            return
        self._behind = False
        if not seats:
            self.freeze("it was deleted")
            return
        self.seats = seats
        self._advance(events, foreign=True)

    # What the table itself does

    async def begin(self) -> None:
        """Take up whatever is to be done, after the table was read or made."""
        async with self._mailbox:
            self.dealer.keep_moment()
            since = time_of_day() - self.table.events[-1].at_ms
            self.dealer.moment_s -= max(0, since) / 1000
            await self._attend()

    async def _attend(self) -> None:
        """Do what is due, and set the alarm for what will be."""
        try:
            if self._behind:
                await self.catch_up_inside()
            if self.frozen is None and not self._behind:
                await self._do_what_is_due()
        except Refused:
            self._behind = True
        if self.frozen is None:
            self._bots.ask(wait_ms=THINKING_GRACE_MS if self.dealer.foreign else 0.0)
            self._tell_claims()
            self._tell_compiling()
            self._set_alarm()

    async def _do_what_is_due(self) -> None:
        while drafts := self.dealer.due():
            await self._commit(drafts, None)
            if self.frozen is not None or self._behind:
                return
        if self.table.phase == OVER and self.table.rematch is None:
            await self._rematch()

    def _tell_claims(self) -> None:
        """Let everybody see that somebody has been away for long, or is back."""
        claims = commands.claimable(self.table, self.audience.absences)
        if claims != self._claims:
            self._claims = claims
            self.audience.tell([], self._viewer(), self.dealer.moment)

    def _tell_compiling(self) -> None:
        """While a bot waits for compiled code, let everybody see how far that is."""
        if view.compiling(self.table) is not None and self._compiling is None:
            self._compiling = self.services.spawn(self._follow_compiling())

    async def _follow_compiling(self) -> None:
        told = view.compiling(self.table)
        while self.audience.sessions and told is not None:
            await self.services.house.sleep(COMPILING_MS)
            share = view.compiling(self.table)
            if share != told:
                self.audience.tell([], self._viewer(), self.dealer.moment)
            told = share
        self._compiling = None

    async def _rematch(self) -> None:
        if commands.rematch_agreed(self.table) and self.table.seats_of("person"):
            opening = self.services.next_table(self)
            drafts = [Draft("rematched", None, {"table": opening.row.id})]
            if await self._commit(drafts, None, new=(opening,)):
                self.services.spawn(self.services.table(opening.row.id))

    # Alarms

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        wait = AGAIN_MS if self._behind else self.dealer.next_due()
        if wait is not None:
            self._alarm = self.services.spawn(self._ring_alarm(wait))

    async def _ring_alarm(self, wait: float) -> None:
        await self.services.house.sleep(wait)
        async with self._mailbox:
            self._alarm = None
            await self._attend()

    # Bots

    async def _play_for_bot(
        self, seat: int, occasion: Occasion, plan: Plan, ply: int, began: float
    ) -> None:
        async with self._mailbox:
            if self.frozen or not self._bots.takes_up(seat, occasion):
                return
            command = messages.Play(
                type="play", cmd="bot", ply=ply, text=plan.text, reaction=plan.delay
            )
            now = self.services.house.now()
            told = Circumstances(now, 0.0, max(plan.delay, now - began), frozenset({seat}))
            try:
                await self._commit(commands.propose(self.table, seat, command, told), None)
            except Refused as refused:
                log.info("a bot was too late: %s", refused.code)
            await self._attend()


def _freed(draft: Draft) -> SeatRow:
    """The row of a chair that nobody sits on any more: no key opens it."""
    assert draft.seat is not None
    return SeatRow(draft.seat, "open", None, None)


def _recent(events: list[Event]) -> list[Event]:
    """Everything but old chat."""
    said = [event.seq for event in events if event.kind == "said"]
    old = set(said[:-MOST_CHAT])
    return [event for event in events if event.seq not in old]
