"""Dice are rolled for somebody who sees them, and without a pause that nobody needs."""

from typing import Any

import pytest
from guests import BOT, HERE, ME, OPEN, OTHER, Gathering, Guest, gathering
from memory import MemoryStore

from tablier.core import registry
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.table.live.before_roll import nothing_to_choose

pytestmark = pytest.mark.anyio
LONG_MS = 600_000
PAUSE_MS, RACE_MS, GRACE_MS = 5_000, 30_000, 250


def rolls(guest: Guest) -> int:
    """How often the dice were thrown."""
    return sum(
        move.seat == TABLE and move.action > 0 and " " in move.text for move in history(guest)
    )


def history(guest: Guest) -> Any:
    return guest.live.table.match.history


async def alone(house: Gathering, *seats: dict[str, Any], **more: Any) -> Guest:
    """Somebody at a table; all its seats that no bot has are the same person's."""
    made = await house.table("zinga", *seats, **more)
    return await house.attend(made.table, *(key for _, key in made.seats))


async def test_a_hidden_page_holds_the_roll_and_bots_wait() -> None:
    async with gathering() as house:
        ann = await alone(house, ME, BOT)
        assert (await ann.ask("look", on=False))["type"] == "ack"
        assert ann.view["paused"] == {"left": None} and ann.view["deadline"] is None
        await house.passes(LONG_MS)
        assert rolls(ann) == 0
        await ann.ask("look", on=True)
        view = ann.view
        assert view["paused"] is None and view["deadline"]["left"] == PAUSE_MS
        await house.passes(PAUSE_MS + GRACE_MS + 10)
        assert rolls(ann) == 1


async def test_who_leaves_comes_back_to_the_same_turn() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT)
        ann = await house.attend(made.table, made.seats[0][1])
        await house.passes(PAUSE_MS + GRACE_MS + 10)
        await ann.leave()
        await house.passes(LONG_MS)
        turn = ann.live.table.match.state.turn
        assert rolls(ann) == 1 and turn == 1
        back = await house.attend(made.table, made.seats[0][1])
        assert back.view["paused"] is None and back.view["turn"] == turn + 1
        assert 3_000 <= back.view["deadline"]["left"] <= PAUSE_MS


async def test_a_race_that_runs_is_never_held() -> None:
    async with gathering() as house:
        ann = await alone(house, ME, HERE)
        await house.passes(PAUSE_MS + GRACE_MS + 10)
        left = ann.view["deadline"]["left"]
        await ann.ask("look", on=False)
        assert ann.view["paused"] is None and left == RACE_MS
        await house.passes(RACE_MS + GRACE_MS + 10)
        assert ann.live.table.match.state.turn == 1 and ann.view["paused"] == {"left": None}
        await house.passes(LONG_MS)
        assert rolls(ann) == 1


async def test_the_table_goes_on_while_one_of_its_people_looks() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, OPEN, BOT)
        ann = await house.attend(made.table, made.seats[0][1])
        bo = await house.attend(made.table, await house.sit(made, OTHER))
        await ann.ask("look", on=False)
        assert bo.view["paused"] is None
        await house.passes(PAUSE_MS + GRACE_MS + 10)
        assert rolls(bo) == 1
        await bo.leave()
        await house.passes(LONG_MS)
        assert rolls(ann) == 1 and ann.view["paused"] == {"left": None}


async def test_nobody_waits_for_a_person_who_is_out_but_bots_do_for_the_last_of_them() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, OPEN, BOT, BOT)
        ann = await house.attend(made.table, made.seats[0][1])
        bo = await house.attend(made.table, await house.sit(made, OTHER))
        await bo.ask("resign")
        await ann.ask("look", on=False)
        assert bo.view["paused"] == {"left": None}
        await ann.ask("resign")
        assert bo.view["phase"] == "playing" and bo.view["paused"] is None


async def test_a_second_tab_looks_for_the_first() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT)
        first = await house.attend(made.table, made.seats[0][1])
        second = await house.attend(made.table, made.seats[0][1])
        await first.ask("look", on=False)
        assert second.view["paused"] is None
        await second.ask("look", on=False)
        assert second.view["paused"] == {"left": None}


