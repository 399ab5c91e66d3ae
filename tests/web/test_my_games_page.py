"""One's own games on the page: what went on, what came of it, and addresses that lead to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from houses import Reached, Served
from playwright.sync_api import Page, expect
from visitors import THOUGHT_MS, Visitor, Welcome

pytest_plugins = "visits"

Seats = list[dict[str, Any]]
OWN = "() => JSON.parse(localStorage['tablier.person'])"
BOT: Seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
HERE: Seats = [{"kind": "me"}, {"kind": "here"}]
BLUNDERED = ("c3", "a1", "b5", "b1", "c2")
"""White might have kept Black from the third of a spoke, on c1."""


def played(visitor: Visitor, served: Reached, seats: Seats, *texts: str) -> str:
    """A game of the visitor's, given up after some moves; its table."""
    own = visitor.page.evaluate(OWN)
    asked = {"game": "zhizhu", "seats": seats, "first": "me"}
    status, made = served.call("POST", "/api/tables", asked, own)
    assert status == 201, made
    guest = served.attend(made["table"], own)
    for ply, text in enumerate(texts):
        guest.play(text, seat=ply % 2)
    guest.ask("resign", seat=0)
    guest.close()
    return str(made["table"])


@pytest.mark.both
def test_what_is_over_stays_and_can_be_chosen_sent_and_deleted(
    welcome: Welcome, served: Reached
) -> None:
    visitor = welcome().go()
    page = visitor.page
    table = played(visitor, served, BOT)
    visitor.turn_to("mine")
    rows = page.locator(".over li")
    expect(rows).to_contain_text("ZhiZhu", timeout=THOUGHT_MS)
    expect(rows).to_contain_text("You – Computer, Sapling")
    expect(rows.locator(".verb")).to_have_text("Lost")
    expect(page.get_by_role("row", name="Sapling 0 0 1").first).to_be_visible()
    result = page.get_by_label("Result")
    result.select_option("Won")
    expect(page.get_by_text("There is no such game.")).to_be_visible()
    result.select_option("Lost")
    rows.get_by_role("link").click()
    visitor.button("Send").click()
    address = page.get_by_label("Address of the game").input_value()
    page.keyboard.press("Escape")
    assert table not in address and visitor.page.evaluate(OWN) not in address
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".what")).to_contain_text("Sapling won")
    visitor.button("Play on from here").click()
    page.locator("dialog").get_by_role("button", name="Together here").click()
    page.wait_for_url("**/#/table/*")
    visitor.wait_for_turn()
    visitor.turn_to("mine")
    expect(page.locator(".tables:not(.over) li")).to_have_count(1)
    page.get_by_role("button", name="Delete this game of ZhiZhu").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(0)
    expect(page.get_by_role("row", name="Sapling 0 0 1")).to_have_count(0)


@pytest.mark.both
def test_what_was_tried_in_a_review_is_there_again_until_its_game_is_deleted(
    welcome: Welcome, served: Reached
) -> None:
    visitor = welcome().go()
    page = visitor.page
    table = played(visitor, served, HERE, "b3", "c4")
    tried = page.locator(".variation .move")
    visitor.turn_to(f"table/{table}").button("Review").click()
    expect(visitor.button("Share")).to_be_visible()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    visitor.appears(".point.single", FREE)
    visitor.play("c8")
    expect(tried).to_have_text("c8")
    close_tab(visitor)
    visitor.go(f"table/{table}").button("Review").click()
    expect(tried).to_have_text("c8")
    close_tab(visitor)
    visitor.go("view")
    page.get_by_role("link", name="ZhiZhu").click()
    expect(tried).to_have_text("c8")
    visitor.turn_to("mine")
    expect(page.get_by_role("heading", name="Your studies")).to_be_visible()
    page.get_by_role("button", name="Delete this game of ZhiZhu").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Your studies")).to_have_count(0)
    expect(page.get_by_label("Result")).to_be_hidden()
    assert page.evaluate(STUDIES) == "[]"
    kept = page.evaluate(BOUNDED, visitor.module("variations/kept_studies.js"))
    assert kept == [[False, True], 40, 11, "game 99"]


FREE = 23
"""Points of a board with one piece."""
BOUNDED = """async (module) => {
  const { keepStudy, studies } = await import(module);
  const keep = (at, size) =>
    keepStudy({ origin: `game ${at}`, text: "x".repeat(size), near: 0, game: "zhizhu", at });
  const fits = [keep(0, 70_000), keep(0, 50_000)];
  for (let at = 1; at < 50; at += 1) keep(at, 10);
  const many = studies().length;
  for (let at = 50; at < 70; at += 1) keep(at, 50_000);
  const large = studies().length;
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  keep(99, 10);
  return [fits, many, large, studies()[0].origin];
}"""
"""Too large a study, many of them, many large ones, and one in a browser that stores nothing."""
STUDIES = "localStorage['tablier.studies']"


def close_tab(visitor: Visitor) -> None:
    """What only this tab knows is gone."""
    visitor.page.evaluate("sessionStorage.clear()")


