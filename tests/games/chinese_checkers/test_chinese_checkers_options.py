"""Chinese Checkers, rule by rule: turns that can't be played, winning, options."""

from collections.abc import Callable

import pytest
from refusals import refused

import tablier
from tablier import Match, Result
from tablier.games.chinese_checkers import GAME
from tablier.games.chinese_checkers.board import NAMES

rule = pytest.mark.rule
Star = Callable[..., Match]

NORTH_STUCK = {"n": "j10 k1 k2 k3 l1 l2", "s": "h8 i9 j8 j9 m1 g4"}
"""North's pegs can't move: one sits in a corner behind South's, five have arrived."""
DEADLOCK = {"n": "k1 k2 k3 l1 l2 a1", "s": "b1 b2 c2 c3 d4 m1"}
"""When South's peg goes from d4 to c1, nobody can move any more."""
NORTH_NEAR = "m1 l1 l2 k1 k2 j6"
"""North fills the destination by j6-k3."""


def words(match: Match) -> list[str]:
    """Rows, mover, passes, places and turn."""
    words = match.position().split()
    first = next(index for index, word in enumerate(words) if "/" in word)
    return words[first : first + 5]


def standing(match: Match, letter: str) -> set[str]:
    rows = words(match)[0].replace("/", "")
    return {NAMES[hole] for hole, peg in enumerate(rows) if peg == letter}


# Turns that can't be played


@rule("CC-14")
def test_a_turn_may_not_be_skipped() -> None:
    refusal = refused(tablier.new("chinese-checkers"), "pass")
    assert (refusal.rule, refusal.code) == ("CC-14", "no_pass_left")


@rule("CC-14")
def test_who_cannot_move_is_passed_over(star: Star) -> None:
    match = star(mover="s", turn=8, **NORTH_STUCK)
    match.play("g4-g5")
    assert (match.seat, match.state.turn) == (1, 9), "North's turn is counted"
    assert match.result is None
    match.play("i9-i8")
    assert match.seat == 0, "North can move again"


@rule("CC-14", "CC-18")
@pytest.mark.parametrize("options", ["", "forfeit=on"])
def test_who_can_only_jump_can_move(star: Star, options: str) -> None:
    match = star(mover="s", options=options, n=NORTH_STUCK["n"], s="h8 i9 j9 m1 d1 g4")
    match.play("g4-g5")
    assert match.seat == 0
    assert match.legal() == ["j10-j8"]


@rule("CC-14", "CC-17")
@pytest.mark.parametrize("options", ["swap=on", "swap=on forfeit=on"])
def test_who_can_only_swap_can_move(star: Star, options: str) -> None:
    pegs = {"n": "k1 k2 l1 l2 m1 j7", "e": "k3 j5 j6 j8 i6 i7", "w": "j9 h5 h7"}
    match = star(players=3, mover="w", options=options, **pegs).play("i1-h1")
    assert (match.seat, match.legal()) == (0, ["j7-k3"])
    without = star(players=3, mover="w", **pegs).play("i1-h1")
    assert without.seat == 1


@rule("CC-14", "CC-16")
def test_being_passed_over_uses_up_no_pass(star: Star) -> None:
    match = star(mover="s", passes="1-1", options="passes=1", **NORTH_STUCK)
    match.play("g4-g5")
    assert match.seat == 1
    assert words(match)[2] == "1-1"


@rule("CC-14")
def test_nobody_can_move_is_a_draw(star: Star) -> None:
    match = star(mover="s", **DEADLOCK)
    match.play("d4-c1")
    assert match.result == Result((1, 1), "blocked")
    assert match.state.turn == 2


@rule("CC-14", "CC-18")
def test_nobody_can_move_with_forfeit(star: Star) -> None:
    match = star(mover="s", options="forfeit=on", **DEADLOCK)
    match.play("d4-c1")
    assert match.result == Result((2, 1), "forfeited"), "North was to move"
    assert standing(match, "n") == set()


# Winning


@rule("CC-15")
def test_the_first_to_fill_the_destination_wins(star: Star) -> None:
    match = star(n=NORTH_NEAR, s="g4 g5 h4 h5 i5 j10")
    match.play("j6-j7").play("g4-g3")
    assert match.result is None
    match.undo(), match.undo()
    match.play("j6-k3")
    assert match.result == Result((1, 2), "filled")
    assert refused(match, "g4-g3").rule == "CC-15"


@rule("CC-15")
def test_own_pegs_must_fill_it(star: Star) -> None:
    match = star(n="m1 l1 l2 k1 g4 j6", s="k2 g5 h4 h5 i5 j10")
    match.play("j6-k3")
    assert match.result is None


@rule("CC-15")
def test_among_three_the_losers_share_second_place(star: Star) -> None:
    match = star(players=3, n=NORTH_NEAR)
    match.play("j6-k3")
    assert match.result == Result((1, 2, 2), "filled")


