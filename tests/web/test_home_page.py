"""The first screen: its lists, and what one click begins."""

from houses import Served
from playwright.sync_api import expect
from visitors import Welcome

pytest_plugins = "visits"

HERE = [{"kind": "me"}, {"kind": "here"}]
OWN = "() => JSON.parse(localStorage['tablier.person'])"


def test_a_long_list_of_games_can_be_seen_to_its_end(welcome: Welcome, served: Served) -> None:
    visitor = welcome().go()
    own = visitor.page.evaluate(OWN)
    for _ in range(11):
        asked = {"game": "zhizhu", "seats": HERE, "first": "me"}
        assert served.call("POST", "/api/tables", asked, own)[0] == 201
    visitor.go()
    mine = visitor.page.locator(".lists section", has_text="Your games")
    expect(mine.get_by_role("listitem")).to_have_count(8)
    mine.get_by_role("button", name="Show all 11").click()
    expect(mine.get_by_role("listitem")).to_have_count(11)
    expect(mine.get_by_role("listitem").nth(8).get_by_role("link")).to_be_focused()
    expect(mine.get_by_role("button")).to_have_count(0)
