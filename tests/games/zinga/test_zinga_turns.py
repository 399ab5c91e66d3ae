"""ZINGA, rule by rule: the material, a turn, PLUS and BLUNDER."""

import pytest
from sheets_on_the_table import announced, refused, sheet, table

import tablier
from tablier import TABLE, Match, Result
from tablier.games.zinga.sheet.layouts import OURS

rule = pytest.mark.rule

COLOURS = ("red", "orange", "yellow", "green", "blue")
FACES = "3 2 3 6 1 1"


def begun(players: int = 2, dice: str = FACES, **options: object) -> Match:
    """A match whose first dice are on the table."""
    match = tablier.new("zinga", players=players, **options)
    for seat in range(players):
        match.play("ready", seat)
    return match.play(f"roll {dice}")


# The material and setting up


@rule("ZI-01")
def test_six_dice_and_the_pawn_in_the_middle() -> None:
    match = tablier.new("zinga")
    assert match.state.pawn not in range(2)
    match.play("ready", 0).play("ready", 1)
    assert match.decision.dice == 6
    assert (match.to_roll, match.legal()) == (6, [])
    for text in ("roll 1 2 3 4 5", "roll 1 2 3 4 5 6 1", "roll 1 2 3 4 5 7", "roll 0 1 1 1 1 1"):
        with pytest.raises(tablier.UnreadableMove):
            match.play(text)


@rule("ZI-01", "ZI-05")
def test_dice_are_written_from_red_to_white() -> None:
    match = begun(dice="1 2 3 4 5 6")
    shown = match.scene.extras["dice"]
    colours = ("red", "orange", "yellow", "green", "blue", "white")
    assert shown == [{"colour": colour, "face": face} for face, colour in enumerate(colours, 1)]


@rule("ZI-03")
@pytest.mark.parametrize("players", range(2, 9))
def test_sheets_are_dealt_as_evenly_as_possible(players: int) -> None:
    match = tablier.new("zinga", players=players)
    sheets = match.scene.extras["sheets"]
    assert isinstance(sheets, list) and len(sheets) == players
    used = [sum(sheet == other for other in sheets) for sheet in sheets]
    assert max(used) == (1 if players <= 4 else 2)
    assert len({str(sheet) for sheet in sheets}) == min(players, 4)


@rule("ZI-03")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(tablier.BadOption):
        tablier.new("zinga", players=players)


@rule("ZI-04", "ZI-09")
def test_player_one_begins_and_it_goes_round_clockwise() -> None:
    match = tablier.new("zinga", players=3)
    for active in (0, 1, 2, 0):
        assert match.state.active == active
        for seat in range(3):
            match.play("ready", seat)
        match.play("roll 1 1 1 1 1 1")
        for seat in range(3):
            match.play("nothing", seat)


# The roll


@rule("ZI-05")
def test_the_dice_come_once_a_turn_after_the_pause_and_to_all_at_once() -> None:
    match = tablier.new("zinga", players=3)
    refused(match, f"roll {FACES}", TABLE, "ZI-24")
    refused(match, "ring", 0, "ZI-05")
    refused(match, "nothing", 1, "ZI-05")
    for seat in range(3):
        match.play("ready", seat)
    assert (match.seats, match.to_roll) == ((TABLE,), 6)
    refused(match, "ring", 0, "ZI-05")
    match.play(f"roll {FACES}")
    assert match.seats == (0, 1, 2, TABLE)
    refused(match, f"roll {FACES}", TABLE, "ZI-05")


CLAIMED = "r3 r4 o2 o3 y3 y4 g6 g7 b1 b2 r12 o12 b9 y12 g12 r11 o11 y11 g11 b11 r10 o10 y10 g10 b10"


def correct_claims(seat: int) -> set[str]:
    """What a seat can announce on the example roll without a blunder."""
    match = begun(sheets=[CLAIMED.split()])
    correct = set()
    for colour in COLOURS:
        for number in range(1, 13):
            announced(match, seat, f"{colour} {number}")
            if not match.state.blunders[seat]:
                correct.add(f"{colour} {number}")
            match.undo()
            match.undo()
    return correct


@rule("ZI-06")
def test_the_example_gives_the_active_player_ten_claims_and_the_others_five() -> None:
    with_white = {"red 4", "orange 3", "yellow 4", "green 7", "blue 2"}
    alone = {"red 3", "orange 2", "yellow 3", "green 6", "blue 1"}
    assert correct_claims(0) == with_white | alone
    assert correct_claims(1) == with_white


@rule("ZI-06")
def test_the_white_die_has_no_colour() -> None:
    match = begun().play("ring", 0)
    with pytest.raises(tablier.UnreadableMove):
        match.play("white 1", 0)


# The bell


@rule("ZI-07", "ZI-27")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_only_the_first_ring_counts(first: int) -> None:
    match = begun(3).play("ring", first)
    for seat in {0, 1, 2} - {first}:
        refused(match, "ring", seat, "ZI-07")
        refused(match, "nothing", seat, "ZI-07")
        refused(match, "yellow 4", seat, "ZI-07")
    refused(match, "ring", first, "ZI-07")
    assert match.seats == (first, TABLE)