# Options


@rule("CC-16")
def test_agreed_passes_can_be_used_up() -> None:
    match = tablier.new("chinese-checkers", passes=2)
    for _ in range(2):
        assert "pass" in match.legal()
        match.play("pass").play("k1-j4").play("c1-d4").play("j4-k1").play("d4-c1")
        match.play("pass")
    assert "pass" not in match.legal()
    assert refused(match, "pass").code == "no_pass_left"
    assert words(match)[2] == "0-0"


@rule("CC-16")
@pytest.mark.parametrize("passes", [-1, "many", "1.5", 1000, True])
def test_passes_are_a_number(passes: object) -> None:
    with pytest.raises(tablier.BadOption, match="passes"):
        tablier.new("chinese-checkers", passes=passes)


@rule("CC-17")
def test_a_step_into_the_destination_may_swap(star: Star) -> None:
    pegs = {"n": "j6", "s": "k3 g5 h4 h5 i5 j10"}
    match = star(options="swap=on", **pegs)
    match.play("j6-k3")
    assert "k3" in standing(match, "n")
    assert "j6" in standing(match, "s")
    refusal = refused(star(**pegs), "j6-k3")
    assert (refusal.rule, refusal.code) == ("CC-17", "no_swapping")


@rule("CC-17")
def test_the_last_jump_may_swap_and_the_series_ends_there(star: Star) -> None:
    pegs = {"n": "g6", "s": "h6 j6 j5 k2 d1 d2"}
    match = star(options="swap=on", **pegs)
    texts = match.legal()
    assert {"g6-i6", "g6-k2"} <= set(texts)
    assert "g6-i4" not in texts
    refusal = refused(match, "g6-i6-k2-i4")
    assert (refusal.rule, refusal.code) == ("CC-17", "swap_in_series")
    match.play("g6-i6-k2")
    assert "k2" in standing(match, "n")
    assert "g6" in standing(match, "s"), "it goes where the whole move began"
    free = star(options="swap=on", n="g6", s="h6 j6 j5 d1 d2 d3")
    assert "g6-i4" in free.legal(), "through an empty hole the series goes on"


@rule("CC-17")
def test_a_swap_hole_is_occupied_for_every_other_purpose(star: Star) -> None:
    match = star(options="swap=on", n="j5 k1", s="k2 g5 h4 h5 i5 j10")
    assert "k1-k3" in match.legal(), "it can be jumped over"


@rule("CC-17")
def test_only_pegs_from_outside_swap_and_only_into_the_destination(star: Star) -> None:
    match = star(options="swap=on", n="k1 g4", s="k2 g5 h4 h5 i5 j10")
    refusal = refused(match, "k1-k2")
    assert (refusal.rule, refusal.code) == ("CC-17", "swap_from_inside")
    assert refused(match, "g4-g5").rule == "CC-08", "not in the destination"
    own = star(options="swap=on", n="j5 k1", s="g4 g5 h4 h5 i5 j10")
    assert refused(own, "j5-k1").rule == "CC-08", "an own peg"


BRIDGE = {"e": "d1 d2 d3 e1 f1 k2", "w": "f2 h3 j5 g5 g6 g7"}
"""North's peg on e2 can jump to k2; South-East's, from there, fills NW on e2."""


@rule("CC-17")
def test_a_swap_that_fills_two_triangles_is_won_by_who_moved(star: Star) -> None:
    match = star(players=3, options="swap=on", n="k1 k3 l1 l2 m1 e2", **BRIDGE)
    match.play("e2-k2")
    assert match.result == Result((1, 2, 2), "filled")


@rule("CC-17")
def test_whoever_of_the_two_has_moved_wins(star: Star) -> None:
    pegs = {"n": "k1 k3 l1 l2 m1 e2", **BRIDGE}
    match = star(players=3, mover="e", options="swap=on", **pegs)
    match.play("k2-e2")
    assert match.result == Result((2, 1, 2), "filled")
    ranked = star(players=3, mover="e", options="swap=on play_on=on", **pegs)
    assert words(ranked.play("k2-e2"))[3] == "2-1-0"


@rule("CC-17", "CC-19")
def test_a_swap_that_fills_two_triangles_settles_all_places(star: Star) -> None:
    pegs = {"n": "k1 k3 l1 l2 m1 e2", **BRIDGE}
    before = star(players=3, options="swap=on play_on=on", **pegs).play("e2-k2")
    after = star(players=3, options="swap=on", **pegs).play("e2-k2")
    assert after.resumers == (2,), "South-East is there as well"
    for match in (before, after.agree_play_on()):
        assert words(match)[3] == "1-2-0" and match.seat == 2
        assert match.play("stop").result == Result((1, 2, 3), "stopped")


