"""The terminal among others in a house: who watches, who comes, and a table of one's own."""

import asyncio

import pytest
from houses import WAIT_S, Served
from test_terminal_guest import ME, OPEN, guest, link_to, remote, table_line, until
from textual.widgets import Input, OptionList, Select

from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.setup import ELSEWHERE, SetupScreen
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.table_link import (
    HouseAddress,
    SeatRefused,
    TableLink,
    last_house,
    remember_house,
)
from tablier.terminal.widgets.key_bar import KeyBar

pytestmark = pytest.mark.anyio

OTHER = "o" * 32
"""The key of somebody else."""


def seated(served: Served, made: dict[str, str], name: str) -> str:
    """Somebody takes the free seat; its key."""
    keys = f"{OTHER} {made['join']}"
    status, sat = served.call("POST", f"/api/tables/{made['table']}/sit", {"name": name}, keys)
    assert status == 200, sat
    key: str = sat["key"]
    return key


async def test_a_third_person_is_told_that_they_watch(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    seated(served, made, "Cy")
    async with guest(link_to(served, made)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert remote(pilot).people == ()
        await until(pilot, lambda: table_line(pilot) == "All seats are taken: you are watching.")
        title = str(pilot.app.screen.query_one(".title").render())
        assert "you are watching" in title
        keys = str(pilot.app.screen.query_one(KeyBar).render())
        assert "rules" in keys and not any(word in keys for word in ("undo", "redo", "resign"))
        await pilot.press("slash", "h", "i", "enter")
        assert "only those who play" in table_line(pilot).lower()


async def test_a_newcomer_has_not_been_away(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    said: list[str] = []
    table = await RemoteSession.join(
        TableLink.read(f"{served.base}/#/table/{made['table']}/{made['seats'][0]['key']}"),
        "",
        Phrases(),
    )
    table.tell = said.append
    table.open()
    key = await asyncio.to_thread(seated, served, made, "Cy")
    cy = await asyncio.to_thread(served.attend, made["table"], key)
    async with asyncio.timeout(WAIT_S):
        while not (table.view["seats"][1]["kind"] == "person" and table.view["seats"][1]["online"]):
            await asyncio.sleep(0.02)
        assert said == ["Cy sits down."]
        cy.close()
        while "Black has gone away." not in said:
            await asyncio.sleep(0.02)
        cy = await asyncio.to_thread(served.attend, made["table"], key)
        while "Black is back." not in said:
            await asyncio.sleep(0.02)
    cy.close()
    await table.close()


async def test_a_table_is_opened_from_the_form(served: Served) -> None:
    app = TablierApp(Phrases(), name="Bo")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        listed = app.screen.query_one(OptionList)
        listed.highlighted = listed.get_option_index("zhizhu")
        await pilot.press("enter")
        form = app.screen
        assert isinstance(form, SetupScreen)
        house = form.query_one("#house", Input)
        assert not house.display
        form.query_one("#level", Select).value = ELSEWHERE
        await pilot.pause()
        assert house.display and form.query_one("#name", Input).value == "Bo"
        for address, told in (("nowhere", "looks like"), ("http://127.0.0.1:1", "reached")):
            house.value = address
            await pilot.press("f2")
            await until(pilot, lambda told=told: told in str(form.query_one(".line").render()))
        house.value = f"{served.base}/"
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        table = remote(pilot)
        assert table.people and table.link.house == served.base == last_house()
        await until(pilot, lambda: str(table.link) in table_line(pilot))
        friend = await RemoteSession.join(table.link, "Cy", Phrases())
        assert len(friend.people) == 1, "the link is good for a friend"


def test_a_house_that_is_none_is_refused(served: Served) -> None:
    with pytest.raises(SeatRefused, match="reached"):
        HouseAddress("http://127.0.0.1:1").open_table(
            "k" * 32, {"game": "zhizhu", "players": 2}, ""
        )
    with pytest.raises(SeatRefused):
        HouseAddress(served.base).open_table("k" * 32, {"game": "go", "players": 2}, "")
    remember_house(HouseAddress("http://house.example"))
    assert last_house() == "http://house.example"
