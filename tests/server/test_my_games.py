"""The games of one person: lists by choice, how they went, reviews kept with them, forgetting."""

import json
from typing import Any

import pytest
from parlour import BOT, HERE, ME, OPEN, OTHER, PERSON, THIRD, Parlour, parlour

from tablier.core.errors import BadOption, UnknownGame
from tablier.house import my_games, stored_review
from tablier.house.my_games import chosen_of, forget, mine, next_level, results
from tablier.table.creation import Invitation
from tablier.table.messages import Refused
from tablier.table.rows import Entry, SeatOutcome
from tablier.table.state import PLAYING

pytestmark = pytest.mark.anyio


async def resigned(house: Parlour, *seats: dict[str, Any], who: str = PERSON) -> Invitation:
    """A game that somebody has lost; OTHER takes what is open."""
    made = await house.table("zhizhu", *seats)
    if OPEN in seats:
        await house.sit(made, OTHER)
    guest = await house.attend(made.table, who)
    await guest.ask("resign", seat=0 if who == PERSON else 1)
    return made


async def listed(house: Parlour, person: str, **query: str) -> list[str]:
    found = await mine(house.tables, [person], None, chosen_of(query))
    return [table["id"] for table in found]


async def test_lists_hold_what_was_chosen(database: str) -> None:
    async with parlour(database) as house:
        lost = (await resigned(house, ME, BOT)).table
        won = (await resigned(house, ME, OPEN, who=OTHER)).table
        here = (await resigned(house, ME, HERE)).table
        going = (await house.table("sensei", ME, BOT)).table
        wanted: dict[tuple[tuple[str, str], ...], set[str]] = {
            (): {lost, won, here, going},
            (("state", "over"),): {lost, won, here},
            (("state", "going"),): {going},
            (("game", "sensei"),): {going},
            (("score", "won"),): {won},
            (("score", "lost"), ("game", "zhizhu")): {lost},
            (("against", "computer"),): {lost},
            (("against", "person"), ("score", "lost")): set(),
            (("against", "here"),): {here},
        }
        for query, tables in wanted.items():
            assert set(await listed(house, PERSON, **dict(query))) == tables, query
        assert set(await listed(house, OTHER, score="lost")) == {won}
        assert await listed(house, THIRD) == []


@pytest.mark.parametrize("query", [{"state": "x"}, {"score": "here"}, {"against": ""}])
async def test_what_can_not_be_chosen_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(Refused, match="this is one of"):
        chosen_of(query)
    with pytest.raises(UnknownGame):
        chosen_of({"game": "chess"})


async def test_results_are_counted_by_opponent_and_by_day(database: str) -> None:
    async with parlour(database) as house:
        await resigned(house, ME, BOT)
        await resigned(house, ME, BOT)
        await resigned(house, ME, OPEN, who=OTHER)
        await resigned(house, ME, HERE)
        counted = await results(house.tables, [PERSON])
        assert counted["levels"] == [
            {"game": "zhizhu", "against": "computer", "level": 1, "won": 0, "drawn": 0, "lost": 2},
            {"game": "zhizhu", "against": "person", "level": None, "won": 1, "drawn": 0, "lost": 0},
        ]
        [day] = counted["days"]
        assert (day["won"], day["lost"]) == (1, 2)
        assert (counted["here"], counted["next"]) == ({"zhizhu": 1}, {})
        assert (await results(house.tables, [THIRD]))["levels"] == []


async def test_a_game_that_goes_on_after_its_end_has_not_ended(database: str) -> None:
    async with parlour(database) as house:
        made = await resigned(house, ME, BOT)
        assert await listed(house, PERSON, score="lost") == [made.table]
        await house.node.store.write([Entry(made.table, [], PLAYING)])
        assert await listed(house, PERSON, score="lost") == []


def test_who_beats_a_level_often_may_try_the_next() -> None:
    def went(level: int, *scores: str) -> list[SeatOutcome]:
        told = [("t", 0, "zhizhu", "computer", level, score) for score in scores]
        return [SeatOutcome(*one, at) for at, one in enumerate(told)]

    lucky = ("won", "lost", "won", "won", "drawn")
    assert next_level(went(2, *lucky), "zhizhu") == 3
    assert next_level(went(2, *lucky), "sensei") is None
    assert next_level(went(2, *lucky, "lost", "lost"), "zhizhu") is None
    assert next_level(went(2, *lucky) + went(4, "lost"), "zhizhu") is None
    assert next_level(went(7, *lucky), "zhizhu") is None
    assert next_level(went(8, *lucky), "zhizhu") is None


