"""How actions are touched on a board, and what is marked of the last one."""

import re
from dataclasses import replace
from random import Random

import pytest
from players import begun, play_on
from setups import ALL_SETUPS, label

import tablier
from tablier.core.board.scene import Piece, Prompt, Scene
from tablier.core.board.text_board import draw
from tablier.core.board.topology import Topology
from tablier.core.game import Game, Setup
from tablier.core.touch import Touch, arrival, examples, touch
from tablier.table import view

NAMES = ("bar", "1", "12", "b1", "b10", "N-1", "a")
ODD = Topology(names=NAMES, places=tuple((point / 10, 0) for point in range(len(NAMES))))
"""Names of all kinds, some of which begin others."""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("12", ["12"]),
        ("xb1", ["b1"]),
        ("bar-12", ["bar", "12"]),
        ("1/12*", ["1", "12"]),
        ("b1xb10", ["b1", "b10"]),
        ("N-1-b1=Q", ["N-1", "b1"]),
        ("b1-b10-12", ["b1", "b10", "12"]),
        ("roll 1 12", []),
        ("b1 twice", []),
        ("b100", []),
        ("pass", []),
        ("", []),
    ],
)
def test_the_points_that_a_text_names(text: str, named: list[str]) -> None:
    assert [NAMES[point] for point in ODD.named(text)] == named


def test_a_board_without_points_has_nothing_to_touch() -> None:
    bare = Topology(names=(), places=(), cells=True)
    assert bare.named("pass") == ()
    assert bare.written == ()


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS[::7], ids=label)
def test_every_legal_text_is_touched_in_its_own_way(game: Game, setup: Setup) -> None:
    """No two legal texts of our games have the same points, and buttons are few."""
    match = begun(game, setup)
    for _ in range(12):
        for seat in match.seats:
            touches = match.touches(seat)
            points = [each.points for each in touches if each.points]
            assert len({(some[0], some[-1], len(some)) for some in points}) == len(points)
            assert {each.text for each in touches} <= set(match.legal(seat))
        play_on(match, Random(len(match.history)), 1)


def test_a_path_says_where_a_text_without_names_is_touched() -> None:
    match = tablier.new("zhizhu")
    game = replace(match.game, path=lambda position, seat, action: (4, 5, 6))
    assert touch(game, match.state, 0, 0, "jump") == Touch("jump", (4, 6), (4, 5, 6))
    assert touch(game, match.state, 0, -1, "resign").points == ()


# The last action

SERIES = (
    "chinese-checkers n/../.nn/...nn...../..n....../......../......./......../........./"
    "....s.s.../s.s/s./s s 0-0 0-0 6"
)


def test_the_last_action_is_told_while_the_game_is_on() -> None:
    """A series of jumps with all its touch-downs, which the position after it can't tell."""
    match = tablier.read_position(SERIES).play("l1-j8")
    names = match.game.board(match.state).names
    assert [names[point] for point in match.trail()] == ["l1", "j4", "j6", "j8"]
    assert view.last(match) == {"seat": 1, "text": "l1-j8", "path": match.trail()}
    assert view.frames(match)[1]["path"] == match.trail(1) == match.trail()
    assert match.trail(0) == view.frames(match)[0]["path"] == ()


def test_what_touches_nothing_leaves_the_mark_where_it_was() -> None:
    match = tablier.new("sensei").play("a1-a2").play("end")
    assert match.trail() == match.game.board(match.state).named("a1-a2")
    assert "[g ]" in match.show()
    assert match.resign().trail() == match.game.board(match.state).named("a1-a2")


def test_an_action_without_points_is_marked_by_the_piece_that_came() -> None:
    here, there = Piece(3, 0, "man", "W", "white"), Piece(5, 0, "man", "W", "white")
    other, gone = Piece(7, 1, "man", "B", "black"), Piece(5, 1, "man", "B", "black")

    def scene(*pieces: Piece) -> Scene:
        return Scene(pieces, ({}, {}), Prompt("move"))

    assert arrival(scene(here), scene(there), 0) == (3, 5)
    assert arrival(scene(), scene(there), 0) == (5,)
    assert arrival(scene(here, gone), scene(other, there), 0) == (3, 5), "one's own come first"
    assert arrival(scene(here), scene(here), 0) == ()


