"""How long a bell waits for presses that are on their way."""

import asyncio
import time
from typing import Any

import pytest
from guests import BOT, HERE, ME, Gathering, Guest, gathering

pytestmark = pytest.mark.anyio
QUICK_MS = 160.0


async def at_the_bell(house: Gathering, *seats: dict[str, Any], here: int) -> list[Guest]:
    """Guests at a table at which the dice lie and the bell can be rung; the others are away."""
    made = await house.table("zinga", *seats)
    people = [await house.attend(made.table, key) for _, key in made.seats]
    for guest in people:
        await guest.play("ready")
    await house.passes(500)
    for guest in people[here:]:
        await guest.leave()
    assert "ring" in people[0].live.table.match.legal(0)
    return people[:here]


def shown_long_ago(guest: Guest) -> None:
    guest.session.shown = (guest.session.shown[0], time.monotonic() - 60)


async def test_nobody_waits_for_a_player_who_can_no_longer_win() -> None:
    async with gathering() as house:
        ann, bo = await at_the_bell(house, ME, HERE, HERE, here=2)
        shown_long_ago(bo)
        await ann.play("ring", reaction=QUICK_MS)
        assert ann.view["rung"] == [] and ann.view["last"]["text"] == "ring"


async def test_a_player_who_can_still_win_is_waited_for() -> None:
    async with gathering() as house:
        ann, _ = await at_the_bell(house, ME, HERE, HERE, here=2)
        await ann.play("ring", reaction=3 * QUICK_MS)
        assert ann.view["rung"] == [0]


async def test_a_press_that_came_in_time_counts_though_the_house_read_it_late() -> None:
    """Two presses came while the house was busy; the slower line's finger was quicker."""
    async with gathering() as house:
        ann, bo = await at_the_bell(house, ME, HERE, HERE, here=2)
        bo.line.ping_ms = 200.0
        now = time.monotonic()
        for guest in (ann, bo):
            guest.session.shown = (guest.session.shown[0], now - 2.0)
        await ann.play("ring", reaction=900.0, came=now - 1.1)
        assert ann.view["rung"] == [0], "what came a moment later may not have been read"
        await bo.play("ring", reaction=850.0, came=now - 0.95)
        rung = [event for event in ann.events if event["kind"] == "rang"]
        assert [event["body"]["score"] for event in rung] == [900.0, 850.0]
        while ann.view["rung"]:
            await house.passes(5)
        assert ann.view["last"] | {"path": []} == {"seat": 1, "text": "ring", "path": []}


async def test_a_bot_is_waited_for_also_while_somebody_is_away() -> None:
    async with gathering() as house:
        house.thinker.held = asyncio.Event()
        made = await house.table("zinga", ME, HERE, BOT)
        people = [await house.attend(made.table, key) for _, key in made.seats]
        house.thinker.held.set()
        for guest in people:
            await guest.play("ready")
        house.thinker.held = asyncio.Event()
        ann, bo = people
        while "ring" not in ann.live.table.match.legal(0):
            await house.passes(100)
        await bo.leave()
        await ann.play("ring", reaction=QUICK_MS)
        assert ann.view["rung"] == [0] and ann.live._bots.is_asked(2)
