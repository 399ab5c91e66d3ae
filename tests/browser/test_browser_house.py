"""The house in a browser answers as a server does; here it runs in Python, without a browser."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from guests import BOT, HERE, ME, OPEN, OTHER, PERSON
from houses import Served
from memory import MemoryStore
from tabs import Tabs, tabs

import tablier
from tablier.browser.indexed_store import IndexedStore
from tablier.house import visit
from tablier.house.explored import explored_at
from tablier.table import messages

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]


POSITION = "zhizhu; 0/0"
RECORD = '[Game "zhizhu"]\n\n1. b3 c3'
GAME = "chinese-checkers"
SHUTTLE = ("b1-d4", "k1-j4", "d4-b1", "j4-k1")
AROUND: dict[str, Any] = {
    "position": "chinese-checkers",
    "line": [[ply % 2, SHUTTLE[ply % 4]] for ply in range(4)],
}
"""All stands again where it stood."""
SET_UP: dict[str, Any] = {
    "game": "zhizhu",
    "pieces": [[0, 0, "piece"]],
    "seat": 1,
    "counts": [{"hand": 8}, {"hand": 9}],
}
ASKED: list[tuple[str, Any]] = [
    ("/api/games", None),
    ("/api/games?language=fr", None),
    ("/api/games?language=xx", None),
    ("/api/words?language=de", None),
    ("/api/games/zhizhu/words?language=es", None),
    ("/api/games/zhizhu/lessons", None),
    ("/api/games/zhizhu/solved", None),
    ("/api/games/zinga/solved", None),
    ("/api/games/zinga/puzzles?language=fr", None),
    ("/api/games/zhizhu/puzzles/nonsense", None),
    ("/api/games/zinga/drills/ring?number=7", None),
    ("/api/games/zinga/drills/ring?number=99999999999", None),
    ("/api/games/zhizhu/drills/ring", None),
    ("/api/games/senset/words", None),
    ("/api/games/chinese-checkers/board?players=3", None),
    ("/api/games/chinese-checkers/board?players=9", None),
    ("/api/games/zhizhu/board?nonsense=1", None),
    ("/api/games/zinga/paper?players=5&language=fr", None),
    ("/api/games/sensei/paper?way=nonsense", None),
    ("/api/tables/aaaaaaaaaa", None),
    ("/api/tables/aaaaaaaaaa/record", None),
    ("/api/tables?state=gone", None),
    ("/api/nonsense", None),
    ("/api/positions", {"position": POSITION}),
    ("/api/positions", {"position": 7}),
    ("/api/positions/play", {"position": POSITION, "text": "b3"}),
    ("/api/positions/play", {"position": POSITION, "text": "x9"}),
    ("/api/positions/play", {"position": POSITION}),
    ("/api/positions/play", AROUND | {"text": "b2-d5"}),
    ("/api/positions/play", AROUND | {"text": "b9-b9"}),
    ("/api/positions/play", AROUND | {"line": [[0, "b1-d4", 1]], "text": "b2-d5"}),
    ("/api/positions/play", AROUND | {"line": [[99, "b1-d4"]], "text": "b2-d5"}),
    ("/api/positions/arranged", SET_UP),
    ("/api/positions/arranged", SET_UP | {"pieces": [[0, 0, "piece"]] * 2}),
    ("/api/positions/arranged", SET_UP | {"pieces": [[0, 0]]}),
    ("/api/positions/arranged", SET_UP | {"counts": [{"hand": -1}, {"hand": 9}]}),
    ("/api/positions/arranged", SET_UP | {"game": "zinga"}),
    ("/api/positions/explored", {"position": "zhizhu"}),
    ("/api/positions/explored", {"position": "nonsense"}),
    ("/api/records", {"record": "1. nonsense"}),
    ("/api/records", {"record": "x" * 70_000}),
    ("/api/records", {"record": "", "more": 1}),
    ("/api/tables", {"game": "senset", "seats": [ME, HERE]}),
    ("/api/tables", {"game": "zhizhu", "seats": [ME]}),
    ("/api/tables", {"game": "zhizhu", "seats": []}),
    ("/api/tables", {"game": "zhizhu", "seats": [ME, {"kind": "cat"}]}),
    ("/api/tables", {"game": "zhizhu", "seats": [ME, BOT], "clock": {"base": 1}}),
    ("/api/tables", {"game": "zhizhu", "seats": [ME, {"kind": "bot", "level": 17}]}),
    ("/api/tables/aaaaaaaaaa/sit", {"name": "Cy"}),
    ("/api/analysis", {"record": "", "nodes": 0}),
    ("/api/animations", {"record": "1. nonsense"}),
    ("/api/animations", {"record": RECORD, "near": 2}),
    ("/api/animations", {"record": RECORD, "board": "glass"}),
    ("/api/values", {"position": "nonsense"}),
    ("/api/values", {"position": POSITION, "nodes": 10**9}),
]


@pytest.mark.parametrize(("path", "body"), ASKED, ids=lambda asked: str(asked)[:60])
async def test_requests_are_answered_as_on_a_server(served: Served, path: str, body: Any) -> None:
    """But for the sentence about a field, which pydantic has words of its own for."""
    status, told = served.call("GET" if body is None else "POST", path, body, PERSON)
    async with tabs() as house:
        status_here, told_here = await house.request(path, body, PERSON)
    assert status_here == status, (told_here, told)
    told_here = json.loads(json.dumps(told_here))
    if isinstance(told, dict) and told.get("code") == "bad_request":
        told, told_here = told["code"], told_here["code"]
    assert told_here == told


async def test_a_record_is_shown_as_on_a_server(served: Served) -> None:
    async with tabs() as house:
        made = await house.table("zhizhu", ME, HERE)
        guest = await house.attend(made.table, PERSON, made.seats[1][1])
        for seat in (0, 1):
            text = guest.view["legal"][str(seat)][3]
            assert (await guest.play(text, seat=seat))["type"] == "ack"
        _, record = await house.request(f"/api/tables/{made.table}/record", None, PERSON)
        _, told_here = await house.request("/api/records", {"record": record})
    assert told_here == json.loads(
        json.dumps(served.call("POST", "/api/records", {"record": record})[1])
    )
    assert len(told_here["frames"]) == 3


class Kept:
    """A browser's database with what a house has played."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.read_events = 0

    async def read(self, wish: str) -> str:
        what, *how = json.loads(wish)
        if what == "listed":
            return json.dumps({"found": await self.store.listed(how[0], public=how[1])})
        self.read_events += 1
        return json.dumps({"found": [list(event) for event in await self.store.events(how[0])]})

    async def write(self, change: str) -> str:
        raise AssertionError(f"nothing is to be written: {change}")


