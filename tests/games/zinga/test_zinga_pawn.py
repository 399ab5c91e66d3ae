"""ZINGA, rule by rule: the pawn, four and five, leaving, the table's part."""

import pytest
from sheets_on_the_table import announced, refused, sheet, table

import tablier
from tablier import TABLE, Result
from tablier.games.zinga.board import LINES
from tablier.games.zinga.position import ROLLING
from tablier.games.zinga.sheet.layouts import OURS

rule = pytest.mark.rule

NOBODY = -1
BLUE_NINE = "- - 1 open 111154 - - - 20"
"""Dice that give blue 9 to all."""
HELD = "1 - 1 open 323611 - - - 20"
"""The example roll, with the pawn before player 1."""


# Taking the pawn


@rule("ZI-20")
def test_who_ticks_blue_nine_may_take_the_pawn() -> None:
    match = announced(table("", "", "", rest=BLUE_NINE), 1, "blue 9")
    assert (match.state.pawn, match.seats) == (NOBODY, (0, 1, 2, TABLE))
    refused(match, "take", 0, "ZI-20")
    match.play("take", 1)
    assert match.state.pawn == 1
    refused(match, "take", 1, "ZI-20")


@rule("ZI-20")
def test_the_pawn_is_taken_from_its_holder() -> None:
    match = announced(table("b9", "", rest="1 - 1 open 111154 - - - 20"), 1, "blue 9")
    match.play("let", 0).play("take", 1)
    assert match.state.pawn == 1


@rule("ZI-20", "ZI-11")
def test_a_bonus_on_blue_nine_gives_the_right_too() -> None:
    match = announced(table("y4", "", plus=[2, 0]), 0, "yellow 4").play("bonus blue 9", 0)
    assert match.play("take", 0).state.pawn == 0


@rule("ZI-20")
@pytest.mark.parametrize("late", ["ready", "expired"])
def test_the_right_ends_with_the_next_roll(late: str) -> None:
    match = announced(table("", "", rest=BLUE_NINE), 1, "blue 9")
    if late == "expired":
        match.play("expired")
    else:
        match.play("ready", 0).play("ready", 1)
    match.play("roll 1 1 1 1 1 1")
    refused(match, "take", 1, "ZI-20")
    match.play("expired")
    assert "take" not in match.legal(1)
    refused(match, "take", 1, "ZI-20")


@rule("ZI-20")
def test_other_ticks_and_other_plus_boxes_give_no_right() -> None:
    refused(announced(table("", ""), 1, "yellow 4"), "take", 1, "ZI-20")
    refused(announced(table("", "b9 y4"), 1, "yellow 4"), "take", 1, "ZI-20")


@rule("ZI-20", "ZI-23", "ZI-10")
def test_blue_nine_announced_again_gives_the_right_with_its_plus_box() -> None:
    match = announced(table("b9", "b9", rest=BLUE_NINE), 1, "blue 9")
    assert sheet(match, 1) == ({"b9"}, 1, 0)
    refused(match, "take", 0, "ZI-20")
    assert match.play("take", 1).state.pawn == 1


@rule("ZI-20", "ZI-16")
def test_blue_nine_without_a_plus_box_left_gives_no_right() -> None:
    match = announced(table("b9", "b9", plus=[0, 3], rest=BLUE_NINE), 1, "blue 9")
    assert sheet(match, 1) == ({"b9"}, 3, 1)
    refused(match, "take", 1, "ZI-20")


@rule("ZI-20", "ZI-11")
@pytest.mark.parametrize("then", ["bonus yellow 4", "expired"])
def test_the_right_outlasts_the_bonus_that_comes_with_it(then: str) -> None:
    match = announced(table("", "b9", plus=[0, 2], rest=BLUE_NINE), 1, "blue 9")
    assert tablier.read_position(match.position()).state == match.state
    refused(match, "take", 1, "ZI-20")
    match.play(then, TABLE if then == "expired" else 1)
    assert match.play("take", 1).state.pawn == 1


