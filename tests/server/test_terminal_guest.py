"""The terminal as a client: a friend's link is all it takes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from houses import PERSON, WAIT_S, Served
from textual import events
from textual.pilot import Pilot
from websockets.protocol import State

import tablier
from tablier.core.registry import find
from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.join import JoinScreen
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.server_connection import ServerConnection
from tablier.terminal.session.table_link import SeatRefused, TableLink, person_key

pytestmark = pytest.mark.anyio

LOOK_S = 0.02
"""How often somebody looks whether something has arrived."""
ME, HERE, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "here"}, {"kind": "open"}


@asynccontextmanager
async def guest(link: str, language: str = "en") -> AsyncIterator[Pilot[None]]:
    """The application, on its way to a table."""
    app = TablierApp(Phrases(language), link=link, name="Bo")
    async with app.run_test(size=(80, 24)) as pilot:
        yield pilot


async def until(pilot: Pilot[None], done: Callable[[], object]) -> None:
    """Wait for what travels."""
    async with asyncio.timeout(WAIT_S):
        while not done():
            await asyncio.sleep(LOOK_S)
            await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    for character in text:
        key = "enter" if character == "\r" else character
        pilot.app.post_message(events.Key(key, character))
    await pilot.pause()


def remote(pilot: Pilot[None]) -> RemoteSession:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen) and isinstance(screen.session, RemoteSession)
    return screen.session


def link_to(served: Served, made: dict[str, str], key: str = "join") -> str:
    return f"{served.base}/#/table/{made['table']}/{made[key]}"


async def test_a_guest_sits_down_plays_talks_and_resigns(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = remote(pilot)
        assert table.people == (1,) and table.who(0) == "Ann" and table.who(1) == "you"
        await until(pilot, lambda: table.status == "White to move.")
        await asyncio.to_thread(ann.play, "b3")
        await until(pilot, lambda: table.match.actions == ["b3"])
        await typed(pilot, "b3\r")
        assert "b3 is taken: place on a free point (ZZ-05)" in table_line(pilot)
        await typed(pilot, "c1\r")
        await until(pilot, lambda: table.match.actions == ["b3", "c1"])
        await typed(pilot, "/good luck\r")
        await until(pilot, lambda: table_line(pilot) == "Bo: good luck")
        await asyncio.to_thread(ann.ask, "chat", text="to you, too")
        await until(pilot, lambda: table_line(pilot) == "Ann: to you, too")
        await asyncio.to_thread(ann.ask, "draw", say="offer")
        await until(pilot, lambda: "White offers a draw" in table_line(pilot))
        assert table.draw_question == "Agree to a draw?"
        await pilot.press("f5")
        assert "not shown" in table_line(pilot)
        await pilot.press("f7", "enter")
        await until(pilot, lambda: table.match.result)
        assert "You have lost: you resigned." in pilot.app.screen.prompt()  # type: ignore[attr-defined]
        assert "F8 asks for another game" in table_line(pilot)
    ann.close()


def table_line(pilot: Pilot[None]) -> str:
    """What was said last at the table."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen.line()


