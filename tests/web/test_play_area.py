"""The middle of a table: series of jumps drawn hop by hop wherever they are shown, and buttons."""

from typing import Any

import pytest
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

import tablier

pytest_plugins = "visits"

JUMPS = "chinese-checkers"
HERE = [{"kind": "me"}, {"kind": "here"}]
SERIES = ["b1-d4", "k1-j4", "b2-d3"]
"""The last of these is a series of two jumps."""
WATCH_TRAVELS = """window.travels = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (steps, timing) {
  if (this.classList.contains("piece")) window.travels.push(steps.length - 1);
  return animate.call(this, steps, timing);
};"""
SPOIL_THE_NEXT_PLAY = """window.WebSocket = class extends WebSocket {
  send(frame) {
    const spoiled = window.spoil && frame.includes('"play"');
    super.send(spoiled ? frame.replace('"end"', '"nonsense"') : frame);
  }
};"""


@pytest.fixture
def visitor(welcome: Welcome) -> Visitor:
    """Somebody before whom pieces move, and who counts the stretches of their ways."""
    visitor = welcome(settings={"motion": "fast"})
    visitor.prepare(WATCH_TRAVELS)
    return visitor


def travelled(visitor: Visitor, ways: int) -> int:
    """Over how many stretches the last piece went, once that many are marked."""
    expect(visitor.page.locator(".last .way")).to_have_count(ways)
    visitor.page.wait_for_function("() => window.travels.length")
    stretches: list[int] = visitor.page.evaluate("() => window.travels.splice(0)")
    return stretches[-1]


def test_the_history_goes_hop_by_hop_to_and_fro(visitor: Visitor, served: Served) -> None:
    visitor.sit(served.table(JUMPS, HERE))
    for played, text in enumerate(SERIES, 1):
        visitor.wait_for_turn()
        visitor.play(text)
        visitor.plied(played)
    assert travelled(visitor, ways=2) == 2
    visitor.page.locator(".moves").focus()
    visitor.page.keyboard.press("ArrowLeft")
    assert travelled(visitor, ways=1) == 2, "back over the hole in between"
    visitor.page.keyboard.press("ArrowRight")
    assert travelled(visitor, ways=2) == 2


