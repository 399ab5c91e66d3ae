"""What a table takes, what it refuses before it is full, and what happens then."""

import json

import pytest
from guests import BOT, HERE, ME, OPEN, OTHER, PERSON, Guest, gathering
from memory import Line

import tablier
from tablier.house import visit
from tablier.table import commands, messages
from tablier.table.live import answers, audience
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Session
from tablier.table.messages import Refused

pytestmark = pytest.mark.anyio


async def moved(guest: Guest, times: int) -> None:
    """Play for whoever is next, all of whom sit here."""
    for _ in range(times):
        seat = guest.view["actors"][0]
        assert (await guest.play(guest.view["legal"][str(seat)][0], seat=seat))["type"] == "ack"


async def test_takebacks_are_under_the_same_restraint_as_other_requests() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, BOT)
        ann = await house.attend(made.table, PERSON)
        codes: list[str | None] = []
        for _ in range(commands.TALKS + 1):
            await ann.play(ann.view["legal"]["0"][0])
            codes.append((await ann.ask("takeback", say="ask")).get("code"))
        assert codes == [None] * commands.TALKS + ["too_much_talk"]
        await house.passes(commands.TALK_MS)
        assert (await ann.ask("takeback", say="ask"))["type"] == "ack"


async def test_so_is_undoing_a_part_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "UNDOS", 3)
    async with gathering() as house:
        made = await house.table("sensei", ME, HERE, options={"way": "arashi"})
        ann = await house.attend(made.table, PERSON)
        codes: list[str | None] = []
        while len(codes) < 4:
            seat = ann.view["actors"][0]
            await ann.play(ann.view["legal"][str(seat)][0], seat=seat)
            if ann.view["undo"]:
                undone = await ann.ask("undo", ply=ann.view["ply"], seat=seat)
                codes.append(undone.get("code"))
        assert codes == [None, None, None, "too_much_talk"]


async def test_talk_has_an_end_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_TALK", 3)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        for text in ("one", "two", "three"):
            assert (await ann.ask("chat", seat=0, text=text))["type"] == "ack"
        await moved(ann, 1)
        told = await ann.ask("chat", seat=0, text="four")
        assert told["code"] == "full_of_talk" and "next one" in told["text"]
        assert (await ann.ask("takeback", seat=0, say="ask"))["code"] == "full_of_talk"
        assert (await ann.ask("rename", seat=0, name="Anne"))["code"] == "full_of_talk"
        await moved(ann, 3)


async def test_a_game_that_never_ends_is_drawn_when_its_table_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "MOST_EVENTS", 6)
    monkeypatch.setattr(commands, "SPARE", 4)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE, clock={"base": 60_000, "increment": 0})
        ann = await house.attend(made.table, PERSON)
        await moved(ann, 4)
        assert ann.view["phase"] == "over"
        assert ann.view["result"]["ranks"] == [1, 1] and ann.view["result"]["cause"] == "full"
        assert tablier.read_record(house.tables.live[made.table].table.record()).result is not None
        assert (await ann.ask("chat", seat=0, text="oh"))["code"] == "full_of_talk"
        assert (await ann.ask("rematch", seat=0, say="offer"))["type"] == "ack"
        assert ann.view["rematch"]
        assert (await ann.ask("rematch", seat=0, say="offer"))["code"] == "rematched"


async def test_players_are_warned_before_their_table_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "MOST_EVENTS", 12)
    monkeypatch.setattr(commands, "NEARLY_FULL", (2, 5))
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        told = [ann.view["room"]]
        while ann.view["phase"] == "playing":
            await moved(ann, 1)
            told.append(ann.view["room"])
        assert told == [None] * 5 + [5, 5, 5, 2, 2, None]
        assert ann.view["result"]["cause"] == "full"


async def test_a_record_is_written_as_the_game_stood_when_it_was_asked_for() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        await moved(ann, 3)
        table = house.tables.live[made.table].table
        whole, lines = table.record(), table.record_lines()
        begun = [next(lines)]
        await moved(ann, 2)
        assert "".join(begun + list(lines)) == whole != table.record()


