"""A position is set up on the page: what can be goes on, what can't names its rule."""

import pytest
from playwright.sync_api import expect
from visitors import Visitor, Welcome

import tablier

pytest_plugins = "visits"


def arranging(visitor: Visitor, game: str) -> Visitor:
    visitor.go(f"arrange/{game}").page.locator(".board .point").first.wait_for()
    return visitor


def written(visitor: Visitor) -> tablier.Match:
    """The position as it is analysed."""
    visitor.button("Analyse it").click()
    visitor.page.locator(".moves").wait_for()
    kept = visitor.page.evaluate("JSON.parse(sessionStorage['tablier.record']).text")
    return tablier.read_record(kept)


@pytest.mark.both
def test_a_position_is_set_up_by_mouse_refused_by_its_rule_and_analysed(welcome: Welcome) -> None:
    visitor = welcome().go()
    visitor.page.get_by_text("Look at a recorded game").click()
    visitor.page.get_by_text("Set up a position of your own").click()
    visitor.page.get_by_role("link", name="ZhiZhu", exact=True).click()
    page = visitor.page
    page.locator(".board .point").first.wait_for()
    expect(visitor.prompt).to_contain_text("This position can be.")
    visitor.press(0)
    expect(page.get_by_label("White: in hand")).to_have_value("8")
    expect(visitor.prompt).to_contain_text("ZZ-05")
    expect(visitor.button("Analyse it")).to_be_hidden()
    page.get_by_role("group", name="To move").get_by_label("Black").check()
    expect(visitor.prompt).to_contain_text("This position can be.")
    match = written(visitor)
    assert match.position() == "zhizhu w......./......../........ b 8-9 0 - - 0 2"
    visitor.wait_for_turn()
    visitor.play("b5")
    expect(page.locator(".move.now")).to_have_text("b5")


def test_what_is_set_up_is_played_on(welcome: Welcome) -> None:
    visitor = arranging(welcome(), "zhizhu")
    visitor.press(0)
    expect(visitor.button("Play on from here")).to_be_hidden()
    visitor.page.get_by_role("group", name="To move").get_by_label("Black").check()
    visitor.button("Play on from here").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Together here").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator(".board .piece")).to_have_count(1)
    visitor.play("b5")
    expect(visitor.page.locator(".board .piece")).to_have_count(2)


def test_a_position_is_set_up_by_keys(welcome: Welcome) -> None:
    """A character leaves where it stood, and falls with the stone under it."""
    visitor = arranging(welcome(), "sensei")
    page = visitor.page
    page.get_by_label("Green: Sage").check()
    page.locator('.point[data-point="2"]').focus()
    page.keyboard.press("Enter")
    label = page.locator('.point[data-point="2"]')
    expect(label).to_have_attribute("aria-label", "c1, Green's stone, Green's Sage")
    expect(visitor.prompt).to_contain_text("This position can be.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(visitor.prompt).to_contain_text("SE-02")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    page.get_by_role("group", name="To move").get_by_label("Red").check()
    expect(visitor.prompt).to_contain_text("This position can be.")
    match = written(visitor)
    assert match.seat == 1 and " r 0 0 " in match.position() and "ggGg" in match.position()


def test_pegs_are_carried_by_a_finger_on_a_board_for_three(welcome: Welcome) -> None:
    visitor = arranging(welcome(size=(390, 844), has_touch=True), "chinese-checkers")
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("3 players").check()
    expect(page.get_by_label("Yellow").first).to_be_visible()
    page.get_by_label("Take away").check()
    visitor.press(0)
    expect(visitor.prompt).to_contain_text("CC-05")
    visitor.button("Start position").click()
    expect(visitor.prompt).to_contain_text("This position can be.")
