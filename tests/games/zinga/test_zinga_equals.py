"""ZINGA on sheets on which cells stand twice: which of them is meant."""

import pytest

import tablier
from tablier.games.zinga.sheet.layouts import write_sheets

rule = pytest.mark.rule

TWICE = (
    *("r5", "r5", "r5", "r5", "o7"),
    *("y4", "y4", "g1", "g2", "g3"),
    *("r2", "g5", "b9", "b1", "b2"),
    *("r3", "b4", "o7", "o1", "o2"),
    *("r4", "o4", "o5", "y4", "b9"),
)
BLANK = "...../...../...../...../.....:0:0:0"
YELLOW_FOUR = "- - 1 announce 443111 - 1 - 9"
"""Player 1 has rung, and the dice give yellow 4."""


def table(sheet: str, rest: str) -> tablier.Match:
    """A match of two on the same sheet; the second one has ticked nothing."""
    return tablier.read_position(f"zinga sheets={write_sheets((TWICE,))} {sheet} {BLANK} {rest}")


@rule("ZI-02", "ZI-08")
def test_an_announcement_ticks_the_first_open_of_equal_cells_or_the_one_named() -> None:
    sheet = "...../x..../...../...../.....:0:0:0"
    named = [text for text in table(sheet, YELLOW_FOUR).legal(0) if "#" in text]
    red = [f"red 5 #{number}" for number in (2, 3, 4)]
    assert named == ["blue 9 #2", "orange 7 #2", *red, "yellow 4 #3"]
    for text, cell, written in (
        ("yellow 4", 6, "yellow 4"),
        ("yellow 4 #2", 6, "yellow 4"),
        ("yellow 4 #3", 23, "yellow 4 #3"),
    ):
        match = table(sheet, YELLOW_FOUR).play(text, 0)
        assert match.state.ticks[0] == 1 << 5 | 1 << cell
        assert match.history[0].text == written


@rule("ZI-02")
def test_a_sheet_without_equal_cells_offers_nothing_to_name() -> None:
    match = tablier.new("zinga").play("expired").play("roll 1 1 1 1 1 1").play("ring", 0)
    assert len(match.legal(0)) == 60 and not any("#" in text for text in match.legal(0))
    assert match.play("yellow 4 #1", 0).history[-1].text == "yellow 4"


@rule("ZI-02")
@pytest.mark.parametrize(
    ("text", "code"), [("yellow 4 #1", "equal_ticked"), ("yellow 4 #4", "not_on_sheet")]
)
def test_only_an_open_one_of_equal_cells_can_be_named(text: str, code: str) -> None:
    match = table("...../x..../...../...../.....:0:0:0", YELLOW_FOUR)
    with pytest.raises(tablier.IllegalMove) as refused:
        match.play(text, 0)
    assert (refused.value.rule, refused.value.code) == ("ZI-02", code)


@rule("ZI-10", "ZI-16")
@pytest.mark.parametrize("text", ["yellow 4", "yellow 4 #2"])
def test_equal_cells_are_ticked_already_when_all_of_them_are(text: str) -> None:
    ticked = "...../xx.../...../...../...x.:{}:0:0"
    assert table(ticked.format(0), YELLOW_FOUR).play(text, 0).state.plus[0] == 1
    assert table(ticked.format(3), YELLOW_FOUR).play(text, 0).state.blunders[0] == 1


@rule("ZI-24")
def test_one_declaration_covers_all_equal_cells_that_are_missing() -> None:
    """Yellow 4 is missing in the first column and in the second."""
    sheet = "xx.../...../xx.../xx.../xx...:0:0:0"
    match = table(sheet, "- - 1 pause - - - - 9")
    assert match.legal(0) == ["declare yellow 4", "ready"]
    assert match.play("declare yellow 4", 0).state.declared[0] == 1 << 5 | 1 << 6
    assert match.legal(0) == ["ready"]
    with pytest.raises(tablier.UnreadableMove):
        match.play("declare yellow 4 #2", 0)
    won = match.play("expired").play("roll 4 4 3 1 1 1").play("ring", 0).play("yellow 4 #2", 0)
    assert won.result == tablier.Result((1, 2), "zinga")
    assert tablier.read_position(won.position()).state == won.state


