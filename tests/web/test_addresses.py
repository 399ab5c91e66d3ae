"""What is shown where there is nothing, no server, or not yet anything."""

import json
import re

import pytest
from houses import Served
from playwright.sync_api import Route, expect
from test_texts import WEB, texts
from visitors import Visitor, Welcome

from tablier.core.words import LANGUAGES

pytest_plugins = "visits"
pytestmark = pytest.mark.server


@pytest.mark.parametrize(
    "address", ["/nonsense", "/nonsense/deeper.html", "/#/nonsense", "/#/toString"]
)
def test_an_address_where_nothing_is_says_so(
    welcome: Welcome, served: Served, address: str
) -> None:
    visitor = welcome()
    answer = visitor.page.goto(served.base + address)
    assert answer is not None and answer.status == (200 if "#" in address else 404)
    expect(visitor.page.locator("h1")).to_have_text("There is no such page.")
    visitor.page.get_by_role("link", name="To all games").click()
    expect(visitor.page.locator("h1.motto")).to_be_visible()
    expect(visitor.page).to_have_url(f"{served.base}/#/")
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


def test_programs_are_still_told_in_json(served: Served) -> None:
    status, told = served.call("GET", "/nonsense")
    assert (status, told["code"]) == (404, "not_found")
    status, told = served.call("GET", "/api/nonsense")
    assert (status, told["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "missing", ["**/js/main.js", "**/js/base/dom.js", "**/locales/*", "**/api/**"]
)
def test_a_server_that_went_away_is_told_of(welcome: Welcome, missing: str) -> None:
    """Whatever it is that can't be had, there is a sentence, and a way to try again."""
    visitor = welcome(locale="de")
    visitor.page.route(missing, lambda route: route.abort())
    visitor.page.goto(f"{visitor.base}/#/")
    expect(visitor.page.locator("h1")).to_have_text("Der Server ist gerade nicht zu erreichen.")
    visitor.page.unroute(missing)
    visitor.page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(visitor.page.locator("h1.motto")).to_be_visible()
    visitor.faults.clear()


def test_a_screen_that_can_not_be_fetched_is_told_of(welcome: Welcome) -> None:
    visitor = welcome().go()
    visitor.page.route("**/js/home/settings_screen.js", lambda route: route.abort())
    visitor.page.get_by_role("link", name="Settings").click()
    expect(visitor.page.locator("h1")).to_have_text("The server can't be reached at the moment.")
    visitor.faults.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_words_are_those_of_the_page(language: str) -> None:
    script = (WEB / "js/base/unreachable.js").read_text("utf-8")
    found = re.search(rf"{language}: (\[.*\])", script)
    own = texts(language)
    assert found and json.loads(found[1]) == [own["error.away"], own["error.again"]]


class SlowLine:
    """Lets nothing through but what is named, until it is opened."""

    def __init__(self, visitor: Visitor, *let_through: str) -> None:
        self.held: list[Route] = []
        self.let_through = let_through
        self.open = False
        visitor.page.route("**/*", self._pass)

    def _pass(self, route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if self.open or not name or name in self.let_through:
            route.continue_()
        else:
            self.held.append(route)

    def clear(self) -> None:
        self.open = True
        for route in self.held:
            route.continue_()


def test_a_slow_line_shows_at_once_what_will_stand_there(welcome: Welcome) -> None:
    visitor = welcome()
    line = SlowLine(visitor, "theme.js", "unreachable.js", "page.css")
    visitor.page.goto(visitor.base, wait_until="commit")
    visitor.page.wait_for_function("() => performance.getEntriesByType('paint').length")
    expect(visitor.page.locator(".skeleton b").first).to_be_visible()
    line.clear()
    expect(visitor.page.locator("h1.motto")).to_be_visible()
    expect(visitor.page.locator(".skeleton")).to_have_count(0)
    visitor.page.unroute("**/*")
