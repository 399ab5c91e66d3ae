"""A table that is being played: one mailbox, in which commands are dealt with one by one.

Only what is stored has happened: an event is committed first, then the table
advances, the sender is told, and everybody else hears of it.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Collection, Sequence
from functools import partial
from typing import Any

from tablier.core.turn import Step
from tablier.table import commands, messages, view
from tablier.table.commands import Arrival
from tablier.table.creation import next_opening
from tablier.table.event import BrokenChain, Event, Proposal, bound, check, time_of_day
from tablier.table.keys import hashed
from tablier.table.live import answers
from tablier.table.live.alarm import Alarm
from tablier.table.live.audience import Audience
from tablier.table.live.automatic import Dealer
from tablier.table.live.bot_seats import Bots
from tablier.table.live.compile_watch import CompileWatch
from tablier.table.live.host import Host
from tablier.table.live.seat_keys import SeatKeys, freed
from tablier.table.live.session import Session
from tablier.table.live.thinker import BotPlan
from tablier.table.messages import Refused
from tablier.table.rows import Entry, GameRow, Opening, SeatRow
from tablier.table.sharing.fair_queue import Asker
from tablier.table.state import OVER, WAITING, Ack, Table
from tablier.table.store import Conflict, Damaged, Unavailable
from tablier.table.summary import Summary, outlook, summary, written

log = logging.getLogger("tablier.live")

TRIES = 5
"""How often something is proposed anew because another node was first."""
SENDER = 8
"""Digits of a key's hash that tell one sender's commands from another's."""
THINKING_GRACE_MS = 15_000.0
"""Another node's bots are left to it for this long."""
AGAIN_MS = 500.0
"""A database that is away is asked again after this long."""
NOT_STORED = ("storage", "this could not be stored just now; send it again")
BUSY = ("busy", "too much is going on at this table; try again")


