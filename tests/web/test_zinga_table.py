"""ZINGA's table in a real browser: bell, announcements, STOP, ticker, keys, and the dice' proof."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from visitors import PATIENCE_MS
from zinga_sittings import CLEAN, DICE, LOOK, Opening, at, racing

import tablier
from tablier import TABLE, Match
from tablier.core.dice import Dice, roll_text
from tablier.core.words import LANGUAGES

pytest_plugins = ("visits", "zinga_pages")

BEFORE = "- - 1 pause - - - - 9"
"""Before a roll, and nobody has said anything."""
STAND_STILL = """() => {
  const now = performance.now();
  Object.assign(window, { later: 0, held: [] });
  performance.now = () => now + later;
  window.setTimeout = (act) => held.push(act);
}"""
PAINTED = """() => new Promise((done) => {
  const frame = (left) => requestAnimationFrame(() => (left ? frame(left - 1) : done()));
  frame(3);
})"""
EDGES = "sheets => sheets.map((cell) => cell.getBoundingClientRect().x)"


# The bell


@pytest.mark.rule("ZI-27")
def test_a_ring_is_timed_from_the_painted_dice(opened: Opening) -> None:
    sitting = opened(at(CLEAN, CLEAN, rest="- - 1 roll - - - - 3"), 0)
    tray = sitting.page.locator(".zinga-tray")
    expect(tray).to_have_attribute("data-state", "tumbling")
    sitting.page.keyboard.press("Space")
    sitting.play("roll 3 2 3 6 1 1")
    expect(tray).to_have_attribute("data-state", "shown")
    faces = tray.locator(".zinga-top").evaluate_all("tops => tops.map((top) => top.dataset.face)")
    assert faces == ["3", "2", "3", "6", "1", "1"]
    expect(sitting.button("Ring!")).to_be_enabled()
    sitting.page.keyboard.press("Space")
    ring = sitting.answered()
    assert ring["text"] == "ring" and 0 <= ring["reaction"] < PATIENCE_MS
    assert sitting.page.evaluate("sent.length") == 0
    assert "bell" in sitting.page.evaluate("sounds")


def test_the_bell_can_be_touched_and_nothing_can_be_said(opened: Opening) -> None:
    sitting = opened(racing(), 0)
    sitting.button("Ring!").click()
    assert sitting.answered()["text"] == "ring"
    other = opened(racing(), 1)
    other.button("I see nothing").click()
    assert other.answered()["text"] == "nothing"
    expect(other.button("I see nothing")).to_be_hidden()


@pytest.mark.rule("ZI-28")
def test_players_at_one_keyboard_have_a_key_each(opened: Opening) -> None:
    sitting = opened(racing(3), 0, 1, 2)
    sitting.page.keyboard.press("s")
    expect(sitting.page.locator('[data-seat="0"] .zinga-call-nothing')).to_be_enabled()
    sitting.page.keyboard.press("s")
    assert sitting.answered()["text"] == "nothing"
    expect(sitting.button("Ben: Ring!")).to_be_enabled()
    sitting.page.keyboard.press("l")
    sheets = sitting.page.locator(".zinga-cell:first-child")
    before = sheets.evaluate_all(EDGES)
    ring = sitting.answered()
    assert (ring["seat"], ring["text"]) == (1, "ring") and ring["reaction"] >= 0
    assert sheets.evaluate_all(EDGES) == before, "a mouse finds the own sheet where it was"
    sitting.page.keyboard.type("7g")
    assert sitting.answered()["text"] == "green 7"


@pytest.mark.rule("ZI-28")
def test_players_at_one_tablet_have_a_corner_each(opened: Opening) -> None:
    sitting = opened(racing(4), 0, 1, 2, 3)
    sitting.page.get_by_label("A corner of the screen for every player").check()
    boxes = sitting.page.locator(".zinga-place").evaluate_all(
        "places => places.map((place) => place.getBoundingClientRect().toJSON())"
    )
    middles = [
        (box["x"] + box["width"] / 2 > 640, box["y"] + box["height"] / 2 > 400) for box in boxes
    ]
    assert middles == [(False, True), (False, False), (True, False), (True, True)]
    assert all(box["top"] >= 0 and box["bottom"] <= 800 for box in boxes)


# Announcing


def test_announcing_by_touching_a_cell(opened: Opening) -> None:
    sitting = opened(racing().play("ring", 0), 0)
    sitting.cell("yellow 4").click()
    assert sitting.answered()["text"] == "yellow 4"
    assert sitting.told() == "Ann: ticked yellow 4"
    expect(sitting.cell("yellow 4")).to_have_attribute("data-state", "ticked")
    assert "Ann: ticked yellow 4" in sitting.page.evaluate("spoken")


def test_announcing_by_number_and_colour(opened: Opening) -> None:
    sitting = opened(racing().play("ring", 0), 0)
    sitting.page.get_by_label("Announce by number and colour").check()
    pad = sitting.page.get_by_role("group", name="Number and colour")
    pad.get_by_role("button", name="3", exact=True).click()
    pad.get_by_role("button", name="blue").click()
    assert sitting.answered()["text"] == "blue 3"
    assert sitting.told() == "Ann: blue 3 isn't on the sheet, a blunder"
    boxes = sitting.page.locator('.zinga-large [role="img"][aria-label^="BLUNDER"]')
    expect(boxes).to_have_attribute("aria-label", "BLUNDER 1 / 3")
    assert "wrong" in sitting.page.evaluate("sounds")


@pytest.mark.parametrize(
    ("keys", "text"),
    [("y4", "yellow 4"), ("4y", "yellow 4"), ("12b", "blue 12"), ("b1\n", "blue 1")],
)
def test_announcing_by_typing(opened: Opening, keys: str, text: str) -> None:
    sitting = opened(racing().play("ring", 0), 0)
    for key in keys:
        sitting.page.keyboard.press("Enter" if key == "\n" else key)
    assert sitting.answered()["text"] == text


def test_announcing_by_arrow_keys(opened: Opening) -> None:
    sitting = opened(racing(), 0)
    expect(sitting.button("Ring!")).to_be_enabled()
    sitting.page.keyboard.press("Space")
    assert sitting.answered()["text"] == "ring"
    expect(sitting.cell("blue 9")).to_be_focused()
    sitting.page.keyboard.press("ArrowUp")
    sitting.page.keyboard.press("Enter")
    assert sitting.answered()["text"] == "green 4"


@pytest.mark.parametrize(
    ("sheet", "said", "told"),
    [
        (CLEAN, "red 5", "the dice don't give red 5, a blunder"),
        (CLEAN, None, "rang and said nothing in time, a blunder"),
        ("....x/...../...../...../.....:3:0:0", "yellow 4", "yellow 4 was ticked already and"),
        ("xxxx./...../...../...../.....:0:0:0", "yellow 4", "yellow 4 is the fifth of a line"),
    ],
)
def test_the_ticker_says_why_it_was_a_blunder(
    opened: Opening, sheet: str, said: str | None, told: str
) -> None:
    sitting = opened(at(sheet, CLEAN, rest="- - 1 open 323611 - - - 9"), 1)
    sitting.play("ring", 0).play(*((said, 0) if said else ("expired",)))
    assert sitting.told().startswith(f"Ann: {told}")


def test_the_ticker_tells_nothing_twice(opened: Opening) -> None:
    """Whoever was there from the start needs no past, whatever comes without news."""
    sitting = opened(racing(), 1)
    sitting.play("ring", 0).play("yellow 4", 0)
    told = sitting.page.locator(".zinga-ticker li").all_inner_texts()
    sitting.page.evaluate("(view) => receive(view, [])", sitting.view())
    assert sitting.page.locator(".zinga-ticker li").all_inner_texts() == told
    assert sitting.page.evaluate("sent") == []


# STOP, rescue, bonus, declare, take


HOLDER = "...../...../..x../...../.....:0:0:0"


def test_the_holder_stops_an_announcement(opened: Opening) -> None:
    sitting = opened(at(HOLDER, CLEAN, rest="1 - 1 open 323611 - - - 9"), 0)
    sitting.play("ring", 1).play("yellow 4", 1)
    expect(sitting.button("Let it be")).to_be_visible()
    sitting.button("STOP!").click()
    assert sitting.answered()["text"] == "stop"
    assert sitting.told() == "Ann: STOP! Nothing counts, and the pawn goes to Ben"
    expect(sitting.page.locator('[data-seat="1"] .zinga-pawn-drawing')).to_be_visible()


def test_whoever_was_stopped_is_told_so_to_the_face(opened: Opening) -> None:
    sitting = opened(at(HOLDER, CLEAN, rest="1 - 1 open 323611 - - - 9"), 1)
    sitting.play("ring", 1).play("yellow 4", 1).play("stop", 0)
    assert sitting.told().endswith("STOP! Nothing counts, and the pawn goes to you")


def test_the_third_blunder_can_be_rescued(opened: Opening) -> None:
    third = HOLDER.replace(":0:0:0", ":0:2:0")
    sitting = opened(at(third, CLEAN, rest="1 - 1 open 323611 - - - 9").play("ring", 0), 0)
    sitting.page.keyboard.type("1r\n")
    sitting.answered()
    assert sitting.told().endswith("blunder It would be the third!")
    sitting.button("Give the pawn back").click()
    assert sitting.answered()["text"] == "rescue"
    expect(sitting.page.locator(".zinga-tray .zinga-pawn-drawing")).to_be_visible()


def test_a_bonus_is_chosen_on_the_sheet(opened: Opening) -> None:
    sheet = "xxx.x/...../...../...../.....:2:0:0"
    sitting = opened(at(sheet, CLEAN, rest="- - 1 open 323611 - - - 9").play("ring", 0), 0)
    sitting.cell("yellow 4").click()
    sitting.answered()
    expect(sitting.cell("green 5")).to_have_attribute("aria-disabled", "true")
    sitting.cell("blue 9").click()
    assert sitting.answered()["text"] == "bonus blue 9"
    sitting.button("Take the pawn").click()
    assert sitting.answered()["text"] == "take"


@pytest.mark.rule("ZI-24")
def test_a_four_is_declared_by_whoever_sees_it(opened: Opening) -> None:
    """With four ticks the button is there in every pause, and so gives nothing away."""
    sitting = opened(at("xxxx./...../...../...../.....:0:0:0", CLEAN, rest=BEFORE), 0)
    declare = sitting.button("Declare a four")
    declare.click()
    sitting.page.keyboard.press("Escape")
    expect(declare).to_have_attribute("aria-pressed", "false")
    declare.click()
    sitting.cell("yellow 4").click()
    assert sitting.answered()["text"] == "declare yellow 4"
    expect(sitting.cell("yellow 4")).to_have_attribute("data-state", "declared")
    sitting.button("Ready").click()
    assert sitting.answered()["text"] == "ready"
    bell = sitting.page.locator(".zinga-bell")
    sitting.page.evaluate(STAND_STILL)
    sitting.play("ready", 1).play("roll 3 2 3 6 1 1").page.evaluate(PAINTED)
    bell.dispatch_event("pointerdown")
    expect(bell, "the thumb was meant for a four").to_have_attribute("data-state", "quiet")
    sitting.page.evaluate("() => { later = 350; held.forEach((act) => act()); }")
    expect(bell).to_have_attribute("data-state", "open")
    assert sitting.page.evaluate("sent") == []
    strewn = "x..../.x.x./...../..x../.....:0:0:0"
    other = opened(at(strewn, CLEAN, rest=BEFORE), 0)
    expect(other.button("Declare a four")).to_be_visible()


def test_before_there_are_four_ticks_the_pause_tells_the_goal(opened: Opening) -> None:
    sitting = opened(at("xxx../...../...../...../.....:0:0:0", CLEAN, rest=BEFORE), 0)
    now = sitting.page.locator(".zinga-now")
    expect(now).to_contain_text("Five ticks in a line win. Ready for the dice?")
    expect(sitting.button("Declare a four")).to_be_hidden()
    both = opened(at("xxx../x..../...../...../.....:0:0:0", CLEAN, rest=BEFORE), 0, 1)
    expect(both.page.locator(".zinga-now")).to_contain_text("A four in a line?")
    expect(both.button("Declare a four")).to_have_count(1)


@pytest.mark.rule("ZI-24", "ZI-20")
def test_who_is_ready_can_still_declare_and_take(opened: Opening) -> None:
    sheet = "xxxx./...../..x../...../.....:0:0:0"
    sitting = opened(at(sheet, CLEAN, rest="- 1 1 pause - 1 - - 9"), 0)
    expect(sitting.page.locator(".zinga-now")).to_contain_text("Waiting for Ben")
    expect(sitting.button("Ready")).to_be_hidden()
    sitting.button("Declare a four").click()
    sitting.cell("yellow 4").click()
    assert sitting.answered()["text"] == "declare yellow 4"
    sitting.button("Take the pawn").click()
    assert sitting.answered()["text"] == "take"
    expect(sitting.page.locator(".zinga-large .zinga-said")).to_have_text("ready")
    expect(sitting.button("Declare a four")).to_be_visible()
    assert sitting.play("ready", 1).match.to_roll


# Sheets of one's own


@pytest.mark.rule("ZI-02")
def test_one_of_equal_cells_is_announced_by_touching_it(opened: Opening) -> None:
    sitting = opened(on_equal_cells("announce 443111 - 1 - 9", pawn=2), 0)
    fours = sitting.cell("yellow 4")
    expect(fours.nth(0)).to_have_attribute("data-touchable", "false")
    fours.nth(2).click()
    assert sitting.answered()["text"] == "yellow 4 #3"
    expect(fours.nth(2)).to_have_class(re.compile("zinga-named"))
    expect(fours.nth(1)).not_to_have_class(re.compile("zinga-named"))
    sitting.play("let", 1)
    assert sitting.told() == "Ann: ticked yellow 4"
    expect(fours.nth(2)).to_have_attribute("data-state", "ticked")


def on_equal_cells(rest: str, pawn: int) -> Match:
    """Player 1 has ticked the first of three yellow 4, player 2 blue 9."""
    cells = "r5,r5,r5,r5,o7,y4,y4,g1,g2,g3,r2,g5,b9,b1,b2,r3,b4,o7,o1,o2,r4,o4,o5,y4,b9"
    sheets = "...../x..../...../...../.....:0:0:0 ...../...../..x../...../.....:0:0:0"
    return tablier.read_position(f"zinga sheets={cells} {sheets} {pawn} - 1 {rest}")


@pytest.mark.rule("ZI-03")
def test_every_sheet_shows_its_number(opened: Opening) -> None:
    sitting = opened(racing(6), 0)
    corners = sitting.page.locator(".zinga-corner")
    assert sorted(corners.all_inner_texts()) == ["1", "1", "2", "2", "3", "4"]
    expect(sitting.page.locator(".zinga-large .zinga-corner")).to_have_text("1")
    expect(sitting.page.get_by_label("Score sheet 3: Cleo")).to_be_visible()


# After the game


TWO_BLUNDERS = "...../...../...../...../.....:0:2:0"
FOUR_DECLARED = "xxxxd/...../...../...../.....:0:0:0"


@pytest.mark.parametrize(
    ("sheets", "seat", "said", "told"),
    [
        ((TWO_BLUNDERS, CLEAN, CLEAN), 0, "red 12", "Three blunders: you are out."),
        ((TWO_BLUNDERS, CLEAN), 0, "red 12", "Three blunders: you are out. Ben has won."),
        ((CLEAN, FOUR_DECLARED), 1, "blue 2", "Ben was first with five in a line."),
    ],
)
def test_who_lost_reads_why(
    opened: Opening, sheets: tuple[str, ...], seat: int, said: str, told: str
) -> None:
    sitting = opened(at(*sheets, rest="- - 1 open 323611 - - - 9"), 0)
    sitting.play("ring", seat).play(said, seat)
    expect(sitting.page.locator(".zinga-now"), "no time runs").to_have_text(told)


def finished(rolls: int) -> list[tuple[str, int]]:
    """A game in which player 2 gives up after some rolls."""
    moves: list[tuple[str, int]] = []
    for number in range(rolls):
        moves += [("ready", 0), ("ready", 1), (roll_text(DICE_OF_TWO.roll(number, 6)), TABLE)]
        moves += [("nothing", 0), ("nothing", 1)]
    return [*moves, ("resign", 1)]


DICE_OF_TWO = Dice(DICE.seed, DICE.nonces[:2])


@pytest.mark.rule("ZI-26")
@pytest.mark.parametrize(
    ("changed", "verdict"),
    [(None, "All 3 rolls are right"), (1, "These rolls don't follow from the seed: 2.")],
)
def test_the_dice_are_checked_in_the_browser(
    opened: Opening, changed: int | None, verdict: str
) -> None:
    sitting = opened(tablier.new("zinga", players=2), 0)
    expect(sitting.button("Check the dice")).to_be_hidden()
    rolls = 0
    for text, seat in finished(3):
        honest = text if not text.startswith("roll") or rolls != changed else "roll 1 1 1 1 1 1"
        rolls += text.startswith("roll")
        sitting.play(honest, seat)
    sitting.button("Check the dice").click()
    expect(sitting.page.locator(".zinga-verdict")).to_contain_text(verdict)


# Everyone


SIZES = [(360, 640), (640, 360), (960, 501), (1280, 620), (768, 1024), (1024, 768), (1280, 800)]
TIGHT = [(320, 568), (640, 400), (640, 360), (2560, 1080)]
"""The smallest phone, 1280 × 800 at 200 %, a phone on its side, and a very wide screen."""
STICKING_OUT = """() => {
  const around = (one) => one.getBoundingClientRect();
  const words = document.querySelectorAll(".zinga-call > :not(.zinga-drain), .zinga-now > span");
  return [...words].filter((word) => word.checkVisibility()).filter((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    const [inner, outer] = [around(range), around(word.parentElement)];
    return inner.left < outer.left || inner.right > outer.right
      || inner.top < outer.top || inner.bottom > outer.bottom;
  }).map((word) => word.textContent);
}"""
"""Words that don't fit into what they stand on."""


