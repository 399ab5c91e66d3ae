"""Several people at one screen: who is asked, who takes back, and whose star it is."""

from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

pytest_plugins = "visits"

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
    visitor = begun(welcome, served, "b3")
    visitor.tool("resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(visitor.page.locator(".players .winner")).to_contain_text("White")


def test_moves_are_taken_back_one_by_one_down_to_the_first(
    welcome: Welcome, served: Served
) -> None:
    visitor = begun(welcome, served, "b3", "c4", "a1")
    for left in (2, 1, 0):
        visitor.tool("undo").click()
        visitor.plied(left)
    expect(visitor.tool("undo")).to_be_disabled()
    expect(visitor.prompt).to_contain_text("White")
