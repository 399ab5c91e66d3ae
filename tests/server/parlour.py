"""A node in the test's own process: its time is moved by hand, and nobody waits for anything."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from guests import BOT, HERE, ME, OPEN, OTHER, PERSON, THIRD, Gathering, Guest, HandMoved
from memory import FirstLegal

from tablier.server.node.bot_pool import Thinkers
from tablier.server.node.metrics import Metrics
from tablier.server.node.node import Node
from tablier.server.storage.store import SqlStore
from tablier.table.live.thinker import BotPlan, BotTask
from tablier.table.sharing.fair_queue import Asker

__all__ = [
    "BOT",
    "HERE",
    "ME",
    "OPEN",
    "OTHER",
    "PERSON",
    "THIRD",
    "Guest",
    "Parlour",
    "parlour",
]


class Swift(Thinkers):
    """Bots that play the first legal action, at once: their strength is tested elsewhere."""

    def __init__(self) -> None:
        super().__init__(1)
        self.quick = FirstLegal()

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        return await self.quick.plan(task, asker)


class Parlour(Gathering):
    """An open house."""

    def __init__(self, node: Node, house: HandMoved, thinkers: Swift) -> None:
        super().__init__(node.tables, house, thinkers.quick)
        self.node = node


@asynccontextmanager
async def parlour(url: str) -> AsyncIterator[Parlour]:
    """A house over a database, closed properly in the end."""
    store = await SqlStore.open(url)
    house, thinkers = HandMoved(await store.open_ms()), Swift()
    node = Node(store, house, thinkers, Metrics())
    await node.open()
    try:
        yield Parlour(node, house, thinkers)
    finally:
        await node.close()