def test_what_somebody_else_plays_hops_and_stays_marked(visitor: Visitor, served: Served) -> None:
    made = served.table(JUMPS, HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for number, text in enumerate(SERIES[:2]):
        client.play(text, seat=number % 2)
    visitor.sit(made, 1)
    visitor.plied(2)
    visitor.page.evaluate("() => window.travels.splice(0)")
    client.play(SERIES[2], seat=0)
    client.close()
    visitor.plied(3)
    assert travelled(visitor, ways=2) == 2
    expect(visitor.page.locator(".last .ring").last).to_be_visible()


def test_a_move_that_is_taken_back_goes_back_as_it_came(visitor: Visitor, served: Served) -> None:
    made = served.table(JUMPS, HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for number, text in enumerate(SERIES):
        client.play(text, seat=number % 2)
    visitor.sit(made, 0)
    visitor.plied(3)
    visitor.page.evaluate("() => window.travels.splice(0)")
    client.ask("takeback", seat=0, say="ask")
    client.ask("takeback", seat=1, say="accept")
    client.close()
    visitor.plied(2)
    assert travelled(visitor, ways=1) == 2


def test_a_review_goes_hop_by_hop_and_so_does_what_is_tried(visitor: Visitor) -> None:
    match = tablier.new(JUMPS)
    for text in SERIES:
        match.play(text)
    visitor.go("view")
    visitor.page.get_by_label("Record of a game").fill(match.record())
    visitor.button("Look at it").click()
    visitor.drawn()
    expect(visitor.page.locator(".last .way")).to_have_count(2)
    visitor.page.keyboard.press("ArrowLeft")
    assert travelled(visitor, ways=1) == 2
    visitor.wait_for_turn()
    visitor.play(SERIES[-1])
    assert travelled(visitor, ways=2) == 2
    visitor.button("One move back").click()
    assert travelled(visitor, ways=1) == 2


def test_a_lesson_goes_hop_by_hop(visitor: Visitor, served: Served) -> None:
    _, steps = served.call("GET", f"/api/games/{JUMPS}/lessons?language=en")
    number, text, hops = first_series(steps)
    visitor.go(f"learn/{JUMPS}/{number}").wait_for_turn()
    visitor.play(text)
    assert travelled(visitor, ways=hops) == hops


def first_series(steps: list[dict[str, Any]]) -> tuple[int, str, int]:
    """A step that is solved by several jumps at once: its number, the text, how many jumps."""
    for number, step in enumerate(steps, 1):
        touches = tablier.read_position(step["position"]).touches(0)
        for text in (way[0] for way in step.get("solve", ()) if len(way) == 1):
            for touch in touches:
                if touch.text == text and len(touch.path) > 2:
                    return number, text, len(touch.path) - 1
    raise AssertionError("no lesson is about a series")


@pytest.mark.server
def test_a_button_can_be_pressed_again_after_a_refusal(welcome: Welcome, served: Served) -> None:
    visitor = welcome()
    visitor.prepare(SPOIL_THE_NEXT_PLAY)
    visitor.sit(served.table("sensei", HERE))
    visitor.wait_for_turn()
    visitor.play("b1-b6")
    end = visitor.page.locator('.acts [data-act="end"]')
    visitor.page.evaluate("() => { window.spoil = true; }")
    end.click()
    expect(visitor.page.locator(".why")).to_be_visible()
    expect(end).to_be_enabled()
    visitor.page.evaluate("() => { window.spoil = false; }")
    end.click()
    visitor.plied(2)


# What a whole turn was, and where things stand meanwhile


def test_all_of_a_turn_stays_marked(welcome: Welcome, served: Served) -> None:
    """A turn of three actions: nobody has to guess what the first two were."""
    made = served.table("sensei", HERE)
    visitor = welcome().sit(made, 1)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for text in ("a1-a3", "c1-c5", "d1*f1"):
        client.play(text, seat=0)
    visitor.plied(3)
    expect(visitor.page.locator(".last .earlier")).to_have_count(2)
    client.play("a7-a6", seat=1)
    client.close()
    visitor.plied(4)
    expect(visitor.page.locator(".last .way")).to_have_count(1)
    visitor.page.locator(".move").nth(1).click()
    expect(visitor.page.locator(".last .earlier .way")).to_have_count(1)
    visitor.page.reload()
    visitor.plied(4)
    expect(visitor.page.locator(".last .earlier")).to_have_count(0)


def test_whoever_comes_later_sees_the_turn_as_well(welcome: Welcome, served: Served) -> None:
    made = served.table("sensei", HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for text in ("a1-a3", "c1-c5"):
        client.play(text, seat=0)
    client.close()
    visitor = welcome().sit(made)
    expect(visitor.page.locator(".last .earlier .way")).to_have_count(1)


WHOLE = """() => {
  const list = document.querySelector(".moves");
  const { top, bottom } = list.getBoundingClientRect();
  const rows = [...list.querySelectorAll(".move")].map((move) => move.getBoundingClientRect());
  const seen = rows.filter((row) => row.bottom > top + 1 && row.top < bottom - 1);
  const now = list.querySelector(".now").getBoundingClientRect();
  return {
    cut: seen.some((row) => row.top < top - 1),
    below: seen.some((row) => row.bottom > bottom + 1),
    now: now.top >= top - 1 && now.bottom <= bottom + 1,
  };
}"""
PHONE = {"has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1280, 500)])
def test_no_row_of_moves_is_cut(welcome: Welcome, served: Served, size: tuple[int, int]) -> None:
    phone = size[0] < 1000
    visitor = welcome(size=size, **(PHONE if phone else {}))
    made = served.table("zhizhu", HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    spots = [f"{ring}{spoke}" for ring in "ab" for spoke in range(1, 9)]
    for number, text in enumerate(spots):
        client.play(text, seat=number % 2)
    client.close()
    visitor.sit(made).plied(len(spots))
    assert visitor.page.evaluate(WHOLE) == {"cut": False, "below": False, "now": True}
    visitor.page.locator(".move").nth(8).evaluate("(move) => move.click()")
    visitor.appears(".move.now", 1)
    shown = visitor.page.evaluate(WHOLE)
    assert shown["now"] and not shown["cut"] and not (phone and shown["below"])


def test_what_to_do_moves_nothing_below_it(welcome: Welcome, served: Served) -> None:
    """One line of text or two: the buttons stay under the finger."""
    visitor = welcome(size=(390, 844), **PHONE)
    visitor.sit(served.table("zhizhu", HERE))
    tools = visitor.page.locator(".tools")
    tops = set()
    for text in ("a1", "b5", "b1", "b6", "c1", "xb5"):
        visitor.wait_for_turn()
        tops.add(tools.evaluate("(tools) => tools.getBoundingClientRect().top"))
        visitor.play(text)
    assert len(tops) == 1


def test_a_finger_leaves_no_button_dark(welcome: Welcome, served: Served) -> None:
    visitor = welcome(size=(390, 844), **PHONE).sit(served.table("zhizhu", HERE))
    flip = visitor.tool("flip")
    before = flip.evaluate("(button) => getComputedStyle(button).backgroundColor")
    flip.tap()
    assert flip.evaluate("(button) => getComputedStyle(button).backgroundColor") == before
