"""The board of the page, in a real browser: mouse, finger, keyboard and what is announced."""

from base64 import b64encode
from collections.abc import Iterator
from colorsys import rgb_to_hls
from random import Random
from typing import Any

import pytest
from boards import FERRY, Board, ferry
from playwright.sync_api import Browser

import tablier
from tablier.core import registry
from tablier.core.game import Game

pytest_plugins = "visits"

BOARD_GAMES = [game for game in map(registry.find, registry.games()) if game.show is None]
EACH = pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.name)

# A made-up game


def test_click_click(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "a1-a3"))
    board.click("a1", "a3")
    assert board.heard("actions") == ["a1-a3"]
    board.click("a1", "a2")
    assert board.heard("actions") == [], "nothing more happens before the server has answered"


def test_a_second_click_puts_back(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    board.click("a1", "a1")
    assert board.heard("words") == ["a1 taken up, can go to a2", "a1 put back"]
    board.click("a2")
    assert board.heard("actions") == []


def test_drag(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "b1-b2"))
    board.drag("b1", "b2")
    assert board.heard("actions") == ["b1-b2"]
    piece = board.page.locator('.piece[data-kind="raft"]').bounding_box()
    x, y = board.at("b2")
    assert piece is not None
    assert abs(piece["x"] + piece["width"] / 2 - x) < 6 > abs(piece["y"] + piece["height"] / 2 - y)


def test_a_drag_to_nowhere_goes_back(board: Board) -> None:
    board.lay(FERRY, ferry("b1-b2"))
    before = board.page.locator('.piece[data-kind="raft"]').bounding_box()
    mouse = board.page.mouse
    mouse.move(*board.at("b1"))
    mouse.down()
    mouse.move(5, 5, steps=3)
    mouse.up()
    assert board.heard("actions") == board.heard("attempts") == []
    assert board.page.locator('.piece[data-kind="raft"]').bounding_box() == before
    mouse.move(*board.at("b1"))
    mouse.down()
    mouse.move(5, 5, steps=3)
    board.page.keyboard.press("Escape")
    mouse.move(*board.at("b2"), steps=3)
    mouse.up()
    assert board.heard("actions") == board.heard("attempts") == []
    assert board.page.locator('.piece[data-kind="raft"]').bounding_box() == before


def test_keyboard(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "a1-a3"))
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("Enter")
    assert board.heard("words") == ["a1 taken up, can go to a2 and a3"]
    board.page.keyboard.press("ArrowUp")
    assert board.page.evaluate("document.activeElement.dataset.point") == "2"
    assert board.label("a2") == "a2, free, a1 can go here"
    board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("Enter")
    assert board.heard("actions") == ["a1-a3"]


def test_escape_puts_back(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    board.type("a1")
    board.page.keyboard.press("Escape")
    assert board.heard("words")[-1] == "a1 put back"
    board.type("a2")
    assert board.heard("actions") == []


def test_labels(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "a1-b2", "xb3", "a3"))
    assert board.label("a1") == "a1, yours: boat, can go to a2 and b2"
    assert board.label("b1") == "b1, your piece"
    assert board.label("b3") == "b3, Blue: boat, you can choose it"
    assert board.label("a3") == "a3, free, you can play here"
    assert board.label("b2") == "b2, free, can be reached from a1"


