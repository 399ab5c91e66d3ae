"""How a board is touched, whatever the game: clicks, pairs in either order, questions, dice."""

from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from boards import FERRY, Board, ferry

from tablier.core.board.topology import Topology
from tablier.core.drawing.ground import draw_ground
from tablier.core.drawing.layout import Layout
from tablier.core.drawing.look import Look

pytest_plugins = "visits"


def signs(board: Board, sign: str) -> list[str]:
    """The names of the points that carry a sign."""
    found = board.page.locator(f".point.{sign}").evaluate_all(
        "points => points.map((point) => Number(point.dataset.point))"
    )
    return [board.names[point] for point in found]


# Pairs


def test_a_pair_may_be_pressed_from_its_end(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "b1-a2", "b1-b2"))
    board.click("a2")
    assert board.heard("words") == ["a2 chosen, can be reached from a1 and b1"]
    assert (signs(board, "aimed"), signs(board, "target")) == (["a2"], ["a1", "b1"])
    assert board.label("b1") == "b1, your piece, can go to a2"
    board.click("b1")
    assert board.heard("actions") == ["b1-a2"]


def test_by_keyboard_as_well(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "b1-b2"))
    board.type("a2")
    assert board.page.locator('.point[aria-pressed="true"]').get_attribute("data-point") == "2"
    board.page.keyboard.press("Escape")
    assert board.heard("words")[-1] == "a2 let go"
    board.type("a2", "a1")
    assert board.heard("actions") == ["a1-a2"]