class LiveTable:
    """A table in memory, its connections and its timers."""

    def __init__(self, host: Host, table: Table, row: GameRow, seats: list[SeatRow]) -> None:
        self.table = table
        self.keys = SeatKeys(row, seats)
        self.audience = Audience(table, host.house.passed, host.encode)
        self.frozen: str | None = None
        """Why the game is stopped, if it is."""
        self._host = host
        self._mailbox = asyncio.Lock()
        self._alarm = Alarm(host, self._look_again)
        self._bots = Bots(host, table, self._play_for_bot, lambda: self.audience.asker)
        self._dealer = Dealer(table, row.seed, host.house, self.audience, self._bots)
        self._standing: tuple[tuple[int, ...], bool] = ((), False)
        """What was told last that changes without events: claims, and whether a roll is held."""
        self._hints = answers.Hints(table)
        self._compile_watch = CompileWatch(host, self._bots, self.audience, self._tell)
        self._behind = False
        """Whether what is stored may be more than what is known here."""

    async def begin(self) -> None:
        """Take up whatever is to be done, after the table was read or made."""
        async with self._mailbox:
            self._dealer.keep_cue()
            since_ms = time_of_day() - self.table.events[-1].at_ms
            self._dealer.cue_s -= max(0, since_ms) / 1000
            await self._attend()

    @property
    def rest_ms(self) -> float:
        """For how long nobody would miss this table if it were read anew after that."""
        if self.frozen is not None and not self.audience.sessions:
            return math.inf
        if self.audience.sessions or self._mailbox.locked() or self._bots or self._behind:
            return 0.0
        due_ms = self._dealer.next_due()
        return due_ms if due_ms is not None else math.inf

    def put_away(self) -> None:
        """It is forgotten here, and does nothing more."""
        self._alarm.set(None)

    # Coming and going

    async def join(self, session: Session, seen: int) -> None:
        """Welcome a client, and tell it what it missed: what is long past before the welcome."""
        host = self._host
        seen = await answers.tell_past(self.table, session, seen, host.encode, host.work)
        async with self._mailbox:
            alone = self.audience.asker is None
            if alone:
                self._dealer.take_up()
            await self._attend()
            session.seats = self.keys.rights(session.hashes)
            self.audience.add(session)
            self._dealer.note_attention()
            welcome = answers.welcome(self.table, session.seats, seen)
            session.send(self._host.encode(welcome | {"view": self.seen(session.seats)}))
            session.shown = (self._dealer.cue, self._dealer.cue_s)
            if alone:
                await self._attend()
        self._note_presence()

    def leave(self, session: Session) -> None:
        """A connection ended; what only it waited for is not thought about any longer."""
        self.audience.remove(session)
        for task in session.waits_for:
            task.cancel()
        if self.audience.asker is None:
            self._bots.ask()
        self._note_presence()

    def _note_presence(self) -> None:
        """Tell who is there; who went away can be claimed from when the alarm rings."""
        self.audience.tell_presence()
        self._host.announce(self.table.id)
        self._note_attention()

    def _note_attention(self) -> None:
        """See whether the next roll has somebody who looks at it."""
        if self.frozen is None:
            self._dealer.note_attention()
            self._tell_changes()
            self._set_alarm()

    def hear(self, node: str, seats: frozenset[int], watchers: int, hidden: frozenset[int]) -> bool:
        """Another node says who is there; True if it had not said anything before."""
        new = self.audience.hear(node, seats, watchers, hidden)
        self._note_attention()
        return new

    async def sit(self, asked: int | None, who: SeatRow, name: str, nonce: str | None) -> int:
        """Give an open chair, or the one asked for, to a person who already was checked."""
        async with self._mailbox:
            await self._require_sound()
            commands.require_room(self.table)
            for _ in range(TRIES):
                free = self.table.seats_of("open") if self.table.phase == WAITING else ()
                if not free or (asked is not None and asked not in free):
                    why = "that seat is taken" if free else "all seats are taken"
                    raise Refused("taken", why)
                seat = free[0] if asked is None else asked
                body = {"name": name} | ({} if nonce is None else {"nonce": nonce})
                row = who._replace(no=seat)
                if await self._commit([Proposal("sat", seat, body)], None, seats=(row,)):
                    await self._attend()
                    return seat
        raise Refused(*BUSY)

    # Commands

    async def handle(self, session: Session, command: messages.Command) -> None:
        """Carry a command out and answer it; a hint takes its time and holds nothing up."""
        arrived_ms = self._host.house.passed_before(session.connection.waited_ms)
        if isinstance(command, messages.HintRequest):
            thinking = self._host.spawn(self._answer(session, command, arrived_ms))
            session.waits_for.add(thinking)
            thinking.add_done_callback(session.waits_for.discard)
        else:
            await self._answer(session, command, arrived_ms)

    async def _answer(self, session: Session, command: messages.Command, arrived_ms: float) -> None:
        try:
            answer = await self._answer_to(session, command, arrived_ms)
        except Refused as refused:
            self._host.refused += 1
            answer = {"type": "refused"} | refused.body()
            if refused.code in ("stale", "storage"):
                self._send_view(session)
        session.send(self._host.encode(answer | {"cmd": command.cmd}))

    async def _answer_to(
        self, session: Session, command: messages.Command, arrived_ms: float
    ) -> dict[str, Any]:
        if isinstance(command, messages.Mute):
            session.muted = command.on
            return {"type": "ack"}
        if isinstance(command, messages.LookSwitch):
            session.looking = command.on
            self._host.announce(self.table.id)
            self._note_attention()
            return {"type": "ack"}
        if isinstance(command, messages.History):
            asker, work = self._asker(session), self._host.work
            return await answers.history(self.table.match, command.ply, asker, work)
        if isinstance(command, messages.HintRequest):
            await self._require_sound()
            seat = session.seat_for(command.seat)
            think = partial(self._think_for, session, seat)
            return {"type": "hint", "text": await self._hints.ask(seat, think)}
        ack = await self._carry_out(session, command, arrived_ms)
        return {"type": "ack", "seq": ack.seq, "hash": ack.hash}

    def _think_for(self, session: Session, seat: int) -> Awaitable[BotPlan]:
        task = self._bots.task(seat, answers.HINT_LEVEL)
        return self._host.thinker.plan(task, self._asker(session))

    def _asker(self, session: Session) -> Asker:
        return Asker(session.address, self.table.id)

    async def _carry_out(
        self, session: Session, command: messages.Command, arrived_ms: float
    ) -> Ack:
        elapsed = self._elapsed(session)
        async with self._mailbox:
            try:
                return await self._store(session, command, arrived_ms, elapsed)
            except Refused as refused:
                if refused.code == "storage":
                    seat = session.seat_for(command.seat)
                    self._dealer.keep_arrival(seat, command, arrived_ms)
                raise

    async def _store(
        self,
        session: Session,
        command: messages.Command,
        arrived_ms: float,
        elapsed: float | None,
    ) -> Ack:
        await self._require_sound()
        if isinstance(command, messages.Leave):
            senders = {key[:SENDER] for key in session.hashes}
            if left := self.table.ack_of(command.cmd, senders):
                return left
        for _ in range(TRIES):
            seat = session.seat_for(command.seat)
            sender = (self.keys.seats[seat].token_sha256 or "")[:SENDER]
            sender = self.table.senders.get(seat, sender)
            if isinstance(command, messages.Leave):
                sender = self.keys.opener(seat, session.hashes)[:SENDER]
            name = f"{sender}:{command.cmd}"
            if name in self.table.acks:
                return self.table.acks[name]
            came_ms = self._dealer.first_arrival(seat, command, arrived_ms)
            arrival = self._arrival(session, came_ms, elapsed)
            proposals = commands.propose(self.table, seat, command, arrival)
            rows = tuple(freed(seat) for one in proposals if one.kind == "left")
            if isinstance(command, messages.Renew):
                rows = (self.keys.renewed(seat, command.key, session.hashes),)
                session.hashes |= {hashed(command.key)}
            if await self._commit(proposals, name, seats=rows):
                await self._attend()
                return self.table.acks[name]
        raise Refused(*BUSY)

    def _elapsed(self, session: Session) -> float | None:
        """E: milliseconds since the present cue was sent on this connection.

        Who comes back in the middle of a race is measured from its beginning.
        """
        cue, sent = session.shown
        return (session.connection.arrived - sent) * 1000 if cue == self._dealer.cue else None

    def _arrival(self, session: Session, arrived_ms: float, elapsed: float | None) -> Arrival:
        self._dealer.ringing.came(session.connection.arrived)
        return Arrival(
            self._host.house.now(),
            self._dealer.thought_until(arrived_ms),
            session.connection.ping_ms,
            session.connection.is_proven,
            elapsed,
            session.seats,
            self.audience.absences,
        )

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
        proposals: Sequence[Proposal],
        cmd: str | None,
        *,
        seats: tuple[SeatRow, ...] = (),
        new: tuple[Opening, ...] = (),
    ) -> bool:
        """Store what happens, then let it happen. False if another node was first.

        Where the database did not say whether it has stored them, the events
        happened if they are found there.
        """
        table, house_ms = self.table, round(self._host.house.now())
        events = bound(table.head, proposals, cmd, time_of_day(), house_ms)
        step = next((one.step for one in proposals if one.step is not None), None)
        look = outlook(table, events, step)
        status = look.phase if look.phase != table.phase or look.phase == OVER else None
        entry = Entry(table.id, events, status, seats, new, written(table, look), look.tallies)
        try:
            await self._host.outage.watch(self._host.writer.append(entry))
        except Conflict:
            await self.catch_up_inside()
            return False
        except Exception as error:
            log.error("a commit failed: %r", error)
            await self.catch_up_inside()
            if any(event.hash == events[-1].hash for event in table.events):
                return True
            raise Refused(*NOT_STORED) from error
        self.keys.take(seats)
        self._advance(events, step)
        return True

    def _advance(
        self, events: list[Event], step: Step | None = None, *, foreign: bool = False
    ) -> None:
        """Take committed events in, and tell everybody; `step` is the one action among them."""
        if not events:
            return
        try:
            for event in events:
                self.table.apply(event, step if event.kind == "played" else None)
        except BrokenChain as error:
            self.freeze(str(error))
            return
        if any(event.kind in ("sat", "left", "renewed") for event in events):
            self._renew_rights({event.seat for event in events if event.kind == "renewed"})
        self._dealer.heed(events, foreign=foreign)
        self._tell(events)

    def _renew_rights(self, renewed: Collection[int | None]) -> None:
        """Seats have changed hands or keys; who may no longer sit or look is shown out."""
        for session in self.audience.sessions:
            before, session.seats = session.seats, self.keys.rights(session.hashes)
            if any(seat in renewed for seat in before - session.seats):
                why = "your seat has a new key: open its new link"
                self._host.spawn(session.close(messages.KEY_RENEWED, why))
            elif not self.keys.admits(session.hashes):
                goodbye = session.close(messages.NOT_ALLOWED, "you have left this table")
                self._host.spawn(goodbye)
        self.audience.note()

    def freeze(self, why: str) -> None:
        """Stop a game whose stored events can't be trusted; the other tables go on."""
        self.frozen = why
        log.error("table %s is frozen: %s", self.table.id, why)
        for session in self.audience.sessions:
            self._send_view(session)

    # Showing

    def _tell(self, events: Sequence[Event] = ()) -> None:
        self.audience.tell(events, self._views(), self._dealer.cue)

    def summary(self) -> Summary:
        """What a list shows of it."""
        shown = summary(self.table, outlook(self.table))
        return shown | ({"phase": "frozen"} if self.frozen else {})

    async def store_summary(self) -> None:
        """For a table whose events were stored without one."""
        async with self._mailbox:
            text = written(self.table, outlook(self.table))
            over = OVER if self.table.phase == OVER else None
            entry = Entry(self.table.id, [], over, summary=text)
            await self._host.outage.watch(self._host.writer.append(entry))

    def _send_view(self, session: Session) -> None:
        message = {"type": "update", "events": [], "view": self.seen(session.seats)}
        session.send(self._host.encode(message), self._dealer.cue)

    def seen(self, seats: frozenset[int] = frozenset()) -> dict[str, Any]:
        """The view of the holder of some seats."""
        return self._views().of(seats)

    def _views(self) -> view.Views:
        """How the table looks now, from every seat."""
        now = view.Now(
            self.audience.online,
            self.audience.absences,
            self._dealer.thought_ms,
            self._dealer.deadline_in_ms,
            self._bots.compiling(),
            self._dealer.hold.shown,
            frozen=self.frozen is not None,
        )
        return view.Views(self.table, now)

    # Other nodes

    async def catch_up(self) -> None:
        """Read what another node has written."""
        async with self._mailbox:
            await self.catch_up_inside()
            await self._attend()

    async def take_over(self) -> None:
        """The node that wrote last has gone: what was left to it is done here."""
        async with self._mailbox:
            self._dealer.foreign = False
            self._bots.take_over()
            await self._attend()

    async def catch_up_inside(self) -> None:
        """The same, from inside the mailbox."""
        self._behind = True
        store, table = self._host.store, self.table
        try:
            events = await store.events(table.id, table.seq)
            check(events, table.hash, table.seq)
            seats = await store.seats(table.id)
        except Unavailable:
            return
        except (Damaged, BrokenChain) as error:
            self.freeze(str(error))
            return
        self._behind = False
        if not seats:
            self.freeze("it was deleted")
            return
        self.keys.seats = seats
        self._advance(events, foreign=True)

    # What the table itself does

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
            self._bots.ask(wait_ms=THINKING_GRACE_MS if self._dealer.foreign else 0.0)
            self._tell_changes()
            self._compile_watch.note()
            self._set_alarm()
        self._hints.follow()

    async def _do_what_is_due(self) -> None:
        while proposals := self._dealer.due():
            await self._commit(proposals, None)
            if self.frozen is not None or self._behind:
                return
        if self.table.phase == OVER and self.table.rematch is None:
            await self._rematch()

    async def _rematch(self) -> None:
        if commands.rematch_agreed(self.table) and self.table.seats_of("person"):
            house_ms = round(self._host.house.now())
            opening = next_opening(self.table, self.keys.row, self.keys.seats, house_ms)
            proposals = [Proposal("rematched", None, {"table": opening.row.id})]
            if await self._commit(proposals, None, new=(opening,)):
                self._host.spawn(self._host.open_next(opening.row.id))

    def _tell_changes(self) -> None:
        """Let everybody see that somebody has been away for long, or is back."""
        claims = commands.claimable(self.table, self.audience.absences)
        standing = (claims, self._dealer.hold.is_held)
        if standing != self._standing:
            self._standing = standing
            self._tell()

    def _set_alarm(self) -> None:
        self._alarm.set(AGAIN_MS if self._behind else self._dealer.next_due())

    async def _look_again(self) -> None:
        async with self._mailbox:
            self._alarm.rung()
            await self._attend()

    async def _play_for_bot(
        self, seat: int, occasion: int, plan: BotPlan, ply: int, began_ms: float
    ) -> None:
        async with self._mailbox:
            if self.frozen or not self._bots.takes_up(seat, occasion):
                return
            command = messages.Play(cmd="bot", ply=ply, text=plan.text, reaction=plan.delay)
            passed = self._host.house.passed()
            arrival = Arrival(
                self._host.house.now(),
                self._dealer.thought_until(passed),
                elapsed=max(plan.delay, passed - began_ms),
                seats=frozenset({seat}),
            )
            try:
                await self._commit(commands.propose(self.table, seat, command, arrival), None)
            except Refused as refused:
                log.info("a bot was too late: %s", refused.code)
            await self._attend()