def test_only_one_point_is_in_the_tab_order(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    assert board.page.locator('.point[tabindex="0"]').count() == 1
    board.click("b2")
    assert board.page.locator('.point[tabindex="0"]').get_attribute("data-point") == "3"


def test_something_done_at_one_point_needs_one_click(board: Board) -> None:
    board.lay(FERRY, ferry("xb3"))
    board.click("b3")
    assert board.heard("actions") == ["xb3"]


def test_an_attempt_is_written_like_what_is_legal(board: Board) -> None:
    board.lay(FERRY, ferry("a1>a2", "b1*b2"))
    board.click("a1", "b3")
    board.click("b1", "a3")
    assert board.heard("attempts") == ["a1>b3", "b1*a3"]
    board.lay(FERRY, ferry("xb3"))
    board.click("a1")
    assert board.heard("attempts") == ["xa1"]


def test_an_attempt_with_a_piece_that_cannot_move_is_written_like_the_examples(
    board: Board,
) -> None:
    board.lay(FERRY, ferry("pass"))
    board.click("b1", "b2")
    assert board.heard("attempts") == ["b1-b2"]
    assert board.heard("words")[0] == "b1 taken up, has nowhere to go"


def test_nothing_can_be_done_by_who_only_looks_on(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", interactive=False))
    board.click("a1", "a2")
    board.type("a1", "a2")
    assert board.heard("actions") == board.heard("words") == []


def test_a_refused_piece_goes_back(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    before = board.page.locator('.piece[data-kind="boat"]').first.bounding_box()
    board.page.evaluate("window.answer = async () => ({ type: 'refused' })")
    board.click("a1", "a2")
    board.page.evaluate("delete window.answer")
    assert board.heard("actions") == ["a1-a2"]
    assert board.page.locator('.piece[data-kind="boat"]').first.bounding_box() == before
    board.click("a1", "a2")
    assert board.heard("actions") == ["a1-a2"], "and can be taken up again"


def test_the_way_to_a_target_is_shown(board: Board) -> None:
    board.lay(FERRY, ferry(legal=[{"text": "a1-b2", "points": [0, 3], "path": [0, 2, 3]}]))
    board.click("a1")
    assert board.page.locator(".trail .way").count() == 0
    board.page.mouse.move(*board.at("b2"))
    assert board.page.locator(".trail .way").count() == 2


def test_a_series_goes_from_touch_down_to_touch_down(board: Board) -> None:
    board.lay(FERRY, ferry())
    board.page.evaluate("document.documentElement.dataset.motion = 'slow'")
    moved = ferry(last={"seat": 0, "text": "a1-b2", "path": [0, 2, 3]})
    moved["scene"]["pieces"][0]["point"] = 3
    frames = board.page.evaluate(
        """(state) => {
          board.update(state);
          const [animation] = document.querySelector('.piece[data-kind="boat"]').getAnimations();
          return animation.effect.getKeyframes().map(({ transform }) => transform);
        }""",
        moved,
    )
    board.page.evaluate("document.documentElement.dataset.motion = 'off'")
    places = board.page.evaluate("[0, 2, 3].map((point) => board.surface.layout.places[point])")
    assert frames == [f"translate({at['x']:g}px, {at['y']:g}px)" for at in places]


def test_what_is_taken_off_leaves_and_is_gone(board: Board) -> None:
    board.lay(FERRY, ferry())
    board.page.evaluate("document.documentElement.dataset.motion = 'slow'")
    fewer = ferry(last={"seat": 1, "text": "xa1", "path": [0]})
    del fewer["scene"]["pieces"][0]
    board.page.evaluate("(state) => board.update(state)", fewer)
    assert board.page.locator(".piece").count() == 3
    board.page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    board.page.evaluate("document.documentElement.dataset.motion = 'off'")
    assert board.page.locator(".piece").count() == 2


def test_what_is_taken_up_stays_so_when_the_same_comes_again(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    board.click("a1")
    board.page.evaluate("(state) => board.update(state)", ferry("a1-a2"))
    board.click("a2")
    assert board.heard("actions") == ["a1-a2"]


def test_the_own_home_is_near(board: Board) -> None:
    board.lay({**FERRY, "colours": ["blue", "red"]}, ferry(seat=1))
    assert board.at("a1")[1] > board.at("a3")[1]
    turned = {**FERRY["topology"], "areas": {"red-shore": [4, 5]}}
    board.lay({**FERRY, "topology": turned}, ferry())
    assert board.at("a1")[1] < board.at("a3")[1]
    board.page.evaluate("board.flip(2)")
    assert board.at("a1")[1] > board.at("a3")[1]


@pytest.fixture
def touched(browser: Browser, address: str) -> Iterator[Board]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate("document.getElementById('place').style.width = '120px'")
    yield Board(page)
    context.close()


def test_a_finger_may_miss(touched: Board) -> None:
    """44 pixels for every point that leads somewhere, however small it is drawn."""
    touched.lay(FERRY, ferry("a1-a2"))
    x, y = touched.at("a1")
    touched.page.touchscreen.tap(x - 15, y + 15)
    assert touched.heard("words") == ["a1 taken up, can go to a2"]
    x, y = touched.at("a2")
    touched.page.touchscreen.tap(x - 20, y)
    assert touched.heard("actions") == ["a1-a2"]


def test_a_finger_carries_a_piece(touched: Board) -> None:
    touched.lay(FERRY, ferry("a1-a3"))
    touch = touched.page.context.new_cdp_session(touched.page)
    (x, y), (_, end) = touched.at("a1"), touched.at("a3")
    for kind, at in (("touchStart", y), ("touchMove", (y + end) / 2), ("touchMove", end)):
        points = [{"x": x, "y": at}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert touched.heard("actions") == ["a1-a3"]


# Every registered game


@EACH
def test_arrow_keys_reach_every_point(board: Board, game: Game) -> None:
    match = tablier.new(game.name)
    board.lay_match(match)
    assert board.page.evaluate("reached()") == len(board.names)


PAINTED = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const sums = [0, 0, 0];
  data.forEach((part, at) => at % 4 < 3 && (sums[at % 4] += part));
  return sums.map((sum) => sum / (width * height));
}"""
"""The colours of a small picture, mixed."""
HUES = {"red": (340, 380), "yellow": (35, 65), "green": (80, 170), "blue": (190, 260)}


def painted(board: Board, name: str) -> str:
    """What somebody would call the colour of what stands on a point."""
    x, y = board.at(name)
    clip: Any = {"x": x - 12, "y": y - 12, "width": 24, "height": 24}
    picture = b64encode(board.page.screenshot(clip=clip)).decode()
    parts = [part / 255 for part in board.page.evaluate(PAINTED, picture)]
    hue, light, _ = rgb_to_hls(*parts)
    if max(parts) - min(parts) < 0.12:
        return "white" if light > 0.5 else "black"
    turn = 360 * hue if hue > 0.1 else 360 * (hue + 1)
    return next((c for c, (low, high) in HUES.items() if low <= turn <= high), f"{turn:.0f}°")


@EACH
def test_seats_are_called_by_the_colour_that_is_painted(board: Board, game: Game) -> None:
    for players in game.players:
        match = tablier.new(game.name, players=players)
        _play_on(match, 6)
        board.lay_match(match, last=None)
        for seat, token in enumerate(match.seat_names):
            points = [piece.point for piece in match.scene.pieces if piece.seat == seat]
            colours = [painted(board, board.names[point]) for point in points[:3]]
            called = game.words["seats"][token].lower()
            assert max(colours, key=colours.count) == called, (players, token, colours)


@EACH
def test_the_look_draws_every_piece(board: Board, game: Game) -> None:
    for players in game.players:
        match = tablier.new(game.name, players=players)
        _play_on(match, 6)
        board.lay_match(match)
        drawn = board.page.locator(".piece use").count()
        assert drawn == len(game.scene(match.state).pieces)


@EACH
@pytest.mark.parametrize("way", ["click", "drag", "type"])
def test_part_of_a_game(board: Board, game: Game, way: str) -> None:
    """Each action comes back as the text that was meant."""
    match = tablier.new(game.name)
    board.lay_match(match)
    random = Random(7)
    for _ in range(24):
        if match.result is not None:
            break
        _act(board, match, way, random)
        for text in board.heard("actions"):
            match.play(text)
        board.show(match)


def _act(board: Board, match: tablier.Match, way: str, random: Random) -> None:
    """Do something legal on the board, and see that it is what was done."""
    assert match.seat is not None
    touch = random.choice([touch for touch in match.touches(match.seat) if touch.points])
    start, end = (board.names[point] for point in (touch.points[0], touch.points[-1]))
    if way == "drag" and start != end:
        board.drag(start, end)
    elif way == "type":
        board.type(*dict.fromkeys((start, end)))
    else:
        board.click(*dict.fromkeys((start, end)))
    assert board.page.evaluate("heard.actions") == [touch.text]


def _play_on(match: tablier.Match, actions: int) -> None:
    random = Random(3)
    for _ in range(actions):
        match.play(random.choice(match.legal()))


# What is lit up

LIT = """(style) => {
  const { frame } = board;
  const light = (name) => {
    const text = getComputedStyle(frame).getPropertyValue(name).trim();
    const parts = text.match(/\\w\\w/g).map((part) => parseInt(part, 16) / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const { dataset } = document.documentElement;
  for (dataset.theme of ["light", "dark"]) {
    for (dataset.board of ["own", "wood", "paper", "slate"]) {
      const [dim, bright] = [light("--lit"), light("--lit-edge")].sort((a, b) => a - b);
      found.push([`${dataset.theme} ${dataset.board}`, (bright + 0.05) / (dim + 0.05)]);
    }
  }
  delete dataset.theme;
  delete dataset.board;
  return found;
}"""
CLEAR = 4.5
"""Light and edge of what is lit up: whatever the board is made of, one of them stands out."""


@EACH
def test_the_last_move_and_a_hint_stand_out_from_every_board(board: Board, game: Game) -> None:
    board.lay_match(tablier.new(game.name), last={"path": [0, 1]})
    board.page.evaluate("board.arrow([0, 1])")
    edged = "(drawn) => getComputedStyle(drawn).filter.includes('drop-shadow')"
    for drawn in (".last .ring", ".arrow"):
        assert board.page.locator(drawn).first.evaluate(edged), drawn
    contrasts = dict(board.page.evaluate(LIT))
    assert {look: found for look, found in contrasts.items() if found < CLEAR} == {}


# The same board, drawn in Python

DRAWN = """(root) => [...root.querySelectorAll(
  ".slab, .area, .line, .cells, .spot, text, .way, .ring, .mark-line, .piece, use",
)].filter((element) => !element.closest("symbol")).map((element) => {
  const at = ["x", "y"].map((name) => Number(element.getAttribute(name)));
  const box = element.getBBox();
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  const named = ["class", "href", "data-kind", "data-colour", "data-home"];
  const words = named.map((name) => element.getAttribute(name) ?? "");
  const lettered = element.querySelector("text") ?? element.matches("text");
  const sides = lettered ? [] : [box.x, box.y, box.width, box.height];
  return { words: [...words, element.textContent], numbers: [...at, e, f, ...sides] };
})"""

BESIDE = """(svg) => {
  const element = document.body.appendChild(document.createElement("div"));
  element.innerHTML = svg;
  return element;
}"""


@pytest.mark.parametrize("near", [None, 1])
@EACH
def test_python_draws_what_the_page_draws(board: Board, game: Game, near: int | None) -> None:
    random = Random(game.name)
    match = tablier.new(game.name)
    while len(match.actions) < 24 and match.result is None:
        match.play(random.choice(match.legal()))
    last = match.history[-1]
    told = {"seat": last.seat, "text": last.text, "path": match.trail()}
    board.lay_match(match, near=near, seat=None, last=told)
    there = board.page.locator("#place .board").evaluate(DRAWN)
    beside = board.page.evaluate_handle(BESIDE, match.svg(near=near))
    here = beside.evaluate(DRAWN)
    beside.evaluate("(element) => element.remove()")
    assert [drawn["words"] for drawn in here] == [drawn["words"] for drawn in there]
    for ours, theirs in zip(here, there, strict=True):
        assert ours["numbers"] == pytest.approx(theirs["numbers"], abs=0.03), ours["words"]
