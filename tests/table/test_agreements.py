"""What people settle between themselves: taking back, draws, giving up, another game, talk."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from guests import BOT, HERE, ME, OPEN, OTHER, PERSON, THIRD, Gathering, Guest, gathering
from memory import MemoryStore

import tablier
from tablier.games.chinese_checkers import GAME
from tablier.table.commands import TALK_MS, TALKS, played
from tablier.table.keys import hashed

pytestmark = pytest.mark.anyio
NONCE = "0123456789abcdef" * 2


async def two(house: Gathering, game: str = "zhizhu") -> tuple[Guest, Guest]:
    made = await house.table(game, ME, OPEN)
    await house.sit(made, OTHER)
    return await house.attend(made.table, PERSON), await house.attend(made.table, OTHER)


async def three(house: Gathering) -> tuple[Guest, Guest, Guest]:
    made = await house.table("chinese-checkers", ME, OPEN, OPEN)
    await house.sit(made, OTHER)
    await house.sit(made, THIRD)
    guests = [await house.attend(made.table, key) for key in (PERSON, OTHER, THIRD)]
    for guest in guests:
        await guest.play(next(iter(guest.view["legal"].values()))[0])
    return guests[0], guests[1], guests[2]


# Taking back


async def test_two_agree_to_take_back() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        await ann.play("b3")
        await cy.play("b2")
        assert (await cy.ask("takeback", say="accept"))["code"] == "nothing_offered"
        assert (await ann.ask("takeback", say="ask"))["type"] == "ack"
        assert cy.view["offers"]["takeback"] == [0] and cy.view["ply"] == 2
        assert (await ann.ask("takeback", say="accept"))["code"] == "nothing_offered"
        assert (await ann.ask("takeback", say="ask"))["code"] == "offered_already"
        assert (await cy.ask("takeback", say="decline"))["type"] == "ack"
        assert ann.view["offers"]["takeback"] == []
        await ann.ask("takeback", say="ask")
        assert (await cy.ask("takeback", say="accept"))["type"] == "ack"
        assert ann.view["ply"] == 0 and ann.view["actors"] == [0]


async def test_three_have_to_agree_to_take_back() -> None:
    async with gathering() as house:
        ann, cy, di = await three(house)
        await ann.ask("takeback", say="ask")
        await cy.ask("takeback", say="accept")
        assert ann.view["ply"] == 3
        await di.ask("takeback", say="accept")
        assert ann.view["ply"] == 0


async def test_a_move_withdraws_what_was_asked() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        await ann.play("b3")
        await ann.ask("takeback", say="ask")
        await ann.ask("draw", say="offer")
        await cy.play("b2")
        assert ann.view["offers"] == {"draw": [], "takeback": [], "rematch": [], "play_on": []}
        assert (await cy.ask("takeback", say="accept"))["code"] == "nothing_offered"


async def test_against_bots_one_takes_back_at_once() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, BOT)
        ann = await house.attend(made.table, PERSON)
        await ann.play("b3")
        assert ann.view["ply"] == 2
        assert (await ann.ask("takeback", say="ask"))["type"] == "ack"
        assert ann.view["ply"] == 0 and ann.view["actors"] == [0]


async def test_at_one_screen_whoever_moved_last_takes_back() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        for seat, text in enumerate(("b3", "b2")):
            await ann.play(text, seat=seat)
        for left, seat in ((1, 0), (0, 1)):
            assert (await ann.ask("takeback", say="ask", seat=seat))["type"] == "ack"
            assert ann.view["ply"] == left
        refused = await ann.ask("takeback", say="ask", seat=0)
        assert refused["code"] == "nothing_to_undo"


async def test_a_bot_does_not_play_what_it_thought_of_before_a_takeback() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, BOT)
        ann = await house.attend(made.table, PERSON)
        house.thinker.held = asyncio.Event()
        await ann.play("b3")
        await ann.ask("takeback", say="ask")
        await ann.play("c3")
        first, second = house.thinker.asked
        assert (first.moves, second.moves) == (((0, "b3"),), ((0, "c3"),))
        house.thinker.held.set()
        await house.settle()
        await house.settle()
        assert [event["body"]["text"] for event in ann.events if event["seat"] == 1] == ["a1"]
        assert ann.view["ply"] == 2


async def test_one_takes_back_a_part_of_the_own_turn_alone() -> None:
    async with gathering() as house:
        ann, cy = await two(house, "sensei")
        await ann.play(ann.view["legal"]["0"][0])
        assert ann.view["undo"] and not cy.view["undo"]
        assert (await cy.ask("undo", ply=1))["code"] == "nothing_to_undo"
        assert (await ann.ask("undo", ply=0))["code"] == "stale"
        assert (await ann.ask("undo", ply=1))["type"] == "ack"
        assert (await ann.ask("undo", ply=0))["code"] == "nothing_to_undo"


# Ending


async def test_a_draw_is_offered_declined_and_accepted() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        await ann.ask("draw", say="offer")
        assert (await ann.ask("draw", say="offer"))["code"] == "offered_already"
        assert (await ann.ask("draw", say="accept"))["code"] == "nothing_offered"
        assert (await cy.ask("draw", say="decline"))["type"] == "ack"
        await ann.ask("draw", say="offer")
        await cy.ask("draw", say="accept")
        assert ann.view["result"]["ranks"] == [1, 1]


async def test_all_who_still_play_have_to_agree_on_a_draw() -> None:
    async with gathering() as house:
        ann, cy, di = await three(house)
        await ann.ask("draw", say="offer")
        await cy.ask("draw", say="accept")
        assert ann.view["phase"] == "playing" and ann.view["offers"]["draw"] == [0, 1]
        await di.ask("draw", say="accept")
        assert ann.view["phase"] == "over"
        ann, cy, di = await three(house)
        await di.ask("resign")
        assert (await di.ask("draw", say="offer"))["code"] == "not_playing"
        await ann.ask("draw", say="offer")
        await cy.ask("draw", say="accept")
        assert ann.view["phase"] == "over"


async def test_who_resigns_out_of_three_leaves_two_playing() -> None:
    async with gathering() as house:
        ann, cy, di = await three(house)
        assert (await cy.ask("resign"))["type"] == "ack"
        assert (await cy.ask("resign"))["code"] == "not_playing"
        assert ann.view["phase"] == "playing"
        await di.ask("resign")
        assert ann.view["result"]["ranks"][0] == 1


async def test_bots_agree_to_nothing() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, BOT)
        ann = await house.attend(made.table, PERSON)
        assert (await ann.ask("draw", say="offer"))["code"] == "bots_play_on"


# Another game


async def test_a_rematch_needs_everybody_and_moves_the_seats_on() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        ann, cy = await two(house)
        await ann.ask("resign")
        await ann.ask("rematch", say="offer")
        assert ann.view["rematch"] is None
        await cy.ask("rematch", say="decline")
        assert ann.view["offers"]["rematch"] == []
        await ann.ask("rematch", say="offer")
        await cy.ask("rematch", say="offer")
        again = ann.view["rematch"]
        assert again and cy.view["rematch"] == again
        assert (await ann.ask("rematch", say="offer"))["code"] == "rematched"
        ann, cy = await house.attend(again, PERSON), await house.attend(again, OTHER)
        assert [seat["name"] for seat in ann.view["seats"]] == ["Cy", "Ann"]
        assert ann.session.seats == {1} and cy.session.seats == {0}
        assert len(await store.owned(frozenset({hashed(PERSON)}))) == 2


# Chairs and talk


async def test_who_leaves_before_the_start_frees_the_seat() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        made = await house.table("chinese-checkers", ME, OPEN, OPEN)
        key = await house.sit(made, OTHER)
        ann = await house.attend(made.table, PERSON)
        cy = await house.attend(made.table, key)
        await cy.ask("leave")
        assert ann.view["seats"][1]["kind"] == "open"
        assert cy.line.closed == 4403
        assert not cy.live.keys.admits(cy.session.hashes)
        assert await store.owned(frozenset({hashed(OTHER), hashed(key)})) == {}
        await house.sit(made, THIRD)
        di = await house.attend(made.table, THIRD)
        assert di.session.seats == {1} and ann.view["seats"][1]["kind"] == "person"


async def test_talk_is_limited_by_seat_and_not_by_connection() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        for number in range(TALKS):
            assert (await ann.ask("chat", cmd=f"say {number}", text=f" {number}\n"))[
                "type"
            ] == "ack"
        again = await house.attend(ann.table, PERSON)
        assert (await again.ask("chat", text="more"))["code"] == "too_much_talk"
        assert (await again.ask("chat", cmd="say 0", text="0"))["type"] == "ack"
        assert (await cy.ask("chat", text="\u202e\n\t"))["code"] == "nothing_said"
        await house.passes(TALK_MS)
        assert (await again.ask("chat", text="more"))["type"] == "ack"
        said = [event["body"]["text"] for event in cy.events if event["kind"] == "said"]
        assert said == ["0", "1", "2", "3", "4", "more"]


async def test_who_has_muted_hears_nothing() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        await cy.ask("mute", on=True)
        await ann.ask("chat", text="you there?")
        await cy.ask("mute", on=False)
        await ann.ask("chat", text="ah")
        said = [event["body"]["text"] for event in cy.events if event["kind"] == "said"]
        assert said == ["ah"]


async def test_hints_only_where_the_table_allows_them_and_one_at_a_time() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE, hints=False)
        ann = await house.attend(made.table, PERSON)
        assert (await ann.ask("hint", seat=0))["code"] == "no_hints"
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        assert (await ann.ask("hint", seat=1))["code"] == "not_your_turn"
        house.thinker.held = asyncio.Event()
        slow = asyncio.ensure_future(ann.ask("hint", seat=0, cmd="slow"))
        await asyncio.sleep(0)
        assert (await ann.ask("hint", seat=0))["code"] == "hinting"
        assert (await ann.ask("chat", seat=0, text="a hint holds nothing up"))["type"] == "ack"
        house.thinker.held.set()
        assert (await slow)["text"] == "a1"


async def test_one_device_holds_several_seats_and_says_which() -> None:
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, HERE, HERE)
        ann = await house.attend(made.table, PERSON)
        assert ann.session.seats == {0, 1, 2}
        assert (await ann.play(ann.view["legal"]["0"][0]))["code"] == "which_seat"
        assert (await ann.play(ann.view["legal"]["0"][0], seat=0))["type"] == "ack"
        one = await house.attend(made.table, dict(made.seats)[1])
        assert one.session.seats == {1}
        assert (await one.play(one.view["legal"]["1"][0]))["type"] == "ack"


# Dice


async def test_seats_bring_nonces_for_the_dice() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME | {"nonce": NONCE}, HERE, BOT)
        ann = await house.attend(made.table, PERSON)
        nonces = next(e["body"]["nonces"] for e in ann.events if e["kind"] == "begun")
        assert nonces[0] == NONCE and len({*nonces}) == 3


async def test_the_coin_toss_is_recorded() -> None:
    async with gathering() as house:
        first: set[int] = set()
        for _ in range(20):
            made = await house.table("zhizhu", ME, OPEN, first="toss")
            ann = await house.attend(made.table, PERSON)
            body = ann.events[0]["body"]
            first |= ann.session.seats
            assert body["toss"] in (0, 1)
            assert ann.session.seats == {(2 - body["toss"]) % 2}
        assert first == {0, 1}


# Playing on


async def won(house: Gathering, *chairs: dict[str, Any]) -> list[Guest]:
    """Three at a table at which the first has just won."""
    made = await house.table("chinese-checkers", *chairs)
    keys = [PERSON, OTHER, THIRD][: 1 + sum(chair is OPEN for chair in chairs)]
    for key in keys[1:]:
        await house.sit(made, key)
    guests = [await house.attend(made.table, key) for key in keys]
    live = await house.tables.table(made.table)
    record = Path(GAME.folder / "golden" / "three-filled.txt").read_text("utf-8")
    for move in tablier.read_record(record).history:
        proposals = [played(live.table, move.seat, {"text": move.text})]
        async with live._mailbox:
            assert await live._commit(proposals, None)
    await house.settle()
    return guests


@pytest.mark.rule("CC-19")
async def test_those_who_are_left_agree_to_play_on() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        guests = await won(house, ME, OPEN, OPEN)
        view = guests[0].view
        assert view["phase"] == "over" and view["result"]["ranks"] == [2, 1, 2]
        left = {seat: guest for guest in guests for seat in guest.session.seats}
        ann, winner, di = left[0], left[1], left[2]
        assert view["resumers"] == [0, 2]
        assert (await winner.ask("play_on", say="offer"))["code"] == "not_playing"
        assert (await ann.ask("play_on", say="accept"))["code"] == "nothing_offered"
        await ann.ask("play_on", say="offer")
        assert (await ann.ask("play_on", say="offer"))["code"] == "offered_already"
        assert di.view["offers"]["play_on"] == [0]
        await di.ask("play_on", say="decline")
        assert ann.view["offers"]["play_on"] == [] and ann.view["phase"] == "over"
        await ann.ask("play_on", say="offer")
        await di.ask("play_on", say="accept")
        assert ann.view["phase"] == "playing" and ann.view["result"] is None
        assert ann.view["resumers"] == [] and not ann.view["takeback"]
        assert (await ann.ask("play_on", say="offer"))["code"] == "going_on"
        row = await store.game(ann.live.table.id)
        assert row is not None and row.status == "playing"
        actor = left[ann.view["actors"][0]]
        assert (await actor.play(actor.view["legal"][str(ann.view["actors"][0])][0]))[
            "type"
        ] == "ack"
        assert tablier.read_record(ann.live.table.record()).actions[-2] == "play_on"


@pytest.mark.rule("CC-19")
async def test_bots_have_nothing_against_playing_on() -> None:
    async with gathering() as house:
        (ann,) = await won(house, ME, BOT, BOT)
        assert ann.session.seats == {0} and ann.view["resumers"] == [0, 2]
        answer = await ann.ask("play_on", say="offer")
        assert answer["type"] == "ack" and ann.view["phase"] == "playing"


async def test_nobody_plays_on_where_nothing_is_left_or_all_have_moved_on() -> None:
    async with gathering() as house:
        ann, cy = await two(house)
        assert (await ann.ask("play_on", say="offer"))["code"] == "going_on"
        await ann.ask("resign")
        assert (await cy.ask("play_on", say="offer"))["code"] == "nobody_left"


# Colours


@pytest.mark.rule("SE-03")
@pytest.mark.parametrize("first", ["me", "other"])
@pytest.mark.parametrize("colour", ["green", "red"])
async def test_a_colour_is_taken_whoever_begins(first: str, colour: str) -> None:
    async with gathering() as house:
        made = await house.table("sensei", ME, BOT, first=first, colour=colour)
        (seat,) = (no for no, _ in made.seats)
        assert ("green", "red")[seat] == colour
        live = await house.tables.table(made.table)
        begins = live.table.match.states[0].seat
        assert (begins == seat) == (first == "me")
        assert live.table.made["options"] == ({"begins": "red"} if begins else {})


@pytest.mark.rule("SE-03")
async def test_where_a_colour_is_taken_the_lot_is_about_who_begins() -> None:
    async with gathering() as house:
        seen = set()
        for _ in range(20):
            made = await house.table("sensei", ME, BOT, first="toss", colour="red")
            live = await house.tables.table(made.table)
            assert [no for no, _ in made.seats] == [1]
            seen.add(live.table.match.states[0].seat)
        assert seen == {0, 1}
        red = await house.table("sensei", ME, BOT, first="me", options={"begins": "red"})
        assert [no for no, _ in red.seats] == [1]


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("zhizhu", {"colour": "white"}),
        ("sensei", {"colour": "blue"}),
        ("sensei", {"colour": "red", "options": {"begins": "red"}}),
    ],
)
async def test_a_colour_that_cannot_be_taken_is_refused(game: str, asked: dict[str, Any]) -> None:
    async with gathering() as house:
        with pytest.raises(tablier.BadOption):
            await house.table(game, ME, BOT, **asked)
