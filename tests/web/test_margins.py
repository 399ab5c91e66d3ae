"""What stands beside a board: nothing is cut, and nothing scrolls sideways."""

from typing import Any

import pytest
from houses import Served
from playwright.sync_api import Locator, expect
from visitors import Visitor, Welcome

from tablier.core.words import LANGUAGES

pytest_plugins = "visits"

HERE = [{"kind": "me"}, {"kind": "here"}]
AGAINST_A_BOT: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
PHONES = (
    *((320, 568), (360, 640), (375, 667), (412, 700), (360, 740), (390, 844)),
    *((768, 1024), (640, 400), (640, 360)),
)
"""Small and large ones, a tablet, and such as lie on their side."""
SIZES = ((1280, 800), (640, 360), (360, 640))
SIDEWAYS = """() => [...document.querySelectorAll("body *")]
  .filter((node) => /auto|scroll/.test(getComputedStyle(node).overflowX))
  .filter((node) => node.scrollWidth > node.clientWidth)
  .map((node) => `${node.className}: ${node.scrollWidth} > ${node.clientWidth}`)"""


def sideways(visitor: Visitor) -> list[str]:
    """Parts of the page that can be scrolled sideways, in a large window and in small ones."""
    found: list[str] = []
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        found += (f"{width} × {height}, {part}" for part in visitor.page.evaluate(SIDEWAYS))
    return found


def test_lessons_and_tables_do_not_scroll_sideways(welcome: Welcome, served: Served) -> None:
    """In one game, at three sizes; `python -m bench screens` looks at all of them."""
    visitor = welcome().go("learn/zhizhu/1")
    visitor.page.locator(".point").first.wait_for()
    assert sideways(visitor) == []
    visitor.sit(served.table("zhizhu", HERE), 0).wait_for_turn()
    assert sideways(visitor) == []


def test_the_page_is_as_wide_as_the_smallest_window(welcome: Welcome, served: Served) -> None:
    """Where a choice has long answers, and where a table leaves its margins away."""
    visitor = welcome(locale="es").go()
    visitor.page.get_by_label("Nivel:").wait_for()
    assert overflowing(visitor, 320, 568) == 0
    visitor.turn_to("new/zhizhu")
    visitor.page.get_by_label("¿Quién empieza?").wait_for()
    assert overflowing(visitor, 320, 568) == 0
    visitor.sit(served.table("zinga", HERE), 0)
    visitor.page.locator(".zinga-large").first.wait_for()
    assert overflowing(visitor, 640, 400) == 0
    for low in (501, 560, 620):
        assert overflowing(visitor, 1024, low) == 0
        expect(visitor.page.locator(".zinga-desk")).to_be_in_viewport(ratio=0.99)
        expect(visitor.page.locator(".zinga-large")).to_be_in_viewport(ratio=0.99)


