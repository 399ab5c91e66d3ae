"""The page of a house whose host leaves thinking to it: nothing of that is asked of the house."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from houses import Served, house
from playwright.sync_api import Request, Route, expect
from sites import PYTHON
from visitors import Visitor, Welcome

import tablier

pytest_plugins = "visits"
EXPECTED = re.compile("ERR_FAILED|asked instead|dynamically imported")
THOUGHT = re.compile("/api/(analysis|values)")


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that has Python for its pages."""
    if not PYTHON.is_dir():
        pytest.skip("NO SITE TESTS: no Pyodide here (make pyodide)")
    with house(tmp_path_factory.mktemp("house"), "--pyodide", str(PYTHON)) as running:
        yield running


def judged(visitor: Visitor) -> None:
    """A record is looked at, valued and judged."""
    record = tablier.new("zhizhu").play("b3").play("c4").record()
    visitor.go("view")
    visitor.page.get_by_label("Record of a game").fill(record)
    visitor.button("Look at it").click()
    expect(visitor.page.locator(".odds")).to_contain_text("%")
    visitor.button("Judge the moves").click()
    expect(visitor.page.locator(".graph")).to_be_visible()


def test_the_page_thinks_itself_where_the_host_wants_it(welcome: Welcome, thinking: Served) -> None:
    """Reviews and values at once, hints once Python is there; if it can't be had, as elsewhere."""
    visitor = welcome(thinking.base)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    visitor.page.on("request", note)
    judged(visitor)
    assert any(path.endswith("/tablier.zip") for path in asked)
    assert not list(filter(THOUGHT.match, asked))
    visitor.turn_to("")
    visitor.page.locator("input[name=way][value=here]").check(force=True)
    visitor.page.locator("[data-card=zhizhu] button.cover").click()
    visitor.page.locator("main[data-phase=playing]").wait_for()
    told = visitor.page.locator("#voice")
    visitor.tool("hint").click()
    expect(told).to_contain_text("Try ")
    assert any(path.endswith("/record") for path in asked)


def test_what_can_not_be_thought_here_is_asked_of_the_house(
    welcome: Welcome, thinking: Served
) -> None:
    visitor = welcome(thinking.base)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        route.abort()

    visitor.context.route("**/pyodide/**", refuse)
    visitor.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    judged(visitor)
    assert {"/api/analysis", "/api/values"} <= set(filter(THOUGHT.match, asked))
    visitor.faults = [
        one for one in visitor.faults if not re.search("ERR_FAILED|instead|fetch", one)
    ]