@pytest.mark.parametrize(("players", "narrowest"), [(2, 44), (8, 40)])
def test_nothing_scrolls_sideways(opened: Opening, players: int, narrowest: int) -> None:
    sitting = opened(racing(players), 0)
    for width, height in SIZES:
        sitting.page.set_viewport_size({"width": width, "height": height})
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert sitting.page.evaluate(wider) <= 0
        expect(sitting.button("Ring!")).to_be_in_viewport(ratio=0.99)
        expect(sitting.page.locator(".zinga-large")).to_be_in_viewport(ratio=0.99)
        cell = sitting.cell("blue 9").bounding_box()
        assert cell["width"] >= narrowest


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_stay_inside_and_dice_together(opened: Opening, language: str) -> None:
    four = "xxxx./...../...../...../.....:0:0:0"
    for rest in ("- - 1 pause - - - - 3", "- - 1 open 323611 - - - 3"):
        sitting = opened(at(four, CLEAN, rest=rest), 0, language=language)
        page = sitting.page
        for width, height in TIGHT:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(STICKING_OUT) == [], (width, height)
            status, desk = (
                page.locator(f".zinga-{part}").bounding_box() for part in ("now", "desk")
            )
            assert status["y"] + status["height"] <= desk["y"], "the words end above the bell"
            dice = [die.bounding_box() for die in page.locator(".zinga-die").all()[:2]]
            assert dice[1]["x"] - dice[0]["x"] <= 2 * dice[0]["width"]
            chip = page.locator(".zinga-bell kbd")
            assert width > 1000 or not chip.is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_two_say_at_one_phone_stays_inside(opened: Opening, language: str) -> None:
    """Also where three things can be said at once."""
    four = "xxxx./...../..x../...../.....:0:0:0"
    for rest in (BEFORE, "- 1 1 pause - 2 - - 9", "- - 1 open 323611 - - - 9"):
        page = opened(at(four, four, rest=rest), 0, 1, language=language).page
        for width, height in TIGHT[:3]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(STICKING_OUT) == [], (rest, width, height)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("rest", "button"),
    [
        ("1 - 1 open 323611 - - - 9", "I see nothing"),
        ("1 - 1 announce 323611 - 1 - 9", "blue 9, ticked"),
        ("1 - 1 stop 323611 - 2 y4 9", "STOP!"),
        ("1 - 1 pause - - - - 9", "Ready"),
    ],
)
def test_axe_finds_nothing(opened: Opening, theme: str, rest: str, button: str) -> None:
    sitting = opened(at(HOLDER, CLEAN, rest=rest), 0, theme=theme)
    expect(sitting.button(button)).to_be_enabled()
    report = Axe().run(sitting.page)
    assert report.violations_count == 0, report.generate_report()


def test_every_language_has_the_words_that_the_table_says(opened: Opening) -> None:
    source = "".join(path.read_text("utf-8") for path in sorted(LOOK.rglob("*.js")))
    labels = set(re.findall(r'label\("(\w+)"', source))
    words = {
        language: json.loads((LOOK.parent / "words" / f"{language}.json").read_text("utf-8"))
        for language in LANGUAGES
    }
    for own in words.values():
        assert labels <= set(own["labels"])
        for part in ("labels", "letters", "ticker"):
            assert set(own[part]) == set(words["en"][part])
        assert len(set(own["letters"].values())) == len(own["letters"])
    for language in LANGUAGES:
        sitting = opened(racing().play("ring", 0), 0, language=language)
        assert "{" not in sitting.page.locator(".zinga").inner_text()
