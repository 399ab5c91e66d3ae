"""ZhiZhu, rule by rule."""

from collections.abc import Iterable

import pytest
from refusals import refused

import tablier
from tablier import Match
from tablier.games.zhizhu import rules
from tablier.games.zhizhu.board import LINES, WEB

rule = pytest.mark.rule

ALTERNATING = ["a1", "a3", "a5", "a7", "b2", "b4", "b6", "b8", "c1"]
BETWEEN = ["a2", "a4", "a6", "a8", "b1", "b3", "b5", "b7", "c2"]


def placed(white: Iterable[str], black: Iterable[str]) -> Match:
    """A match in which the players have placed these, in turn."""
    match = tablier.new("zhizhu")
    for one, other in zip(white, black, strict=True):
        match.play(one).play(other)
    return match


def web(white: str, black: str, rest: str = "w 0-0 0 - - 0 31", **options: str) -> Match:
    """A match that begins with these pieces on the web."""
    board = "".join(
        "w" if name in white.split() else "b" if name in black.split() else "."
        for name in WEB.names
    )
    chosen = "".join(f"{name}={value} " for name, value in options.items())
    return tablier.read_position(f"zhizhu {chosen}{board[:8]}/{board[8:16]}/{board[16:]} {rest}")


@rule("ZZ-01")
def test_the_web_has_three_circles_and_eight_spokes() -> None:
    assert WEB.names == tuple(f"{circle}{spoke}" for circle in "abc" for spoke in range(1, 9))
    x, y = WEB.places[WEB.index["c1"]]
    assert (round(x, 6), round(y, 6)) == (0, -1)
    x, y = WEB.places[WEB.index["c3"]]
    assert (round(x, 6), round(y, 6)) == (1, 0)


@rule("ZZ-02")
def test_neighbours_are_joined_by_a_thread() -> None:
    def neighbours(name: str) -> set[str]:
        return {WEB.names[point] for point in WEB.neighbours[WEB.index[name]]}

    assert neighbours("a1") == {"a8", "a2", "b1"}
    assert neighbours("b1") == {"b8", "b2", "a1", "c1"}
    assert neighbours("c8") == {"c7", "c1", "b8"}
    assert [len(points) for points in WEB.neighbours] == [3] * 8 + [4] * 8 + [3] * 8


@rule("ZZ-03", "ZZ-04")
def test_the_start() -> None:
    match = tablier.new("zhizhu")
    assert match.position() == "zhizhu ......../......../........ w 9-9 0 - - 0 1"
    assert match.seat_names == ("white", "black")
    assert match.seat == 0


@rule("ZZ-03")
def test_more_than_nine_pieces_are_impossible() -> None:
    with pytest.raises(tablier.BadPosition, match=r"White has 10 pieces.*ZZ-03"):
        web("a1 a2 a3 b1 b3 b4 c2 c3 c5 c6", "b7 b8 c8")


@rule("ZZ-05")
def test_players_place_in_turn_on_free_points() -> None:
    match = tablier.new("zhizhu")
    assert match.legal() == sorted(WEB.names)
    match.play("b3")
    assert match.seat == 1
    assert match.legal() == sorted(set(WEB.names) - {"b3"})
    assert refused(match, "b3").rule == "ZZ-05"
    with pytest.raises(tablier.OutOfTurn) as caught:
        match.play("b4", seat=0)
    assert caught.value.rule == "ZZ-05"


@rule("ZZ-06")
def test_a_chain_made_while_placing_removes_at_once() -> None:
    match = placed(["a1", "b1"], ["a5", "c7"]).play("c1")
    assert match.seat == 0
    assert match.legal() == ["xa5", "xc7"]
    match.play("xa5")
    assert match.seat == 1
    assert match.position() == "zhizhu w......./w......./w.....b. b 6-7 0 - - 0 6"