def test_a_text_board_marks_the_last_action() -> None:
    match = tablier.new("zhizhu").play("c8").play("b3")
    assert "[B3]" in match.show() and "[W8]" not in match.show()
    first = tablier.new("zhizhu").play("c8").show().splitlines()
    assert first[0].startswith("[W8]") and first[1].startswith(" │"), "the edge gives way"
    assert "\x1b[1;37;40;4mB3" in match.show(colour=True)


def test_a_colour_that_is_not_known_has_a_neutral_ground_and_its_letter() -> None:
    sides = ("white", "black", "red", "green", "blue", "yellow", "mauve", "teal")
    pieces = tuple(Piece(n, n, "man", side[0].upper(), side) for n, side in enumerate(sides))
    board = squares("a1 b1 c1 d1 e1 f1 g1 h1")
    shown = draw(board, Scene(pieces, ({},) * 8, Prompt("move")), colour=True)
    grounds, letters = zip(*re.findall(r"\x1b\[([\d;]+)m *([A-Z])", shown), strict=True)
    assert "".join(letters) == "WBRGBYMT"
    assert grounds[6:] == ("7", "7") and len({*grounds}) == 7


# Coordinates


def squares(*names: str) -> Topology:
    """Names in rows, as wide as they are many in a row."""
    rows = [row.split() for row in names]
    at = [(name, x, y) for y, row in enumerate(rows) for x, name in enumerate(row) if name != "-"]
    places = tuple((x / 10, y / 10) for _, x, y in at)
    return Topology(names=tuple(name for name, _, _ in at), places=places, cells=True)


def test_a_plain_board_of_squares_shows_its_coordinates() -> None:
    board = squares("a10 b10 c10", "a9 b9 c9")
    free = Scene((), ({}, {}), Prompt("move"))
    assert draw(board, free).splitlines() == [
        "10   ·   ·   ·  10",
        " 9   ·   ·   ·  9",
        "     a   b   c",
    ]


def test_the_words_show_how_actions_are_written() -> None:
    """So that whatever is tried on the page can be written down, legal or not."""
    match = tablier.new("zhizhu")
    board = match.game.board(match.state)
    shown = examples(match.game, board)
    assert [touch.text for touch in shown] == ["b3", "b3-b4", "xc1"]
    assert [[board.names[point] for point in touch.points] for touch in shown] == [
        ["b3"],
        ["b3", "b4"],
        ["c1"],
    ]


@pytest.mark.parametrize(
    ("rows", "ranks", "files"),
    [
        (("a10 b10", "a11 b11"), ["10", "11"], ["a", "b"]),
        (("1a 1b", "2a 2b"), ["1", "2"], ["a", "b"]),
        (("- b3 -", "a2 b2 c2", "- b1 -"), ["3", "2", "1"], ["a", "b", "c"]),
        (("aa1 ab1", "aa2 ab2"), ["1", "2"], ["aa", "ab"]),
    ],
)
def test_the_rim_has_what_names_share(
    rows: tuple[str, ...], ranks: list[str], files: list[str]
) -> None:
    rim = squares(*rows).rim
    assert rim is not None
    assert [rim.ranks[y] for y in sorted(rim.ranks)] == ranks
    assert [rim.files[x] for x in sorted(rim.files)] == files


def test_squares_whose_names_share_nothing_show_their_names() -> None:
    board = squares("1 2", "3 4")
    assert board.rim is None
    piece = Piece(0, 0, "man", "W", "white")
    assert draw(board, Scene((piece,), ({},), Prompt("move"))) == "W 2\n3 4"


def test_a_series_of_jumps_is_drawn_hop_by_hop() -> None:
    match = tablier.read_position(SERIES).play("l1-j8")
    assert match.svg().count('class="way"') == 3
    text = match.show()
    assert "(j4)" in text and "(j6)" in text and "[B8]" in text and text.count("(") == 2
    assert match.show(colour=True).count(";4m") == 4
