"""For everyone: by keyboard alone, by touch, in every language, by day and by night."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

import tablier
from tablier.core import registry
from tablier.core.words import LANGUAGES

pytest_plugins = "visits"

HERE = [{"kind": "me"}, {"kind": "here"}]
WEB = Path(tablier.__file__).parent / "web"
GAMES = [registry.find(name) for name in registry.games()]
STUDY = """[Game "zhizhu"]
[Rules "1"]
[Result "*"]

{before} 1. a1 {[%good a1]} 2. a5 {so} ({the corner} 2. c8 3. b1) 3. b4
"""


def packed(record: str) -> str:
    """A record as links have it."""
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(raw.compress(record.encode()) + raw.flush()).decode()


SCREENS = (
    "",
    "learn",
    "settings",
    "view",
    "mine",
    "puzzle",
    "puzzle/zhizhu",
    f"view/{packed(STUDY).rstrip('=')}",
    "arrange",
    *(f"arrange/{game.name}" for game in GAMES if game.arranging),
    *(f"{screen}/{game.name}" for game in GAMES for screen in ("new", "learn")),
    *(f"learn/{game.name}/{step}" for game in GAMES for step in (1, 99)),
    *(f"learn/{game.name}/solved" for game in GAMES if game.is_solved),
)
PHONE, LYING, TABLET = (360, 640), (640, 360), (768, 1024)


def wide(visitor: Visitor) -> int:
    """How many pixels a page is wider than its window."""
    over: int = visitor.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return over


# Keyboard


SHORT_GAME = "b1-b6,end,a7-a2,b7-a7,end,b6-b7,c1-b1,d1*b1,g7-g6,end,b1*b7"
"""Senseï, with Red's friendly help."""


def walk(visitor: Visitor, goal: str) -> None:
    """Go to a square by arrow keys."""
    names = visitor.point_names()
    here = names[focused(visitor)]
    for axis, further, back in ((0, "ArrowRight", "ArrowLeft"), (1, "ArrowUp", "ArrowDown")):
        steps = ord(goal[axis]) - ord(here[axis])
        for _ in range(abs(steps)):
            visitor.page.keyboard.press(further if steps > 0 else back)
    assert names[focused(visitor)] == goal


def focused(visitor: Visitor) -> int:
    found: int = visitor.page.evaluate("() => Number(document.activeElement.dataset.point)")
    return found


def tab_to(visitor: Visitor, selector: str, key: str = "Tab") -> None:
    """Press the tab key until something of the kind has the focus."""
    for _ in range(60):
        if visitor.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"the tab key does not reach {selector}")


