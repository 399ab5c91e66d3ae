"""Who is next where there are few places."""

import asyncio

import pytest

from tablier.table.sharing.fair_queue import MOST_KNOWN, Asker, Crowded, FairQueue

pytestmark = pytest.mark.anyio


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


async def served(queue: FairQueue, clock: Clock, *asked: tuple[str, str, float]) -> list[str]:
    """All ask at once for some seconds each; in which order they are served."""
    order: list[str] = []

    async def work(address: str, table: str, seconds: float) -> None:
        place = await queue.take(Asker(address, table))
        order.append(f"{address}{table}")
        await asyncio.sleep(0)
        clock.at += seconds
        queue.give(place)

    await asyncio.gather(*(work(*one) for one in asked))
    return order


async def test_a_stranger_waits_for_one_piece_of_work_at_most() -> None:
    clock = Clock()
    queue = FairQueue(1, now=clock)
    many = [("m", str(table), 5.0) for table in range(61)]
    order = await served(queue, clock, *many, ("a", "1", 0.1))
    assert order.index("a1") == 1


async def test_tables_of_one_address_take_turns() -> None:
    clock = Clock()
    queue = FairQueue(1, now=clock)
    order = await served(queue, clock, *[("m", "1", 1.0)] * 4, ("m", "2", 1.0))
    assert order.index("m2") == 1


async def test_time_is_shared_and_not_the_number_of_tasks() -> None:
    clock = Clock()
    queue = FairQueue(1, now=clock)
    order = await served(queue, clock, *[("m", "1", 9.0)] * 3, *[("a", "1", 1.0)] * 9)
    assert order[1:10].count("a1") == 9


async def test_nobody_saves_up_and_nobody_pays_for_ever() -> None:
    clock = Clock()
    queue = FairQueue(1, now=clock)
    await served(queue, clock, *[("m", "1", 100.0)] * 3)
    await served(queue, clock, ("a", "1", 1.0))
    order = await served(queue, clock, *[("n", "1", 1.0)] * 400, ("m", "1", 1.0))
    assert order.index("m1") < 310, "what was used is made up for"
    order = await served(queue, clock, *[("a", "1", 1.0), ("n", "1", 1.0)] * 20)
    assert {*order[:4]} == {"a1", "n1"}, "who was away has no more than the others"


async def test_who_is_cancelled_leaves_the_queue_and_keeps_no_place() -> None:
    queue = FairQueue(1)
    place = await queue.take(Asker("a"))
    waiting = asyncio.ensure_future(queue.take(Asker("b")))
    called = asyncio.ensure_future(queue.take(Asker("c")))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    assert len(queue) == 2
    queue.give(place)
    called.cancel()
    with pytest.raises(asyncio.CancelledError):
        await called
    assert len(queue) == 0
    assert await queue.take(Asker("d")) == place


async def test_too_much_is_refused_and_this_machine_counts_as_nobody() -> None:
    queue = FairQueue(1, most=5, most_each=2)
    waiting = [asyncio.ensure_future(queue.take(Asker(who))) for who in ("a", "a", "", "", "")]
    await asyncio.sleep(0)
    with pytest.raises(Crowded, match="waiting"):
        await queue.take(Asker("b"))
    waiting.pop().cancel()
    await asyncio.sleep(0)
    with pytest.raises(Crowded, match="you have asked"):
        await queue.take(Asker("a"))
    for one in waiting:
        one.cancel()


async def test_only_those_are_remembered_who_have_used_much() -> None:
    clock = Clock()
    queue = FairQueue(1, now=clock)
    await served(queue, clock, ("m", "1", 1e6))
    for number in range(MOST_KNOWN):
        await served(queue, clock, (f"host-{number}", "1", 1.0))
    assert len(queue._spent) <= MOST_KNOWN + 2
    assert (await served(queue, clock, ("m", "1", 1.0), ("m", "1", 1.0), ("x", "1", 1.0)))[
        1
    ] == "x1"
