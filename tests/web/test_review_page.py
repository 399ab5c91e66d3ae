"""A record on the page: from which side it is seen, and what can be read of it."""

import re

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import expect
from visitors import THOUGHT_MS, Visitor, Welcome

import tablier
from tablier import TABLE, Match
from tablier.core.pictures.frames import SENT_WIDTH

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


HALVES = [[0.625, 0.375], [1, 1, 1], [0.997, 0.0015, 0.0015], [0, 1]]
ROUNDED = """async ([module, all]) => {
  const { hundredths } = await import(module);
  return all.map(hundredths);
}"""


def test_the_graph_names_its_bands_beside_them_and_its_axis_below(welcome: Welcome) -> None:
    visitor = reviewed(welcome(), "zhizhu", "b3", "c4")
    expect(visitor.page.locator(".odds")).to_contain_text("Chances to win: White ")
    rounded = visitor.page.evaluate(ROUNDED, [visitor.module("study/hundredths.js"), HALVES])
    assert rounded == [[63, 37], [34, 33, 33], [98, 1, 1], [0, 100]]
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


@pytest.mark.both
def test_a_game_becomes_a_moving_picture(welcome: Welcome) -> None:
    """Made by a server, or without one put together by the page."""
    visitor = reviewed(welcome(), "zhizhu", "b3", "c4")
    make = visitor.button("Moving picture")
    with visitor.page.expect_download() as saving:
        make.click()
    assert saving.value.suggested_filename == "zhizhu.webp"
    shown = []
    with Image.open(saving.value.path()) as moving:
        assert (moving.format, moving.size) == ("WEBP", (SENT_WIDTH, SENT_WIDTH))
        for frame in range(3):
            moving.seek(frame)
            shown.append(moving.convert("RGB").resize((8, 8)).tobytes())
            assert moving.info["duration"] == (1000, 1000, 3000)[frame]
    assert len(set(shown)) == 3
    assert ImageStat.Stat(Image.frombytes("RGB", (8, 8), shown[0])).mean[0] > 20
    expect(make).to_be_enabled()


CATCH = "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
BOMB = """async () => {
  const zeros = new Blob([new Uint8Array(3e6)]).stream();
  const packed = zeros.pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/\\+/g, "-").replace(/\\//g, "_");
}"""
"""Three megabytes in a link of four thousand letters."""


def written(visitor: Visitor) -> Match:
    """What the page keeps of its tree, read as strictly as any record."""
    kept = visitor.page.evaluate("JSON.parse(sessionStorage['tablier.record']).text")
    return tablier.read_record(kept)