def test_every_mistake_is_a_task(welcome: Welcome, served: Served) -> None:
    """What was played is refused once more and refuted, hints point, and the best is told."""
    visitor = welcome().go()
    page = visitor.page
    table = played(visitor, served, HERE, *BLUNDERED)
    visitor.turn_to(f"mistakes/{table}")
    told = page.locator(".answer-line")
    expect(page.locator(".task")).to_contain_text("Find something better", timeout=THOUGHT_MS)
    while "White plays c2" not in page.locator(".task").inner_text():
        visitor.button("Skip").click()
    page.locator(".point.single").first.wait_for()
    visitor.play("c2")
    expect(told).to_have_text("That is what was played. Try something else.")
    visitor.button("Hint").click()
    expect(told).to_have_text("Look at c1.")
    visitor.button("Hint").click()
    expect(told).to_have_text("Best was c1.")
    visitor.button("Why was it bad?").click()
    expect(told).to_contain_text("of 100 chances instead of")
    visitor.button("Back to the task").click()
    page.locator(".point.single").first.wait_for()
    visitor.play("c7")
    expect(told).to_contain_text("Not yet: that leaves")
    visitor.play("c1")
    expect(told).to_have_text("Yes, that was best.")
    visitor.go(f"table/{table}")
    visitor.button("Review").click()
    expect(page.locator(".graph")).to_be_visible()
    expect(visitor.button("Judge the moves")).to_have_count(0)


@pytest.mark.server
def test_games_go_along_to_another_device_by_the_private_link(
    welcome: Welcome, served: Served
) -> None:
    first, second = welcome().go(), welcome().go()
    played(first, served, HERE)
    ids = puzzle_ids(served)
    solve(first, rating=1100, best=3, tried={ids[0]: 1, ids[5]: 0, ids[-1]: 1}, last=-1, streak=4)
    solve(second, rating=1000, best=7, tried={ids[5]: 1, ids[6]: 0}, last=0, streak=1)
    first.turn_to("mine").button("To another device").click()
    link = first.page.get_by_role("textbox", name="To another device").input_value()
    first.page.keyboard.press("Escape")
    played(second, served, HERE)
    page = second.page
    page.goto("about:blank")
    page.goto(link)
    second.button("Yes, they are mine").click()
    expect(page.locator(".over li")).to_have_count(2)
    assert first.page.evaluate(OWN) == page.evaluate(OWN) and page.evaluate(OWN) not in page.url
    visited, days = page.evaluate(MADE)
    assert (visited["skill"]["rating"], visited["best"]) == (1100, 7)
    assert visited["tried"] == {ids[0]: 1, ids[5]: 1, ids[6]: 0, ids[-1]: 1}
    assert days["streak"] == 5, "yesterday's row goes on today"
    second.button("Delete all").click()
    second.button("Delete all games").click()
    expect(page.locator(".over li")).to_have_count(0)
    assert first.page.evaluate(OWN) != page.evaluate(OWN)
    assert page.evaluate(MADE) == [None, None]


MADE = """() => ["zhizhu", "days"].map(
  (name) => JSON.parse(localStorage[`tablier.puzzles.${name}`] ?? "null")
)"""
SOLVE = """({ rating, last, streak, ...journal }) => {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
  const skill = { rating, deviation: 90.5 };
  localStorage["tablier.puzzles.zhizhu"] = JSON.stringify({ ...journal, skill });
  localStorage["tablier.puzzles.days"] = JSON.stringify({ last: today + last, streak });
}"""


def solve(visitor: Visitor, **made: Any) -> None:
    """Somebody has made this of the puzzles; the last day is told from today."""
    visitor.page.evaluate(SOLVE, made)


def puzzle_ids(served: Reached) -> list[str]:
    status, shelf = served.call("GET", "/api/games/zhizhu/puzzles?language=en")
    assert status == 200
    return [each[0] for each in shelf["puzzles"]]


FRAMES = """<title>x</title><iframe name=game src="{0}/embed/{1}#/settings"></iframe>
<iframe name=home src="{0}/"></iframe>"""


def frame(page: Page, name: str) -> Any:
    found = page.frame(name)
    assert found
    return found


@pytest.mark.server
def test_a_game_in_a_frame_of_another_site_can_only_be_looked_at(
    welcome: Welcome, served: Served, tmp_path: Path
) -> None:
    visitor = welcome().go()
    table = played(visitor, served, HERE, "b3", "c4")
    own = visitor.page.evaluate(OWN)
    address = served.call("POST", f"/api/tables/{table}/share", {}, own)[1]["address"]
    elsewhere = visitor.context.new_page()
    body = FRAMES.format(served.base, address)
    (tmp_path / "index.html").write_text(body)
    sent: list[str] = []
    elsewhere.on("request", lambda each: sent.append(each.headers.get("authorization", "")))
    with static(tmp_path) as site:
        elsewhere.goto(f"{site}/")
        look_only(elsewhere, served.base)
    assert "Bearer" in "".join(sent) and own not in "".join(sent), "it is asked for without a key"
    elsewhere.close()


@contextmanager
def static(folder: Path) -> Iterator[str]:
    """A site of somebody else's."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def look_only(elsewhere: Page, house: str) -> None:
    """The game is there, and leads nowhere else; the house itself is not there."""
    game = frame(elsewhere, "game")
    expect(game.get_by_role("status")).to_contain_text("resigned")
    expect(game.locator(".board")).to_be_visible()
    expect(game.locator("#top")).to_be_hidden()
    game.get_by_role("button", name="To the start").click()
    expect(game.get_by_role("status")).to_have_text("Move 0 of 3")
    game.evaluate("() => { location.hash = '#/mine' }")
    expect(game.get_by_role("heading")).to_have_text("ZhiZhu · Tablier")
    assert not frame(elsewhere, "home").url.startswith(house)