async def test_the_explorer_counts_the_games_that_this_browser_has_once() -> None:
    async with tabs() as house:
        made = await house.table("chinese-checkers", ME, HERE)
        guest = await house.attend(made.table, PERSON, made.seats[1][1])
        text = guest.view["legal"]["0"][0]
        assert (await guest.play(text, seat=0))["type"] == "ack"
        assert isinstance(house.house_here.tables.store, MemoryStore)
        database = Kept(house.house_here.tables.store)
        store = IndexedStore(database)
        assert not any(move.get("house") for move in (await explored_at(store, GAME))["moves"])
        assert (await guest.ask("resign", seat=0))["type"] == "ack"
        for _ in range(2):
            told = await explored_at(store, GAME)
            found = [(move["text"], move["house"]) for move in told["moves"] if "house" in move]
            assert found == [(text, {"played": 1, "won": 0, "drawn": 0})]
        assert database.read_events == 1
        await house.house_here.tables.store.delete(made.table)
        assert not any(move.get("house") for move in (await explored_at(store, GAME))["moves"])


async def test_lists_show_what_is_mine_and_what_is_open() -> None:
    async with tabs() as house:
        made = await house.table("zhizhu", ME, OPEN, public=True)
        _, mine = await house.request("/api/mine", None, PERSON)
        assert [(one["id"], one["yours"]) for one in mine] == [(made.table, [0])]
        assert (await house.request("/api/mine", None, OTHER))[1] == []
        _, found = await house.request("/api/tables?state=open")
        assert [one["id"] for one in found] == [made.table]


async def test_a_page_that_says_nonsense_is_shown_out() -> None:
    async with tabs() as house:
        made = await house.table("zhizhu", ME, HERE)
        guest = await house.attend(made.table, PERSON)
        guest.send(type="nonsense", cmd="1")
        await house.settle()
        assert guest.line.closed == messages.BAD_MESSAGE
        stranger = await house.attend(made.table, OTHER)
        assert stranger.line.closed == messages.NO_TABLE


async def test_a_mistake_of_ours_ends_the_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The page hears of it, and comes back; it does not wait for ever."""
    async with tabs() as house:
        made = await house.table("zhizhu", ME, HERE)
        monkeypatch.setattr(visit, "welcome", lambda *_: 1 / 0)
        guest = await house.attend(made.table, PERSON)
        assert guest.line.closed == 1006
    assert "ZeroDivisionError" in caplog.text


async def test_what_nobody_waits_for_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page takes a question back, or goes away with all of its own."""
    given_up = 0

    async def think(*_: object) -> None:
        nonlocal given_up
        try:
            await asyncio.Event().wait()
        finally:
            given_up += 1

    wish = json.dumps({"position": tablier.new("zhizhu").position()})
    async with tabs() as house:
        monkeypatch.setattr(house.thinker, "analyse", None, raising=False)
        monkeypatch.setattr(house.thinker, "value", think, raising=False)
        here = house.house_here
        names = ("one 1", "one 2", "two 1")
        asked = [asyncio.ensure_future(here.ask("/api/values", wish, "[]", name)) for name in names]
        for _ in range(10):
            await asyncio.sleep(0)
        here.drop("two 1")
        assert json.loads(await asked[2])["content"]["code"] == "busy"
        assert not asked[0].done() and given_up == 1
        here.leave("one")
        assert [json.loads(one)["status"] for one in await asyncio.gather(*asked)] == [503] * 3
        assert given_up == 3