@rule("ZI-20", "ZI-23")
def test_without_the_option_only_a_tick_gives_the_right() -> None:
    for plus in (0, 2):
        start = table("", "b9", plus=[0, plus], rest=BLUE_NINE, options="pawn_again=off")
        match = announced(start, 1, "blue 9")
        if plus:
            match.play("bonus yellow 4", 1)
        refused(match, "take", 1, "ZI-20")


@rule("ZI-20")
def test_a_holder_who_ticks_blue_nine_has_the_pawn_already() -> None:
    match = announced(table("", "b9", rest="1 - 1 open 111154 - - - 20"), 0, "blue 9")
    refused(match, "take", 0, "ZI-20")
    assert match.state.pawn == 0


# STOP


@rule("ZI-21")
@pytest.mark.parametrize("claim", ["yellow 4", "red 4", "red 12"])
def test_stop_cancels_a_tick_a_plus_and_a_blunder(claim: str) -> None:
    match = announced(table("b9", "r4", rest=HELD), 1, claim)
    assert match.state.turn == 19
    match.play("stop", 0)
    assert sheet(match, 1) == ({"r4"}, 0, 0)
    assert (match.state.pawn, match.state.turn, match.state.active) == (1, 20, 1)


@rule("ZI-21", "ZI-25")
def test_stop_cancels_a_winning_tick() -> None:
    start = table("b9", "o11 g7 b9 r4", declared=["", "y4"], rest=HELD)
    assert announced(start, 1, "yellow 4").play("stop", 0).result is None
    start = table("b9", "o11 g7 b9 r4", declared=["", "y4"], rest=HELD)
    assert announced(start, 1, "yellow 4").play("let", 0).result == Result((2, 1), "zinga")


@rule("ZI-21", "ZI-19")
def test_stop_cancels_the_third_blunder() -> None:
    match = announced(table("b9", "", blunders=[0, 2], rest=HELD), 1, "red 12").play("stop", 0)
    assert (match.state.pawn, match.state.blunders[1], match.result) == (1, 2, None)


@rule("ZI-21")
@pytest.mark.parametrize("end", ["let", "expired"])
def test_an_announcement_that_is_let_be_counts(end: str) -> None:
    match = announced(table("b9", "", rest=HELD), 1, "yellow 4")
    assert (match.seats, match.decision.ms) == ((0, 1, TABLE), 3_000)
    match.play(end, 0 if end == "let" else TABLE)
    assert sheet(match, 1) == ({"y4"}, 0, 0)
    assert match.state.pawn == 0


@rule("ZI-21")
def test_only_the_holder_stops_and_only_an_announcement_of_another() -> None:
    match = table("b9", "", "", rest=HELD)
    refused(match, "stop", 0, "ZI-21")
    match.play("ring", 1)
    refused(match, "stop", 0, "ZI-21")
    match.play("yellow 4", 1)
    for seat in (1, 2):
        refused(match, "stop", seat, "ZI-21")
        refused(match, "let", seat, "ZI-21")
    own = table("b9", "", rest=HELD).play("ring", 0)
    refused(own, "stop", 0, "ZI-21")


@rule("ZI-21")
def test_nobody_can_stop_with_the_pawn_in_the_middle_or_the_ringers() -> None:
    assert sheet(announced(table("b9", ""), 1, "yellow 4"), 1)[0] == {"y4"}
    assert sheet(announced(table("b9", "", rest=HELD), 0, "yellow 4"), 0)[0] == {"b9", "y4"}


@rule("ZI-21", "ZI-14")
def test_silence_can_not_be_stopped() -> None:
    match = table("b9", "", rest=HELD).play("ring", 1).play("expired")
    assert sheet(match, 1) == (set(), 0, 1)


# Rescue


