"""Whole tables, driven at random: what people do in any order, on both databases."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from databases import PostgreSQL, sqlite
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from parlour import BOT, HERE, ME, OPEN, Guest, parlour

from tablier.table.commands import contested
from tablier.table.creation import Invitation
from tablier.table.event import check
from tablier.table.keys import hashed
from tablier.table.state import PLAYING, WAITING, Table

PEOPLE = ("p" * 32, "o" * 32, "t" * 32)
ORDER = ("waiting", "playing", "over")
SETUPS: list[tuple[str, list[dict[str, Any]]]] = [
    ("zhizhu", [ME, OPEN]),
    ("zhizhu", [ME, BOT]),
    ("sensei", [OPEN, ME]),
    ("chinese-checkers", [ME, OPEN, OPEN]),
    ("chinese-checkers", [ME, HERE, BOT]),
    ("zinga", [ME, OPEN]),
]
T = TypeVar("T")
people = st.sampled_from(PEOPLE)


class WholeTable(RuleBasedStateMachine):
    """One table from the first chair to the last game, over a database that `fresh` gives."""

    fresh: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.url = type(self).fresh()
        self.guests: dict[str, Guest] = {}
        self.acked: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = []
        self.phase = 0
        self.run(self._open())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    async def _open(self) -> None:
        self.stack = AsyncExitStack()
        self.house = await self.stack.enter_async_context(parlour(self.url))

    def teardown(self) -> None:
        self.run(self.stack.aclose())
        self.loop.close()

    @property
    def table(self) -> Table:
        return self.house.tables.live[self.made.table].table

    # What people do

    @initialize(
        setup=st.sampled_from(SETUPS),
        timed=st.booleans(),
        public=st.booleans(),
    )
    def create(self, setup: tuple[str, list[dict[str, Any]]], timed: bool, public: bool) -> None:
        game, seats = setup
        clock = {"base": 60_000, "increment": 1_000} if timed and game != "zinga" else None
        self.made = self.run(self.house.table(game, *seats, clock=clock, public=public))
        self.attend(PEOPLE[0])

    @rule(person=people)
    def attend(self, person: str) -> None:
        """Connect, or connect anew and be told what was missed."""
        seen = 0
        if person in self.guests:
            seen = self.table.seq
            self.run(self.guests.pop(person).leave())
        keys = (person, *filter(None, [self.made.watch]))
        self.guests[person] = self.run(self.house.attend(self.made.table, *keys, seen=seen))

    @precondition(lambda self: len(self.guests) > 1)
    @rule(data=st.data())
    def go_away(self, data: st.DataObject) -> None:
        person = data.draw(st.sampled_from(sorted(self.guests)))
        self.run(self.guests.pop(person).leave())

    @precondition(lambda self: self.table.phase == WAITING)
    @rule(person=people)
    def sit(self, person: str) -> None:
        if self.table.seats_of("open"):
            self.run(self.house.sit(self.made, person))

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Any legal action but the bell, which is decided in real time."""
        match = self.table.match
        choices = [
            (guest, int(seat), text)
            for guest in self.guests.values()
            for seat, texts in guest.live.seen(guest.session.seats)["legal"].items()
            for text in texts
            if not contested(match, match.foresee(text, int(seat)))
        ]
        if choices:
            guest, seat, text = data.draw(st.sampled_from(choices))
            self.command(guest, "play", seat=seat, ply=self.table.ply, text=text)

    @rule(
        person=people,
        said=st.sampled_from(
            [
                ("undo", {}),
                ("takeback", {"say": "ask"}),
                ("takeback", {"say": "accept"}),
                ("takeback", {"say": "decline"}),
                ("draw", {"say": "offer"}),
                ("draw", {"say": "accept"}),
                ("rematch", {"say": "offer"}),
                ("rematch", {"say": "decline"}),
                ("leave", {}),
                ("resign", {}),
                ("claim", {"from": 1}),
                ("rename", {"name": "Someone Else"}),
                ("chat", {"text": "well, well"}),
                ("play", {"text": "nonsense"}),
            ]
        ),
        seat=st.sampled_from([None, 0, 1, 2]),
    )
    def say(self, person: str, said: tuple[str, dict[str, Any]], seat: int | None) -> None:
        kind, fields = said
        if kind in ("undo", "play"):
            fields = fields | {"ply": self.table.ply}
        if seat is not None:
            fields = fields | {"seat": seat}
        if person in self.guests:
            self.command(self.guests[person], kind, **fields)

    @precondition(lambda self: self.acked)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """The same command once more: the same answer, and nothing happens."""
        person, kind, fields, ack = data.draw(st.sampled_from(self.acked))
        if person in self.guests and kind != "leave":
            before = self.table.hash
            assert self.run(self.guests[person].ask(kind, cmd=ack["cmd"], **fields)) == ack
            assert self.table.hash == before

    @rule(ms=st.sampled_from([1, 700, 5_000, 61_000]))
    def time_passes(self, ms: int) -> None:
        self.run(self.house.passes(ms))

    @rule()
    def restart(self) -> None:
        """The house closes and opens again; everybody comes back."""
        before = [self.table.left_ms(seat, self.house.house.now()) for seat in self.timed_seats()]
        self.run(self.stack.aclose())
        self.run(self._open())
        here, self.guests = sorted(self.guests), {}
        for person in here:
            self.attend(person)
        if self.table.phase == PLAYING:
            now = self.house.house.now()
            after = [self.table.left_ms(seat, now) for seat in self.timed_seats()]
            assert after == pytest.approx(before, abs=50)

    def timed_seats(self) -> range:
        return range(self.table.players if self.table.clocks else 0)

    @precondition(lambda self: self.table.rematch is not None)
    @rule()
    def follow(self) -> None:
        """On to the next game."""
        assert self.table.rematch is not None
        for guest in self.guests.values():
            self.run(guest.leave())
        made = self.made
        self.made = Invitation(self.table.rematch, [], None, made.watch)
        self.guests, self.acked, self.phase = {}, [], 0
        self.attend(PEOPLE[0])

    def command(self, guest: Guest, kind: str, **fields: Any) -> None:
        """What is refused changes nothing; what is acknowledged is in the log."""
        before = self.table.hash
        owner = guest.keys[0]
        answer = self.run(
            guest.ask(kind, cmd=f"{owner[0]}{self.table.seq}.{len(self.acked)}", **fields)
        )
        if answer["type"] == "ack":
            event = self.table.events[answer["seq"] - 1]
            assert event.hash == answer["hash"]
            self.acked.append((owner, kind, fields, answer))
        else:
            assert answer["type"] == "refused" and answer["text"]
            assert self.table.hash == before

    # What always holds

    @invariant()
    def the_log_tells_the_same(self) -> None:
        events = self.run(self.house.node.store.events(self.made.table))
        check(events)
        assert events == self.table.events
        told, fault = Table.salvage(events)
        assert fault is None
        for same in ("phase", "ply", "chairs", "offers", "acks", "rematch", "cause", "revealed"):
            assert getattr(told, same) == getattr(self.table, same)
        assert told.record() == self.table.record()
        if told.clocks is not None and self.table.clocks is not None:
            assert told.clocks.left == self.table.clocks.left

    @invariant()
    def everybody_heard_everything(self) -> None:
        for guest in self.guests.values():
            seqs = [event["seq"] for event in guest.events]
            last = guest.view["seq"]
            assert last == self.table.seq and (not seqs or seqs[-1] == last)
            assert seqs == list(range(last - len(seqs) + 1, last + 1))

    @invariant()
    def keys_open_what_they_should(self) -> None:
        live = self.house.tables.live[self.made.table]
        held = [live.keys.rights(frozenset({hashed(person)})) for person in PEOPLE]
        assert sum(map(len, held)) == len(self.table.seats_of("person"))
        assert live.frozen is None
        for person, guest in self.guests.items():
            assert guest.session.seats == held[PEOPLE.index(person)]

    @invariant()
    def a_table_never_goes_back_to_an_earlier_phase(self) -> None:
        now = ORDER.index(self.table.phase)
        assert now >= self.phase
        self.phase = now


def drive(fresh: Callable[[], str], examples: int) -> None:
    machine = type("Driven", (WholeTable,), {"fresh": staticmethod(fresh)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> None:
    def fresh() -> str:
        folder: Path = tmp_path_factory.mktemp("whole")
        return sqlite(folder)

    drive(fresh, examples=20)


def test_on_postgresql(postgres: PostgreSQL) -> None:
    drive(postgres.fresh, examples=5)
