"""By keyboard: which keys there are, and where one is."""

from focus import unseen
from houses import Served
from playwright.sync_api import expect
from visitors import Welcome

pytest_plugins = "visits"

HERE = [{"kind": "me"}, {"kind": "here"}]


def test_a_question_mark_shows_the_keys_of_the_screen(welcome: Welcome, served: Served) -> None:
    visitor = welcome().go()
    visitor.page.keyboard.press("?")
    keys = visitor.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("shows these keys")
    expect(keys).not_to_contain_text("on the board")
    visitor.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    visitor.sit(served.table("zhizhu", HERE)).wait_for_turn()
    visitor.page.keyboard.press("?")
    expect(keys).to_contain_text("on the board: takes a piece up")
    visitor.sit(served.table("zinga", HERE))
    visitor.page.locator(".stage.own > *").first.wait_for(state="attached")
    visitor.page.keyboard.press("?")
    expect(keys).to_contain_text("the bell: ring")
    visitor.go("view").page.get_by_label("Record of a game").press("?")
    expect(visitor.page.get_by_label("Record of a game")).to_have_value("?")
    expect(keys).to_have_count(0)


def test_the_focus_is_seen_everywhere(welcome: Welcome, served: Served) -> None:
    """On one screen of each kind; `python -m bench screens` looks at all, in light and dark."""
    visitor = welcome().go()
    for screen in ("", "settings", "new/sensei", "learn/sensei/1"):
        visitor.turn_to(screen)
        assert unseen(visitor.page) == [], screen
    visitor.sit(served.table("sensei", HERE)).wait_for_turn()
    assert unseen(visitor.page) == []