def test_an_end_that_is_left_for_something_else(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2", "b1-b2"))
    board.click("a2", "b1")
    assert signs(board, "taken") == ["b1"], "b1 does not lead to a2, and is taken up instead"
    board.click("b2")
    assert board.heard("actions") == ["b1-b2"]
    board.lay(FERRY, ferry("a1-a2", "b1-b2"))
    board.click("a2", "a2")
    assert signs(board, "aimed") == []


def test_a_piece_that_can_move_is_no_end_first(board: Board) -> None:
    """Whoever changes their mind about which piece to move does not move at once."""
    board.lay(FERRY, ferry("a1-b1", "b1-b2"))
    board.click("b1", "a1")
    assert board.heard("actions") == [] and signs(board, "taken") == ["a1"]


def test_an_empty_beginning_is_lit_and_can_be_pressed(board: Board) -> None:
    board.lay(FERRY, ferry("a3-a2"))
    assert signs(board, "source") == ["a3"]
    stroke = "(circle) => getComputedStyle(circle).stroke"
    lit, unlit = (
        board.page.locator(f'.point[data-point="{board.names.index(name)}"] .sign').evaluate(stroke)
        for name in ("a3", "b2")
    )
    assert lit != unlit == "none"
    board.click("a3", "a2")
    assert board.heard("actions") == ["a3-a2"]


def test_a_point_that_is_a_click_and_a_beginning(board: Board) -> None:
    board.lay(FERRY, ferry("xa1", "a1-a2"))
    board.click("a1", "a1")
    assert board.heard("actions") == ["xa1"]
    board.lay(FERRY, ferry("xa1", "a1-a2"))
    board.click("a1", "a2")
    assert board.heard("actions") == ["a1-a2"]


def test_there_and_back(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2-a1"))
    board.click("a1", "a1")
    assert board.heard("actions") == ["a1-a2-a1"]


# Several texts with the same points


def test_which_of_several_is_asked(board: Board) -> None:
    words = {**FERRY["words"], "labels": {"a1-b2=S": "Sail"}}
    board.lay({**FERRY, "words": words}, ferry("a1-b2=R", "a1-b2=S", "a1-a2"))
    board.click("a1", "b2")
    chooser = board.page.get_by_role("group", name="which one?")
    assert chooser.get_by_role("button").all_inner_texts() == ["a1-b2=R", "Sail"]
    assert board.heard("actions") == []
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("Enter")
    assert board.heard("actions") == ["a1-b2=S"] and not chooser.is_visible()


def test_a_question_can_be_left(board: Board) -> None:
    board.lay(FERRY, ferry("b2", "xb2", "a1-a2"))
    chooser = board.page.locator(".chooser")
    board.click("b2")
    assert chooser.is_visible()
    board.page.keyboard.press("Escape")
    assert not chooser.is_visible()
    board.drag("a1", "a2")
    assert board.heard("actions") == ["a1-a2"]
    board.lay(FERRY, ferry("b2", "xb2", "a1-a2"))
    board.click("b2", "a1", "a2")
    assert board.heard("actions") == ["a1-a2"], "pressing elsewhere leaves it, too"


def test_a_drag_that_needs_a_question_waits_at_home(board: Board) -> None:
    board.lay(FERRY, ferry("a1-b2=R", "a1-b2=S"))
    board.drag("a1", "b2")
    board.page.get_by_role("button", name="a1-b2=R").click()
    assert board.heard("actions") == ["a1-b2=R"]


# Dice

DICE = [
    {"face": 3, "colour": "white", "spent": True},
    {"face": 6, "colour": "red", "spent": False},
    {"face": 12, "colour": "white", "spent": False},
]


def rolled(*dice: dict[str, Any]) -> dict[str, Any]:
    state = ferry("a1-a2")
    return {**state, "scene": {**state["scene"], "extras": {"dice": dice}}}


def test_dice_lie_below_any_board(board: Board) -> None:
    board.lay(FERRY, rolled())
    tray = board.page.locator(".dice-tray")
    assert tray.get_attribute("aria-label") == "no dice yet"
    board.page.evaluate("(state) => board.update(state)", rolled(*DICE))
    assert tray.get_attribute("aria-label") == "dice: 3, used, red 6, and 12"
    assert board.heard("words") == ["dice: 3, used, red 6, and 12"], "a roll is told"
    assert [tray.locator(".die").nth(die).locator(".pip").count() for die in range(3)] == [3, 6, 0]
    assert tray.locator("text").all_text_contents() == ["R", "12"]
    assert tray.locator(".spent").count() == 1
    spent = [die | {"spent": True} for die in DICE]
    board.page.evaluate("(state) => board.update(state)", rolled(*spent))
    assert tray.locator(".spent").count() == 3
    assert board.heard("words") == [], "the same faces are no new roll"
    below, above = tray.bounding_box(), board.page.locator(".play").bounding_box()
    assert below is not None and above is not None
    assert below["y"] >= above["y"] + above["height"]


def test_a_game_without_dice_has_no_tray(board: Board) -> None:
    board.lay(FERRY, ferry("a1-a2"))
    assert board.page.locator(".dice-tray").count() == 0


# The same in Python and on the page


def rectangle(files: str, ranks: str, write: str = "{file}{rank}") -> Topology:
    at = [(file, rank) for file, rank in product(files.split(), ranks.split())]
    names = tuple(write.format(file=file, rank=rank) for file, rank in at)
    places = tuple(
        (files.split().index(file) / 4, ranks.split().index(rank) / 4) for file, rank in at
    )
    return Topology(names=names, places=places, cells=True)


@pytest.mark.parametrize(
    ("topology", "shown"),
    [
        (rectangle("a b c", "12 11 10 9 8 7"), {"a", "b", "c", "12", "11", "10", "9", "8", "7"}),
        (rectangle("a b c d", "1 2", "{rank}{file}"), {"a", "b", "c", "d", "1", "2"}),
        (rectangle("1 2", "1 2"), {"11", "12", "21", "22"}),
        (rectangle("1 2", "1 2", "{file}-{rank}"), {"1-1", "1-2", "2-1", "2-2"}),
    ],
)
def test_squares_have_coordinates(
    board: Board, tmp_path: Path, topology: Topology, shown: set[str]
) -> None:
    """Beside the board where columns and rows have names, else in every square."""
    told = {**FERRY["topology"], **asdict(topology)}
    board.lay({**FERRY, "topology": told}, {**ferry(), "scene": {**ferry()["scene"], "pieces": []}})
    page = board.page.locator(".coordinates text").evaluate_all(
        """texts => texts.map((text) => [
          text.textContent, ...["x", "y"].map((side) => text.getAttribute(side)),
        ])"""
    )
    layout = Layout(topology, angle=0, margin=0.85, sag=0, away=0.4)
    ground = draw_ground(layout, Look("plain", tmp_path), ("red", "blue"))
    texts = list(ElementTree.fromstring(f"<g>{ground}</g>").iter("text"))
    assert {name for name, _, _ in page} == shown
    assert [name for name, _, _ in page] == [text.text for text in texts]
    places = [float(text.get(side, 0)) for text in texts for side in ("x", "y")]
    assert [float(at) for _, x, y in page for at in (x, y)] == pytest.approx(places, abs=0.03)
