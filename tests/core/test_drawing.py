"""Pictures of every game, drawn without a browser."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from players import begun, play_on
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier.core.game import Game, Setup
from tablier.core.match import Match

SVG = "{http://www.w3.org/2000/svg}"
BOARD_GAMES = [game for game in GAMES if game.draw is None]


def drawn(match: Match, **how: object) -> ElementTree.Element:
    return ElementTree.fromstring(match.svg(**how))  # type: ignore[arg-type]


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS[::5], ids=label)
def test_a_picture_is_whole(game: Game, setup: Setup) -> None:
    match = play_on(begun(game, setup), Random(7), 40)
    text = match.svg()
    root = ElementTree.fromstring(text)
    ids = {found.get("id") for found in root.iter()}
    refers = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text)
    assert {one or other for one, other in refers} <= ids
    assert not re.search(r"(href|src)=\"(?!#)|@import|url\((?!#)", text), "nothing from outside"
    assert match.position() in root.get("aria-label", "")


@pytest.mark.parametrize("game", BOARD_GAMES, ids=label)
def test_every_piece_is_drawn(game: Game) -> None:
    match = play_on(begun(game, game.start(None, {})[1]), Random(3), 21)
    scene = game.scene(match.state)
    pieces = classed(drawn(match), "piece")
    assert [(piece.get("data-seat"), piece.get("data-kind")) for piece in pieces] == [
        (str(piece.seat), piece.kind) for piece in scene.pieces
    ]
    assert all(piece.find(f".//{SVG}use") is not None for piece in pieces)


def test_the_last_action_is_marked() -> None:
    match = tablier.new("chinese-checkers")
    assert not list(classed(drawn(match), "last")[0])
    match.play("c1-d4")
    assert len(classed(drawn(match), "way")) == 1


def test_a_game_without_a_look_is_drawn_plainly(tmp_path: Path) -> None:
    known = tablier.new("sensei")
    plain = Match(replace(known.game, name="tray", folder=tmp_path), known.setup, known.state)
    root = drawn(plain)
    assert len(classed(root, "slab")) == len(classed(root, "cells")) == 1
    assert {letter.text for letter in classed(root, "plain-letter")} == {"G", "R"}


def test_sheets_dice_and_boxes_are_drawn() -> None:
    match = tablier.new("zinga", players=3, untimed=True)
    assert not classed(drawn(match), "pip")
    for seat in range(3):
        match.play("ready", seat)
    match.play("roll 3 2 3 6 1 1", tablier.TABLE)
    root = drawn(match)
    assert len(classed(root, "pip")) == 16
    assert [len(classed(root, name)) for name in ("sheet", "cell", "box")] == [3, 75, 18]


def test_night_width_and_near_side() -> None:
    match = tablier.new("chinese-checkers", players=3)
    root = drawn(match, dark=True, width=200)
    assert (root.get("data-theme"), root.get("width"), root.get("height")) == ("dark", "200", "200")
    assert match.svg(near=0) != match.svg(near=1) != match.svg()


def test_wrong_wishes_are_refused() -> None:
    match = tablier.new("zhizhu")
    with pytest.raises(tablier.OutOfTurn, match="no seat 2"):
        match.svg(near=2)
    with pytest.raises(tablier.BadOption, match="at least one pixel"):
        match.svg(width=0)
    with pytest.raises(tablier.BadOption, match="no boards of 'glass'"):
        match.svg(board="glass")


def test_a_notebook_shows_the_picture() -> None:
    match = tablier.new("zhizhu")
    assert match._repr_svg_() == match.svg()
