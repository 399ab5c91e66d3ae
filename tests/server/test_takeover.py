"""A node that dies is survived: another one moves for its bots, without waiting for long."""

import asyncio

import pytest
from databases import PostgreSQL
from houses import WAIT_S
from parlour import BOT, ME, PERSON, Guest, Parlour, parlour

from tablier.server.node import node, peers

pytestmark = pytest.mark.anyio


async def until_it_moved(guest: Guest) -> None:
    """Wait for the bot's move; the house's time stands still meanwhile."""
    async with asyncio.timeout(WAIT_S):
        while guest.live.table.ply < 2:
            await asyncio.sleep(0.01)


async def bot_thinking(one: Parlour, two: Parlour) -> Guest:
    """Somebody who watches at the second node how a bot thinks at the first, for ever.

    The second node hears of the move while it does not have the table yet, and finds it later.
    """
    one.thinker.held = asyncio.Event()
    made = await one.table("zhizhu", ME, BOT)
    ann, there = await one.attend(made.table, PERSON), await two.attend(made.table, PERSON)
    live = two.node.tables._live
    read = live.pop(made.table)
    await ann.play("b3")
    async with asyncio.timeout(WAIT_S):
        assert two.node._neighbours is not None
        while made.table not in two.node._neighbours._wrote:
            await asyncio.sleep(0.01)
    live[made.table] = read
    async with asyncio.timeout(WAIT_S):
        while there.live.table.ply < 1:
            await asyncio.sleep(0.01)
    return there


@pytest.mark.parametrize("how", ["dies", "says goodbye"])
async def test_the_bots_of_a_node_that_has_gone_are_taken_over(
    postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(node, "NOTE_S", 0.05)
    monkeypatch.setattr(peers, "DEAD_S", 0.5 if how == "dies" else 1e9)
    url = postgres.fresh()
    async with parlour(url) as two:
        async with parlour(url) as one:
            there = await bot_thinking(one, two)
            await two.node.note_time()
            assert there.live.table.ply == 1, "it is left to the first node as long as that lives"
            if how == "dies":
                await one.node.tables.stop()
                await until_it_moved(there)
        await until_it_moved(there)


async def test_a_node_stops_also_at_the_moment_when_it_has_something_to_tell(
    postgres: PostgreSQL,
) -> None:
    async with parlour(postgres.fresh()) as house:
        for turns in range(5):
            neighbours = peers.Neighbours(house.node.store, {}, asyncio.ensure_future, print)
            telling = asyncio.ensure_future(neighbours._tell())
            await turns_of_the_loop(3)
            neighbours.announce("nowhere")
            await turns_of_the_loop(turns)
            telling.cancel()
            done, _ = await asyncio.wait({telling}, timeout=WAIT_S)
            assert done, f"cancelled {turns} turns of the loop after something was to be told"


async def turns_of_the_loop(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_dead_node_is_noticed_soon_enough() -> None:
    """Five seconds are promised: two heartbeats may be late, and a bot thinks for a second."""
    assert peers.DEAD_S + 2 * node.NOTE_S <= 5.0
