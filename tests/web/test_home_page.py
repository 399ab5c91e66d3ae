"""The first screen: its lists, and what one click begins."""

import pytest
from games_file import keep_in_a_file
from houses import Served
from playwright.sync_api import Route, expect
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


def test_the_level_says_what_it_is_and_how_high(welcome: Welcome) -> None:
    visitor = welcome().go()
    level = visitor.page.get_by_label("Strength:")
    expect(level.locator("option:checked")).to_have_text("Whittler (2 of 7)")
    visitor.page.get_by_text("Together here", exact=True).click()
    expect(visitor.page.get_by_text("Strength:")).to_be_hidden()


def test_somebody_as_quick_as_the_player_is_chosen_where_the_strength_is(welcome: Welcome) -> None:
    visitor = welcome().go()
    level = visitor.page.get_by_label("Strength:")
    level.select_option("Companion: as quick as you (ZINGA)")
    told = "In ZINGA it becomes as quick as you; in the other games you play Whittler."
    expect(visitor.page.get_by_text(told)).to_be_visible()
    for game, name in (("zinga", "Companion"), ("sensei", "Whittler")):
        visitor.go()
        expect(level.locator("option:checked")).to_have_text("Companion: as quick as you (ZINGA)")
        visitor.page.locator(f'[data-card="{game}"] button.cover').click()
        visitor.page.wait_for_url("**/#/table/*")
        expect(visitor.page.locator("main")).to_contain_text(name)
    visitor.go("new/zinga")
    expect(visitor.page.get_by_label("Hints are allowed")).to_have_count(0)
    expect(visitor.page.locator(".seat-list option:checked")).to_have_text(
        "Computer, Companion: as quick as you"
    )


def test_a_phone_leads_to_the_puzzles_and_to_the_own_games(welcome: Welcome) -> None:
    """The head has no room for them there."""
    page = welcome(size=(390, 844)).go().page
    page.get_by_role("link", name="All puzzles").click()
    page.wait_for_url("**/#/puzzle")
    page.go_back()
    page.get_by_role("link", name="My games").click()
    page.wait_for_url("**/#/mine")


def test_one_click_begins_what_the_card_shows(welcome: Welcome, served: Served) -> None:
    """Whatever was wished under the options is kept there, and not for the next click."""
    visitor = welcome().go("new/chinese-checkers")
    visitor.page.locator("label", has_text="3").first.click()
    visitor.button("Begin").dblclick()
    visitor.page.wait_for_url("**/#/table/*")
    expect(visitor.page.locator(".players li")).to_have_count(3)
    mine = served.call("GET", "/api/mine", None, visitor.page.evaluate(OWN))
    assert len(mine[1]) == 1, "a double click makes one table"
    visitor.go()
    visitor.page.locator('[data-card="chinese-checkers"] button.cover').click()
    visitor.page.wait_for_url("**/#/table/*")
    expect(visitor.page.locator(".players li")).to_have_count(2)
    visitor.go("new/chinese-checkers")
    expect(visitor.page.get_by_role("radio", name="3")).to_be_checked()


@pytest.mark.server
def test_a_table_that_takes_long_is_told(welcome: Welcome) -> None:
    """As where Python has to start first."""
    visitor = welcome().go()
    held: list[Route] = []
    visitor.page.route("**/api/tables", lambda route: held.append(route))
    visitor.page.locator("[data-card=zhizhu] button.cover").click()
    expect(visitor.page.locator(".notice")).to_contain_text("The table is being laid.")
    held[0].continue_()
    visitor.page.wait_for_url("**/#/table/*")
    expect(visitor.page.locator(".notice")).to_have_count(0)
    visitor.page.unroute("**/api/tables")


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Chinese Checkers"),
        ("fr", "Dames chinoises"),
        ("de", "Sternhalma"),
        ("es", "Damas chinas"),
    ],
)
def test_games_are_called_by_their_names_everywhere(
    welcome: Welcome, served: Served, language: str, title: str
) -> None:
    visitor = welcome(locale=language).go()
    expect(visitor.page.locator('[data-card="chinese-checkers"] h2')).to_have_text(title)
    visitor.sit(served.table("chinese-checkers", HERE))
    expect(visitor.page.locator(".plate h2")).to_have_text(title)
    visitor.go("new/chinese-checkers")
    expect(visitor.page.locator("h1")).to_have_text(title)


def test_games_are_taken_along_as_a_file(welcome: Welcome, served: Served) -> None:
    """Saved and taken in again, which doubles none; what is no such file is told."""
    visitor = welcome().go()
    asked = {"game": "zhizhu", "seats": HERE, "first": "me"}
    assert served.call("POST", "/api/tables", asked, visitor.page.evaluate(OWN))[0] == 201
    keep_in_a_file(visitor.turn_to("mine").page)