@rule("ZZ-07")
def test_sliding_begins_when_all_are_placed() -> None:
    match = placed(ALTERNATING[:8], BETWEEN[:8])
    assert refused(match, "a1-b1").rule == "ZZ-07"
    match.play("c1").play("c2")
    assert "c1-c8" in match.legal()
    assert all("-" in text for text in match.legal())
    assert refused(match, "c3").rule == "ZZ-07"


@rule("ZZ-07")
def test_a_slide_goes_to_a_neighbouring_free_point() -> None:
    match = web("b3 a1 c6", "b2 c1 c7 a5")
    slides = {"b3-b4", "b3-a3", "b3-c3", "a1-a2", "a1-a8", "a1-b1", "c6-c5", "c6-b6"}
    assert set(match.legal()) == slides
    assert refused(match, "b3-b2").rule == "ZZ-07"
    assert refused(match, "b3-b5").code == "not_neighbours"
    assert refused(match, "c1-c2").code == "not_your_piece"
    assert refused(match, "c4-c5").code == "not_your_piece"


@rule("ZZ-07")
def test_three_pieces_do_not_fly() -> None:
    match = web("a1 a5 c3", "b1 b2 b4 b6")
    assert set(match.legal()) == {"a1-a2", "a1-a8", "a5-a4", "a5-a6", "a5-b5"} | {
        "c3-c2",
        "c3-c4",
        "c3-b3",
    }


@rule("ZZ-08", "ZZ-12")
def test_a_spoke_chain_earns_one_removal() -> None:
    match = web("a3 b3 c4 a7", "b1 b5 c8 c7").play("c4-c3")
    assert match.legal() == ["xb1", "xb5", "xc7", "xc8"]
    assert match.play("xb1").seat == 1


@rule("ZZ-09", "ZZ-12")
def test_a_circle_chain_earns_two_removals() -> None:
    match = web("c2 c3 c4 c5 b6", "a1 a3 a5 a7 b8").play("b6-c6").play("xa1")
    assert match.seat == 0
    assert match.legal() == ["xa3", "xa5", "xa7", "xb8"]
    assert match.play("xa5").seat == 1


@rule("ZZ-09")
def test_a_circle_chain_may_cross_from_spoke_8_to_spoke_1() -> None:
    match = web("c7 c8 c1 c2 b3", "a1 a3 a5 a7 b8").play("b3-c3")
    assert match.legal() == ["xa1", "xa3", "xa5", "xa7", "xb8"]


@rule("ZZ-09")
def test_four_on_a_circle_are_no_chain() -> None:
    match = web("c2 c3 c4 b5", "a1 a3 a5 a7 b8").play("b5-c5")
    assert match.seat == 1
    match = web("c1 c3 c4 c5 b6", "a1 a3 a5 a7 b8").play("b6-c6")
    assert match.seat == 1


@rule("ZZ-10", "ZZ-11")
def test_lengthening_a_run_makes_one_circle_chain_anew() -> None:
    match = web("c1 c2 c3 c4 c5 b6", "a1 a3 a5 a7 b8").play("b6-c6")
    assert len(match.legal()) == 5
    match.play("xa1").play("xa3")
    assert match.seat == 1
    match = web("c1 c2 c3 b4 c5 c6 c7", "a1 a3 a5 a7 b8").play("b4-c4").play("xa1").play("xa3")
    assert match.seat == 1


@rule("ZZ-11")
def test_only_the_moved_piece_makes_a_chain() -> None:
    match = web("a1 b1 c1 c5", "a3 a5 b7 b6").play("c5-c6")
    assert match.seat == 1


@rule("ZZ-12")
def test_both_kinds_at_once_earn_three_removals() -> None:
    match = web("c2 c3 c4 c5 a6 b6 c7", "a1 a3 b1 b4 b8")
    match.play("c7-c6").play("xa1").play("xa3")
    assert match.seat == 0
    match.play("xb1")
    assert match.result == tablier.Result((1, 2), "captured")