BELL_IN_THE_WAY = """async (module) => {
  const { notice } = await import(module);
  notice("word ".repeat(12));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [told, own, bell] = [".notice", ".zinga-large", ".zinga-desk"].map((part) => {
    return document.querySelector(part).getBoundingClientRect();
  });
  const apart = (one) => bell.top >= one.bottom - 1 || bell.right <= one.left;
  return [own, told].some((one) => !apart(one));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bell_is_below_the_own_sheet_or_beside_it(
    welcome: Welcome, served: Served, language: str
) -> None:
    """Also where the goal is told above the dice; and nothing is told over it."""
    made = served.table("zinga", AGAINST_A_BOT, options={"untimed": "on"})
    visitor = welcome(locale=language).sit(made, 0)
    for width, height in PHONES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        module = visitor.module("base/notice.js")
        assert not visitor.page.evaluate(BELL_IN_THE_WAY, module), (width, height)


def test_a_race_on_a_phone_begins_with_its_goal_and_ends_with_who_won(
    welcome: Welcome, served: Served
) -> None:
    """Both are seen without scrolling, above the dice."""
    visitor = welcome(size=(390, 844))
    made = served.table("zinga", HERE, options={"untimed": "on"})
    visitor.sit(made, 0)
    dice = visitor.page.locator(".zinga-tray")
    expect(dice).to_be_in_viewport(ratio=1)
    assert top(visitor.page.locator(".goal")) < top(dice)
    other = served.attend(made["table"], made["seats"][1]["key"])
    other.ask("resign", seat=1)
    other.close()
    expect(visitor.button("Play again")).to_be_in_viewport(ratio=1)
    expect(visitor.prompt).to_have_text("You won! Your opponent left.")
    assert top(visitor.prompt) < top(dice)


def top(part: Locator) -> float:
    """How far down a part begins."""
    box = part.bounding_box()
    assert box
    return box["y"]


def overflowing(visitor: Visitor, width: int, height: int) -> int:
    """By how many pixels the page is wider than its window."""
    visitor.page.set_viewport_size({"width": width, "height": height})
    root = "document.documentElement"
    over: int = visitor.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
    return over


def test_an_open_chat_shows_where_to_type(welcome: Welcome, served: Served) -> None:
    visitor = welcome(size=(1280, 800))
    made = served.table("zhizhu", HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for number in range(5):
        client.ask("chat", text=f"Hello {number}", seat=0)
    client.play("b3", seat=0)
    visitor.sit(made, 0).plied(1)
    visitor.page.locator(".chat summary").click()
    box = visitor.page.get_by_label("Say something")
    expect(box).to_be_in_viewport(ratio=1)
    client.play("c4", seat=1)
    client.close()
    visitor.plied(2)
    expect(box).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator(".said li").last).to_be_in_viewport(ratio=1)


GAPS = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".zinga-now"));
  const line = box(".zinga-status > .zinga-drain");
  const plus = box(".zinga-small [data-kind=plus]");
  const blunder = box(".zinga-small [data-kind=blunder]");
  const gaps = [words.getBoundingClientRect().top - line.bottom, blunder.top - plus.bottom];
  return line.height > 0 && gaps;
}"""
"""Measured in one go, since the dice do not wait, and while a time runs."""


def test_nothing_at_a_race_touches_what_it_stands_beside(welcome: Welcome, served: Served) -> None:
    """The line of the time that is left and the words below it; titles and boxes of a sheet."""
    visitor = welcome().sit(served.table("zinga", AGAINST_A_BOT), 0)
    for width, height in (*PHONES, (1280, 800)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert min(visitor.until(GAPS)) >= 2, (width, height)


def test_the_story_of_a_race_stays_in_its_place(welcome: Welcome, served: Served) -> None:
    visitor = welcome(size=(1280, 800))
    made = served.table("zinga", HERE, options={"untimed": "on"})
    visitor.sit(made, 0)
    heading = visitor.page.locator(".zinga-ticker h2")
    heading.wait_for()
    before = top(heading)
    assert before - top(visitor.page.locator(".tools")) < 120, "right below the tools"
    other = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for seat in (0, 1):
        other.play("ready", seat=seat)
    other.wait_for(lambda view: view["scene"]["extras"]["phase"] == "open")
    other.close()
    visitor.page.locator(".zinga-ticker li").first.wait_for()
    assert top(heading) == before


def test_one_opponent_is_waited_for_by_name(welcome: Welcome, served: Served) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Ben"}]
    made = served.table("zinga", seats, options={"untimed": "on"})
    visitor = welcome().sit(made, 0)
    visitor.page.locator(".zinga-call-ready:enabled").click()
    expect(visitor.page.locator(".zinga-now")).to_contain_text("Waiting for Ben")


def test_a_choice_of_few_is_one_row_on_the_smallest_phone(welcome: Welcome) -> None:
    """And links stand right below their games, also beside one with more of them."""
    visitor = welcome(size=(320, 568)).go("learn")
    page = visitor.page
    page.get_by_text("ZhiZhu is solved").wait_for()
    heights = page.locator(".card .links a:visible").evaluate_all(
        "all => all.map((link) => Math.round(link.getBoundingClientRect().height))"
    )
    assert len(heights) > 1 and set(heights) == {44}
    visitor.turn_to("settings")
    rows = page.locator(".choice").evaluate_all(
        "all => all.map((one) => new Set([...one.children].map((each) => each.offsetTop)).size)"
    )
    assert rows and set(rows) == {1}
