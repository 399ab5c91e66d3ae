"""Lists of tables are read from what was stored of each, and replay nothing."""

import pytest
from guests import BOT, HERE, ME, OPEN, OTHER, PERSON, Gathering, gathering
from memory import MemoryStore

from tablier.table.summary import Summary, read

pytestmark = pytest.mark.anyio


async def stored(house: Gathering, store: MemoryStore, table: str) -> Summary:
    """What is stored of a table, which is the same as what it says itself."""
    kept = read(store.shown[table])
    assert kept is not None
    assert kept == house.tables.live[table].summary()
    return kept


async def test_whatever_happens_is_in_the_list() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        made = await house.table("sensei", ME, OPEN, clock={"base": 60_000, "increment": 0})
        assert (await stored(house, store, made.table))["phase"] == "waiting"
        await house.sit(made, OTHER, "Cy")
        ann = await house.attend(made.table, PERSON)
        shown = await stored(house, store, made.table)
        assert (shown["phase"], shown["actors"]) == ("playing", [0])
        assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Cy"]
        await ann.ask("rename", name="Bea")
        await ann.play(ann.view["legal"]["0"][0])
        shown = await stored(house, store, made.table)
        assert shown["ply"] == 1 and shown["seats"][0]["name"] == "Bea"
        await ann.ask("undo", ply=1)
        assert (await stored(house, store, made.table))["ply"] == 0
        await ann.ask("resign")
        shown = await stored(house, store, made.table)
        assert (shown["phase"], shown["actors"]) == ("over", [])


async def test_a_list_reads_no_table() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        for _ in range(3):
            await house.table("zhizhu", ME, OPEN, public=True)
        before = await house.tables.summaries(list(store.rows))
        assert len(house.tables.live) == 3
    async with gathering(store) as house:
        assert await house.tables.summaries(list(store.rows)) == before
        assert not house.tables.live


async def test_tables_from_before_there_were_summaries_get_theirs_when_they_are_listed() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        await ann.ask("resign", seat=0)
        before, bot = dict(store.shown), await house.table("zhizhu", ME, BOT)
        store.shown.clear()
        store.shown[bot.table] = "damaged"
    async with gathering(store) as house:
        assert (await house.tables.summaries([made.table, bot.table])).keys() == {
            made.table,
            bot.table,
        }
        assert store.shown[made.table] == before[made.table]
