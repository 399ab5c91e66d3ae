"""Clocks: they run for whoever is on turn, and for nobody while the house is closed."""

import asyncio

import pytest
from guests import HERE, ME, OPEN, OTHER, PERSON, Guest, HandMoved, gathering
from memory import MemoryStore

from tablier.table.clock import LAG_QUOTA, MOST_LAG
from tablier.table.commands import ABSENT_MS
from tablier.table.event import time_of_day
from tablier.table.live import live_table
from tablier.table.live.house_clock import House

pytestmark = pytest.mark.anyio
BLITZ = {"base": 60_000, "increment": 2_000}
ERROR_MS = 50


def left(guest: Guest, seat: int) -> int:
    """What a seat has on its clock now."""
    shown: int = guest.live.seen()["clocks"]["left"][seat]
    return shown


async def test_a_turn_costs_its_time_and_earns_the_increment() -> None:
    async with gathering() as open_house:
        made = await open_house.table("sensei", ME, HERE, clock=BLITZ)
        ann = await open_house.attend(made.table, PERSON)
        assert ann.view["clocks"] == {"left": [60_000, 60_000], "running": [0]}
        await open_house.passes(5_000)
        assert left(ann, 0) == 55_000 and left(ann, 1) == 60_000
        turn = ann.view["turn"]
        while ann.view["turn"] == turn:
            await ann.play(ann.view["legal"]["0"][0], seat=0)
        assert left(ann, 0) == 57_000
        assert ann.view["clocks"]["running"] == [1]


async def test_days_for_a_move_are_whole_again_every_turn() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock={"days": 2})
        ann = await open_house.attend(made.table, PERSON)
        await open_house.passes(3_600_000)
        assert left(ann, 0) == 47 * 3_600_000
        await ann.play("b3", seat=0)
        assert left(ann, 0) == left(ann, 1) == 48 * 3_600_000


async def test_the_flag_falls_by_itself() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock=BLITZ)
        ann = await open_house.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        await open_house.passes(60_000 + MOST_LAG - 1)
        assert ann.view["phase"] == "playing" and left(ann, 1) == 0
        await open_house.passes(3)
        assert ann.view["result"] == {"ranks": [1, 2], "reason": "resigned", "cause": "time"}


async def test_a_move_after_the_flag_is_refused_unless_its_line_was_slow() -> None:
    async with gathering() as open_house:
        for ping, answer in ((0.0, "refused"), (200.0, "ack"), (9_000.0, "ack")):
            made = await open_house.table("zhizhu", ME, HERE, clock=BLITZ)
            ann = await open_house.attend(made.table, PERSON)
            ann.line.ping_ms = ping
            await open_house.passes(60_100)
            assert (await ann.play("b3", seat=0))["type"] == answer


async def test_no_more_than_the_bound_is_taken_off_for_a_slow_line() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock={"base": 60_000, "increment": 0})
        ann = await open_house.attend(made.table, PERSON)
        ann.line.ping_ms = 9_000.0
        await open_house.passes(10_000)
        await ann.play("b3", seat=0)
        assert left(ann, 0) == 60_000 - 10_000 + MOST_LAG


async def test_nobody_thinks_for_nothing_by_undoing_or_by_anothers_resignation() -> None:
    async with gathering() as open_house:
        clock = {"base": 600_000, "increment": 0}
        made = await open_house.table("sensei", ME, HERE, clock=clock)
        ann = await open_house.attend(made.table, PERSON)
        await ann.play(ann.view["legal"]["0"][0], seat=0)
        assert ann.view["undo"]
        await open_house.passes(7_000)
        await ann.ask("undo", seat=0, ply=ann.view["ply"])
        assert left(ann, 0) == 593_000
        made = await open_house.table("chinese-checkers", ME, HERE, OPEN, clock=clock)
        await open_house.sit(made, OTHER)
        ann = await open_house.attend(made.table, PERSON)
        await open_house.passes(7_000)
        await ann.ask("resign", seat=1)
        assert ann.view["clocks"]["running"] == [0] and left(ann, 0) == 593_000


@pytest.mark.parametrize("jump_h", [-1, 0, 1])
async def test_a_closed_house_charges_nobody(jump_h: int, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with gathering(store) as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock=BLITZ)
        ann = await open_house.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        await open_house.passes(20_000)
        before = left(ann, 1)
    shifted = time_of_day() + jump_h * 3_600_000 + 60_000
    monkeypatch.setattr(live_table, "time_of_day", lambda: shifted)
    async with gathering(store) as open_house:
        ann = await open_house.attend(made.table, PERSON)
        assert abs(left(ann, 1) - before) <= ERROR_MS
        await open_house.passes(before + MOST_LAG + 2)
        assert ann.view["result"]["cause"] == "time"