async def test_games_are_forgotten_and_those_of_others_stay_theirs(database: str) -> None:
    async with parlour(database) as house:
        alone = (await resigned(house, ME, BOT)).table
        shared = (await resigned(house, ME, OPEN)).table
        going = await house.table("zhizhu", ME, OPEN)
        await house.sit(going, OTHER)
        assert await forget(house.tables, [THIRD], None) == ([], [], [])
        assert await forget(house.tables, [OTHER], [alone]) == ([], [], [])
        done = await forget(house.tables, [PERSON], None)
        assert done == ([alone], [shared], [going.table])
        assert await listed(house, PERSON) == [going.table]
        assert set(await listed(house, OTHER)) == {shared, going.table}
        assert await house.node.store.game(alone) is None
        assert await house.node.store.events(alone) == []
        with pytest.raises(Refused, match="no such table"):
            await house.tables.table(alone)
        assert (await results(house.tables, [PERSON]))["levels"] == []
        assert (await results(house.tables, [OTHER]))["levels"][0]["won"] == 1
        assert not await house.node.store.check(wholly=True)
        assert (await house.tables.table(shared)).frozen is None
    with pytest.raises(Refused, match=r"body\.tables"):
        my_games.named(["nonsense"])


async def test_a_review_is_made_once_and_stays_with_its_game(database: str) -> None:
    asked: list[tuple[str, int]] = []

    async def judge(record: str, nodes: int) -> list[dict[str, Any]]:
        asked.append((record, nodes))
        return [{"mark": "mistake", "loss": 0.2}]

    async with parlour(database) as house:
        store = house.node.store
        made = await house.table("zhizhu", ME, HERE)
        live = await house.tables.table(made.table)
        with pytest.raises(Refused, match="not over"):
            await stored_review.made(store, live, judge)
        ann = await house.attend(made.table, PERSON)
        await ann.ask("resign", seat=0)
        assert await stored_review.kept(store, live) is None
        found = await stored_review.made(store, live, judge)
        assert await stored_review.made(store, live, judge) == found
        assert await stored_review.kept(store, live) == found and len(asked) == 1
        await store.keep_review(made.table, json.dumps({"played": "else", "moves": []}))
        assert await stored_review.kept(store, live) is None
        await store.keep_review(made.table, "damaged")
        assert await stored_review.kept(store, live) is None
        await forget(house.tables, [PERSON], [made.table])
        assert await store.review(made.table) is None
        assert await stored_review.made(store, live, judge) == found, "told, though not stored"


async def test_a_rematch_keeps_the_score_of_the_series(database: str) -> None:
    async with parlour(database) as house:
        made = await house.table("zhizhu", ME, OPEN)
        await house.sit(made, OTHER)
        table = made.table
        for points in ([0, 1], [2, 0]):
            guests = [await house.attend(table, key) for key in (PERSON, OTHER)]
            loser = next(seat for seat in (0, 1) if seat in guests[1].session.seats)
            await guests[1].ask("resign", seat=loser)
            for guest in guests:
                await guest.ask("rematch", say="offer")
            table = (await house.tables.table(table)).table.rematch or ""
            live = await house.tables.table(table)
            series = live.table.made["series"]
            assert series["points"] == points and series["games"] == sum(points)
        assert live.summary()["series"] == series


POSITION = "zhizhu ......../..w...../........ b 8-9 0 - - 0 2"


async def test_a_game_goes_on_from_a_position(database: str) -> None:
    async with parlour(database) as house:
        made = await house.table("zhizhu", ME, BOT, position=POSITION)
        live = await house.tables.table(made.table)
        assert [chair.kind for chair in live.table.chairs] == ["bot", "person"]
        ann = await house.attend(made.table, PERSON)
        assert ann.view["actors"] == [1] and f'[Position "{POSITION}"]' in live.table.record()
        await ann.play(ann.view["legal"]["1"][0])
        assert house.thinker.asked[-1].match().position() != POSITION
        await house.passes(2_000)
        assert live.table.ply >= 2
        with pytest.raises(BadOption, match="not of Sense"):
            await house.table("sensei", ME, BOT, position=POSITION)
        over = "zhizhu ww....../bbb.b.../........ w 0-0 0 - - 0 41"
        with pytest.raises(BadOption, match="over in this position"):
            await house.table("zhizhu", ME, BOT, position=over)
    async with parlour(database) as house:
        live = await house.tables.table(made.table)
        assert live.frozen is None and live.table.match.states[0].hands == (8, 9)