async def test_nobody_fills_a_table_by_sitting_down_and_leaving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "MOST_EVENTS", 3)
    monkeypatch.setattr(commands, "SPARE", 2)
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, OPEN, OPEN, public=True)
        for _ in range(2):
            cy = await house.attend(made.table, await house.sit(made, OTHER))
            assert (await cy.ask("leave"))["type"] == "ack"
        with pytest.raises(Refused, match="full"):
            await house.sit(made, OTHER)


async def test_what_is_long_past_comes_in_pages_before_the_welcome(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "PAGE", 4)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        await moved(ann, 9)
        for seen in (0, 3, 10):
            late = await house.attend(made.table, PERSON, seen=seen)
            kinds = [message["type"] for message in late.messages if "events" in message]
            assert kinds == ["events"] * ((10 - seen) // 4) + ["welcome"]
            assert all(len(message.get("events", ())) <= 4 for message in late.messages)
            assert [event["seq"] for event in late.events] == [*range(seen + 1, 12)]


async def test_a_history_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_FRAMES", 3)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        await moved(ann, 5)
        pages = [await ann.ask("history", ply=ply) for ply in (0, 3, 5)]
        assert [len(page["frames"]) for page in pages] == [3, 3, 1]
        assert [page["more"] for page in pages] == [True, False, False]
        texts = [frame["text"] for page in pages[:2] for frame in page["frames"]]
        assert texts == [None, *ann.live.table.match.actions]


async def test_what_is_said_at_a_public_table_is_for_those_who_sit_at_it() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN, public=True)
        ann = await house.attend(made.table, PERSON)
        stranger = await house.attend(made.table)
        await ann.ask("chat", text="hello?")
        cy = await house.attend(made.table, await house.sit(made, OTHER))
        await cy.ask("chat", text="hello!")
        late = await house.attend(made.table)
        said = {
            guest: [event["body"]["text"] for event in guest.events if event["kind"] == "said"]
            for guest in (ann, cy, stranger, late)
        }
        assert said == {ann: ["hello?", "hello!"], cy: ["hello?", "hello!"], stranger: [], late: []}
        assert any(event["kind"] == "sat" for event in stranger.events)


async def test_only_so_many_watch_a_table_and_whoever_plays_is_let_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHERS", 2)
    monkeypatch.setattr(audience, "MOST_INVITED", 3)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN, public=True)
        await house.sit(made, OTHER)

        async def come(*keys: str) -> tuple[LiveTable, Session]:
            hello = {"type": "hello", "v": 1, "table": made.table, "keys": list(keys)}
            return await visit.welcome(house.tables, json.dumps(hello), "203.0.113.1", Line)

        live, first = await come()
        await come()
        with pytest.raises(visit.Goodbye) as full:
            await come()
        assert full.value.code == messages.CROWDED
        await come(made.join or "")
        with pytest.raises(visit.Goodbye):
            await come(made.join or "")
        await come(PERSON)
        live.leave(first)
        live.leave(next(one for one in live.audience.sessions if not one.seats))
        await come()


async def test_a_crowd_around_a_table_that_waits_keeps_nobody_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHERS", 3)
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN, public=True)

        async def come(address: str, *keys: str) -> Session:
            hello = {"type": "hello", "v": 1, "table": made.table, "keys": list(keys)}
            coming = visit.welcome(house.tables, json.dumps(hello), address, Line)
            return (await coming)[1]

        near = [await come("192.0.2.1") for _ in range(2)]
        alone = await come("192.0.2.2")
        cy = await come("198.51.100.7")
        await house.settle(made.table)
        line = near[0].connection
        assert isinstance(line, Line) and line.closed == messages.CROWDED
        assert near[0] not in (watching := house.tables.live[made.table].audience).sessions
        for _ in range(9):
            await come("192.0.2.1")
        assert {alone, cy} <= watching.sessions and watching.watchers == 3
        await house.sit(made, OTHER)
        with pytest.raises(visit.Goodbye):
            await come("203.0.113.9")
        await come("198.51.100.7", OTHER)
