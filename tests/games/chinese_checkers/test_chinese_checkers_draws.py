"""Chinese Checkers, rule by rule: draws and giving up."""

from collections.abc import Callable

import pytest
from refusals import refused

import tablier
from tablier import Match, OutOfTurn, Result

rule = pytest.mark.rule
Star = Callable[..., Match]

NORTH_NEAR = "m1 l1 l2 k1 k2 j6"
"""North fills the destination by j6-k3."""

SHUFFLE = ["c1-d4", "k1-j4", "d4-c1", "j4-k1"]


@rule("CC-20")
def test_the_third_time_is_a_draw() -> None:
    match = tablier.new("chinese-checkers")
    for move in SHUFFLE * 2:
        assert match.result is None
        match.play(move)
    assert match.result == Result((1, 1), "repetition")
    assert match.repetitions == 3


@rule("CC-20")
def test_other_passes_left_are_another_position() -> None:
    match = tablier.new("chinese-checkers", passes=2)
    for _ in range(2):
        match.play("pass").play("pass")
        assert match.repetitions == 1
    assert match.result is None


@rule("CC-20")
def test_players_out_are_another_position() -> None:
    match = tablier.new("chinese-checkers", players=3)
    north = ["c1-d5", "d5-d4", "d4-d5"]
    east = ["h8-g7", "g7-h7", "h7-h8"]
    west = ["h1-g1", "g1-h2", "h2-h1"]
    after_first = match.play(north[0]).state
    match.play(east[0]).play(west[0])
    for moves in zip(north[1:], east[1:], west[1:], strict=True):
        for move in moves:
            match.play(move)
    match.resign()
    assert match.state.upper == after_first.upper
    assert match.state.lower == after_first.lower
    assert match.seat == after_first.seat
    assert match.repetitions == 1


@rule("CC-20")
@pytest.mark.parametrize(("players", "last"), [(2, 400), (3, 600)])
def test_two_hundred_turns_each_are_a_draw(star: Star, players: int, last: int) -> None:
    mover = "s" if players == 2 else "w"
    match = star(players=players, mover=mover, turn=last - players)
    moves = ["k1-j4", "c1-d4", "j4-k1"] if players == 2 else ["h1-g1", "c1-d4", "h8-g7", "g1-h1"]
    for move in moves:
        assert match.result is None
        match.play(move)
    assert match.state.turn == last
    assert match.result == Result((1,) * players, "limit")


@rule("CC-15", "CC-20")
def test_the_last_turn_can_still_win(star: Star) -> None:
    match = star(mover="s", turn=400, s="d5 c2 c3 b1 b2 a1", n="g4 g5 h4 h5 i5 j10")
    assert match.play("d5-c1").result == Result((2, 1), "filled")


@rule("CC-20")
def test_who_still_plays_shares_the_next_place(star: Star) -> None:
    match = star(
        players=3,
        mover="w",
        places="1-0-0",
        turn=600,
        options="play_on=on",
        n="k1 k2 k3 l1 l2 m1",
    )
    assert match.play("h1-g1").result == Result((1, 2, 2), "limit")


@rule("CC-20")
def test_draws_can_be_turned_off(star: Star) -> None:
    match = tablier.new("chinese-checkers", draws=False)
    for move in SHUFFLE * 3:
        match.play(move)
    assert (match.repetitions, match.result) == (4, None)
    late = star(turn=5001, options="draws=off")
    assert late.play("c1-d4").result is None


@rule("CC-21")
def test_the_players_may_agree_on_a_draw(star: Star) -> None:
    match = tablier.new("chinese-checkers").play("c1-d4").agree_draw()
    assert match.result == Result((1, 1), "agreed")
    ranked = star(players=3, mover="e", places="1-0-0", options="play_on=on", n="k1 k2 k3 l1 l2 m1")
    assert ranked.agree_draw().result == Result((1, 2, 2), "agreed")


@rule("CC-21")
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_who_resigns_loses(seat: int) -> None:
    match = tablier.new("chinese-checkers").resign(seat)
    assert match.result == Result((2, 1) if seat == 0 else (1, 2), "resigned")


@rule("CC-21")
def test_of_three_who_resigns_is_skipped_and_the_pegs_stay() -> None:
    match = tablier.new("chinese-checkers", players=3).resign()
    assert (match.seat, match.state.turn, match.result) == (1, 1, None)
    assert sum(peg.seat == 0 for peg in match.scene.pieces) == 6
    match.play("h8-g7").play("h1-g1")
    assert match.seat == 1
    refusal = refused(match, "c1-d4", seat=0)
    assert isinstance(refusal, OutOfTurn)
    assert refusal.rule == "CC-21"
    with pytest.raises(OutOfTurn):
        match.resign(0)
    match.resign(2)
    assert match.result == Result((3, 1, 2), "resigned")


@rule("CC-09", "CC-21")
def test_pegs_left_behind_are_obstacles_to_step_around_and_jump(star: Star) -> None:
    match = star(players=3, mover="e", n="g5", e="g4").resign(0)
    assert "g4-g5" not in match.legal()
    assert "g4-g6" in match.legal()


@rule("CC-21")
def test_resigning_out_of_turn_leaves_the_turn_where_it_is() -> None:
    match = tablier.new("chinese-checkers", players=3).play("c1-d4")
    match.resign(0)
    assert (match.seat, match.state.turn) == (1, 1)
    match.play("h8-g7").play("h1-g1")
    assert match.seat == 1
    assert tablier.read_record(match.record()).record() == match.record()


BLOCKED_NEXT = (
    "w/ne/n.e/....e..www/.......ww/e......n/e.....e/......../........./........../.n./n./n"
    " e 0-0-0 0-0-0 11"
)


@pytest.mark.rule("CC-21", "CC-14", "CC-18")
def test_a_resignation_passes_over_who_can_not_move() -> None:
    match = tablier.read_position(f"chinese-checkers players=3 {BLOCKED_NEXT}").resign()
    assert match.seat == 0 and match.state.turn == 12
    match = tablier.read_position(f"chinese-checkers players=3 forfeit=on {BLOCKED_NEXT}").resign()
    assert match.result == tablier.Result((1, 3, 2), "forfeited")