@rule("CC-15", "CC-17")
def test_a_swap_can_win_for_the_other_player(star: Star) -> None:
    match = star(players=3, options="swap=on", n="k1 k3 l1 l2 g4 e2", **BRIDGE)
    match.play("e2-k2")
    assert match.result == Result((2, 1, 2), "filled")


@rule("CC-17")
def test_a_blocked_triangle_stays_blocked_without_the_option(star: Star) -> None:
    pegs = {"n": "k1 k3 l1 l2 m1 j5", "s": "k2 g5 h4 h5 i5 j10"}
    assert "j5-k2" not in star(**pegs).legal()
    assert star(options="swap=on", **pegs).play("j5-k2").result == Result((1, 2), "filled")


@rule("CC-18")
def test_who_cannot_move_forfeits(star: Star) -> None:
    match = star(mover="s", options="forfeit=on", **NORTH_STUCK)
    match.play("g4-g5")
    assert match.result == Result((2, 1), "forfeited")
    assert standing(match, "n") == set()


@rule("CC-18")
def test_a_pass_left_does_not_save_from_forfeit(star: Star) -> None:
    match = star(mover="s", passes="3-3", options="passes=3 forfeit=on", **NORTH_STUCK)
    match.play("g4-g5")
    assert match.result == Result((2, 1), "forfeited")


STUCK_OF_THREE = {"n": "k1 k2 k3 l1 l2 a1", "e": "m1 b1 b2 c1 c3 g4"}


@rule("CC-18")
def test_after_a_forfeit_the_other_two_go_on(star: Star) -> None:
    match = star(players=3, mover="w", options="forfeit=on", **STUCK_OF_THREE)
    match.play("h1-g1")
    assert (match.seat, match.result) == (1, None)
    assert standing(match, "n") == set()
    assert refused(match, "a1-b1", seat=0).rule == "CC-18"
    assert match.play("g4-g5").play("g1-h1").seat == 1, "the empty home is skipped"
    match.resign()
    assert match.result == Result((3, 2, 1), "resigned")


@rule("CC-14", "CC-18")
def test_without_forfeit_the_third_player_is_only_passed_over(star: Star) -> None:
    match = star(players=3, mover="w", **STUCK_OF_THREE)
    match.play("h1-g1")
    assert match.seat == 1
    assert len(standing(match, "n")) == 6
    assert match.play("b2-d7").play("g1-h1").seat == 0


@rule("CC-19")
def test_the_others_play_on_for_second_place(star: Star) -> None:
    east = "d1 d2 d3 e1 e2 f2"
    match = star(players=3, options="play_on=on", n=NORTH_NEAR, e=east)
    match.play("j6-k3")
    assert match.result is None
    assert words(match)[3] == "1-0-0"
    assert refused(match, "k3-k2", seat=0).rule == "CC-19"
    match.play("f2-g1").play("h1-h2")
    assert match.seat == 1, "who has finished is skipped"
    match.play("g1-f1")
    assert match.result is None and words(match)[3] == "1-2-0"
    assert refused(match, "f1-e2", seat=1).code == "finished"


WEST_NEAR = {"n": "k1 k2 k3 l1 l2 m1", "e": "d1 d2 d3 e1 e2 f1", "w": "d8 d9 d10 e8 e9 g6"}


@rule("CC-19")
def test_the_last_player_goes_on_alone_until_there(star: Star) -> None:
    match = star(players=3, mover="w", places="1-2-0", options="play_on=on", **WEST_NEAR)
    assert match.seats == (2,) and "stop" in match.legal()
    assert GAME.scene(match.state).prompt.token == "alone"
    assert match.play("g6-g7").play("g7-f8").result == Result((1, 2, 3), "ranked")
    assert refused(match, "f8-e9", seat=2).rule == "CC-19"


@rule("CC-19", "CC-21")
@pytest.mark.parametrize(("text", "reason"), [("stop", "stopped"), ("resign", "resigned")])
def test_the_last_player_may_stop_which_changes_no_place(
    star: Star, text: str, reason: str
) -> None:
    match = star(players=3, mover="w", places="1-2-0", options="play_on=on", **WEST_NEAR)
    assert match.play(text).result == Result((1, 2, 3), reason)
    assert tablier.read_record(match.record()).result == match.result