def test_a_whole_game_by_keyboard_alone(welcome: Welcome) -> None:
    """From the home page to a won game without a mouse, both sides at one screen."""
    visitor = welcome().go()
    page = visitor.page
    tab_to(visitor, "input[name=way]")
    page.keyboard.press("ArrowRight")
    tab_to(visitor, '[data-card="sensei"] button')
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/table/*")
    visitor.wait_for_turn()
    tab_to(visitor, ".point")
    for played, text in enumerate(SHORT_GAME.split(","), 1):
        if text == "end":
            tab_to(visitor, '[data-act="end"]')
            page.keyboard.press("Enter")
            visitor.plied(played)
            tab_to(visitor, ".point", "Shift+Tab")
            continue
        start, end = re.findall(r"[a-g][1-7]", text)
        walk(visitor, start)
        label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        assert re.match(rf"{start}, yours?\b.* can go to .*\b{end}\b", label), label
        page.keyboard.press("Enter")
        walk(visitor, end)
        page.keyboard.press("Space")
        visitor.plied(played)
    expect(visitor.prompt).to_contain_text("won")
    expect(page.locator("#voice")).to_contain_text("won")
    expect(visitor.button("Review")).to_be_visible()


# Touch


@pytest.mark.parametrize(
    ("size", "game"), [(PHONE, "zhizhu"), (LYING, "sensei"), (TABLET, "chinese-checkers")]
)
def test_phone_and_tablet_by_touch(
    welcome: Welcome, served: Served, size: tuple[int, int], game: str
) -> None:
    visitor = welcome(size=size, has_touch=True, is_mobile=True)
    visitor.sit(served.table(game, HERE))
    moves = {"zhizhu": ["b3", "c4"], "sensei": ["b1-b5"], "chinese-checkers": ["c1-d5", "k1-j5"]}
    for played, text in enumerate(moves[game], 1):
        visitor.wait_for_turn()
        visitor.play(text)
        visitor.plied(played)
    assert visitor.moves() == moves[game]
    box = visitor.page.locator(".board").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= min(min(size), 0.98 * size[1]) * 0.9
    assert wide(visitor) <= 0


# Languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_everything(welcome: Welcome, served: Served, language: str) -> None:
    """The browser's language is the first guess; no text is missing, none is too wide.

    A text that is too wide is so where there is least room. What else changes with the room is
    looked at in the language with the longest words.
    """
    texts = json.loads((WEB / "locales" / f"{language}.json").read_text("utf-8"))
    visitor = welcome(locale=f"{language}-CH", size=PHONE, has_touch=True, is_mobile=True)
    keys = re.compile(
        r"\b(" + "|".join(sorted({re.escape(key) for key in texts if "." in key})) + r")\b"
    )
    made = served.table("zhizhu", HERE)
    visitor.sit(made).wait_for_turn()
    for screen in (None, *SCREENS):
        if screen is not None:
            visitor.turn_to(screen)
        body = visitor.page.locator("body").inner_text()
        assert not re.search(r"\{\w+\}", body), (screen, body)
        assert not keys.search(body), (screen, keys.search(body))
        for width, height in (LYING, TABLET, PHONE) if language == "de" else (PHONE,):
            visitor.page.set_viewport_size({"width": width, "height": height})
            assert wide(visitor) <= 0, (screen, width)
    assert visitor.page.locator("html").get_attribute("lang") == language
    title = texts["settings.title"]
    visitor.turn_to("settings")
    expect(visitor.page.locator("h1")).to_have_text(title)


@pytest.mark.both
def test_the_language_is_chosen_in_the_settings_and_kept(welcome: Welcome) -> None:
    visitor = welcome().go("settings")
    visitor.page.get_by_text("Deutsch", exact=True).click()
    expect(visitor.page.locator("h1")).to_have_text("Einstellungen")
    visitor.page.get_by_text("Nacht", exact=True).click()
    visitor.go("view")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    for record, fault in (("1. b3", "In Zeile 1 fehlt etwas."), ("[b3", "Zeile 1, „[b3“: ")):
        visitor.page.locator("textarea").fill(record)
        visitor.page.get_by_role("button", name="Ansehen").click()
        expect(visitor.page.get_by_role("alert")).to_contain_text(fault)


def test_boards_are_made_of_what_one_likes(welcome: Welcome) -> None:
    """Every game's board looks different on paper, at once and when one comes back."""
    visitor = welcome().go("settings")
    samples = visitor.page.locator(".samples > .picture:has(.ground > *, img)")
    expect(samples).to_have_count(len(GAMES))
    visitor.page.wait_for_load_state("networkidle")
    before = [sample.screenshot() for sample in samples.all()]
    visitor.page.get_by_text("Paper", exact=True).click()
    expect(samples).to_have_count(len(GAMES))
    visitor.until("() => [...document.images].every((image) => image.complete)")
    after = [sample.screenshot() for sample in samples.all()]
    assert all(one != other for one, other in zip(before, after, strict=True))
    visitor.go()
    expect(visitor.page.locator("html")).to_have_attribute("data-board", "paper")


def test_rules_are_printed_as_by_day_and_alone(welcome: Welcome) -> None:
    page = welcome().go("learn/zhizhu").page
    rules, around = page.locator(".prose"), page.locator(".top, .reading aside")
    page.emulate_media(color_scheme="dark")
    expect(rules).to_have_css("color", "rgb(233, 225, 211)")
    page.emulate_media(media="print")
    expect(rules).to_have_css("color", "rgb(43, 38, 34)")
    expect(around.filter(visible=True)).to_have_count(0)
    page.emulate_media(media="null")
    expect(around.filter(visible=True)).to_have_count(2)


# Reading and seeing


class Inspection:
    """What axe finds on the screens of one page, by day and by night.

    The script is put into the page once. By night only the colours are other ones, so that only
    the rules about colours are looked at again; transitions are off in these visits.
    """

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.found: list[str] = []
        self.page.evaluate(Axe().axe_script)

    def look(self, screen: str) -> None:
        self.page.emulate_media(color_scheme="light")
        self._run(f"{screen}, light", {})
        self.page.emulate_media(color_scheme="dark")
        self._run(f"{screen}, dark", {"runOnly": COLOURS})

    def _run(self, screen: str, options: dict[str, Any]) -> None:
        told: list[str] = self.page.evaluate(INSPECT, options)
        self.found += [f"{screen}: {fault}" for fault in told]


UNFOLD = "() => document.querySelectorAll('.side details').forEach((one) => { one.open = true; })"
COLOURS = ["color-contrast", "link-in-text-block"]
INSPECT = """async (options) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 160)}`);
}"""


def test_axe_finds_nothing_on_any_screen(welcome: Welcome, served: Served) -> None:
    visitor = welcome().go("settings")
    inspection = Inspection(visitor)
    for screen in SCREENS:
        visitor.turn_to(screen)
        visitor.page.evaluate(UNFOLD)
        inspection.look(screen)
    for game in GAMES:
        made = served.table(game.name, HERE)
        for seat in made["seats"]:
            visitor.turn_to(f"table/{made['table']}/{seat['key']}")
        visitor.page.locator(".board .point, .stage.own > *").first.wait_for(state="attached")
        inspection.look(f"table of {game.name}")
        if isinstance(served, Served):
            visitor.button("Links").click()
            inspection.look(f"links of {game.name}")
            visitor.page.keyboard.press("Escape")
    visitor.tool("resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.locator("main[data-phase=over]").wait_for()
    inspection.look("after the game")
    visitor.button("Review").click()
    visitor.button("Judge the moves").wait_for()
    inspection.look("review")
    assert not inspection.found, "\n".join(inspection.found)
