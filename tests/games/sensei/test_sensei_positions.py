"""Senseï's position texts."""

import pytest

import tablier
from tablier import Result

SNAKE = (
    "sensei way=arashi-expert unfair=off "
    "pits=a2,b2,c2,d2,e2,f2,a3,b3,c3,a4,b4,c4,e4,f4,g4,e5,f5,g5,b6,c6,d6,e6,f6,g6"
)
"""A board that is one winding path between the start lines."""


@pytest.mark.parametrize(
    "text",
    [
        "sensei rrrRrrr/......./......./......./......./......./gggGggg g 0 0 1",
        "sensei way=arashi-expert r..rR../.rr...g/.o...o./...o.../ro...o./g.gG..g/.g..rg. g 1 0 27",
        "sensei ......./......./......./rrrRrrr/ggg..../......./g..G.gg g 2 1 31",
        "sensei ......./......./......./rrrRrrr/ggg..../......./g..G.gg g 0 0 31 claim",
        "sensei unfair=auto ......./......./......./rrrRrrr/ggg..../......./g..G.gg g 0 0 31",
        "sensei rrG.rrr/......./......./R...r../......./g....../gg..ggg g 0 1 31",
    ],
)
def test_good_texts_read(text: str) -> None:
    assert tablier.read_position(text).position() == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0", "5 words.*here are 4"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0 1 end", "5 words"),
        ("rrrRrrr/......./......./......./......./gggGggg g 0 0 1", "seven rows of seven"),
        ("rrrRrrr/......./......./....../......./......./gggGggg g 0 0 1", "seven rows of seven"),
        ("rrrRrrr/......./...x.../......./......./......./gggGggg g 0 0 1", "'x' is no stone"),
        ("rrrRrrr/......./......./......./......./......./gggGggg w 0 0 1", "nobody's turn"),
        ("rrrRrrr/......./......./......./......./......./gggGggg gr 0 0 1", "nobody's turn"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 3 0 1", "stone moves: '3'"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g -1 0 1", "stone moves: '-1'"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g ² 0 1", "stone moves: '²'"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 2 1", "character moves: '2'"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0 0", "turn: '0'"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0 ٣", "turn: '٣'"),
        (f"rrrRrrr/{'......./' * 5}gggGggg g 0 0 {'9' * 5000}", "turn"),
        ("rrrRrrr/......./......./g....../......./......./gggGggg g 0 0 1", "8 stones.*SE-02"),
        ("rrr.Rrr/......./......./......./......./......./gggGggg g 0 0 1", "Red has 6.*SE-02"),
        ("rrrRrrr/......./......./......./......./......./ggggggg g 0 0 1", "G once.*SE-02"),
        ("rrRRrrr/......./......./......./......./......./gggGggg g 0 0 1", "R once.*SE-02"),
        ("rrrRrrr/......./......./...o.../......./......./gggGggg g 0 0 1", "d4 is no pit.*SE-07"),
        ("rrrRrrr/......./......./......./......./......./gggGggg r 0 0 1", "Green's.*SE-03"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0 2", "Red's.*SE-03"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 1 0 201", "200 turns.*SE-19"),
        ("rrrRrrr/......./......./......./......./......./gggGggg r 0 0 202", "200 turns.*SE-19"),
        ("rrrRrrr/......./......./......./......./......./gggGggg g 0 0 1 claim", "SE-17"),
        ("......./......./......./rrrRrrr/ggg..../......./g..G.gg g 0 0 201 claim", "SE-17"),
        ("G..Rrrr/rrr..../......./......./......./......./.gggggg g 2 0 31", "arrived.*SE-15"),
        ("G..Rrrr/rrr..../......./......./......./......./.gggggg r 0 1 30", "arrived.*SE-15"),
    ],
)
def test_a_bad_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(tablier.BadPosition, match=reason):
        tablier.read_position(f"sensei {text}")


@pytest.mark.rule("SE-07")
@pytest.mark.parametrize("letter", [".", "g", "R"])
def test_a_pit_is_written_as_one(letter: str) -> None:
    rows = f"rrr.rrr/......./.o...o./...{letter}.../.o...o./......./gggGggg"
    with pytest.raises(tablier.BadPosition, match=r"d4 is a pit.*SE-07"):
        tablier.read_position(f"sensei way=arashi-expert {rows} g 0 0 1")


@pytest.mark.rule("SE-15")
def test_a_won_position_is_over() -> None:
    rows = "G..Rrrr/rrr..../......./......./......./......./.gggggg"
    assert tablier.read_position(f"sensei {rows} g 0 1 31").result == Result((1, 2), "arrived")


@pytest.mark.rule("SE-19")
def test_a_long_game_is_over() -> None:
    rows = "rrrRrrr/......./......./......./......./......./gggGggg"
    assert tablier.read_position(f"sensei {rows} g 0 0 201").result == Result((1, 1), "long")
    assert tablier.read_position(f"sensei draws=off {rows} g 0 0 201").result is None


@pytest.mark.rule("SE-09")
def test_a_turn_with_nothing_left_is_handed_over() -> None:
    rows = "rrrRrrr/......./......./......./......./......./gggGggg"
    assert tablier.read_position(f"sensei {rows} g 2 1 31").position() == f"sensei {rows} r 0 0 32"


@pytest.mark.rule("SE-09")
def test_both_players_stuck_is_impossible() -> None:
    board = "......./.oooooo/...Gooo/oooRooo/oooggrg/oooooog/grrrrrg"
    with pytest.raises(tablier.BadPosition, match=r"neither player can act.*SE-09"):
        tablier.read_position(f"{SNAKE} {board} g 0 0 51")
