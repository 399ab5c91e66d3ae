"""Tables that nobody is at: who may have how many of them, and how long they are kept."""

import asyncio
from typing import Any

import pytest
from guests import HERE, ME, OPEN, OTHER, PERSON, Gathering, gathering
from memory import MemoryStore

from tablier.table.creation import Invitation, wish_of
from tablier.table.keys import hashes
from tablier.table.messages import Refused
from tablier.table.tables import LEAD_MS, LONG_MS, MOST_WAITING, WAITING_MS

pytestmark = pytest.mark.anyio
MALLORY = "192.0.2.1"
HOUR_MS = 3_600_000


async def listed(house: Gathering, address: str, **more: object) -> Invitation:
    """A public table that waits for somebody."""
    blank: dict[str, Any] = {"name": "", "level": None, "nonce": None}
    seats = [blank | seat for seat in (ME, OPEN)]
    asked: dict[str, Any] = {
        "game": "zhizhu",
        "players": None,
        "options": {},
        "first": "me",
        "clock": None,
    }
    wish = wish_of(asked | {"seats": seats, "public": True, "hints": True} | more)
    return await house.tables.create(wish, None, address)


async def test_an_address_has_a_few_tables_waiting_for_players() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        made = [await listed(house, MALLORY) for _ in range(MOST_WAITING)]
        with pytest.raises(Refused, match="wait for players already") as refused:
            await listed(house, MALLORY)
        assert refused.value.code == "too_many_waiting"
        await listed(house, "192.0.2.2")
        await listed(house, MALLORY, public=False)
        await house.sit(made[0], OTHER)
        made.append(await listed(house, MALLORY))
        old = store.rows[made[-1].table]
        store.rows[old.id] = old._replace(created_ms=old.created_ms - WAITING_MS)
        await listed(house, MALLORY)


async def test_a_clocked_table_does_not_stay_in_memory_until_its_flag_falls() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE, clock={"base": HOUR_MS, "increment": 0})
        ann = await house.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        await ann.leave()
        house.tables.sweep()
        house.tables.sweep()
        assert made.table not in house.tables.live
        await house.passes(HOUR_MS - 3 * LEAD_MS)
        house.tables.sweep()
        assert made.table not in house.tables.live, "nothing is due yet"
        await house.passes(2 * LEAD_MS + 1_000)
        house.tables.sweep()
        while made.table not in house.tables.live:
            await asyncio.sleep(0)
        await house.passes(2 * LEAD_MS + 1_000)
        ann = await house.attend(made.table, PERSON)
        assert ann.view["result"]["cause"] == "time"


async def test_a_table_at_which_something_is_due_soon_stays() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE, clock={"base": 60_000, "increment": 0})
        assert house.tables.live[made.table].rest_ms < LONG_MS
        house.tables.sweep()
        house.tables.sweep()
        assert made.table in house.tables.live


async def test_one_answer_for_no_such_table_and_one_that_is_not_for_you() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN)
        told = []
        for name in ("a" * 10, made.table):
            with pytest.raises(Refused) as refused:
                await house.tables.open(name, hashes(["s" * 32]))
            told.append(refused.value.body())
        live = house.tables.live[made.table]
        with pytest.raises(Refused) as refused:
            await house.tables.sit(live, hashes(["s" * 32]), None, "", None)
        told.append(refused.value.body())
        assert told[0] == told[1] == told[2]
        await house.tables.forget(made.table, 1012)
        with pytest.raises(Refused):
            await house.tables.open(made.table, hashes(["s" * 32]))
        assert made.table not in house.tables.live, "nothing is read for a stranger"
        assert await house.tables.open(made.table, hashes([PERSON]))


@pytest.mark.parametrize("by_seat", [False, True])
async def test_leaving_is_acknowledged_once_more_as_it_was(by_seat: bool) -> None:
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, OPEN, OPEN, public=True)
        key = await house.sit(made, OTHER)
        cy = await house.attend(made.table, key if by_seat else OTHER)
        ack = await cy.ask("leave", cmd="bye")
        assert ack["type"] == "ack"
        assert await cy.ask("leave", cmd="bye") == ack
        back = await house.attend(made.table, key if by_seat else OTHER)
        assert await back.ask("leave", cmd="bye") == ack
        assert (await back.ask("leave", cmd="other"))["code"] == "spectator"
        dee = await house.attend(made.table, "d" * 32)
        assert (await dee.ask("leave", cmd="bye"))["code"] == "spectator"
