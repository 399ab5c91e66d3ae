"""What is stored is stored once, in order, all or nothing: on SQLite and on PostgreSQL."""

import asyncio
import gc
import math
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from databases import PostgreSQL, sqlite
from houses import WAIT_S
from sqlalchemy import text

from tablier.core.errors import TablierError
from tablier.server.storage import transactions
from tablier.server.storage.group_commit import MOST_EVENTS, GroupCommit
from tablier.server.storage.migrations import NEWEST
from tablier.server.storage.store import SqlStore
from tablier.table.event import FIRST_HASH, BrokenChain, Event, check, follow
from tablier.table.explorer.ways import WayTally
from tablier.table.rows import Entry, GameRow, Opening, SeatRow
from tablier.table.store import Conflict, Damaged, Unavailable

Work = Callable[[SqlStore], Coroutine[Any, Any, None]]


def run(url: str, work: Work) -> None:
    """Work with an open store."""

    async def all_of_it() -> None:
        store = await SqlStore.open(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(all_of_it())


def opening(game: str) -> Entry:
    """A table that begins."""
    row = GameRow(game, "some-game", 1, "playing", True, None, None, "c", "s", 1)
    made = follow(FIRST_HASH, 1, Event(game, 0, None, None, "created", {}, 5, 7, ""))
    return Entry(game, [], new=(Opening(row, (SeatRow(0, "person", "t", "a"),), [made]),))


async def following(store: SqlStore, game: str, cmd: str | None = None, **body: Any) -> Entry:
    """The next event of a game, as this node sees it now."""
    last = (await store.events(game))[-1]
    event = Event(game, 0, cmd, 0, "said", body, 8, 9, "")
    return Entry(game, [follow(last.hash, last.seq + 1, event)])


def writer_of(store: SqlStore) -> GroupCommit:
    return GroupCommit(store, lambda: 1000.0, lambda events, seconds: None)


def ended(game: str, tallies: dict[int, WayTally]) -> Entry:
    """A table that is over as soon as it begins."""
    return opening(game)._replace(status="over", tallies=tallies)


def test_what_is_counted_adds_up(database: str) -> None:
    async def work(store: SqlStore) -> None:
        lowest, highest = -(1 << 63), (1 << 63) - 1
        first = ended("a", {lowest: WayTally(1, 1, 0), 5: WayTally(1, 0, 1)})
        second = ended("b", {5: WayTally(1, 0, 0), highest: WayTally(1, 0, 0)})
        await store.write([first, second])
        await store.write([ended("c", {5: WayTally(2, 1, 0)})])
        assert await store.tallies([lowest, 5, 6]) == {
            lowest: WayTally(1, 1, 0),
            5: WayTally(4, 1, 1),
        }
        assert await store.tallies([highest, 7]) == {highest: WayTally(1, 0, 0)}
        assert await store.tallies([]) == {}

    run(database, work)


def test_what_was_written_is_read_back(database: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")], 40)
        entry = await following(store, "aaaa", "0:x", text="größer ♞ \u2028")
        await store.write([entry._replace(status="over")], 50)
        events = await store.events("aaaa")
        check(events)
        assert events[1:] == entry.events == await store.events("aaaa", 1)
        row = await store.game("aaaa")
        assert row is not None and (row.status, row.public) == ("over", True)
        assert await store.seats("aaaa") == [SeatRow(0, "person", "t", "a").sealed("aaaa")]
        assert await store.last_seqs(["aaaa", "none"]) == {"aaaa": 2}
        assert await store.owned(frozenset({"a"})) == {"aaaa": [0]}

    run(database, work)
    run(database, work_again)


async def work_again(store: SqlStore) -> None:
    """The tables are there already, and the house's time goes on."""
    assert await store.open_ms() == 50
    await store.write([], 20)
    assert await store.open_ms() == 50
    assert len(await store.events("aaaa")) == 2


def test_two_nodes_may_make_the_tables_at_once(database: str) -> None:
    async def both() -> None:
        stores = await asyncio.gather(*(SqlStore.open(database) for _ in range(2)))
        await stores[0].write([opening("aaaa")])
        assert await stores[1].game("aaaa") is not None
        for store in stores:
            await store.close()

    asyncio.run(both())


def test_of_two_events_with_the_same_number_one_is_stored(database: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        one, two = [await following(store, "aaaa", f"0:{n}") for n in range(2)]
        await store.write([one])
        with pytest.raises(Conflict):
            await store.write([two])
        assert (await store.events("aaaa"))[1:] == one.events

    run(database, work)


def test_a_command_is_stored_once_whatever_its_number(database: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        await store.write([await following(store, "aaaa", "0:same")])
        with pytest.raises(Conflict):
            await store.write([await following(store, "aaaa", "0:same")])
        assert len(await store.events("aaaa")) == 2

    run(database, work)


def test_a_conflict_in_a_batch_harms_no_other_table(database: str) -> None:
    games = [f"g{number:03}" for number in range(MOST_EVENTS)]

    async def work(store: SqlStore) -> None:
        await store.write([opening(game) for game in games])
        late = await following(store, games[7], "0:late")
        await store.write([await following(store, games[7], "0:first")])
        entries = [late if g == games[7] else await following(store, g, "0:x") for g in games]
        writer = writer_of(store)
        running = asyncio.create_task(writer.run())
        done = await asyncio.gather(*map(writer.append, entries), return_exceptions=True)
        running.cancel()
        assert [type(error) for error in done if error] == [Conflict]
        assert isinstance(done[7], Conflict)
        assert await store.last_seqs(games) == dict.fromkeys(games, 2)

    run(database, work)


def test_what_a_database_can_not_take_harms_no_other_table(postgres: PostgreSQL) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa"), opening("bbbb")])
        entries = [await following(store, "aaaa", "0:\0"), await following(store, "bbbb", "0:x")]
        writer = writer_of(store)
        running = asyncio.create_task(writer.run())
        done = await asyncio.gather(*map(writer.append, entries), return_exceptions=True)
        running.cancel()
        assert isinstance(done[0], Exception) and done[1] is None
        assert await store.last_seqs(["aaaa", "bbbb"]) == {"aaaa": 1, "bbbb": 2}

    run(postgres.fresh(), work)


def test_a_database_that_is_away_for_a_moment_is_used_again(postgres: PostgreSQL) -> None:
    url = postgres.fresh()

    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        entry = await following(store, "aaaa", "0:x")
        postgres.shut(url)
        with pytest.raises(Unavailable):
            await store.write([entry])
        with pytest.raises(Unavailable):
            await store.events("aaaa")
        postgres.reopen(url)
        await store.write([entry])
        assert (await store.events("aaaa"))[1:] == entry.events

    run(url, work)


def test_a_full_disk_refuses_and_is_written_to_when_there_is_room(tmp_path: Path) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        entry = await following(store, "aaaa", "0:x", text="y" * 200_000)
        _limit_pages(store, "page_count")
        with pytest.raises(Unavailable, match="full"):
            await store.write([entry])
        assert len(await store.events("aaaa")) == 1
        _limit_pages(store, "1000000")
        await store.write([entry])
        assert len(await store.events("aaaa")) == 2

    run(sqlite(tmp_path), work)


def _limit_pages(store: SqlStore, most: str) -> None:
    """Let the file grow so far and no further."""
    with store.pen.engine.connect() as connection:
        if most == "page_count":
            most = str(connection.execute(text("PRAGMA page_count")).scalar())
        connection.execute(text(f"PRAGMA max_page_count = {most}"))


def test_a_database_answers_while_something_can_be_stored(database: str) -> None:
    async def work(store: SqlStore) -> None:
        assert await store.answers(WAIT_S)
        async with store.engine.connect() as holding:
            await holding.execute(text("UPDATE house SET open_ms = open_ms"))
            store.pen.last = (-math.inf, True)
            answers = await asyncio.gather(*(store.answers(0.1) for _ in range(50)))
            assert answers == [False] * 50
            await holding.rollback()
        assert await store.answers(WAIT_S)

    run(database, work)


def test_a_failure_is_known_without_trying_again(tmp_path: Path) -> None:
    async def work(store: SqlStore) -> None:
        with pytest.raises(TablierError):
            await store.pen._do(lambda connection: connection.execute(text("SELECT nothing")))
        assert not await store.answers(WAIT_S)
        store.pen.last = (-math.inf, True)
        assert await store.answers(WAIT_S)

    run(sqlite(tmp_path), work)


def test_a_failure_for_which_nobody_waited_is_no_error_of_the_house(tmp_path: Path) -> None:
    async def work(store: SqlStore) -> None:
        told: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, about: told.append(about["message"]))
        with store.pen.engine.connect() as connection:
            connection.execute(text("PRAGMA query_only = 1"))
        store.pen.last = (-math.inf, True)
        assert not await store.answers(0)
        assert store._touching is not None
        await asyncio.wait({store._touching})
        store._touching = None
        gc.collect()
        await asyncio.sleep(0)
        assert told == []

    run(sqlite(tmp_path), work)


@pytest.mark.parametrize(
    "change",
    [
        'UPDATE event SET body = \'{"text":"x"}\' WHERE seq = 2',
        "UPDATE event SET at_ms = at_ms + 1 WHERE seq = 2",
        "UPDATE event SET cmd = '0:y' WHERE seq = 2",
        "DELETE FROM event WHERE seq = 2",
    ],
)
def test_a_changed_row_breaks_the_chain(database: str, change: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        for number in range(2):
            await store.write([await following(store, "aaaa", f"0:{number}", text="y")])
        async with store.engine.begin() as connection:
            await connection.execute(text(change.replace(":", "\\:")))
        with pytest.raises(BrokenChain):
            check(await store.events("aaaa"))

    run(database, work)


@pytest.mark.parametrize("body", ["{", "[1]", '"x"'])
def test_a_body_that_is_no_object_is_damage(database: str, body: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        async with store.engine.begin() as connection:
            await connection.execute(text("UPDATE event SET body = :body"), {"body": body})
        with pytest.raises(Damaged):
            await store.events("aaaa")

    run(database, work)


def test_a_text_that_can_not_be_decoded_is_damage(tmp_path: Path) -> None:
    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        async with store.engine.begin() as connection:
            await connection.execute(text("UPDATE event SET body = CAST(X'7BFF7D' AS TEXT)"))
        with pytest.raises(Damaged):
            await store.events("aaaa")

    run(sqlite(tmp_path), work)


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_can_not_be_used_is_refused(url: str) -> None:
    with pytest.raises(TablierError):
        asyncio.run(SqlStore.open(url))


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    async def work(store: SqlStore) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    run(database, work)
    with pytest.raises(TablierError, match="newer"):
        asyncio.run(SqlStore.open(database))


def test_the_newest_step_is_the_last_one() -> None:
    config = Config()
    config.set_main_option("script_location", "tablier.server.storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]


def test_a_database_that_goes_away_while_a_game_is_proven_is_away(
    postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked past SQLAlchemy then, which gives errors their names elsewhere."""

    def cut(connection: Any, names: Sequence[str]) -> dict[str, str]:
        if names:
            connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return {}

    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        over = (await following(store, "aaaa", "0:x"))._replace(status="over")
        with monkeypatch.context() as patched:
            patched.setattr(transactions, "proofs", cut)
            with pytest.raises(Unavailable):
                await store.write([over])
        assert len(await store.events("aaaa")) == 1
        await store.write([over])
        assert len(await store.events("aaaa")) == 2

    run(postgres.fresh(), work)


def test_a_database_from_before_there_were_seals_is_brought_up_to_date(database: str) -> None:
    async def go_back(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        async with store.engine.begin() as connection:
            for table in ("game", "seat"):
                await connection.execute(text(f"ALTER TABLE {table} DROP COLUMN seal"))
            for table in ("summary", "proof", "outcome", "review", "address", "way", "counted"):
                await connection.execute(text(f"DROP TABLE {table}"))
            await connection.execute(text("DROP INDEX seat_token"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    async def look(store: SqlStore) -> None:
        row, seats = await store.game("aaaa"), await store.seats("aaaa")
        assert row is not None and row.seal is None and row.sound
        assert seats == [SeatRow(0, "person", "t", "a")] and seats[0].sound("aaaa")

    run(database, go_back)
    run(database, look)
