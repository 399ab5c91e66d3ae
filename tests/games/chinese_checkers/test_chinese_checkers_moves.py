"""Chinese Checkers, rule by rule: the star, setting up, moving."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import tablier
from tablier import Match, OutOfTurn, UnreadableMove
from tablier.games.chinese_checkers import rules
from tablier.games.chinese_checkers.board import HOLES, NAMES, STAR

rule = pytest.mark.rule
Star = Callable[..., Match]
HOLE = st.integers(0, HOLES - 1)


def ends(match: Match, hole: str) -> set[str]:
    """Where the peg in a hole can go."""
    return {text.split("-")[1] for text in match.legal() if text.startswith(f"{hole}-")}


def neighbours(name: str) -> set[str]:
    return {NAMES[hole] for hole in STAR.neighbours[STAR.index[name]]}


def standing(match: Match, letter: str) -> set[str]:
    """The holes where a player's pegs stand, taken from the position's text."""
    rows = next(word for word in match.position().split() if "/" in word)
    return {NAMES[hole] for hole, peg in enumerate(rows.replace("/", "")) if peg == letter}


# The board


@rule("CC-01")
def test_the_star_has_73_holes_in_thirteen_rows() -> None:
    lengths = [1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1]
    assert len(NAMES) == 73
    assert list(NAMES) == [
        f"{letter}{number}"
        for letter, length in zip("abcdefghijklm", lengths, strict=True)
        for number in range(1, length + 1)
    ]
    assert sum(map(len, STAR.areas.values())) == 36


@rule("CC-01", "CC-02")
def test_every_row_is_centred_and_read_from_the_left() -> None:
    for letter in "abcdefghijklm":
        row = [STAR.places[STAR.index[name]] for name in NAMES if name[0] == letter]
        across = [x for x, _ in row]
        assert across == sorted(across)
        assert abs(sum(across)) < 1e-9
        assert len({y for _, y in row}) == 1
    assert STAR.places[STAR.index["a1"]] == (0, -1)
    assert STAR.places[STAR.index["m1"]] == (0, 1)


@rule("CC-02")
def test_neighbours_by_name() -> None:
    assert neighbours("g4") == {"g3", "g5", "f4", "f5", "h4", "h5"}
    assert neighbours("a1") == {"b1", "b2"}
    assert neighbours("c1") == {"b1", "c2", "d4", "d5"}
    assert neighbours("d4") == {"c1", "d3", "d5", "e3", "e4"}
    assert neighbours("d10") == {"d9", "e9"}
    assert neighbours("g7") == {"g6", "f7", "f8", "h7", "h8"}
    assert neighbours("j1") == {"i1", "j2"}
    assert neighbours("k3") == {"k2", "l2", "j6", "j7"}


@rule("CC-02")
@given(one=HOLE, other=HOLE)
def test_neighbours_are_the_holes_one_step_away(one: int, other: int) -> None:
    (x, y), (u, v) = STAR.places[one], STAR.places[other]
    step = STAR.places[STAR.index["g2"]][0] - STAR.places[STAR.index["g1"]][0]
    near = abs(((x - u) ** 2 + (y - v) ** 2) ** 0.5 - step) < 1e-9
    assert (other in STAR.neighbours[one]) == near


@rule("CC-03")
def test_the_triangles_clockwise_from_the_top() -> None:
    named = {area: {NAMES[hole] for hole in holes} for area, holes in STAR.areas.items()}
    assert named == {
        "N": {"a1", "b1", "b2", "c1", "c2", "c3"},
        "NE": {"d8", "d9", "d10", "e8", "e9", "f8"},
        "SE": {"h8", "i8", "i9", "j8", "j9", "j10"},
        "S": {"k1", "k2", "k3", "l1", "l2", "m1"},
        "SW": {"h1", "i1", "i2", "j1", "j2", "j3"},
        "NW": {"d1", "d2", "d3", "e1", "e2", "f1"},
    }
    assert list(named) == ["N", "NE", "SE", "S", "SW", "NW"]


@rule("CC-03")
@pytest.mark.parametrize(
    ("players", "letter", "goal"),
    [(2, "n", "S"), (2, "s", "N"), (3, "n", "S"), (3, "e", "NW"), (3, "w", "NE")],
)
def test_the_destination_is_the_triangle_opposite(
    star: Star, players: int, letter: str, goal: str
) -> None:
    pegs = {"s": "g3 g4 g5 h4 h5 i5", "n": "g3 g4 g5 h4 h5 i5"}
    others = {other: pegs[other] for other in pegs if other != letter and players == 2}
    holes = " ".join(NAMES[hole] for hole in STAR.areas[goal])
    match = star(players=players, mover=letter, **{letter: holes}, **others)
    assert match.result is not None
    assert match.result.ranks["ns".index(letter) if players == 2 else "new".index(letter)] == 1


# Setting up


@rule("CC-04")
def test_two_players_start_in_opposite_triangles() -> None:
    match = tablier.new("chinese-checkers")
    assert match.seat_names == ("north", "south")
    assert standing(match, "n") == {"a1", "b1", "b2", "c1", "c2", "c3"}
    assert standing(match, "s") == {"k1", "k2", "k3", "l1", "l2", "m1"}


@rule("CC-05")
def test_three_players_start_with_an_empty_triangle_between_them() -> None:
    match = tablier.new("chinese-checkers", players=3)
    assert match.seat_names == ("north", "south-east", "south-west")
    assert standing(match, "n") == {"a1", "b1", "b2", "c1", "c2", "c3"}
    assert standing(match, "e") == {"h8", "i8", "i9", "j8", "j9", "j10"}
    assert standing(match, "w") == {"h1", "i1", "i2", "j1", "j2", "j3"}


@rule("CC-04", "CC-05")
@pytest.mark.parametrize("players", [1, 4, 6])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(tablier.BadOption, match="2, 3"):
        tablier.new("chinese-checkers", players=players)


@rule("CC-06")
def test_the_player_at_n_begins_and_turns_go_clockwise() -> None:
    two = tablier.new("chinese-checkers")
    seats = [two.seat, two.play("c1-d4").seat, two.play("k1-j4").seat]
    assert seats == [0, 1, 0]
    three = tablier.new("chinese-checkers", players=3)
    seats = [three.seat]
    for move in ("c1-d4", "h8-g7", "h1-g1"):
        seats.append(three.play(move).seat)
    assert seats == [0, 1, 2, 0]


@rule("CC-06")
def test_out_of_turn_is_refused() -> None:
    match = tablier.new("chinese-checkers")
    refusal = refused(match, "k1-j4", seat=1)
    assert isinstance(refusal, OutOfTurn)
    assert refusal.rule == "CC-06"


# Steps and jumps


@rule("CC-07")
def test_a_turn_is_one_move_of_one_own_peg(star: Star) -> None:
    match = star(n="g4", s="g6")
    assert refused(match, "g6-g7").rule == "CC-07"
    assert refused(match, "e5-e6").rule == "CC-07"
    match.play("g4-h4")
    assert match.seat == 1
    assert standing(match, "n") == {"h4", "a1", "b1", "b2", "c1", "c2"}


@rule("CC-07")
def test_the_first_turn_has_ten_moves() -> None:
    assert tablier.new("chinese-checkers").legal() == [
        *("b1-d4", "b1-d6", "b2-d5", "b2-d7", "c1-d4"),
        *("c1-d5", "c2-d5", "c2-d6", "c3-d6", "c3-d7"),
    ]


@rule("CC-08")
def test_a_step_goes_to_any_empty_neighbour(star: Star) -> None:
    assert ends(star(n="g4"), "g4") == {"g3", "g5", "f4", "f5", "h4", "h5"}


@rule("CC-08")
def test_a_step_needs_an_empty_hole(star: Star) -> None:
    match = star(n="d4 d5 e3 e4 c1 f6", s="d3")
    assert ends(match, "d4").isdisjoint({"d3", "d5", "e3", "e4", "c1"})
    assert refused(match, "d4-d3").rule == "CC-08"
    assert refused(match, "d4-e4").rule == "CC-08"
    assert "d5-c2" in match.legal()


@rule("CC-09")
@pytest.mark.parametrize("whose", ["n", "s"])
@pytest.mark.parametrize(
    ("over", "to"),
    [("g5", "g6"), ("h5", "i6"), ("h4", "i4"), ("g3", "g2"), ("f4", "e4"), ("f5", "e6")],
)
def test_a_jump_goes_straight_over_any_one_peg(star: Star, whose: str, over: str, to: str) -> None:
    match = star(n="g4 " + over) if whose == "n" else star(n="g4", s=over)
    assert ends(match, "g4") == {"g3", "g5", "f4", "f5", "h4", "h5", to} - {over}


@rule("CC-09")
def test_only_a_single_neighbouring_peg_is_jumped(star: Star) -> None:
    two_in_a_row = star(n="g4", s="g5 g6")
    assert ends(two_in_a_row, "g4").isdisjoint({"g6", "g7"})
    gap = star(n="g4", s="g6")
    assert "g7" not in ends(gap, "g4")
    nothing = star(n="g4")
    refusal = refused(nothing, "g4-g6")
    assert (refusal.rule, refusal.code) == ("CC-09", "nothing_to_jump")
    assert refused(two_in_a_row, "g4-g6").rule == "CC-08"


@rule("CC-09")
def test_a_jump_off_the_board_lands_nowhere(star: Star) -> None:
    assert ends(star(n="g2", s="g1"), "g2") == {"g3", "f2", "f3", "h2", "h3"}
    assert "e1" not in ends(star(n="d9", s="d10"), "d9")


@rule("CC-10")
def test_a_series_turns_and_stops_as_it_likes(star: Star) -> None:
    match = star(n="g4", s="g5 h6 i5")
    assert {"g6", "i6", "i4"} <= ends(match, "g4")
    for stop in ("g6", "i6", "i4"):
        match.play(f"g4-{stop}")
        assert standing(match, "s") >= {"g5", "h6", "i5"}, "jumped pegs stay"
        match.undo()


@rule("CC-10")
def test_steps_and_jumps_are_not_mixed(star: Star) -> None:
    match = star(n="g4", s="g5")
    assert "g7" not in ends(match, "g4"), "a jump and a step"
    assert "g6" not in ends(star(n="g3", s="g5"), "g3"), "a step and a jump"
    assert refused(match, "g4-g7").rule == "CC-10"
    for written in ("g4-g6-g7", "g4-h4-h5"):
        refusal = refused(match, written)
        assert (refusal.rule, refusal.code) == ("CC-10", "step_in_series")


@rule("CC-11")
def test_any_triangle_may_be_entered_and_left(star: Star) -> None:
    for outside, inside in [("f7", "f8"), ("h7", "h8"), ("h2", "h1"), ("f2", "f1")]:
        assert inside in ends(star(n=outside), outside)
        assert outside in ends(star(n=inside), inside)
    assert "c1" in ends(star(n="d4 c2 c3 b1 b2 a1"), "d4"), "back home"


@rule("CC-12")
def test_a_peg_at_rest_in_its_destination_stays_there(star: Star) -> None:
    match = star(n="k1", s="g4 g5 h4 h5 i5 j10")
    assert ends(match, "k1") == {"k2", "l1"}
    for outside in ("j4", "j5"):
        refusal = refused(match, f"k1-{outside}")
        assert (refusal.rule, refusal.code) == ("CC-12", "bound")
    assert "d4" in ends(star(n="c1"), "c1"), "only the destination holds pegs"
    assert "j4" in ends(star(n="g4", s="k1", mover="s"), "k1")


@rule("CC-12")
def test_passing_through_does_not_bind(star: Star) -> None:
    match = star(n="i4", s="j5 j6 g2 g3 g4 h8")
    assert {"k2", "i6"} <= ends(match, "i4")
    match.play("i4-k2").play("h8-h7")
    assert ends(match, "k2") == {"k1", "k3", "l1", "l2"}, "at rest it is bound"


@rule("CC-12")
def test_a_bound_peg_does_not_touch_down_outside(star: Star) -> None:
    match = star(n="k1", s="j5 j6 g2 g3 g4 h8")
    assert "k3" not in ends(match, "k1")
    refusal = refused(match, "k1-k3")
    assert (refusal.rule, refusal.code) == ("CC-12", "bound_during_series")
    assert refused(match, "k1-i5-k3").rule == "CC-12"
    assert "k3" in ends(star(n="k1 k2", s="j5 j6 g2 g3 g4 h8"), "k1"), "a jump inside"


@rule("CC-13")
def test_a_series_ends_in_another_hole(star: Star) -> None:
    match = star(n="g4", s="g5 f6 f5")
    assert {"g6", "e6"} <= ends(match, "g4")
    assert "g4" not in ends(match, "g4")
    for round_trip in ("g4-g6-e6-g4", "g4-g4"):
        refusal = refused(match, round_trip)
        assert (refusal.rule, refusal.code) == ("CC-13", "same_hole")


@rule("CC-13")
def test_two_ways_to_the_same_hole_are_one_move(star: Star) -> None:
    match = star(n="g4", s="g5 f6 f5")
    out = [0] * rules.MOST_ACTIONS
    listed = out[: rules.actions(match.state, 0, out)]
    assert len(listed) == len(set(listed))
    short = match.play("g4-e6").state
    match.undo()
    assert match.play("g4-g6-e6").state == short
    match.undo()
    assert match.play("g4-e6-g4-e6").state == short, "across the hole it began in"
    assert match.actions == ["g4-e6"]


# Writing moves


@rule("CC-09")
@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("g4-g6-g2", "not_a_jump"),
        ("g4-g6-g6", "not_a_jump"),
        ("g4-g6-e6", "nothing_to_jump"),
        ("g4-i6-i8", "landing_taken"),
    ],
)
def test_every_hop_of_a_written_series_must_be_a_jump(star: Star, written: str, code: str) -> None:
    match = star(n="g4 h5 a1 b1 b2 c1", s="g5 i7 i8 k1 k2 k3")
    refusal = refused(match, written)
    assert (refusal.rule, refusal.code) == ("CC-09", code)


@pytest.mark.parametrize(
    "text",
    ["", "g4", "g4-", "g4-z9", "g4-g8", "a2-b1", "g4 g5", "g04-g5", "g4–g5"],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="pass"):
        tablier.new("chinese-checkers").play(text)


def test_a_written_series_out_of_turn_is_out_of_turn(star: Star) -> None:
    match = star(n="g4", s="g5 k1")
    assert isinstance(refused(match, "g5-g3-g2", seat=1), OutOfTurn)