async def test_what_can_not_be_stored_is_refused_and_can_be_sent_again() -> None:
    store = MemoryStore()
    async with tabs(store) as house:
        made = await house.table("zhizhu", ME, HERE)
        guest = await house.attend(made.table, PERSON)
        text = guest.view["legal"]["0"][0]
        store.away = True
        assert (await guest.play(text, seat=0, cmd="x"))["code"] == "storage"
        assert guest.view["ply"] == 0
        store.away = False
        assert (await guest.play(text, seat=0, cmd="x"))["type"] == "ack"


async def test_time_is_kept_only_while_a_clock_runs() -> None:
    async with tabs() as house:
        still = await house.table("zhizhu", ME, HERE)
        guest = await house.attend(still.table, PERSON)
        assert not house.house_here.moves and house.house_here._keeping is None
        timed = await house.table("zhizhu", ME, HERE, clock={"base": 60_000, "increment": 0})
        other = await house.attend(timed.table, PERSON)
        assert house.house_here.moves and house.house_here._keeping is not None
        await house.passes(61_000)
        assert other.view["result"]["cause"] == "time" and not house.house_here.moves
        assert guest.view["phase"] == "playing"


def test_nothing_but_the_standard_library_is_imported() -> None:
    script = "import sys; sys.path.insert(0, sys.argv[1]); import tablier.browser.worker"
    command = [sys.executable, "-I", "-S", "-c", script, str(ROOT / "src")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def _played_here(house: Tabs, **more: Any) -> str:
    made = await house.table("zhizhu", ME, HERE, **more)
    guest = await house.attend(made.table, PERSON)
    await guest.play(guest.view["legal"]["0"][3], seat=0)
    return made.table


async def test_games_leave_as_one_file_and_come_back() -> None:
    """In another browser they open to whoever took them in; a second time nothing is doubled."""
    async with tabs() as house:
        still = await _played_here(house)
        timed = await _played_here(house, clock={"base": 60_000, "increment": 0})
        await house.passes(10_000)
        _, file = await house.request("/api/mine/file", None, PERSON)
        guest = await house.attend(still, PERSON)
        await guest.play(guest.view["legal"]["1"][9], seat=1)
        _, later = await house.request("/api/mine/file", None, PERSON)
    store = MemoryStore()
    store.noted_ms = 9_000_000
    async with tabs(store) as other:
        take = "/api/mine/file"
        status, taken = await other.request(take, {"file": file}, OTHER)
        assert status == 200 and sorted(taken["added"]) == sorted([still, timed]), taken
        _, mine = await other.request("/api/mine", None, OTHER)
        assert {(one["id"], tuple(one["yours"])) for one in mine} == {
            (still, (0, 1)),
            (timed, (0, 1)),
        }
        guest = await other.attend(timed, OTHER)
        assert guest.view["ply"] == 1 and guest.view["clocks"]["left"][1] > 59_000
        seen = await other.attend(still, OTHER)
        assert (await other.attend(still, PERSON)).line.closed == messages.NO_TABLE
        _, taken = await other.request(take, {"file": later}, OTHER)
        assert (taken["gone_on"], sorted(taken["kept"]), taken["added"]) == ([still], [timed], [])
        assert seen.line.closed == messages.RESTART
        seen = await other.attend(still, OTHER)
        assert seen.view["ply"] == 2
        assert (await seen.play(seen.view["legal"]["0"][20], seat=0))["type"] == "ack"
        _, taken = await other.request(take, {"file": later}, OTHER)
        assert sorted(taken["kept"]) == sorted([still, timed]) and not taken["faults"]


async def test_what_is_wrong_in_a_file_of_games_is_told_and_harms_nothing() -> None:
    async with tabs() as house:
        for _ in range(2):
            await _played_here(house)
        _, file = await house.request("/api/mine/file", None, PERSON)
        for foreign in ("", "no games", "{}", RECORD):
            status, told = await house.request("/api/mine/file", {"file": foreign}, PERSON)
            assert (status, told["code"]) == (422, "bad_archive"), foreign
        assert len((await house.request("/api/mine", None, PERSON))[1]) == 2
    lines = file.splitlines(keepends=True)
    first = [number for number, line in enumerate(lines) if line.startswith('{"game"')]
    spoilt = [
        line.replace('"zhizhu"', '"zhizha"') if n in first[:1] else line
        for n, line in enumerate(lines)
    ]
    for broken, sound in (
        ("".join(spoilt), 1),
        (file[:-300], 1),
        (file.replace("person", "bot"), 0),
    ):
        async with tabs() as other:
            status, taken = await other.request("/api/mine/file", {"file": broken}, OTHER)
            assert status == 200 and len(taken["added"]) == sound and taken["faults"], taken
            assert len((await other.request("/api/mine", None, OTHER))[1]) == sound