async def test_a_question_goes_when_it_has_been_answered(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await asyncio.to_thread(ann.play, "b3")
        await asyncio.to_thread(ann.ask, "draw", say="offer")
        await until(pilot, lambda: "White offers a draw" in table_line(pilot))
        remote(pilot).play(1, "c1")
        await until(pilot, lambda: remote(pilot).match.actions == ["b3", "c1"])
        assert table_line(pilot) == ""
    ann.close()


async def test_the_same_link_leads_back_to_the_own_seat(served: Served) -> None:
    made = served.table("sensei", [ME, OPEN])
    link = TableLink.read(link_to(served, made))
    first = await RemoteSession.join(link, "Bo", Phrases())
    again = await RemoteSession.join(link, "Bo", Phrases())
    assert first.people == again.people == (1,)
    watching = await RemoteSession.join(
        TableLink.read(link_to(served, made, "watch")), "", Phrases()
    )
    assert watching.people == (1,)


async def test_a_bell_is_rung_from_afar(served: Served) -> None:
    made = served.table("zinga", [ME, OPEN], options={"untimed": "on"})
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = remote(pilot)
        await asyncio.to_thread(ann.play, "ready")
        await until(pilot, lambda: "ready" in table.match.actions)
        await typed(pilot, "s")
        await until(pilot, lambda: any(t.startswith("roll") for t in table.match.actions))
        await pilot.pause()
        await typed(pilot, "a")
        await until(pilot, lambda: "ring" in table.match.actions)
        assert table.match.history[-1].seat == 1
        await typed(pilot, "r12\r")
        await until(pilot, lambda: table.match.state.blunders[1] == 1)
    ann.close()


async def test_a_takeback_is_asked_for_and_given(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = remote(pilot)
        await asyncio.to_thread(ann.play, "b3")
        await asyncio.to_thread(ann.ask, "takeback", say="ask")
        await until(pilot, lambda: "F3 agrees" in table_line(pilot))
        await pilot.press("f3")
        await until(pilot, lambda: table.match.actions == [])
        assert isinstance(pilot.app.screen, TableScreen)
    ann.close()


@asynccontextmanager
async def both_seats(served: Served, game: str) -> AsyncIterator[Pilot[None]]:
    """A guest who holds both seats of a table."""
    made = served.table(game, [ME, HERE])
    async with guest(f"{served.base}/#/table/{made['table']}/{PERSON}") as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert remote(pilot).people == (0, 1)
        await until(pilot, lambda: remote(pilot).acting)
        yield pilot


async def arrived(pilot: Pilot[None], text: str) -> None:
    """Wait until an action is the last one."""
    await until(pilot, lambda: remote(pilot).match.actions[-1:] == [text])


async def test_whoever_holds_two_seats_acts_for_the_one_that_is_meant(served: Served) -> None:
    async with both_seats(served, "zhizhu") as pilot:
        table = remote(pilot)
        for text in ("b3", "c1", "a1"):
            await typed(pilot, f"{text}\r")
            await arrived(pilot, text)
        await pilot.press("f3")
        await until(pilot, lambda: table.match.actions == ["b3", "c1"])
        await typed(pilot, "a1\r")
        await arrived(pilot, "a1")
        await typed(pilot, "/my turn\r")
        await until(pilot, lambda: table_line(pilot) == "Black: my turn")
        with pytest.raises(tablier.TablierError, match="nobody can play on"):
            table.play_on()
        await pilot.press("f6", "enter")
        await until(pilot, lambda: table.match.result)
        assert table.match.actions[-1] == "draw"


async def test_whoever_holds_two_seats_takes_a_part_of_a_turn_back(served: Served) -> None:
    async with both_seats(served, "sensei") as pilot:
        table = remote(pilot)
        await typed(pilot, f"{table.match.legal()[0]}\r")
        await until(pilot, lambda: table.view["undo"])
        await pilot.press("f3")
        await until(pilot, lambda: table.match.actions == [])


async def test_another_game_is_asked_for_and_agreed_to(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        first = remote(pilot)
        await pilot.press("f8")
        await asyncio.to_thread(ann.ask, "resign")
        await until(pilot, lambda: first.match.result)
        assert "F8 asks for another game" in table_line(pilot)
        await asyncio.to_thread(ann.ask, "rematch", say="offer")
        await until(pilot, lambda: "White would like to play again: F8" in table_line(pilot))
        await asyncio.to_thread(ann.ask, "rematch", say="decline")
        await until(pilot, lambda: "White doesn't play again" in table_line(pilot))
        await asyncio.to_thread(ann.ask, "rematch", say="offer")
        await until(pilot, lambda: first.asked_again)
        await pilot.press("f7")
        await asyncio.to_thread(ann.wait_for, lambda view: view["offers"]["rematch"] == [])
        await until(pilot, lambda: "F8 asks for another game" in table_line(pilot))
        with pytest.raises(tablier.TablierError, match="There is no offer to answer"):
            first.decline()
        await pilot.press("f8", "f1")
        await asyncio.to_thread(ann.wait_for, lambda view: view["offers"]["rematch"] == [1])
        await until(pilot, lambda: first.notice == "You have asked for another game.")
        await asyncio.to_thread(ann.ask, "rematch", say="offer")
        await until(pilot, lambda: pilot.app.left is not first)  # type: ignore[attr-defined]
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        second = remote(pilot)
        assert second.people == (0,) and second.link.table != first.link.table
        await until(pilot, lambda: second.acting)
        second.play(0, "b3")
        await until(pilot, lambda: second.match.actions == ["b3"])
        assert len(pilot.app.screen_stack) == 3
    ann.close()


@pytest.mark.rule("CC-19")
async def test_playing_on_after_a_win_is_declined_and_agreed_to(served: Served) -> None:
    golden = find("chinese-checkers").folder / "golden" / "three-filled.txt"
    made = served.table("chinese-checkers", [ME, HERE, HERE])
    keys = [seat["key"] for seat in made["seats"]]
    everybody = served.attend(made["table"], *keys)
    for move in tablier.read_record(golden.read_text("utf-8")).history:
        everybody.play(move.text, seat=move.seat)
    everybody.close()
    ann = served.attend(made["table"], keys[0])
    async with guest(f"{served.base}/#/table/{made['table']}/{keys[2]}") as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = remote(pilot)
        assert table.people == (2,) and table.match.result
        await until(pilot, lambda: "F6 plays on with those who are left" in table_line(pilot))
        await asyncio.to_thread(ann.ask, "play_on", say="offer")
        await until(pilot, lambda: "Red would like to play on: F6 agrees" in table_line(pilot))
        await pilot.press("f7")
        await asyncio.to_thread(ann.wait_for, lambda view: not view["offers"]["play_on"])
        await asyncio.to_thread(ann.ask, "play_on", say="offer")
        await until(pilot, lambda: "F6 agrees" in table_line(pilot))
        await pilot.press("f6")
        await until(pilot, lambda: table.acting)
        await typed(pilot, "i6-h6\r")
        await until(pilot, lambda: table.match.actions[-2:] == ["play_on", "i6-h6"])
    ann.close()


async def test_a_house_refuses_in_the_language_that_is_spoken(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN], hints=False)
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made), "de") as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await asyncio.to_thread(ann.play, "b3")
        await until(pilot, lambda: remote(pilot).acting)
        await pilot.press("f2")
        await until(pilot, lambda: "An diesem Tisch wird ohne Tipps gespielt." in table_line(pilot))
    ann.close()
    with pytest.raises(SeatRefused) as refused:
        TableLink.read(link_to(served, made)).sit([made["join"]], "Cy")
    assert (
        Phrases("fr").house_refusal(refused.value.code, refused.value.details)
        == "Cette place est prise."
    )