@rule("ZI-22")
def test_a_holder_is_rescued_from_the_third_blunder() -> None:
    match = announced(table("b9", "", blunders=[2, 0], rest=HELD), 0, "red 12")
    assert (match.seats, match.decision.ms) == ((0, TABLE), 10_000)
    refused(match, "rescue", 1, "ZI-22")
    match.play("rescue", 0)
    assert (match.state.pawn, match.state.blunders[0], match.state.turn) == (NOBODY, 2, 20)
    assert match.result is None


@rule("ZI-22", "ZI-14")
def test_silence_can_be_rescued() -> None:
    match = table("b9", "", blunders=[2, 0], rest=HELD).play("ring", 0).play("expired")
    assert match.play("rescue", 0).state.playing == 0b11


@rule("ZI-22", "ZI-19")
@pytest.mark.parametrize("end", ["accept", "expired"])
def test_a_blunder_not_rescued_eliminates_and_frees_the_pawn(end: str) -> None:
    match = announced(table("b9", "", "", blunders=[2, 0, 0], rest=HELD), 0, "red 12")
    match.play(end, 0 if end == "accept" else TABLE)
    assert (match.state.pawn, match.state.playing, match.state.places[0]) == (NOBODY, 0b110, 3)
    assert match.state.blunders[0] == 3


@rule("ZI-22")
def test_no_rescue_from_the_second_blunder_or_without_the_pawn() -> None:
    match = announced(table("b9", "", blunders=[1, 2], rest=HELD), 0, "red 12")
    assert (match.state.pawn, match.state.blunders[0]) == (0, 2)
    refused(match, "rescue", 0, "ZI-22")
    refused(match, "accept", 0, "ZI-22")
    lost = announced(table("b9", "", blunders=[0, 2], rest=HELD), 1, "red 12").play("let", 0)
    assert lost.result == Result((1, 2), "last")


@rule("ZI-23", "ZI-19")
def test_the_pawn_of_the_eliminated_is_free_again() -> None:
    match = table("b9", "", "", rest=HELD).resign(0)
    assert match.state.pawn == NOBODY


# Four and five


@rule("ZI-24")
def test_a_four_is_declared_in_the_pause() -> None:
    match = announced(table("b2 r7 o4", "", rest="- - 1 open 111311 - - - 20"), 0, "green 5")
    assert match.state.blunders[0] == 1
    match = announced(table("b2 r7 o4", "", rest="- - 1 open 111411 - - - 20"), 0, "green 5")
    assert match.legal(0) == ["declare yellow 4", "ready"]
    refused(match, "declare yellow 4", 1, "ZI-24")
    refused(match, "declare red 5", 0, "ZI-24")
    refused(match, "declare red 7", 0, "ZI-24")
    refused(match, "declare red 12", 0, "ZI-24")
    match.play("declare yellow 4", 0)
    refused(match, "declare yellow 4", 0, "ZI-24")
    assert match.legal(0) == ["ready"]


@rule("ZI-24", "ZI-17")
def test_a_forgotten_four_can_be_declared_before_any_later_roll() -> None:
    match = table("b2 r7 o4 g5", "", rest="- - 1 pause - - - - 20")
    match.play("ready", 0).play("ready", 1).play("roll 3 2 3 6 1 1")
    refused(match, "declare yellow 4", 0, "ZI-24")
    match.play("expired").play("declare yellow 4", 0).play("expired").play("roll 3 2 3 6 1 1")
    assert announced(match, 0, "yellow 4").result == Result((1, 2), "zinga")


@rule("ZI-24", "ZI-20")
def test_who_is_ready_may_still_declare_and_take() -> None:
    match = table("b2 r7 o4 g5 b9", "b9", rest="2 1 1 pause - 1 - - 20")
    assert (match.seats, match.awaited) == ((0, 1, TABLE), (1, TABLE))
    assert match.seat == 1
    assert match.legal(0) == ["declare yellow 4", "take"]
    refused(match, "ready", 0, "ZI-24")
    match.play("take", 0).play("declare yellow 4", 0)
    assert (match.state.pawn, match.state.done, match.seats) == (0, 0b01, (1, TABLE))
    assert match.play("ready", 1).state.phase == ROLLING