@rule("ZI-07")
def test_who_has_not_rung_may_not_announce() -> None:
    refused(begun(), "yellow 4", 0, "ZI-07")


@rule("ZI-08", "ZI-09")
def test_an_open_cell_is_ticked_and_the_turn_ends() -> None:
    match = announced(begun(), 1, "yellow 4")
    assert sheet(match, 1) == ({"y4"}, 0, 0)
    assert sheet(match, 0) == (set(), 0, 0)
    assert (match.state.turn, match.state.active) == (1, 1)
    assert match.seats == (0, 1, TABLE)


@rule("ZI-09")
def test_the_turn_ends_when_all_have_said_nothing() -> None:
    match = begun(3).play("nothing", 2).play("nothing", 0)
    refused(match, "ring", 2, "ZI-09")
    refused(match, "nothing", 0, "ZI-09")
    assert match.state.turn == 0
    match.play("nothing", 1)
    assert (match.state.turn, match.state.active) == (1, 1)


@rule("ZI-09")
def test_who_has_not_said_nothing_may_still_ring() -> None:
    match = announced(begun(3).play("nothing", 2).play("nothing", 0), 1, "yellow 4")
    assert sheet(match, 1) == ({"y4"}, 0, 0)


@rule("ZI-09")
def test_the_turn_ends_when_its_time_is_up() -> None:
    match = begun(turn_s=12)
    assert match.decision.ms == 12_000
    match.play("nothing", 0).play("expired")
    assert (match.state.turn, match.state.active, match.state.blunders[:2]) == (1, 1, (0, 0))


@rule("ZI-09", "ZI-19")
def test_players_who_are_out_are_passed_over() -> None:
    rest = "- - 1 open 323611 13 - - 20"
    match = table("", "", "", "", places=[0, 4, 0, 0], blunders=[0, 3, 0, 0], rest=rest)
    assert match.seats == (3, TABLE)
    assert match.play("nothing", 3).state.active == 2


# PLUS


@rule("ZI-10")
def test_a_ticked_cell_fills_a_plus_box() -> None:
    match = announced(table("y4 r7", "y4"), 0, "yellow 4")
    assert sheet(match, 0) == ({"y4", "r7"}, 1, 0)
    assert match.state.turn == 20


@rule("ZI-10", "ZI-13")
def test_a_ticked_cell_that_the_dice_do_not_give_is_a_blunder() -> None:
    match = announced(table("y4 r7", "y4"), 0, "red 7")
    assert sheet(match, 0) == ({"y4", "r7"}, 0, 1)


@rule("ZI-11")
def test_the_third_plus_box_gives_a_bonus() -> None:
    match = announced(table("y4 r7", "y4", plus=[2, 0]), 0, "yellow 4")
    assert match.state.turn == 19
    assert match.seats == (0, TABLE)
    assert len(match.legal(0)) == 23
    refused(match, "bonus yellow 4", 0, "ZI-11")
    refused(match, "bonus red 12", 0, "ZI-11")
    refused(match, "bonus red 5", 1, "ZI-11")
    refused(match, "red 5", 0, "ZI-15")
    match.play("bonus red 5", 0)
    assert sheet(match, 0) == ({"y4", "r7", "r5"}, 3, 0)
    assert (match.state.turn, match.state.active) == (20, 1)


@rule("ZI-11")
def test_a_bonus_not_chosen_in_time_lapses() -> None:
    match = announced(table("y4", "y4", plus=[2, 0], options="bonus_s=7"), 0, "yellow 4")
    assert match.decision.ms == 7_000
    match.play("expired")
    assert sheet(match, 0) == ({"y4"}, 3, 0)
    assert match.state.turn == 20


@rule("ZI-11", "ZI-16")
def test_there_is_one_bonus_and_then_a_blunder() -> None:
    match = announced(table("y4 r7", "y4", plus=[3, 0]), 0, "yellow 4")
    assert sheet(match, 0) == ({"y4", "r7"}, 3, 1)
    refused(match, "bonus red 5", 0, "ZI-11")


@rule("ZI-11")
def test_the_second_plus_box_gives_no_bonus() -> None:
    match = announced(table("y4 r7", "y4", plus=[1, 0]), 0, "yellow 4")
    assert sheet(match, 0) == ({"y4", "r7"}, 2, 0)
    assert match.state.turn == 20


@rule("ZI-12")
@pytest.mark.parametrize("declared", ["", "b2"])
def test_a_bonus_may_not_complete_a_line(declared: str) -> None:
    start = table("r7 o4 g5 y4", "", plus=[2, 0], declared=[declared])
    match = announced(start, 0, "yellow 4")
    refused(match, "bonus blue 2", 0, "ZI-12")
    assert "bonus blue 2" not in match.legal()
    match.play("bonus red 5", 0)
    assert sheet(match, 0)[0] == {"r7", "o4", "g5", "y4", "r5"}


ONE_IN_EACH_ROW = {"b2", "b6", "o7", "y7", "b10"}
"""Cells of sheet 1, also one in each column and at least one in each diagonal."""


