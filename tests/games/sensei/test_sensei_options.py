"""Senseï's options, the pits above all."""

import pytest

import tablier
from tablier import BadOption

rule = pytest.mark.rule
OWN = ("b3", "f3", "d4", "b5", "f5")


def pits(given: object) -> list[str]:
    """The pits on the board when these are asked for."""
    match = tablier.new("sensei", way="arashi-expert", pits=given)
    board = match.game.board(match.state)
    return [board.names[point] for point in board.areas["pits"]]


@rule("SE-04", "SE-05", "SE-06", "SE-07")
def test_the_ways() -> None:
    assert tablier.new("sensei").position() == tablier.new("sensei", way="arashi").position()
    counts = {
        way: len(tablier.new("sensei", way=way).legal())
        for way in ("arashi", "shizukana", "shizukana-crossed", "arashi-expert")
    }
    assert list(counts.values()) == [36, 12, 8, 28]
    with pytest.raises(BadOption, match="way=storm"):
        tablier.new("sensei", way="storm")


@rule("SE-07")
@pytest.mark.parametrize(
    "given",
    ["c3,e5", "e5,c3", ["e5", "c3"], ("c3", "e5"), {"c3", "e5"}],
    ids=["text", "another order", "list", "tuple", "set"],
)
def test_other_pits_can_be_chosen(given: object) -> None:
    assert pits(given) == ["c3", "e5"]


@rule("SE-07")
def test_pits_block_stones_where_they_are() -> None:
    match = tablier.new("sensei", way="arashi-expert", pits="c3,e5")
    assert {"b1-b6", "c1-c2", "e1-e4"} <= set(match.legal())
    assert not {"c1-c3", "c1-c4", "e1-e5", "e1-e6"} & set(match.legal())
    assert tablier.read_position(match.position()).state == match.state
    assert " pits=c3,e5 " in match.position()


@rule("SE-07")
@pytest.mark.parametrize("given", ["", [], ()], ids=repr)
def test_no_names_mean_the_boards_own_pits(given: object) -> None:
    assert tuple(pits(given)) == OWN


@rule("SE-07")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("c1,e7", "c1 lies on a start line"),
        ("b3,b5", "b3 without f5: a half turn"),
        ("a4,b4,c4,d4,e4,f4,g4", "cut the board in two"),
        ("a2,b3,b4,a5,g3,f4,f5,g6", "cut the board in two"),
        ("b3,h5", "no square 'h5'"),
        ("b3,f5,", "no square ''"),
        ("b3 f5", "no square 'b3 f5'"),
        ("B3,F5", "no square 'B3'"),
        ("d4,d4", "d4 is named twice"),
        (["b3", 5], "no square '5'"),
        (7, "name the squares"),
        (True, "name the squares"),
    ],
)
def test_bad_pits_are_refused_with_the_reason(given: object, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        pits(given)


@rule("SE-07")
@pytest.mark.parametrize("way", ["arashi", "shizukana", "shizukana-crossed"])
def test_pits_belong_to_arashi_expert(way: str) -> None:
    with pytest.raises(BadOption, match=r"arashi-expert.*SE-07"):
        tablier.new("sensei", way=way, pits="b3,b5,d4,f3,f5")


@rule("SE-07", "SE-17")
def test_pits_that_give_a_claim_at_the_start_are_refused() -> None:
    columns = ",".join(f"{column}{row}" for column in "bdf" for row in range(2, 7))
    for unfair in ("claim", "auto"):
        with pytest.raises(BadOption, match="SE-17"):
            tablier.new("sensei", way="arashi-expert", pits=columns, unfair=unfair)
    assert tablier.new("sensei", way="arashi-expert", pits=columns, unfair="off").legal()


@rule("SE-18")
def test_unfair_is_claimed_unless_chosen_otherwise() -> None:
    assert tablier.new("sensei", unfair="claim").setup == tablier.new("sensei").setup
    with pytest.raises(BadOption, match="claim, auto, off"):
        tablier.new("sensei", unfair="on")


def test_options_are_written_and_read_back() -> None:
    match = tablier.new("sensei", way="arashi-expert", pits=["d4"], unfair="auto", draws=False)
    text = match.play("b1-b2").record()
    assert '[Options "way=arashi-expert pits=d4 unfair=auto draws=off"]' in text
    assert tablier.read_record(text).record() == text
