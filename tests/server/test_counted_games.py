"""A public game is in the explorer's sums from its end until it is deleted, and once."""

import asyncio
from collections.abc import Sequence

import pytest
from parlour import HERE, ME, PERSON, Parlour, parlour
from sqlalchemy import text

from tablier.core.errors import TablierError
from tablier.server.node.late_counts import count_late, ways_of
from tablier.server.storage.counted_games import Ways
from tablier.server.storage.store import SqlStore
from tablier.server.storage.survey import Place

pytestmark = pytest.mark.anyio
ONCE = sorted([(1, 0, 0), (1, 1, 0)])


async def resigned(house: Parlour, *moves: str, public: bool = True) -> str:
    """A game that its first player gives up."""
    made = await house.table("zhizhu", ME, HERE, public=public)
    ann = await house.attend(made.table, PERSON)
    for ply, move in enumerate(moves):
        await ann.play(move, seat=ply % 2)
    await ann.ask("resign", seat=0)
    return made.table


async def sums(store: SqlStore) -> list[tuple[int, ...]]:
    async with store.engine.connect() as connection:
        rows = (await connection.execute(text("SELECT played, won, drawn FROM way"))).all()
    return sorted(tuple(row) for row in rows)


async def forget_counts(store: SqlStore) -> None:
    """As if nothing had ever been counted."""
    async with store.engine.begin() as connection:
        for table in ("counted", "way"):
            await connection.execute(text(f"DELETE FROM {table}"))


async def play(place: Place, names: Sequence[str]) -> dict[str, Ways]:
    return await asyncio.to_thread(ways_of, place, names)


async def test_what_a_game_has_added_goes_with_it(database: str) -> None:
    async with parlour(database) as house:
        store = house.node.store
        first, second = [await resigned(house, "b3", "c4") for _ in range(2)]
        assert await sums(store) == sorted([(2, 0, 0), (2, 2, 0)])
        await store.put((await store.openings([first]))[first])
        assert await sums(store) == ONCE, "it was put back, and is not counted yet"
        await store.delete(first, second, "never")
        assert await sums(store) == []


async def test_what_was_never_counted_is_counted_late_by_a_process(database: str) -> None:
    async with parlour(database) as house:
        store = house.node.store
        await resigned(house, "b3", "c4")
        await resigned(house, "b3", "c4", public=False)
        await house.table("zhizhu", ME, HERE, public=True)
        await forget_counts(store)
        await count_late(store, house.node.thinkers.ways)
        assert await sums(store) == ONCE
        assert await store.uncounted("", 9) == []


async def test_whoever_is_killed_or_not_alone_counts_no_game_twice(database: str) -> None:
    async with parlour(database) as house:
        store, lost = house.node.store, TablierError("killed")
        games = [await resigned(house, "b3", "c4") for _ in range(5)]
        await forget_counts(store)
        done = 0

        async def killed(place: Place, names: Sequence[str]) -> dict[str, Ways]:
            nonlocal done
            done += 1
            if done == 2:
                raise lost
            return await play(place, names)

        with pytest.raises(TablierError, match="killed"):
            await count_late(store, killed, most=2)
        assert await sums(store) == sorted([(2, 0, 0), (2, 2, 0)])
        other = await SqlStore.open(database, leased=True)
        try:
            await asyncio.gather(*(count_late(one, play, most=1) for one in (store, other)))
        finally:
            await other.close()
        assert await sums(store) == sorted([(5, 0, 0), (5, 5, 0)])
        await store.delete(*games)
        assert await sums(store) == []


async def test_a_game_that_can_not_be_played_again_is_passed_over(database: str) -> None:
    async with parlour(database) as house:
        store = house.node.store
        broken, _ = [await resigned(house, "b3", "c4") for _ in range(2)]
        await forget_counts(store)
        async with store.engine.begin() as connection:
            change = text("UPDATE event SET body = 'nonsense' WHERE game = :game AND seq = 3")
            await connection.execute(change, {"game": broken})
        await count_late(store, play)
        assert await sums(store) == ONCE
        assert await store.uncounted("", 9) == []


async def test_what_was_counted_for_nobody_is_counted_anew(database: str) -> None:
    """A database that knew sums alone."""
    async with parlour(database) as house:
        await resigned(house, "b3", "c4")
        async with house.node.store.engine.begin() as connection:
            for line in ("DROP TABLE counted", "UPDATE alembic_version SET version_num = '0006'"):
                await connection.execute(text(line))
    store = await SqlStore.open(database)
    try:
        assert await sums(store) == []
        await count_late(store, play)
        assert await sums(store) == ONCE
    finally:
        await store.close()