@pytest.mark.both
def test_what_is_tried_is_kept_named_drawn_on_and_sent(welcome: Welcome) -> None:
    visitor = welcome()
    visitor.prepare(CATCH)
    page = reviewed(visitor, "zhizhu", "b3", "c4").page
    page.keyboard.press("ArrowLeft")
    visitor.wait_for_turn()
    for text in ("c8", "a1"):
        visitor.play(text)
        expect(page.locator(".variation .move.now")).to_have_text(text)
        visitor.wait_for_turn()
    page.get_by_text("Remarks and drawings").click()
    page.get_by_label("Name of the variation").fill("the corner")
    page.get_by_label("Comment on this move").fill("not {this}\nnor [% that")
    visitor.tool("pencil").click()
    page.locator('.point[data-point="3"]').focus()
    for key in ("Enter", "Enter", "Enter", "ArrowDown", " "):
        page.keyboard.press(key)
    page.get_by_label("bad", exact=True).check()
    page.mouse.move(0, 0)
    visitor.tool("pencil").click()
    (line,) = written(visitor).variations[1]
    assert (line.name, line.start) == ("the corner", 1)
    assert line.comments == {3: ["not (this)", "nor [% that"]}
    (mark, arrow) = line.drawings[3]
    assert (mark.kind, mark.points) == ("good", ("a4",)) and arrow.points[0] == "a4"
    page.keyboard.press("ArrowUp")
    visitor.button("Share").click()
    link = page.wait_for_function("() => window.copied").json_value()
    assert link.startswith(f"{visitor.base}/") and len(link) < 600
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".variation .called")).to_have_text("the corner")
    page.locator(".variation .move").nth(1).click()
    expect(page.locator(".moves .remark")).to_have_text(["not (this)", "nor [% that"])
    expect(page.locator(".drawings .drawn-good")).to_have_count(2)
    visitor.wait_for_turn()
    page.get_by_text("Remarks and drawings").click()
    visitor.tool("up").click()
    assert written(visitor).actions == ["b3", "c8", "a1"]
    expect(page.locator(".variation .move")).to_have_text("c4")
    page.keyboard.press("ArrowLeft")
    visitor.tool("remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    assert (written(visitor).actions, written(visitor).variations) == (["b3", "c4"], {})


def test_a_finger_draws_and_a_variation_is_gone_through_by_keys(welcome: Welcome) -> None:
    visitor = welcome(size=(390, 844), has_touch=True)
    page = opened(visitor, STUDY).page
    page.locator(".board .point").first.wait_for()
    for key, text in (
        ("Home", None),
        ("ArrowRight", "a1"),
        ("ArrowRight", "a5"),
        ("ArrowDown", "c8"),
        ("ArrowRight", "b1"),
        ("ArrowDown", None),
        ("ArrowLeft", "c8"),
        ("ArrowUp", "a5"),
    ):
        page.keyboard.press(key)
        if text:
            expect(page.locator(".move.now")).to_have_text(text)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Remarks and drawings").click()
    visitor.tool("pencil").click()
    page.get_by_label("look here").check()
    visitor.press(4)
    visitor.press(9)
    expect(page.locator(".drawings .drawn-note")).to_have_count(1)
    (arrow,) = written(visitor).drawings[2]
    assert (arrow.kind, arrow.points) == ("note", ("a5", "b2"))


STUDY = """\
[Game "zhizhu"]
[Rules "1"]
[Result "*"]

1. a1
2. a5
  ({the corner} 2. c8 3. b1)
3. b4
"""


def test_a_link_that_is_cut_off_or_unpacks_to_too_much_says_so(welcome: Welcome) -> None:
    visitor = welcome().go("view/nothing")
    expect(visitor.page.locator("h1")).to_contain_text("cut off or damaged")
    visitor.go(f"view/{visitor.page.evaluate(BOMB)}")
    expect(visitor.page.locator("h1")).to_contain_text("cut off or damaged")


def test_the_engine_says_what_it_would_play(welcome: Welcome) -> None:
    page = reviewed(welcome(), "zhizhu", "b3", "c4").page
    page.locator(".best-line:not(:empty)").wait_for(timeout=THOUGHT_MS)
    expect(page.locator(".best-line")).to_contain_text("Best line: ")
    expect(page.locator(".arrow-best .ring")).to_have_count(1)


@pytest.mark.both
def test_the_explorer_says_what_was_played_and_what_is_known(welcome: Welcome) -> None:
    visitor = welcome()
    page = reviewed(visitor, "zhizhu", "b3").page
    page.locator(".remarks summary").get_by_text("Explorer").click()
    rows = page.locator(".explored tbody tr")
    expect(rows.nth(3).get_by_role("img")).to_have_attribute("aria-label", PLAYED)
    visitor.wait_for_turn()
    text = rows.first.get_by_role("button").inner_text()
    rows.first.get_by_role("button").click()
    expect(page.locator(".move.now")).to_have_text(text)


@pytest.mark.server
def test_the_explorer_knows_what_is_solved(welcome: Welcome) -> None:
    start = "zhizhu .w....../ww....../b.bb.... w 0-0 0 - - 0 31"
    page = opened(welcome(), tablier.read_position(start).record()).page
    page.get_by_text("Chances to win: White 100 %").wait_for(timeout=THOUGHT_MS)
    page.locator(".remarks summary").get_by_text("Explorer").click()
    rows = page.locator(".explored tbody tr")
    expect(rows.first).to_contain_text("wins in 3 turns", timeout=THOUGHT_MS)
    expect(rows).to_have_count(len(tablier.read_position(start).legal()))


PLAYED = re.compile("won .*, drawn .*, lost .*")
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
