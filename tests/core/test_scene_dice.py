"""Dice that lie beside a board, of any game, wherever it is shown."""

from dataclasses import replace
from xml.etree import ElementTree

import tablier
from tablier.core.board.scene import Die, Prompt, Scene
from tablier.core.match import Match
from tablier.table import view

DICE = (3, Die(5, "red"), {"face": 2, "spent": True})
"""In every form that a game may give them."""


def with_dice(*dice: object) -> Match:
    """A board game that has dice beside it."""
    match = tablier.new("sensei")
    known = match.game.scene
    game = replace(match.game, scene=lambda state: replace(known(state), extras={"dice": dice}))
    return Match(game, match.setup, match.state)


def test_dice_are_read_in_any_form() -> None:
    scene = Scene((), (), Prompt("roll"), extras={"dice": DICE})
    assert scene.dice == (Die(3), Die(5, "red"), Die(2, spent=True))
    assert Scene((), (), Prompt("roll")).dice == ()


def test_a_text_board_has_them_below() -> None:
    plain = tablier.new("sensei").show()
    assert with_dice(*DICE).show() == f"{plain}\n\n[3]  [r5]  (2)"
    assert with_dice().show() == plain
    assert "\x1b[1;37;41m[r5]" in with_dice(*DICE).show(colour=True)


def test_a_picture_has_them_below() -> None:
    drawn = {name: ElementTree.fromstring(with_dice(*dice).svg()) for name, dice in BOTH.items()}
    faces = [die for die in drawn["dice"].iter() if "die" in die.get("class", "").split()]
    assert [die.get("data-colour") for die in faces] == ["white", "red", "white"]
    assert [len([pip for pip in die if pip.get("class") == "pip"]) for die in faces] == [3, 5, 2]
    assert [die.get("class") for die in faces] == ["die", "die", "die spent"]
    assert float(drawn["dice"].get("height", 0)) > float(drawn["none"].get("height", 0))


BOTH: dict[str, tuple[object, ...]] = {"none": (), "dice": DICE}


def test_the_page_is_told_them_in_one_form() -> None:
    extras = view.scene(with_dice(*DICE))["extras"]
    assert extras["dice"] == [
        {"face": 3, "colour": "white", "spent": False},
        {"face": 5, "colour": "red", "spent": False},
        {"face": 2, "colour": "white", "spent": True},
    ]
    assert view.scene(with_dice())["extras"]["dice"] == [], "their place is kept free"
    assert "dice" not in view.scene(tablier.new("sensei"))["extras"]