@rule("ZI-24", "ZI-20")
def test_until_the_dice_are_rolled_there_is_time_even_when_all_are_ready() -> None:
    match = table("b2 r7 o4 g5 b9", "", rest="- 1 2 pause - 1 - - 20").play("ready", 1)
    assert (match.seats, match.awaited, match.decision.dice) == ((0, TABLE), (TABLE,), 6)
    assert match.seat is None
    with pytest.raises(tablier.AmbiguousMove, match="say who resigns"):
        match.resign()
    assert match.legal(0) == ["declare yellow 4", "take"]
    refused(match, "ready", 0, "ZI-24")
    refused(match, "declare yellow 4", 1, "ZI-24")
    assert tablier.read_position(match.position()).state == match.state
    assert match.play("declare yellow 4", 0).legal(0) == ["take"]
    assert match.play("take", 0).seats == (TABLE,)
    match.play("roll 3 2 3 6 1 1")
    assert announced(match, 0, "yellow 4").result == Result((1, 2), "zinga")


@rule("ZI-24", "ZI-20")
def test_the_roll_ends_what_was_left_to_do() -> None:
    match = table("b2 r7 o4 g5 b9", "", rest="- 1 2 roll - - - - 20").play("roll 3 2 3 6 1 1")
    assert match.legal(0) == ["nothing", "ring"]
    refused(match, "take", 0, "ZI-20")
    refused(match, "declare yellow 4", 0, "ZI-24")


@rule("ZI-24")
def test_a_record_tells_what_was_done_after_ready() -> None:
    ready = "- 1 2 pause - - - - 20"
    match = table("b2 r7 o4 g5 b9", "b9 r4 o11 g7", rest=ready, options="untimed=on")
    match.play("ready", 0).play("declare yellow 4", 1).play("declare yellow 4", 0)
    match.play("ready", 1).play("take", 0).play("roll 3 2 3 6 1 1")
    text = match.record()
    assert text.splitlines()[-1] == (
        "20. 1:ready, declare yellow 4, 1:declare yellow 4, ready, 1:take, roll 3 2 3 6 1 1"
    )
    assert tablier.read_record(text).states == match.states


@rule("ZI-24", "ZI-05")
def test_the_pause_lasts_until_all_are_ready_or_its_time_is_up() -> None:
    match = tablier.new("zinga", players=3, pause_s=9)
    assert match.decision.ms == 9_000
    match.play("ready", 1)
    refused(match, "ready", 1, "ZI-24")
    assert match.seats == (0, 2, TABLE)
    assert match.play("expired").seats == (TABLE,)
    assert tablier.new("zinga").play("ready", 0).play("ready", 1).seats == (TABLE,)


@rule("ZI-24", "ZI-25")
def test_one_declaration_covers_every_line_that_the_cell_completes() -> None:
    row_and_diagonal = "b2 r7 o4 g5 b6 b9 b12 o5"
    match = table(row_and_diagonal, "", rest="- - 1 pause - - - - 20")
    match.play("declare yellow 4", 0).play("expired").play("roll 3 2 3 6 1 1")
    announced(match, 0, "yellow 4")
    assert match.result == Result((1, 2), "zinga")
    assert len(match.scene.marks) == 2