async def test_who_goes_away_and_comes_back_is_told(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    key = made["seats"][0]["key"]
    ann = served.attend(made["table"], key)
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await until(pilot, lambda: remote(pilot)._connection._socket)
        ann.close()
        await until(pilot, lambda: "White has gone away." in table_line(pilot))
        await pilot.press("escape")
        assert table_line(pilot) == "Away: White." and remote(pilot).who(0) == "Ann (away)"
        ann = await asyncio.to_thread(served.attend, made["table"], key)
        await until(pilot, lambda: "White is back." in table_line(pilot))
        assert remote(pilot).notice == ""
    ann.close()


async def test_a_connection_comes_back_with_what_was_not_answered(served: Served) -> None:
    made = served.table("zhizhu", [OPEN, ME], first="other")
    ann = served.attend(made["table"], made["seats"][0]["key"])
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = remote(pilot)
        await until(pilot, lambda: table.acting or table.match.seat is not None)
        mine, theirs = table.people[0], ann.welcome["you"]["seats"][0]
        if table.match.seat == theirs:
            await asyncio.to_thread(ann.play, "c8")
            await until(pilot, lambda: table.acting)
        await until(pilot, lambda: table._connection._socket)
        socket = table._connection._socket
        assert socket is not None
        await socket.close()
        table.play(mine, "b3")
        await until(pilot, lambda: "b3" in table.match.actions)
    ann.close()


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("http://127.0.0.1:1/#/table/abcdefgh/key", "can't be reached"),
        ("somewhere", "looks like"),
        ("{base}/#/table/abcdefgh/key", "no such table"),
    ],
)
async def test_what_stands_in_the_way_is_told(served: Served, link: str, told: str) -> None:
    async with guest(link.format(base=served.base)) as pilot:
        joining = pilot.app.screen
        assert isinstance(joining, JoinScreen)
        await until(pilot, lambda: told in str(joining.query_one(".line").render()))
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, JoinScreen)


def test_a_person_is_the_same_next_time() -> None:
    assert person_key() == person_key() and len(person_key()) == 32
    with pytest.raises(tablier.BadOption, match="looks like"):
        TableLink.read("http://host/table/x")


async def test_whoever_leaves_hangs_up_first(served: Served) -> None:
    """A socket that was left to the garbage collector outlived its table."""
    made = served.table("zhizhu", [ME, OPEN])
    welcomed = asyncio.Event()
    link = TableLink.read(link_to(served, made))
    connection = ServerConnection(link, [str(link.key)], lambda frame: welcomed.set(), lambda: None)
    running = asyncio.create_task(connection.run())
    await welcomed.wait()
    socket = connection._socket
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert socket is not None and socket.state is State.CLOSED
