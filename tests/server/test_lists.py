"""Lists of tables: page by page, the newest first, and not for ever."""

import pytest
from databases import PostgreSQL
from parlour import HERE, ME, OPEN, PERSON, parlour

from tablier.core.errors import TablierError
from tablier.house import lists, my_games
from tablier.table.keys import hashes
from tablier.table.store import ALL

pytestmark = pytest.mark.anyio


async def test_lists_come_in_pages(database: str) -> None:
    async with parlour(database) as house:
        made = [(await house.table("zhizhu", ME, OPEN, public=True)).table for _ in range(5)]
        made += [(await house.table("zhizhu", ME, HERE)).table]
        store = house.tables.store
        found: list[str] = []
        while page := await store.listed(["waiting"], most=2, before=found[-1] if found else None):
            assert len(page) <= 2
            found += page
        assert sorted(found) == sorted(made[:5])
        assert found == await store.listed(["waiting"])
        assert await store.listed(["waiting"], before="nowhere") == []
        row = await store.game(found[0])
        assert row is not None
        assert await store.listed(["waiting"], since_ms=row.created_ms) == []
        mine: dict[str, list[int]] = {}
        while more := await store.owned(hashes([PERSON]), 4, [*mine][-1] if mine else None):
            mine |= more
        assert sorted(mine) == sorted(made)
        assert mine[made[-1]] == [0, 1] and mine[made[0]] == [0]


@pytest.mark.parametrize("before", ["", "\0", "a\0aaaaaaaa", "nowhere", "é" * 10])
async def test_after_what_is_no_table_there_is_nothing(database: str, before: str) -> None:
    async with parlour(database) as house:
        await house.table("zhizhu", ME, OPEN, public=True)
        assert await lists.public(house.tables, "open", None) != []
        assert await lists.public(house.tables, "open", before) == []
        assert await my_games.mine(house.tables, [PERSON], before, ALL) == []


async def test_what_no_database_takes_is_no_failure_of_the_database(
    postgres: PostgreSQL, caplog: pytest.LogCaptureFixture
) -> None:
    async with parlour(postgres.fresh()) as house:
        with pytest.raises(TablierError, match="can't take this"):
            await house.node.store.game("\0")
        assert await house.node.store.game("nowhere") is None
    assert not caplog.messages