@rule("ZI-24", "ZI-17")
def test_a_declaration_also_covers_a_line_that_gets_its_four_later() -> None:
    match = table("b2 r7 o4 g5 b6 b9 b12", "", declared=["y4"], rest="- - 2 open 114111 - - - 20")
    announced(match, 0, "orange 5")
    assert match.state.blunders[0] == 1
    match = table("b2 r7 o4 g5 b6 b9 b12", "", declared=["y4"], rest="- - 2 open 141111 - - - 20")
    announced(match, 0, "orange 5")
    assert match.legal(0) == ["ready"]
    match.play("expired").play("roll 3 2 3 6 1 1")
    assert announced(match, 0, "yellow 4").result == Result((1, 2), "zinga")


@rule("ZI-24", "ZI-17")
def test_declaring_one_cell_does_not_cover_another() -> None:
    ticks = "b2 r7 o4 g5 o11 g11 r8 b10"
    match = announced(table(ticks, "", declared=[""]), 0, "yellow 4")
    assert sheet(match, 0)[2] == 1
    other = "b2 r7 o4 g5 r5 y8 g4 b6"
    match = announced(table(other, "", declared=["o11"]), 0, "yellow 4")
    assert sheet(match, 0)[2] == 1


def dice_for(cell: str) -> str:
    """Faces that give a cell, 4 or more, to the active player."""
    number = int(cell[1:])
    white = max(1, number - 6)
    return "".join(str(number - white if cell[0] == die else 1) for die in "roygb") + str(white)


@rule("ZI-24", "ZI-25")
@pytest.mark.parametrize("line", LINES)
def test_each_of_the_twelve_lines_wins_at_once(line: int) -> None:
    cells = [name for cell, name in enumerate(OURS[0]) if line >> cell & 1]
    assert len(LINES) == 12 and len(cells) == 5
    *four, fifth = cells
    rest = f"- - 1 open {dice_for(fifth)} - - - 20"
    colour = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue"}[fifth[0]]
    match = table(" ".join(four), "", "", declared=[fifth], rest=rest)
    announced(match, 0, f"{colour} {fifth[1:]}")
    assert match.result == Result((1, 2, 2), "zinga")
    with pytest.raises(tablier.IllegalMove, match="over") as over:
        match.play("ready", 1)
    assert over.value.rule == "ZI-25"


@rule("ZI-25")
def test_four_in_a_line_do_not_win() -> None:
    assert announced(table("b2 r7 o4", ""), 0, "yellow 4").result is None


@rule("ZI-25", "ZI-19")
def test_those_still_in_share_second_place_and_the_others_come_after() -> None:
    boxes, places = [0, 3, 0, 0, 3], [0, 5, 0, 0, 4]
    fours = ["b2 r7 o4 g5", "", "", "", ""]
    match = table(*fours, declared=["y4"], blunders=boxes, places=places)
    announced(match, 0, "yellow 4")
    assert match.result == Result((1, 5, 2, 2, 4), "zinga")


@rule("ZI-25")
def test_those_still_in_may_agree_to_stop() -> None:
    match = table("", "", "", blunders=[0, 3, 0], places=[0, 3, 0]).agree_draw()
    assert match.result == Result((1, 3, 1), "agreed")


# Leaving


@rule("ZI-19")
def test_who_leaves_is_out_and_the_last_has_won() -> None:
    match = tablier.new("zinga", players=3).resign(1)
    assert (match.result, match.seats) == (None, (0, 2, TABLE))
    assert match.resign(0).result == Result((2, 3, 1), "resigned")


@rule("ZI-19")
def test_an_active_player_who_leaves_before_the_roll_is_replaced() -> None:
    match = tablier.new("zinga", players=3).resign(0)
    assert (match.state.active, match.state.turn) == (1, 0)


@rule("ZI-19", "ZI-06")
def test_a_roll_outlives_its_active_player() -> None:
    match = table("", "", "").resign(0).play("nothing", 1)
    assert match.state.turn == 19
    assert match.play("nothing", 2).state.active == 1


@rule("ZI-19", "ZI-09")
def test_nobody_waits_for_a_player_who_left() -> None:
    pausing = table("", "", "", rest="- - 1 pause - 12 - - 20").resign(2)
    assert pausing.seats == (TABLE,)
    racing = table("", "", "", rest="- - 1 open 323611 12 - - 20").resign(2)
    assert (racing.state.turn, racing.state.active) == (20, 1)