@rule("ZI-12")
def test_a_bonus_lapses_if_every_open_cell_would_complete_a_line() -> None:
    ticks = {cell for cell in OURS[0] if cell not in ONE_IN_EACH_ROW}
    match = announced(table(" ".join(ticks), "", plus=[2, 0]), 0, "yellow 4")
    assert sheet(match, 0) == (ticks, 3, 0)
    assert (match.state.turn, match.seats) == (20, (0, 1, TABLE))


# BLUNDER


@rule("ZI-13", "ZI-18")
@pytest.mark.parametrize(
    ("seat", "claim"),
    [(0, "orange 3"), (0, "red 5"), (0, "yellow 8"), (1, "green 6"), (1, "blue 1")],
)
def test_what_the_sheet_or_the_dice_do_not_have_is_a_blunder(seat: int, claim: str) -> None:
    match = announced(begun(), seat, claim)
    assert sheet(match, seat) == (set(), 0, 1)
    assert sheet(match, 1 - seat) == (set(), 0, 0)
    assert match.state.turn == 1
    refused(match, "ring", 1 - seat, "ZI-05")


@rule("ZI-13", "ZI-06")
def test_a_passive_player_must_add_the_white_die() -> None:
    dice = "4 1 1 1 1 3"
    assert sheet(announced(begun(dice=dice), 0, "red 4"), 0) == ({"r4"}, 0, 0)
    assert sheet(announced(begun(dice=dice), 1, "red 4"), 1) == (set(), 0, 1)
    assert sheet(announced(begun(dice=dice), 1, "red 7"), 1) == ({"r7"}, 0, 0)


@rule("ZI-14")
def test_ringing_and_saying_nothing_is_a_blunder() -> None:
    match = begun(announce_s=2).play("ring", 1)
    assert (match.decision.ms, match.game.rules.DEADLINES[match.decision.deadline - 1]) == (
        2_000,
        "announce",
    )
    refused(match, "nothing", 1, "ZI-07")
    match.play("expired")
    assert sheet(match, 1) == (set(), 0, 1)
    assert match.state.turn == 1


@rule("ZI-14")
def test_four_seconds_are_at_once() -> None:
    assert begun().play("ring", 1).decision.ms == 4_000


@rule("ZI-15")
@pytest.mark.parametrize("end", ["let", "expired"])
def test_correcting_oneself_is_a_blunder(end: str) -> None:
    match = announced(table("b9", "", rest="1 - 1 open 323611 - - - 20"), 1, "yellow 4")
    refused(match, "yellow 4", 1, "ZI-15")
    match.play("green 7", 1)
    refused(match, "green 7", 1, "ZI-15")
    refused(match, "yellow 4", 1, "ZI-15")
    assert match.seats == (0, TABLE)
    match.play(end, 0 if end == "let" else TABLE)
    assert sheet(match, 1) == (set(), 0, 1)
    assert match.state.pawn == 0


@rule("ZI-15")
def test_a_settled_announcement_can_not_be_corrected() -> None:
    match = announced(begun(), 1, "yellow 4")
    refused(match, "green 7", 1, "ZI-07")
    assert sheet(match, 1) == ({"y4"}, 0, 0)


@rule("ZI-15")
def test_half_an_announcement_was_not_said() -> None:
    match = begun().play("ring", 1)
    for half in ("green", "7"):
        with pytest.raises(tablier.UnreadableMove):
            match.play(half, 1)
    assert sheet(match.play("yellow 4", 1), 1) == ({"y4"}, 0, 0)


@rule("ZI-17", "ZI-24")
def test_the_fifth_of_an_undeclared_line_is_a_blunder() -> None:
    match = announced(table("b2 r7 o4 g5", ""), 0, "yellow 4")
    assert sheet(match, 0) == ({"b2", "r7", "o4", "g5"}, 0, 1)
    assert match.result is None


@rule("ZI-18")
def test_a_blunder_ends_the_turn_for_everyone() -> None:
    match = announced(table("", "", ""), 2, "red 12")
    assert [match.state.blunders[seat] for seat in range(3)] == [0, 0, 1]
    assert (match.state.turn, match.state.active) == (20, 1)
    for seat in (0, 1):
        refused(match, "ring", seat, "ZI-05")


@rule("ZI-19")
def test_the_third_blunder_eliminates() -> None:
    match = announced(table("", "", "", blunders=[0, 2, 0]), 1, "red 12")
    assert match.result is None
    assert match.seats == (0, 2, TABLE)
    assert (match.state.places[:3], match.state.active) == ((0, 3, 0), 2)
    refused(match, "ready", 1, "ZI-19")
    with pytest.raises(tablier.OutOfTurn):
        match.resign(1)


@rule("ZI-19")
def test_the_second_blunder_does_not_eliminate() -> None:
    match = announced(table("", "", blunders=[0, 1]), 1, "red 12")
    assert match.state.playing == 0b11


@rule("ZI-19")
def test_the_last_player_left_has_won() -> None:
    match = table("", "", "", "", blunders=[2, 3, 2, 3], places=[0, 3, 0, 4])
    assert announced(match, 2, "red 12").result == Result((1, 3, 2, 4), "last")
