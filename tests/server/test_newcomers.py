"""Those who play go first: newcomers are dealt with one a turn, and have a share of the time."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from inspect import iscoroutinefunction
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from tablier.server.http.app import make_app
from tablier.server.http.serve import edge_of
from tablier.server.http.settings import Settings
from tablier.server.http.share_of_loop import GREETING, ShareOfLoop
from tablier.server.limits.bounds import MOST_NEWCOMERS_BYTES
from tablier.server.limits.household import HERE
from tablier.server.limits.metered import metered
from tablier.server.limits.newcomers import QUIET_S, Newcomers

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


async def test_while_others_play_newcomers_have_a_share_of_the_time() -> None:
    time_s, done = 0.0, asyncio.Event()
    newcomers = Newcomers(lambda: time_s)
    newcomers.heard()
    newcomers.charge("a", 0.004)
    newcomers.come("b", done.set)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not done.is_set()
    await done.wait()


@pytest.mark.parametrize(("who", "quiet_s"), [(HERE, 0.0), ("a", 2 * QUIET_S)])
async def test_where_nobody_plays_and_at_home_they_have_all_of_it(who: str, quiet_s: float) -> None:
    time_s, done = 0.0, asyncio.Event()
    newcomers = Newcomers(lambda: time_s)
    newcomers.heard()
    newcomers.charge(who, 60.0)
    time_s += quiet_s
    newcomers.come("b", done.set)
    await asyncio.sleep(0)
    assert done.is_set()


async def test_every_step_of_a_task_is_charged() -> None:
    charged: list[float] = []

    async def work() -> None:
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        await asyncio.sleep(0)
        raise KeyError

    with pytest.raises(KeyError):
        await metered(work(), charged.append)
    assert len(charged) == 4 and min(charged) >= 0


class Counted(Newcomers):
    """Counts those who wait for a turn."""

    taken = 0

    async def turn(self, who: str) -> None:
        self.taken += 1
        await super().turn(who)


async def turns_taken(messages: int, players_time: tuple[float, float], who: str) -> int:
    """How often a WebSocket that says so much waits for a turn with the newcomers."""
    newcomers = Counted()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        for _ in range(messages):
            await receive()

    async def receive() -> Message:
        await asyncio.sleep(0)
        return {"type": "websocket.receive"}

    async def send(message: Message) -> None:
        raise AssertionError

    share = ShareOfLoop(app, newcomers, players_time)
    await share({"type": "websocket", "client": (who, 1)}, receive, send)
    return newcomers.taken


async def test_who_has_used_the_own_time_waits_with_the_newcomers() -> None:
    stranger = "203.0.113.7"
    assert await turns_taken(9, (60.0, 0.0), stranger) == 0
    assert await turns_taken(9, (0.0, 0.0), stranger) >= 9 - GREETING - 1
    assert await turns_taken(9, (0.0, 0.0), "127.0.0.1") == 0


def test_no_answer_is_made_in_a_thread() -> None:
    """What a thread computes is on nobody's account, and takes turns with those who play."""
    settings = Settings(data="nowhere")
    app = make_app(settings, edge_of(settings))
    beside = [
        call.__qualname__
        for route in _routes(app.routes)
        for call in _calls(route.dependant)
        if not iscoroutinefunction(call)
    ]
    assert beside == []


def _routes(routes: Iterable[Any]) -> Iterator[Any]:
    for route in routes:
        yield from _routes(getattr(getattr(route, "original_router", None), "routes", ()))
        if hasattr(route, "dependant"):
            yield route


def _calls(dependant: Any) -> Iterator[Any]:
    yield dependant.call
    for each in dependant.dependencies:
        yield from _calls(each)
