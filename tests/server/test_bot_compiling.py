"""While a bot's code is compiled on the server's machine, the table is told how far it is."""

import asyncio
import os
from pathlib import Path

import pytest
from parlour import BOT, ME, PERSON, parlour

from tablier.compile import cache_folder
from tablier.compile.file_lock import alone
from tablier.compile.progress import lock_of, note
from tablier.table.live.compile_watch import COMPILING_MS

pytestmark = pytest.mark.anyio
KIND = "zhizhu", 2


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing has been compiled."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))


def finish(done: int, pieces: int) -> None:
    """Some pieces are done, the last just now, and no time has passed since."""
    note(*KIND, done, pieces)
    (file,) = cache_folder.bot_code(KIND[0]).glob("*.pieces")
    os.utime(file, (2e9, 2e9))


async def test_everybody_at_the_table_sees_how_far_it_is(url: str) -> None:
    async with parlour(url) as house:
        made = await house.table(KIND[0], ME, BOT)
        ann = await house.attend(made.table, PERSON)
        assert ann.view["compiling"] is None
        house.thinker.held = asyncio.Event()
        await ann.play("b3")
        shares = [ann.view["compiling"]]
        with alone(lock_of(*KIND)):
            for done in range(4):
                finish(done, 4)
                await house.passes(COMPILING_MS)
                shares.append(ann.view["compiling"])
        assert shares == [0, 0, 0.25, 0.5, 0.75]
        cache_folder.ready_mark(*KIND).touch()
        await house.passes(COMPILING_MS)
        assert ann.view["compiling"] is None and ann.view["ply"] == 1
        heard = len(ann.messages)
        await house.passes(10 * COMPILING_MS)
        assert len(ann.messages) == heard
        house.thinker.held.set()
        await house.settle()
        assert ann.view["ply"] == 2


async def test_nobody_waits_in_a_race(url: str) -> None:
    async with parlour(url) as house:
        made = await house.table("zinga", ME, BOT)
        ann = await house.attend(made.table, PERSON)
        assert 1 in ann.view["actors"] and ann.view["compiling"] is None