@rule("CC-14", "CC-18", "CC-19", "CC-20")
def test_other_ends_change_no_place_of_the_last_either(star: Star) -> None:
    near = star(players=3, mover="w", places="1-2-0", options="play_on=on", **WEST_NEAR)
    for move in ["g6-g7", "g7-g6"] * 2:
        near.play(move)
    assert near.result == Result((1, 2, 3), "repetition")
    late = {"places": "1-2-0", "mover": "w", "turn": 600, **WEST_NEAR}
    last = star(players=3, options="play_on=on", **late).play("g6-g7")
    assert last.result == Result((1, 2, 3), "limit")
    stuck = {"n": NORTH_STUCK["n"], "e": WEST_NEAR["e"], "w": NORTH_STUCK["s"]}
    for options in ("play_on=on", "play_on=on forfeit=on"):
        match = star(players=3, places="0-1-3", options=options, **stuck)
        assert match.result == Result((2, 1, 3), "blocked"), "around who has resigned"
        assert len(standing(match, "n")) == 6
    agreed = star(players=3, mover="w", places="1-2-0", options="play_on=on", **WEST_NEAR)
    assert agreed.agree_draw().result == Result((1, 2, 3), "agreed")


@rule("CC-19")
def test_nobody_else_may_stop(star: Star) -> None:
    match = tablier.new("chinese-checkers", players=3, play_on=True)
    refusal = refused(match, "stop")
    assert (refusal.rule, refusal.code) == ("CC-19", "not_the_last")
    both = star(players=3, options="play_on=on", n=NORTH_NEAR).play("j6-k3")
    assert refused(both, "stop").code == "not_the_last"


@rule("CC-19")
def test_the_others_may_agree_to_play_on_after_a_win(star: Star) -> None:
    match = star(players=3, n=NORTH_NEAR, e="d1 d2 d3 e1 e2 f2")
    with pytest.raises(tablier.IllegalMove, match="going on"):
        match.agree_play_on()
    match.play("j6-k3")
    assert match.result == Result((1, 2, 2), "filled") and match.resumers == (1, 2)
    with pytest.raises(tablier.OutOfTurn, match="agree_play_on"):
        match.play("play_on", seat=1)
    match.agree_play_on()
    assert match.result is None and match.seat == 1 and not match.resumers
    assert match.position().endswith(" 1-0-0 2 on")
    with pytest.raises(tablier.IllegalMove, match="going on"):
        match.agree_play_on()
    match.play("f2-f1").play("stop")
    assert match.result == Result((1, 2, 3), "stopped") and not match.resumers
    assert "2. play_on f2-f1" in match.record()
    again = tablier.read_record(match.record())
    assert (again.states, again.repetitions) == (match.states, match.repetitions)
    while match.actions[-1] != "j6-k3":
        match.undo()
    assert match.resumers == (1, 2)


@rule("CC-19", "CC-20")
def test_the_position_from_which_one_plays_on_counts_as_begun(star: Star) -> None:
    match = star(players=3, n=NORTH_NEAR).play("j6-k3").agree_play_on()
    assert match.repetitions == 1
    for move in ["h8-g7", "h1-g1", "g7-h8", "g1-h1"] * 2:
        match.play(move)
    assert match.result == Result((1, 2, 2), "repetition")


@rule("CC-19", "CC-21")
def test_after_a_win_over_one_the_other_may_go_on_alone(star: Star) -> None:
    match = star(players=3, n=NORTH_NEAR).resign(1).play("j6-k3")
    assert match.result == Result((1, 3, 2), "filled") and match.resumers == (2,)
    assert match.agree_play_on().play("stop").result == Result((1, 3, 2), "stopped")


@rule("CC-19")
def test_nobody_plays_on_where_nobody_is_left_or_nobody_has_won(star: Star) -> None:
    won = star(n=NORTH_NEAR, s="g4 g5 h4 h5 i5 j10").play("j6-k3")
    with pytest.raises(tablier.IllegalMove, match="over") as refused:
        won.agree_play_on()
    assert refused.value.rule == "CC-15"
    drawn = tablier.new("chinese-checkers", players=3).agree_draw()
    assert won.resumers == drawn.resumers == ()


@rule("CC-19")
def test_playing_on_goes_on_when_one_is_left_by_forfeit(star: Star) -> None:
    """East has a peg behind West's at d10, and the others in NW around West's at d1."""
    match = star(
        players=3,
        mover="w",
        places="1-0-0",
        options="play_on=on forfeit=on",
        n="k1 k2 k3 l1 l2 m1",
        e="d10 d2 d3 e1 e2 f1",
        w="d1 d9 e9 d8 f8 g4",
    )
    match.play("g4-g5")
    assert match.result is None and words(match)[3] == "1-3-0"
    assert match.play("stop").result == Result((1, 3, 2), "stopped")


@rule("CC-19")
def test_two_players_cannot_choose_to_play_on() -> None:
    with pytest.raises(tablier.BadOption, match=r"for 3 players, not for 2 \(CC-19\)"):
        tablier.new("chinese-checkers", play_on=True)
    with pytest.raises(tablier.BadOption, match="CC-19"):
        tablier.read_position("chinese-checkers play_on=on")
    assert not tablier.new("chinese-checkers", play_on=False).setup.options["play_on"]
