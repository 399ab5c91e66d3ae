"""Those who play go first: newcomers are dealt with one a turn of the loop."""

import asyncio
from functools import partial

import pytest

from tablier.server.limits.bounds import MOST_NEWCOMERS_BYTES
from tablier.server.limits.newcomers import Newcomers

pytestmark = pytest.mark.anyio


async def turns(newcomers: Newcomers, *coming: str) -> list[str]:
    """All come at once; who was dealt with in each turn of the loop."""
    done: list[str] = []
    for who in coming:
        assert newcomers.come(who, partial(done.append, who), 10)
    order = []
    while newcomers.size:
        before = len(done)
        await asyncio.sleep(0)
        order.append("".join(done[before:]))
    return order


async def test_one_newcomer_is_dealt_with_in_a_turn() -> None:
    order = await turns(Newcomers(), *"aaaaa")
    assert max(map(len, order)) == 1 and "".join(order) == "aaaaa"


async def test_a_crowd_from_one_address_waits_behind_itself() -> None:
    order = await turns(Newcomers(), *"aaaa", "b", "c", "b")
    assert "".join(order) == "abcabaa"


async def test_what_comes_after_all_were_dealt_with_is_dealt_with_too() -> None:
    newcomers = Newcomers()
    assert "".join(await turns(newcomers, "a")) == "a"
    assert "".join(await turns(newcomers, "b", "a")) == "ba"


async def test_what_waits_has_an_end() -> None:
    newcomers, done = Newcomers(), []
    assert newcomers.come("a", lambda: done.append(1), MOST_NEWCOMERS_BYTES)
    assert not newcomers.come("b", lambda: done.append(2), 1)
    await asyncio.sleep(0)
    assert newcomers.come("b", lambda: done.append(3), 1)
    await asyncio.sleep(0)
    assert done == [1, 3]


async def test_a_newcomer_that_fails_holds_nobody_up() -> None:
    newcomers, done, loop = Newcomers(), [], asyncio.get_running_loop()
    told: list[object] = []
    loop.set_exception_handler(lambda _, context: told.append(context["exception"]))
    newcomers.come("a", lambda: 1 // 0, 1)
    newcomers.come("a", lambda: done.append("next"), 1)
    for _ in range(3):
        await asyncio.sleep(0)
    loop.set_exception_handler(None)
    assert done == ["next"] and isinstance(told[0], ZeroDivisionError)