@pytest.mark.parametrize(("busy", "passes_ms"), [(False, 0), (True, 60_000)])
def test_a_stopped_process_charges_nobody_but_a_busy_one_does(busy: bool, passes_ms: int) -> None:
    clock = HandMoved(5_000)
    clock.move(1_000)
    clock.stall(60_000, busy=busy)
    assert abs(clock.now() - 6_000 - passes_ms) <= ERROR_MS


@pytest.mark.parametrize("busy", [False, True])
def test_what_came_during_a_stall_came_when_it_did(busy: bool) -> None:
    clock = HandMoved()
    clock.move(1_000)
    clock.stall(20_000, busy=busy)
    clock.move(500)
    came_ms = 3_000 if busy else 1_000
    assert abs(clock.passed_before(18_500) - came_ms) <= ERROR_MS
    assert abs(clock.passed() - clock.passed_before(200) - 200) < 1


async def test_who_keeps_the_house_busy_pays_for_it_and_who_moved_in_time_does_not() -> None:
    async with gathering() as open_house:
        for waited_ms, answer in ((19_000.0, "ack"), (2_000.0, "refused")):
            made = await open_house.table("zhizhu", ME, HERE, clock={"base": 6_000, "increment": 0})
            ann = await open_house.attend(made.table, PERSON)
            await open_house.passes(1_000)
            open_house.house.stall(20_000, busy=True)
            open_house.house.wake()
            await open_house.settle(made.table)
            assert ann.view["phase"] == "playing", "what came meanwhile was not read yet"
            ann.line.waited_ms = waited_ms
            assert (await ann.play("b3", seat=0))["type"] == answer
            assert answer == "refused" or abs(left(ann, 0) - 4_000) <= ERROR_MS
            ann.line.waited_ms = 0.0
        await open_house.passes(1_000)
        assert ann.view["result"]["cause"] == "time"


async def test_a_stop_for_longer_than_there_is_on_a_clock_costs_nobody_the_game() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock={"base": 6_000, "increment": 0})
        ann = await open_house.attend(made.table, PERSON)
        await open_house.passes(1_000)
        open_house.house.stall(20_000, busy=False)
        open_house.house.wake()
        await open_house.settle(made.table)
        assert (await ann.play("b3", seat=0))["type"] == "ack"
        assert abs(left(ann, 0) - 5_000) <= ERROR_MS


async def test_no_clock_runs_while_nothing_can_be_stored() -> None:
    store = MemoryStore()
    async with gathering(store) as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock={"base": 6_000, "increment": 0})
        ann = await open_house.attend(made.table, PERSON)
        await open_house.passes(1_000)
        store.away, move = True, {"ply": 0, "text": "b3", "seat": 0}
        assert (await ann.ask("play", cmd="first", **move))["code"] == "storage"
        open_house.house.at += 14.0
        assert left(ann, 0) == 5_000 and ann.view["phase"] == "playing"
        store.away = False
        while open_house.house.halted:
            await asyncio.sleep(0.01)
        await open_house.passes(4_000)
        assert (await ann.ask("play", cmd="first", **move))["type"] == "ack"
        assert left(ann, 0) == 5_000, "charged by its first arrival"


async def test_a_flag_waits_for_a_move_that_came_in_time_and_was_not_stored() -> None:
    store = MemoryStore()
    async with gathering(store) as open_house:
        for again, kind in (("b3", "ack"), ("b4", "refused")):
            made = await open_house.table("zhizhu", ME, HERE, clock={"base": 6_000, "increment": 0})
            ann = await open_house.attend(made.table, PERSON)
            store.away = True
            await ann.ask("play", cmd="first", ply=0, text="b3", seat=0)
            store.away = False
            while open_house.house.halted:
                await asyncio.sleep(0.01)
            await open_house.passes(10_000)
            assert ann.view["phase"] == "playing"
            answer = await ann.ask("play", cmd="first", ply=0, text=again, seat=0)
            assert answer["type"] == kind, "only the same move may come later"
        await open_house.passes(11_000)
        assert ann.view["result"]["cause"] == "time"