async def test_somebody_who_only_watches_is_not_waited_for_and_starts_nothing() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT)
        watcher = await house.attend(made.table, made.watch or "")
        await watcher.ask("look", on=True)
        await house.passes(LONG_MS)
        assert rolls(watcher) == 0 and watcher.view["paused"] == {"left": None}


async def test_a_held_roll_that_all_were_ready_for_leaves_time_to_come_back() -> None:
    async with gathering() as house:
        ann = await alone(house, ME, HERE, options={"untimed": "on"})
        await ann.ask("look", on=False)
        for seat in (0, 1):
            await ann.play("ready", seat=seat)
        assert rolls(ann) == 0 and ann.view["paused"] == {"left": None}
        await ann.ask("look", on=True)
        assert ann.view["paused"] == {"left": 3_000}
        await house.passes(2_900)
        assert rolls(ann) == 0
        await house.passes(200)
        assert rolls(ann) == 1 and ann.view["paused"] is None


async def test_a_house_that_opens_again_waits_as_before() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        made = await house.table("zinga", ME, BOT)
        ann = await house.attend(made.table, made.seats[0][1])
        await ann.ask("look", on=False)
        await house.passes(LONG_MS)
    async with gathering(store) as house:
        await house.passes(LONG_MS)
        ann = await house.attend(made.table, made.seats[0][1])
        assert rolls(ann) == 0 and ann.view["deadline"]["left"] == PAUSE_MS
        await house.passes(PAUSE_MS + GRACE_MS + 10)
        assert rolls(ann) == 1


async def test_a_paused_table_keeps_nothing_busy() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT)
        ann = await house.attend(made.table, made.seats[0][1])
        await ann.leave()
        await house.passes(60_000)
        assert ann.live.rest_ms > 0


async def test_another_node_is_asked_who_looks_there() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, BOT)
        watcher = await house.attend(made.table, made.watch or "")
        live, mine, nobody = watcher.live, frozenset({0}), frozenset[int]()
        live.hear("b", mine, 0, mine)
        assert watcher.view["paused"] == {"left": None}
        live.hear("b", mine, 0, nobody)
        assert watcher.view["paused"] is None
        await house.passes(PAUSE_MS + 2 * GRACE_MS)
        assert rolls(watcher) == 1
        live.hear("b", nobody, 0, nobody)
        await house.passes(LONG_MS)
        assert rolls(watcher) == 1


async def test_games_of_turns_are_never_held() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, *(key for _, key in made.seats))
        await ann.ask("look", on=False)
        assert ann.view["paused"] is None


# The pause that nobody needs


async def test_the_pause_is_short_where_nobody_can_do_anything() -> None:
    async with gathering() as house:
        ann = await alone(house, ME, HERE)
        assert ann.view["deadline"] == {"name": "pause", "ms": PAUSE_MS, "left": PAUSE_MS}
        await house.passes(PAUSE_MS + RACE_MS + 2 * GRACE_MS + 20)
        assert ann.view["deadline"]["name"] == "pause"
        assert 1_400 <= ann.view["deadline"]["left"] <= 1_500


@pytest.mark.rule("ZI-24")
async def test_a_four_to_declare_or_a_pawn_to_take_keeps_the_pause() -> None:
    game = registry.find("zinga")
    begun, setup = game.start(2, {})
    start: Any = begun
    four = start._replace(ticks=(0b01111, *start.ticks[1:]), turn=4)
    assert nothing_to_choose(Match(game, setup, start._replace(turn=4)))
    assert not nothing_to_choose(Match(game, setup, four))
    assert nothing_to_choose(
        Match(game, setup, four._replace(declared=(0b10000, *start.ticks[1:])))
    )
    assert not nothing_to_choose(Match(game, setup, start._replace(taker=1, turn=4)))
    ready = four._replace(done=1)
    assert not nothing_to_choose(Match(game, setup, ready))
