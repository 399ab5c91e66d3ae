"""Finding tables: each is in memory once, whoever asks for it and however reading it goes."""

import asyncio

import pytest
from guests import HERE, ME, gathering
from memory import MemoryStore

from tablier.table.live.live_table import LiveTable
from tablier.table.messages import Refused
from tablier.table.rows import GameRow
from tablier.table.store import Unavailable

pytestmark = pytest.mark.anyio


class Slow(MemoryStore):
    """A store that answers when it is let, and whose first answer is that it can't."""

    def __init__(self) -> None:
        super().__init__()
        self.gates: list[asyncio.Event] = []
        self.slow = False

    async def game(self, game: str) -> GameRow | None:
        if self.slow:
            self.gates.append(asyncio.Event())
            first = len(self.gates) == 1
            await self.gates[-1].wait()
            if first:
                raise Unavailable("not now")
        return await super().game(game)


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_table_is_in_memory_once_also_after_it_could_not_be_read() -> None:
    store = Slow()
    async with gathering(store) as house:
        made = await house.table("zhizhu", ME, HERE)
        await house.tables.forget(made.table, 1012)
        store.slow = True
        asked = [asyncio.ensure_future(house.tables.table(made.table)) for _ in range(2)]
        await settled()
        store.gates[0].set()
        with pytest.raises(Refused, match="can't be read just now"):
            await asked[0]
        asked.append(asyncio.ensure_future(house.tables.table(made.table)))
        await settled()
        for gate in store.gates:
            gate.set()
        answers = await asyncio.gather(*asked[1:], return_exceptions=True)
        found = [answer for answer in answers if isinstance(answer, LiveTable)]
        assert found and {*found} == {house.tables.live[made.table]}
