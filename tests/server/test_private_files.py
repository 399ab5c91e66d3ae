"""The database's files are nobody else's, whatever name leads to them; no password is told."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from databases import PostgreSQL, sqlite
from houses import WAIT_S
from sqlalchemy import text
from test_store import following, opening, run

from tablier.core.errors import TablierError
from tablier.server.http.settings import settings
from tablier.server.storage.private_files import written_whole
from tablier.server.storage.single_instance import AlreadyOpen, take
from tablier.server.storage.store import SqlStore
from tablier.table.rows import Entry
from tablier.table.store import Damaged

SECRET = "hush-hush"


def modes(folder: Path) -> dict[str, str]:
    """What everybody may do with the files of a folder."""
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


def test_a_database_is_for_its_owner_alone_also_one_that_was_for_all(tmp_path: Path) -> None:
    names = {f"tablier.db{end}" for end in ("", "-wal", "-shm", "-witness", ".lease")}

    async def work(store: SqlStore) -> None:
        await store.write([opening("aaaa")])
        assert modes(tmp_path) == dict.fromkeys(names, "0o600")

    before = os.umask(0)
    try:
        run(sqlite(tmp_path), work)
        for path in tmp_path.iterdir():
            path.chmod(0o666)

        async def again(store: SqlStore) -> None:
            await store.write([await following(store, "aaaa")])
            assert modes(tmp_path) == dict.fromkeys(names, "0o600")

        run(sqlite(tmp_path), again)
        with written_whole(tmp_path / "copy") as draft:
            draft.write_text("games")
        assert modes(tmp_path)["copy"] == "0o600"
        run(sqlite(tmp_path / "new"), work_nothing)
        assert oct((tmp_path / "new").stat().st_mode & 0o777) == "0o700"
    finally:
        os.umask(before)


async def work_nothing(store: SqlStore) -> None:
    """It is enough that it is there."""


def test_a_file_is_held_whatever_link_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").symlink_to(tmp_path / "here")
    (tmp_path / "link.db").symlink_to(tmp_path / "here" / "tablier.db")
    lease = take(sqlite(tmp_path / "here"), "http://first/")
    assert lease is not None
    for other in (sqlite(tmp_path / "there"), f"sqlite:///{tmp_path}/link.db"):
        with pytest.raises(AlreadyOpen, match="http://first/"):
            take(other, "http://second/")
    lease.close()


def test_a_database_of_an_open_house_is_not_brought_up_to_date_by_others(tmp_path: Path) -> None:
    async def go_back(store: SqlStore) -> None:
        async with store.engine.begin() as connection:
            for table in ("proof", "outcome", "review", "address", "way", "counted"):
                await connection.execute(text(f"DROP TABLE {table}"))
            await connection.execute(text("DROP INDEX seat_token"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))

    url = sqlite(tmp_path)
    run(url, go_back)
    lease = take(url, "http://open/")
    assert lease is not None
    with pytest.raises(TablierError, match=r"another version.*http://open/: stop it"):
        asyncio.run(SqlStore.open(url))
    lease.close()
    run(url, work_nothing)


def test_nothing_is_written_into_a_file_that_is_known_to_be_damaged(tmp_path: Path) -> None:
    async def fill(store: SqlStore) -> None:
        await store.write([opening(f"a{number}") for number in range(300)])

    async def look(store: SqlStore) -> None:
        assert await store.answers(WAIT_S)
        assert await store.check()
        before = path.read_bytes()
        with pytest.raises(Damaged):
            await store.write([opening("new")])
        with pytest.raises(Damaged):
            await store.delete("a1")
        assert not await store.answers(WAIT_S)
        assert path.read_bytes() == before and await store.game("new") is None

    path = tmp_path / "tablier.db"
    run(sqlite(tmp_path), fill)
    pages = bytearray(path.read_bytes())
    pages[-3 * 4096 :] = b"\x55" * (3 * 4096)
    path.write_bytes(pages)
    run(sqlite(tmp_path), look)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/x",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/x",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/x?nonsense=1",
        f"postgresql://ann@127.0.0.1:1/x?password={SECRET}&nonsense=1",
        f"mysql://ann:{SECRET}@host/x",
        f"ann:{SECRET}@host",
    ],
)
def test_no_error_tells_a_password(url: str) -> None:
    command = [sys.executable, "-m", "tablier", "admin", "list", "--database", url]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert ran.returncode == 2 and len(ran.stderr.splitlines()) == 1
    assert SECRET not in ran.stderr + ran.stdout and "database" in ran.stderr


def test_no_setting_tells_a_password(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'database = ["postgresql://ann:{SECRET}@host/x"]')
    with pytest.raises(TablierError) as refused:
        settings({}, file)
    assert SECRET not in str(refused.value) and "database" in str(refused.value)


def test_no_failure_tells_what_was_to_be_stored(database: str) -> None:
    async def work(store: SqlStore) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text("DROP TABLE summary"))
        with pytest.raises(TablierError) as failed:
            await store.write([Entry("aaaa", [], summary=SECRET)])
        chain: BaseException | None = failed.value
        while chain is not None:
            assert SECRET not in str(chain)
            chain = chain.__cause__

    run(database, work)


def test_what_an_address_asks_for_is_left_to_it(postgres: PostgreSQL) -> None:
    async def work(store: SqlStore) -> None:
        async with store.engine.connect() as connection:
            shown = (await connection.execute(text("SHOW statement_timeout"))).scalar()
            assert re.fullmatch(r"\d+s", str(shown))

    run(postgres.fresh() + "&connect_timeout=7&keepalives_idle=9", work)