@rule("ZZ-13")
def test_removals_come_first_and_are_not_optional() -> None:
    match = web("a3 b3 c4 a7", "b1 b5 c8 c7").play("c4-c3")
    assert refused(match, "a7-a8").rule == "ZZ-13"
    with pytest.raises(tablier.OutOfTurn):
        match.play("b1-b2", seat=1)
    assert refused(match, "xa7").rule == "ZZ-13"
    assert refused(match.play("xb1"), "xa7").rule == "ZZ-12"
    assert match.seat == 1


@rule("ZZ-14")
def test_a_piece_in_a_chain_is_safe() -> None:
    match = web("a3 b3 c4 a7", "a1 b1 c1 b5").play("c4-c3")
    assert match.legal() == ["xb5"]
    assert refused(match, "xb1").rule == "ZZ-14"


@rule("ZZ-14")
def test_if_all_stand_in_chains_any_can_be_taken() -> None:
    match = web("a3 b3 c4 a7", "a1 b1 c1 b2 b8 b7 b6").play("c4-c3")
    assert match.legal() == ["xa1", "xb1", "xb2", "xb6", "xb7", "xb8", "xc1"]


@rule("ZZ-15")
def test_safety_is_judged_before_each_removal() -> None:
    match = web("c2 c3 c4 c5 b6", "a1 b1 c1 a7").play("b6-c6")
    assert match.legal() == ["xa7"]
    match.play("xa7")
    assert match.legal() == ["xa1", "xb1", "xc1"]
    match = web("c2 c3 c4 c5 b6", "a1 b1 c1 c8").play("b6-c6").play("xc8")
    assert "xa1" in match.legal()


@rule("ZZ-16")
def test_removals_lapse_when_nothing_is_on_the_board() -> None:
    text = "zhizhu wwww..../......../b....... w 5-5 0 - - 0 9"
    match = tablier.read_position(text).play("a5").play("xc1")
    assert match.seat == 1
    assert match.position() == "zhizhu wwwww.../......../........ b 4-5 0 - - 0 10"


@rule("ZZ-17")
def test_removed_pieces_do_not_come_back() -> None:
    match = placed(["a1", "b1"], ["a5", "c7"]).play("c1").play("xa5")
    hands = []
    while match.state.hands != (0, 0):
        if match.state.due:
            match.play(match.legal()[0])
        else:
            match.play(
                next(
                    p
                    for p in ("a3", "a5", "b3", "b5", "c5", "c8", *match.legal())
                    if p in match.legal()
                )
            )
        hands.append(match.state.hands[1])
    assert hands == sorted(hands, reverse=True)
    assert match.scene.counts[0]["captured"] >= 1
    assert match.state.pieces[1].bit_count() <= 8


@rule("ZZ-18", "ZZ-19")
def test_a_piece_that_left_its_spoke_may_not_return_at_once() -> None:
    match = web("a1 b1 c1 a5", "b3 b5 b7 c6").play("c1-c2").play("b3-b4")
    assert match.position().split()[5:7] == ["c2-c1:s", "-"]
    assert "c2-c1" not in match.legal()
    assert refused(match, "c2-c1").rule == "ZZ-19"
    match.play("a5-a6").play("b4-b3")
    assert "c2-c1" in match.legal()
    assert match.play("c2-c1").legal() == ["xb3", "xb5", "xb7", "xc6"]


@rule("ZZ-19")
def test_another_piece_may_fill_the_gap_at_once() -> None:
    match = web("a1 b1 c1 c8", "b3 b5 b7 c6").play("c1-c2").play("b3-b4")
    assert match.play("c8-c1").seat == 0


@rule("ZZ-19")
def test_a_piece_that_left_its_run_may_not_return_at_once() -> None:
    match = web("c1 c2 c3 c4 c5", "a3 a5 a7 b7").play("c5-c6").play("a3-a2")
    assert refused(match, "c6-c5").rule == "ZZ-19"


