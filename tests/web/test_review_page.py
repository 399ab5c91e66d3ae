"""A record on the page: from which side it is seen, and what can be read of it."""

import pytest
from playwright.sync_api import expect
from visitors import THOUGHT_MS, Visitor, Welcome

import tablier
from tablier import TABLE, Match

pytest_plugins = "visits"

PLACES = """() => [...document.querySelectorAll(".point .hit")].map((hit) => {
  const { x, y } = hit.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
})"""
CONTRAST = """(node) => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => part ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(node);
  const [dark, bright] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
}"""


def reviewed(visitor: Visitor, game: str, *texts: str) -> Visitor:
    """Look at a record of some moves."""
    match = tablier.new(game)
    for text in texts:
        match.play(text)
    opened(visitor, match.record()).page.locator(".board .point").first.wait_for()
    return visitor


def opened(visitor: Visitor, record: str) -> Visitor:
    visitor.go("view")
    visitor.page.get_by_label("Record of a game").fill(record)
    visitor.button("Look at it").click()
    return visitor


def test_without_a_record_the_page_asks_for_one_and_does_not_lead_to_itself(
    welcome: Welcome,
) -> None:
    visitor = welcome().go("view")
    expect(visitor.page.get_by_label("Record of a game")).to_be_visible()
    expect(visitor.page.get_by_text("Look at a recorded game")).to_have_count(0)
    visitor.turn_to("").page.get_by_text("Look at a recorded game").click()
    expect(visitor.page.get_by_label("Record of a game")).to_be_visible()


def test_the_board_stays_as_it_lies_until_it_is_turned(welcome: Welcome) -> None:
    visitor = reviewed(welcome(), "sensei", "b1-b6", "end", "a7-a2")
    visitor.wait_for_turn()
    before = visitor.page.evaluate(PLACES)
    visitor.page.keyboard.press("ArrowLeft")
    visitor.wait_for_turn()
    assert visitor.page.evaluate(PLACES) == before
    first, last = before[0], before[-1]
    assert first[1] > last[1], "whoever begins sits near"
    visitor.tool("flip").click()
    turned = visitor.page.evaluate(PLACES)
    assert turned[0][1] < turned[-1][1]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_chosen_move_can_be_read_under_the_pointer(welcome: Welcome, light: str) -> None:
    visitor = reviewed(welcome(settings={"theme": light}), "zhizhu", "b3", "c4")
    chosen = visitor.page.locator(".move.now")
    chosen.hover()
    assert chosen.evaluate(CONTRAST) > 4.5


def test_the_graph_names_its_bands_beside_them_and_its_axis_below(welcome: Welcome) -> None:
    visitor = reviewed(welcome(), "zhizhu", "b3", "c4")
    expect(visitor.page.locator(".odds")).to_contain_text("Chances to win: White ")
    visitor.button("Judge the moves").click()
    graph = visitor.page.locator(".graph")
    expect(graph).to_contain_text("Chances to win")
    white, black, band = (
        graph.locator(selector).bounding_box()
        for selector in (".legend li >> nth=0", ".legend li >> nth=1", "svg")
    )
    assert white and black and band
    assert white["y"] < black["y"] and white["x"] + white["width"] <= band["x"]
    assert graph.locator(".course span").all_inner_texts() == ["start", "move 2"]


JUDGED = """() => ["moves", "graph svg"].map(
  (part) => document.querySelector(`.${part}`).innerHTML
)"""
"""The marks of all moves, and the chances after each of them as they are drawn."""


def test_a_record_is_judged_the_same_each_time(welcome: Welcome) -> None:
    """And the first move, which may be any, has no mark."""
    told = []
    for _ in range(2):
        visitor = reviewed(welcome(), "zhizhu", "a1", "b3", "c8", "b4", "a5", "b5", "c4", "b6")
        visitor.button("Judge the moves").click()
        visitor.page.locator(".graph svg").wait_for(timeout=THOUGHT_MS)
        told.append(visitor.page.evaluate(JUDGED))
        marked = visitor.page.locator(".move").evaluate_all(
            "all => all.map((one) => one.className)"
        )
        assert marked[0].strip() == "move" and len({*marked}) > 2, "some are marked"
    assert told[0] == told[1]


BOTH = "Whittler 1", "Whittler 2"


def lost_by_blunders() -> Match:
    """Ann says three times what is on no sheet, and the bot after her gives up."""
    match = tablier.new("zinga", players=3)
    match.headers["Players"] = "Ann, Level 2, Level 2"
    for _ in range(3):
        for seat in range(3):
            match.play("ready", seat)
        match.play("roll 1 1 1 1 1 1", TABLE)
        match.play("ring", 0).play("red 12", 0)
    return match.play("resign", 1)


def test_a_race_names_who_did_what_and_why_one_lost(welcome: Welcome) -> None:
    page = opened(welcome(), lost_by_blunders().record()).page
    ticker, moves = page.locator(".zinga-ticker li"), page.locator(".moves .player")
    expect(ticker).to_have_count(11)
    assert ticker.all_inner_texts()[:4] == [
        "Whittler 1: out of the game",
        "Ann: out of the game after three blunders",
        "Ann: red 12 isn't on the sheet, a blunder",
        "Ann: rang!",
    ]
    expect(page.locator(".what")).to_have_text("Whittler 2 won. All the others have left.")
    expect(page.locator(".zinga-now")).to_have_text("All the others have left.")
    assert moves.all_inner_texts()[:5] == ["Ann", *BOTH, "", "Ann"]
    page.keyboard.press("ArrowLeft")
    expect(ticker).to_have_count(10)
    page.keyboard.press("Home")
    expect(ticker).to_have_count(0)
