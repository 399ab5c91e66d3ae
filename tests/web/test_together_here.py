"""Several people at one screen: who is asked, who takes back, and whose star it is."""

import re

import pytest
from houses import Reached, Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

pytest_plugins = "visits"

NAME = "\u05d3\u05e0\u05d4"
"""A name that is read from right to left."""
HERE = [{"kind": "me"}, {"kind": "here"}]


def begun(welcome: Welcome, served: Served, *texts: str) -> Visitor:
    """A game of ZhiZhu with both sides at one screen."""
    visitor = welcome().sit(served.table("zhizhu", HERE))
    for played, text in enumerate(texts, 1):
        visitor.wait_for_turn()
        visitor.play(text)
        visitor.plied(played)
    return visitor


def test_a_draw_is_for_the_other_side_to_agree_to(welcome: Welcome, served: Served) -> None:
    visitor = begun(welcome, served, "b3")
    visitor.tool("draw").click()
    asked = visitor.page.get_by_role("dialog", name="A draw?")
    expect(asked).to_contain_text("Black offers a draw. Do you agree, White?")
    asked.get_by_role("button", name="Decline").click()
    expect(asked).to_have_count(0)
    visitor.play("c4")
    visitor.plied(2)
    visitor.tool("draw").click()
    expect(asked).to_contain_text("White offers a draw. Do you agree, Black?")
    asked.get_by_role("button", name="Agree").click()
    expect(visitor.prompt).to_contain_text("A draw")
    expect(visitor.page.locator(".players .winner")).to_have_count(0)


def test_a_win_has_its_star(welcome: Welcome, served: Served) -> None:
    """Who gives up is told before, by the name that is on the screen."""
    visitor = begun(welcome, served, "b3")
    dialog = visitor.page.get_by_role("dialog")
    visitor.tool("resign").click()
    expect(dialog).to_contain_text("Black has lost the game then.")
    dialog.get_by_role("button", name="Resign").click()
    expect(visitor.page.locator(".players .winner")).to_contain_text("White")
    three = [{"kind": "me", "name": NAME}, {"kind": "here"}, {"kind": "here", "name": "Ben"}]
    visitor.sit(served.table("zinga", three, players=3, options={"untimed": "on"}))
    visitor.tool("resign").click()
    expect(dialog).to_contain_text(re.compile(f"{NAME}.? is out of the game then."))
    visitor.page.keyboard.press("Escape")
    visitor.tool("draw").click()
    expect(dialog).to_contain_text("Do you agree, Player 2, Ben?")
    dialog.get_by_role("button", name="Agree").click()
    expect(visitor.prompt).to_contain_text("A draw")


def test_moves_are_taken_back_one_by_one_down_to_the_first(
    welcome: Welcome, served: Served
) -> None:
    visitor = begun(welcome, served, "b3", "c4", "a1")
    for left in (2, 1, 0):
        visitor.tool("undo").click()
        visitor.plied(left)
    expect(visitor.tool("undo")).to_be_disabled()
    expect(visitor.prompt).to_contain_text("White")


@pytest.mark.both
def test_a_table_that_can_not_be_laid_says_so(welcome: Welcome, served: Reached) -> None:
    """Neither without its words nor without what draws it; then it goes on as if nothing was."""
    visitor = welcome().go("view")
    page = visitor.page
    own = page.evaluate("() => JSON.parse(localStorage['tablier.person'])")
    for game, missing in (("zhizhu", "**/zhizhu/words*"), ("zinga", "**/zinga/look/table.js")):
        asked = {"game": game, "seats": HERE, "first": "me"}
        table = served.call("POST", "/api/tables", asked, own)[1]["table"]
        page.route(missing, lambda route: route.abort())
        visitor.turn_to(f"table/{table}")
        expect(page.get_by_role("alert")).to_contain_text("can't be reached at the moment.")
        page.unroute(missing)
        visitor.button("Try again").click()
        expect(page.locator(".plate h2")).to_be_visible()
    visitor.faults.clear()
