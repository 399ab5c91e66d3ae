"""For whom bots think: for those who play or watch, and not for those who have gone."""

import asyncio
import math
from typing import Any

import pytest
from guests import BOT, HERE, ME, PERSON, Gathering, Guest, gathering

from tablier.core.errors import BadOption
from tablier.engine.levels import ADAPTIVE

pytestmark = pytest.mark.anyio


async def test_bots_alone_think_only_while_somebody_watches() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", BOT, BOT)
        await house.passes(60_000)
        assert house.thinker.asked == [] and house.tables.live[made.table].table.ply == 0
        house.thinker.held = asyncio.Event()
        ann = await house.attend(made.table, made.watch or "")
        assert len(house.thinker.asked) == 1
        await ann.leave()
        house.thinker.held.set()
        await house.settle()
        assert house.tables.live[made.table].table.ply == 0, "nobody wants to know any more"
        assert house.tables.live[made.table].rest_ms == math.inf
        ann = await house.attend(made.table, made.watch or "")
        while not ann.view["ply"]:
            await asyncio.sleep(0)


async def test_bots_are_alone_when_all_people_have_given_up() -> None:
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, BOT, BOT)
        ann = await house.attend(made.table, PERSON)
        house.thinker.held = asyncio.Event()
        await ann.ask("resign")
        assert ann.view["phase"] == "playing"
        await ann.leave()
        house.thinker.held.set()
        asked = len(house.thinker.asked)
        await house.passes(60_000)
        assert (
            len(house.thinker.asked) == asked and house.tables.live[made.table].rest_ms == math.inf
        )


async def test_the_time_of_bots_alone_begins_when_somebody_comes() -> None:
    async with gathering() as house:
        minute = {"base": 60_000, "increment": 0}
        made = await house.table("zhizhu", BOT, BOT, clock=minute)
        await house.passes(3_600_000)
        house.thinker.held = asyncio.Event()
        ann = await house.attend(made.table, made.watch or "")
        assert ann.view["phase"] == "playing" and ann.view["clocks"]["left"] == [60_000, 60_000]
        await house.passes(61_000)
        assert ann.view["result"]["cause"] == "time"


async def test_a_race_of_bots_alone_waits_as_well() -> None:
    async with gathering() as house:
        made = await house.table("zinga", BOT, BOT)
        await house.passes(30_000)
        seq = house.tables.live[made.table].table.seq
        await house.passes(30_000)
        assert house.tables.live[made.table].table.seq == seq
        await house.attend(made.table, made.watch or "")
        await house.passes(5_000)
        assert house.tables.live[made.table].table.seq > seq + 2


@pytest.mark.parametrize("untimed", [False, True])
async def test_a_plan_stands_while_the_same_deadline_runs_and_not_without_one(
    untimed: bool,
) -> None:
    """As in the terminal, the arena and the environments: see race_order.py."""
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT, BOT, options={"untimed": untimed})
        ann = await house.attend(made.table, PERSON)
        asked = len(house.thinker.asked)
        await house.passes(100)
        assert (await ann.play("ready", seat=0))["type"] == "ack"
        assert len(house.thinker.asked) == asked + (2 if untimed else 0)
        await house.passes(350)
        assert (ann.view["ply"] == 1) == untimed, "they take their 400 ms from then on"
        await house.passes(100)
        assert ann.view["ply"] > 1


async def test_a_bot_that_adapts_is_told_who_its_rivals_are() -> None:
    """On any node, after any restart: what it needs to know is in the match and the chairs."""
    async with gathering() as house:
        as_quick = {"kind": "bot", "level": ADAPTIVE}
        made = await house.table("zinga", as_quick, ME, BOT, HERE)
        await house.attend(made.table, PERSON)
        await house.passes(5_000)
        chairs = house.tables.live[made.table].table.chairs
        people = tuple(seat for seat, chair in enumerate(chairs) if chair.kind != "bot")
        asked = [task for task in house.thinker.asked if task.level == ADAPTIVE]
        assert asked and {task.people for task in asked} == {people} and len(people) == 2
        with pytest.raises(BadOption, match="there is no level 8"):
            await house.table("zhizhu", ME, as_quick)


async def test_what_bots_think_is_charged_to_those_who_sit_and_then_to_those_who_watch() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, BOT)
        audience = house.tables.live[made.table].audience
        assert audience.asker == ("", made.table)
        cy = await house.attend(made.table, made.watch or "")
        cy.session.address = "192.0.2.1"
        assert audience.asker == ("192.0.2.1", made.table)
        ann = await house.attend(made.table, PERSON)
        ann.session.address = "192.0.2.9"
        assert audience.asker == ("192.0.2.9", made.table)


async def test_one_hint_for_a_seat_at_a_time_however_many_lines_it_has() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        also_ann = await house.attend(made.table, PERSON)
        house.thinker.held = asyncio.Event()
        slow = asyncio.ensure_future(ann.ask("hint", seat=0))
        await asyncio.sleep(0)
        assert (await also_ann.ask("hint", seat=0))["code"] == "hinting"
        house.thinker.held.set()
        assert (await slow)["text"] == "a1"


async def waiting_for_a_hint(house: Gathering) -> tuple[str, Guest, asyncio.Future[dict[str, Any]]]:
    """A table, and somebody there who has asked for a hint that is being thought about."""
    made = await house.table("zhizhu", ME, HERE)
    ann = await house.attend(made.table, PERSON)
    house.thinker.held = asyncio.Event()
    slow = asyncio.ensure_future(ann.ask("hint", seat=0))
    while not house.thinker.asked:
        await asyncio.sleep(0)
    return made.table, ann, slow


async def test_a_hint_is_given_up_when_the_game_goes_on() -> None:
    async with gathering() as house:
        _, ann, slow = await waiting_for_a_hint(house)
        assert (await ann.play("b3", seat=0))["type"] == "ack"
        assert (await slow)["code"] == "stale"
        assert house.thinker.given_up == 1


async def test_a_hint_is_given_up_with_its_line() -> None:
    async with gathering() as house:
        table, ann, slow = await waiting_for_a_hint(house)
        await ann.leave()
        assert house.thinker.given_up == 1
        slow.cancel()
        ann = await house.attend(table, PERSON)
        house.thinker.held = None
        assert (await ann.ask("hint", seat=0))["type"] == "hint"
