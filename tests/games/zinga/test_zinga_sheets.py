"""ZINGA's score sheets: our own, and those that players bring."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.games.zinga.board import LINES
from tablier.games.zinga.sheet.layouts import OURS, WAYS, printed, read_sheets, write_sheets

rule = pytest.mark.rule
NUMBERS = {"r": range(1, 6), "o": range(1, 6), "y": range(1, 5), "g": range(1, 6), "b": range(1, 6)}
CELLS = [f"{colour}{number}" for colour, numbers in NUMBERS.items() for number in numbers]
GOOD = [*CELLS[:12], "b9", *CELLS[12:]]


@rule("ZI-02")
@pytest.mark.parametrize("sheet", OURS)
def test_our_sheets_keep_the_rule(sheet: tuple[str, ...]) -> None:
    assert len(set(sheet)) == 25
    assert sheet[12] == "b9"
    assert all(2 <= int(cell[1:]) <= 12 for cell in sheet)
    for first in range(5):
        assert {cell[0] for cell in sheet[5 * first :][:5]} == set("roygb")
        assert {cell[0] for cell in sheet[first::5]} == set("roygb")


@rule("ZI-02")
def test_our_four_sheets_have_the_same_cells_in_different_places() -> None:
    assert len(OURS) == len(set(OURS)) == 4
    assert len({frozenset(sheet) for sheet in OURS}) == 1


@rule("ZI-02")
def test_the_generator_makes_our_sheets() -> None:
    assert printed() == OURS


@rule("ZI-02")
def test_other_seeds_make_other_sheets() -> None:
    other = printed(seed=10, draws=20)
    assert other != OURS
    assert {frozenset(sheet) for sheet in other} == {frozenset(OURS[0])}


def lines_of(sheet: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(sheet[cell] for cell in range(25) if line >> cell & 1) for line in LINES}


@rule("ZI-02")
def test_any_two_of_our_sheets_are_one_sheet_with_colours_exchanged() -> None:
    """So they are equally hard: the dice don't know what a colour is called."""
    exchanges = [str.maketrans("royg", names) for names in ("royg", "orgy", "ygro", "gyor")]
    for one in OURS:
        for other in OURS:
            renamed = [
                {frozenset(cell.translate(names) for cell in line) for line in lines_of(one)}
                for names in exchanges
            ]
            assert sum(lines == lines_of(other) for lines in renamed) == 1


@rule("ZI-02")
def test_no_line_of_ours_is_twice_as_hard_as_another() -> None:
    waits = [
        sum(1 / WAYS[int(cell[1:])] for cell in line) for sheet in OURS for line in lines_of(sheet)
    ]
    assert max(waits) < 2 * min(waits)


@rule("ZI-02", "ZI-03")
def test_own_sheets_are_dealt_in_order_and_round() -> None:
    other = [*GOOD[::-1]]
    match = tablier.new("zinga", players=3, sheets=[GOOD, other])
    sheets = match.scene.extras["sheets"]
    assert isinstance(sheets, list)
    assert [sheet[0]["colour"] + str(sheet[0]["number"]) for sheet in sheets] == [
        "red1",
        "blue5",
        "red1",
    ]
    assert match.legal(0) == ["ready"]


@rule("ZI-02")
@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        ([GOOD[:24]], "sheet 1 has 24 cells"),
        ([GOOD, [*GOOD, "r6"]], "sheet 2 has 26 cells"),
        ([[*GOOD[1:13], GOOD[0], *GOOD[13:]]], "r1 in the middle"),
        ([[*GOOD[:12], "b8", *GOOD[13:]]], "b8 in the middle"),
        ([["r13", *GOOD[1:]]], "nobody can roll r13"),
        ([["r0", *GOOD[1:]]], "no cell"),
        ([["w3", *GOOD[1:]]], "no colour"),
        ([["R3", *GOOD[1:]]], "no cell"),
        ([[3, *GOOD[1:]]], "no cell"),
        ([["r" + "9" * 5000, *GOOD[1:]]], "no cell"),
        ([GOOD] * 9, "9 sheets"),
        (7, "list of sheets"),
        ([7], "sheet 1 has no cells"),
        ("r1,r2", "sheet 1 has 2 cells"),
        (",".join(GOOD) + "/" + ",".join(GOOD[:-1]), "sheet 2 has 24 cells"),
    ],
)
def test_a_bad_sheet_is_refused_with_the_reason(sheets: object, reason: str) -> None:
    with pytest.raises(tablier.BadOption, match=reason):
        tablier.new("zinga", sheets=sheets)


@rule("ZI-02")
def test_sheets_can_be_read_from_the_lines_of_a_file() -> None:
    rows = "\n".join(" ".join(GOOD[first : first + 5]) for first in range(0, 25, 5))
    assert read_sheets(f"{rows}\n\n{rows}\n") == (tuple(GOOD), tuple(GOOD))
    assert read_sheets("\n") == ()


@given(st.lists(st.permutations([cell for cell in GOOD if cell != "b9"]), max_size=8))
def test_sheets_survive_their_text(shuffled: list[list[str]]) -> None:
    sheets = tuple((*cells[:12], "b9", *cells[12:]) for cells in shuffled)
    text = write_sheets(sheets)
    assert not set(text) & set(' "{}\n')
    assert read_sheets(text) == sheets


@rule("ZI-02")
def test_records_and_positions_keep_own_sheets() -> None:
    match = tablier.new("zinga", sheets=[GOOD, OURS[3]])
    match.play("expired").play("roll 3 2 3 6 1 1").play("ring", 0).play("red 3", 0)
    assert match.state.ticks[0] == 1 << GOOD.index("r3")
    assert tablier.read_record(match.record()).states == match.states
    assert tablier.read_position(match.position()).state == match.state


# Numbers in the corner


def numbers(match: tablier.Match) -> object:
    return match.game.scene(match.state).extras["numbers"]


@rule("ZI-03")
def test_every_sheet_has_its_number_in_the_corner() -> None:
    assert numbers(tablier.new("zinga", players=6)) == [1, 2, 3, 4, 1, 2]
    assert numbers(tablier.new("zinga", players=3, sheets=[OURS[3], GOOD])) == [1, 2, 1]
    assert numbers(tablier.new("zinga", players=3, sheets=[OURS[0], OURS[0]])) == [1, 2, 1]


@rule("ZI-03")
def test_the_numbers_are_shown_and_drawn() -> None:
    match = tablier.new("zinga", players=4)
    assert re.findall(r"#(\d)", match.show()) == list("1234")
    assert re.findall(r'class="number"[^>]*>(\d)<', match.svg()) == list("1234")


@rule("ZI-03")
def test_a_record_names_the_sheets_and_must_not_contradict_the_deal() -> None:
    text = tablier.new("zinga", players=5).play("expired").record()
    assert '[Sheets "1 2 3 4 1"]' in text
    assert tablier.read_record(text).record() == text
    assert tablier.read_record(text.replace('[Sheets "1 2 3 4 1"]\n', "")).record() == text
    former = text.replace('[Rules "2"]', '[Rules "1"]')
    with pytest.raises(tablier.BadRecord, match="records of rules 1 have no header Sheets"):
        tablier.read_record(former)
    with pytest.raises(tablier.BadRecord, match=r"line 4.*this match has Sheets 1 2 3 4 1"):
        tablier.read_record(text.replace("1 2 3 4 1", "1 2 3 4 2"))