async def test_a_deadline_is_armed_again_after_a_restart() -> None:
    store = MemoryStore()
    async with gathering(store) as open_house:
        made = await open_house.table("zinga", ME, HERE)
        ann = await open_house.attend(made.table, PERSON)
        await open_house.passes(1)
        ply = ann.view["ply"]
    async with gathering(store) as open_house:
        ann = await open_house.attend(made.table, PERSON)
        assert ann.view["ply"] == ply and ann.view["deadline"]["left"] > 0
        await open_house.passes(ann.view["deadline"]["ms"] + 1_000)
        assert next(e["body"]["text"] for e in ann.events if e["seat"] == 8) == "expired"


async def test_who_stays_away_on_turn_loses_the_game_to_whoever_claims_it() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, OPEN)
        await open_house.sit(made, OTHER)
        ann = await open_house.attend(made.table, PERSON)
        assert (await ann.ask("claim", **{"from": 1}))["code"] == "not_absent"
        await ann.play("b3")
        await open_house.passes(ABSENT_MS - 1_000)
        assert ann.view["claim"] == []
        cy = await open_house.attend(made.table, OTHER)
        await cy.leave()
        await open_house.passes(ABSENT_MS - 1_000)
        assert (await ann.ask("claim", **{"from": 1}))["code"] == "not_absent"
        await open_house.passes(1_100)
        assert ann.view["claim"] == [1]
        assert (await ann.ask("claim", **{"from": 1}))["type"] == "ack"
        assert ann.view["result"]["ranks"] == [1, 2]
        assert ann.view["result"]["cause"] == "absent"


async def test_who_has_days_for_a_move_may_be_away() -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, OPEN, clock={"days": 1})
        await open_house.sit(made, OTHER)
        ann = await open_house.attend(made.table, PERSON)
        await ann.play("b3")
        await open_house.passes(10 * ABSENT_MS)
        assert (await ann.ask("claim", **{"from": 1}))["code"] == "not_absent"


async def test_a_quota_bounds_what_a_line_is_excused_from() -> None:
    """Whoever plays and undoes to have every action's delay taken off runs out of it."""
    async with gathering() as open_house:
        clock = {"base": 600_000, "increment": 0}
        made = await open_house.table("sensei", ME, HERE, clock=clock)
        ann = await open_house.attend(made.table, PERSON)
        ann.line.ping_ms = MOST_LAG
        for _ in range(20):
            await open_house.passes(MOST_LAG)
            await ann.play(ann.view["legal"]["0"][0], seat=0)
            await open_house.passes(MOST_LAG)
            await ann.ask("undo", seat=0, ply=ann.view["ply"])
        assert left(ann, 0) == 600_000 - 40 * MOST_LAG + LAG_QUOTA
        assert [e["body"].get("lag") for e in ann.events if e["kind"] == "undone"][-1] is None


async def test_a_long_line_is_excused_from_every_turn() -> None:
    async with gathering() as open_house:
        clock = {"base": 600_000, "increment": 0}
        made = await open_house.table("zhizhu", ME, HERE, clock=clock)
        ann = await open_house.attend(made.table, PERSON)
        ann.line.ping_ms = 220.0
        for _ in range(12):
            await open_house.passes(1_000)
            seat = ann.view["actors"][0]
            await ann.play(ann.view["legal"][str(seat)][0], seat=seat)
        assert left(ann, 0) + left(ann, 1) == 1_200_000 - 12 * (1_000 - 220)


@pytest.mark.parametrize(("is_proven", "excused"), [(True, 220), (False, 75)])
async def test_in_a_short_game_an_unproven_line_is_excused_from_less(
    is_proven: bool, excused: int
) -> None:
    async with gathering() as open_house:
        made = await open_house.table("zhizhu", ME, HERE, clock={"base": 60_000, "increment": 0})
        ann = await open_house.attend(made.table, PERSON)
        ann.line.ping_ms, ann.line.is_proven = 220.0, is_proven
        await open_house.passes(1_000)
        await ann.play("b3", seat=0)
        assert left(ann, 0) == 60_000 - 1_000 + excused


def test_the_processor_time_is_not_asked_for_at_every_look() -> None:
    """The kernel has to sum it up, and a busy house looks at its clock all the time."""
    now, asked = 0.0, 0

    def worked() -> float:
        nonlocal asked
        asked += 1
        return now / 10

    house = House(monotonic=lambda: now, worked=worked)
    for _ in range(1_000):
        now += 0.0001
        house.passed()
    assert house.passed() == pytest.approx(100) and asked < 30