@rule("ZZ-19")
def test_a_shortened_run_may_be_made_although_it_is_part_of_the_old_one() -> None:
    match = web("c1 c2 c3 c4 c5 c6", "a7 b7 c8 a4 a3").play("c3-b3").play("c8-c7").play("xc6")
    assert match.position().split()[5] == "-"
    assert match.play("b3-c3").seat == 0


@rule("ZZ-19")
def test_a_longer_run_that_is_whole_may_not_be_made_again() -> None:
    match = web("c1 c2 c3 c4 c5 c6", "a7 b7 c8 a4 a3").play("c6-b6").play("c8-c7").play("xb6")
    assert match.position().split()[5] == "-"
    match = web("c1 c2 c3 c4 c5 c6", "a7 b7 c8 a4 b2").play("c6-b6").play("a4-a3")
    assert refused(match, "b6-c6").rule == "ZZ-19"


@rule("ZZ-19")
def test_a_piece_that_left_both_may_remake_neither() -> None:
    match = web("c1 c2 c3 c4 c5 a5 b5", "a7 b7 c8 a2").play("c5-c6")
    assert match.position().split()[5] == "c6-c5:sc"
    assert refused(match.play("a2-a1"), "c6-c5").rule == "ZZ-19"


@rule("ZZ-19")
def test_the_other_chain_stays_forbidden_when_one_has_lost_a_piece() -> None:
    match = web("c1 c2 c3 c4 c5 a5 b5", "a7 b7 c8 a2 b2").play("c5-c6").play("c8-c7").play("xa5")
    assert match.position().split()[5] == "c6-c5:c"
    assert refused(match, "c6-c5").rule == "ZZ-19"
    match = web("c1 c2 c3 c4 c5 a5 b5", "a7 b7 c8 a2 b2").play("c5-c6").play("c8-c7").play("xc1")
    assert match.position().split()[5] == "c6-c5:s"
    assert refused(match, "c6-c5").rule == "ZZ-19"


@rule("ZZ-19")
def test_the_ban_ends_with_its_piece() -> None:
    match = web("c1 c2 c3 c4 c5", "a7 b7 c8 a2 b2").play("c5-c6").play("c8-c7").play("xc6")
    assert match.position().split()[5] == "-"


@rule("ZZ-20")
def test_two_pieces_left_lose_at_once() -> None:
    match = web("c2 c3 c4 c5 b6", "a1 a3 b8").play("b6-c6").play("xa1")
    assert match.result == tablier.Result((1, 2), "captured")
    assert match.seat is None and match.legal() == []


@rule("ZZ-20")
def test_pieces_in_hand_count() -> None:
    match = tablier.read_position("zhizhu ww....../w......./......bb w 4-4 0 - - 0 11").play("c1")
    assert match.play("xc7").result is None
    match = tablier.read_position("zhizhu ww....../w......./......bb w 1-1 0 - - 0 17").play("c1")
    assert match.play("xc7").result == tablier.Result((1, 2), "captured")


@rule("ZZ-21")
def test_a_player_who_cannot_slide_has_lost() -> None:
    match = web("a1 b2 c2 b7 c7 a7", "b1 c1 c8 b8").play("a7-a8")
    assert match.result == tablier.Result((1, 2), "blocked")
    match.undo()
    assert match.play("a7-a6").result is None


@rule("ZZ-21")
def test_a_forbidden_slide_does_not_save() -> None:
    """No game leads here: a neighbour in the broken chain could always step in."""
    match = web("a2 a8 b1 b2 c3 c8 c5 b4", "a1 c2 c4", "b 0-0 0 - - 1 30")
    assert match.legal() == ["c2-c1"]
    line = LINES.index((WEB.index["c1"], WEB.index["c2"]))
    judged = rules.judged(match.state._replace(bans=(0, rules.ban(rules.SPOKE, line))))
    assert match.game.result(judged, 2) == tablier.Result((1, 2), "blocked")