@rule("ZI-17", "ZI-02")
def test_the_cell_that_is_meant_decides_whether_it_is_a_blunder() -> None:
    """The first yellow 4 is the fifth of a column that was not declared; the third is not."""
    column = "x..../...../x..../x..../x....:0:0:0"
    assert table(column, YELLOW_FOUR).play("yellow 4", 0).state.blunders[0] == 1
    state = table(column, YELLOW_FOUR).play("yellow 4 #3", 0).state
    assert (state.blunders[0], state.ticks[0] >> 23 & 1) == (0, 1)


@rule("ZI-21", "ZI-15")
def test_what_was_named_hangs_in_the_air_with_the_announcement() -> None:
    held = "...../...../..x../...../.....:0:0:0"
    match = tablier.read_position(
        f"zinga sheets={write_sheets((TWICE,))} {held} {BLANK} 1 - 1 announce 443111 - 2 - 9"
    ).play("yellow 4 #3", 1)
    assert match.position().endswith(" stop 443111 - 2 y4#3 9")
    assert tablier.read_position(match.position()).state == match.state
    assert match.game.scene(match.state).extras["named"] == 23
    with pytest.raises(tablier.IllegalMove, match="already") as refused:
        match.play("yellow 4 #2", 1)
    assert refused.value.rule == "ZI-15"
    assert match.play("let", 0).state.ticks[1] == 1 << 23


@pytest.mark.parametrize("announced", ["y4#1", "y4#4", "g1#1", "y4#0", "y4#"])
def test_a_position_names_only_what_had_to_be_named(announced: str) -> None:
    held = "...../...../..x../...../.....:0:0:0"
    with pytest.raises(tablier.BadPosition, match=announced):
        tablier.read_position(
            f"zinga sheets={write_sheets((TWICE,))} {held} {BLANK} 1 - 1 stop 443111 - 2 "
            f"{announced} 9"
        )


@rule("ZI-11", "ZI-12")
def test_the_bonus_ticks_the_first_open_of_equal_cells_or_the_one_named() -> None:
    """The first orange 7 would complete the first row."""
    sheet, rest = "xxxx./...../...../...../.....:3:0:0", "- - 1 bonus 443111 - 1 r5 9"
    match = table(sheet, rest)
    assert [text for text in match.legal(0) if "orange 7" in text] == ["bonus orange 7 #2"]
    assert [text for text in match.legal(0) if "yellow 4" in text] == [
        "bonus yellow 4",
        "bonus yellow 4 #2",
        "bonus yellow 4 #3",
    ]
    assert match.play("bonus orange 7 #2", 0).state.ticks[0] >> 17 & 1
    assert table(sheet, rest).play("bonus yellow 4 #2", 0).state.ticks[0] >> 6 & 1
    for text, rule_id in (
        ("bonus orange 7", "ZI-12"),
        ("bonus orange 7 #1", "ZI-12"),
        ("bonus orange 7 #3", "ZI-11"),
    ):
        with pytest.raises(tablier.IllegalMove) as refused:
            table(sheet, rest).play(text, 0)
        assert refused.value.rule == rule_id


@rule("ZI-20")
def test_blue_nine_earns_the_pawn_wherever_it_stands() -> None:
    match = table("...../...../..x../...../.....:0:0:0", "- - 1 announce 111154 - 1 - 9")
    match.play("blue 9", 0)
    assert match.state.ticks[0] == 1 << 12 | 1 << 24
    assert match.play("take", 0).state.pawn == 0


@rule("ZI-02")
def test_bots_name_the_cell_that_wins() -> None:
    """The first yellow 4 is worth a tick, the third ends a line that was declared."""
    match = table("...../...../...../...../xxxdx:0:0:0", YELLOW_FOUR)
    assert tablier.bot("zinga", 6, seed=1).choose(match, 0) == "yellow 4 #3"


def test_a_record_keeps_which_cell_was_named() -> None:
    match = tablier.new("zinga", sheets=[TWICE]).play("expired").play("roll 4 4 3 1 1 1")
    match.play("ring", 1).play("yellow 4 #2", 1)
    assert match.record().endswith("2:ring, 2:yellow 4 #2\n")
    assert tablier.read_record(match.record()).states == match.states