@rule("ZI-19")
@pytest.mark.parametrize("said", [None, "yellow 4", "red 12"])
def test_a_ringer_who_leaves_ends_the_turn(said: str | None) -> None:
    match = table("b9", "", "", blunders=[0, 2, 0], rest=HELD).play("ring", 1)
    if said:
        match.play(said, 1)
    match.resign(1)
    assert (match.state.turn, match.state.active, match.state.ticks[1]) == (20, 2, 0)


@rule("ZI-19", "ZI-21")
def test_an_announcement_is_settled_when_the_holder_leaves() -> None:
    match = announced(table("b9", "", "", rest=HELD), 1, "yellow 4").resign(0)
    assert sheet(match, 1)[0] == {"y4"}
    assert (match.state.pawn, match.state.turn) == (NOBODY, 20)


@rule("ZI-19")
def test_others_may_leave_without_disturbing_the_ringer() -> None:
    match = announced(table("b9", "", "", rest=HELD), 1, "yellow 4").resign(2)
    assert match.seats == (0, 1, TABLE)
    ringing = table("", "", "").play("ring", 1).resign(2)
    assert ringing.seats == (1, TABLE)


# The table's part


@rule("ZI-26")
def test_dice_and_deadlines_are_the_tables_alone() -> None:
    match = tablier.new("zinga").play("ready", 0)
    refused(match, "expired", 1, "ZI-26")
    refused(match, "ready", TABLE, "ZI-26")
    match.play("ready", 1)
    refused(match, "roll 6 6 6 6 6 6", 0, "ZI-26")
    refused(match, "expired", TABLE, "ZI-26")
    assert (match.decision.dice, match.decision.deadline) == (6, 0)
    match.play("roll 6 6 6 6 6 6")
    refused(match, "ring", TABLE, "ZI-26")


@rule("ZI-26")
def test_the_same_actions_give_the_same_match() -> None:
    one, other = (announced(table("b9", "", rest=HELD), 1, "yellow 4") for _ in range(2))
    assert one.play("stop", 0).states == other.play("stop", 0).states


@rule("ZI-26")
def test_untimed_no_deadline_runs_and_nothing_gets_stuck() -> None:
    match = tablier.new("zinga", untimed=True, announce_s=2)
    refused(match, "expired", TABLE, "ZI-26")
    assert (match.seats, match.decision.deadline, match.decision.ms) == ((0, 1), 0, 0)
    match.play("ready", 0).play("ready").play("roll 3 2 3 6 1 1")
    assert match.seats == (0, 1)
    assert match.play("ring", 1).seats == (1,)
    match.play("yellow 4")
    assert match.seats == (0, 1)
    stopping = announced(table("b9", "", rest=HELD, options="untimed=on"), 1, "yellow 4")
    assert stopping.seats == (0, 1)
    rescuing = table("b9", "", blunders=[2, 0], rest=HELD, options="untimed=on")
    assert announced(rescuing, 0, "red 12").seats == (0,)
    choosing = table("y4", "", plus=[2, 0], options="untimed=on")
    assert announced(choosing, 0, "yellow 4").seats == (0,)


@rule("ZI-27")
def test_the_ring_that_the_table_lists_first_is_the_only_one() -> None:
    for first in range(3):
        match = table("", "", "").play("ring", first)
        for seat in range(3):
            with pytest.raises(tablier.IllegalMove):
                match.play("ring", seat)
        assert match.state.ringer == first


@rule("ZI-28")
@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_has_a_bell_of_its_own(players: int) -> None:
    for seat in range(players):
        match = table(*[""] * players)
        assert "ring" in match.legal(seat)
        assert match.play("ring", seat).state.ringer == seat