def shuttle(match: Match, times: int) -> Match:
    for _ in range(times):
        for slide in ("a1-a2", "c5-c6", "a2-a1", "c6-c5"):
            match.play(slide)
    return match


@rule("ZZ-22")
def test_the_third_time_a_position_begins_a_turn_is_a_draw() -> None:
    match = shuttle(web("a1 b3 c7", "c5 b8 a4"), 1)
    assert match.repetitions == 2 and match.result is None
    match.play("a1-a2").play("c5-c6").play("a2-a1")
    assert match.result is None
    assert match.play("c6-c5").result == tablier.Result((1, 1), "repetition")


@rule("ZZ-22")
def test_a_running_ban_makes_another_position() -> None:
    match = web("a1 b1 c2 a5", "c5 b7 a3", "b 0-0 0 c2-c1:s - 0 32")
    again = web("a1 b1 c2 a5", "c5 b7 a3", "b 0-0 0 - - 0 32")
    identity = match.game.rules.identity
    assert identity(match.state) != identity(again.state)
    assert identity(again.state) == identity(again.state._replace(quiet=7, turn=99))


@rule("ZZ-22")
def test_pieces_in_hand_make_another_position() -> None:
    few = tablier.read_position("zhizhu w......./b......./........ w 6-6 0 - - 0 7")
    many = tablier.read_position("zhizhu w......./b......./........ w 8-8 0 - - 0 3")
    assert rules.identity(few.state) != rules.identity(many.state)


@rule("ZZ-19")
def test_the_scene_marks_the_banned_line() -> None:
    match = web("a1 b1 c1 a5", "b3 b5 b7 c6").play("c1-c2").play("b3-b4")
    marks = match.scene.marks
    banned = [mark.points for mark in marks if mark.kind == "ban"]
    assert [{WEB.names[point] for point in points} for points in banned] == [{"c1", "c2"}]


@rule("ZZ-13")
def test_placing_waits_for_the_removals() -> None:
    match = placed(["a1", "b1"], ["a5", "c7"]).play("c1")
    assert refused(match, "a2").rule == "ZZ-13"


@rule("ZZ-05")
def test_sliding_out_of_turn_is_told_as_such() -> None:
    match = web("a1 b1 c1 c4", "a5 b5 c7")
    for seat in (1, tablier.TABLE):
        with pytest.raises(tablier.OutOfTurn) as caught:
            match.play("a1-a2", seat=seat)
        assert caught.value.rule == "ZZ-05"


@rule("ZZ-23")
def test_a_hundred_quiet_slides_are_a_draw() -> None:
    match = web("a1 b3 c7", "c5 b8 a4", "w 0-0 0 - - 98 151")
    assert match.play("a1-a2").result is None
    assert match.play("c5-c6").result == tablier.Result((1, 1), "quiet")


@rule("ZZ-23")
def test_a_removal_starts_the_count_again() -> None:
    match = web("a3 b3 c4 a7", "b1 b5 c8 c7", "w 0-0 0 - - 99 151").play("c4-c3").play("xb1")
    assert match.result is None
    assert match.position().split()[7] == "0"


@rule("ZZ-24")
def test_agreement_and_resignation() -> None:
    match = tablier.new("zhizhu").play("a1")
    assert match.agree_draw().result == tablier.Result((1, 1), "agreed")
    match.undo()
    assert match.resign().result == tablier.Result((1, 2), "resigned")
    match.undo()
    assert match.resign(seat=0).result == tablier.Result((2, 1), "resigned")


@rule("ZZ-25")
def test_draws_can_be_turned_off() -> None:
    match = shuttle(web("a1 b3 c7", "c5 b8 a4", "w 0-0 0 - - 98 151", draws="off"), 4)
    assert match.repetitions == 5 and match.result is None
