"""Senseï, rule by rule: the board, stones, characters and turns."""

import pytest
from refusals import refused

import tablier
from tablier import Match, OutOfTurn, Result
from tablier.games.sensei.board import NAMES, tray

rule = pytest.mark.rule

START = "rrrRrrr/......./......./......./......./......./gggGggg g 0 0 1"


def board(*rows: str, turn: str = "g 0 0 31", options: str = "") -> Match:
    """A match that begins with these rows, 7 down to 1."""
    return tablier.read_position(" ".join(["sensei", options, "/".join(rows), turn]))


def played(match: Match, actions: str) -> Match:
    for action in actions.split():
        match.play(action)
    return match


def targets(match: Match, source: str) -> set[str]:
    """Where the stone or the character on a square can go."""
    return {text[3:] for text in match.legal() if text[:3] in (f"{source}-", f"{source}*")}


# Board and start


@rule("SE-01")
def test_the_board_has_seven_rows_and_seven_columns() -> None:
    plain = tray(0)
    assert plain.names == tuple(f"{column}{row}" for row in range(1, 8) for column in "abcdefg")
    assert plain.places[plain.index["d4"]] == (0, 0)
    x, y = plain.places[plain.index["g1"]]
    assert x > 0 and y > 0, "row 1 lies at the bottom"
    assert [plain.names[p] for p in plain.areas["green-start"]] == [f"{c}1" for c in "abcdefg"]
    assert [plain.names[p] for p in plain.areas["red-start"]] == [f"{c}7" for c in "abcdefg"]


@rule("SE-01")
def test_the_board_as_text() -> None:
    shown = tablier.new("sensei", way="arashi-expert").show().splitlines()
    assert shown[0] == "7  r  r  r  R  r  r  r  7"
    assert shown[2] == "5  ·  ◎  ·  ·  ·  ◎  ·  5"
    assert shown[6] == "1  g  g  g  G  g  g  g  1"
    assert shown[7] == "   a  b  c  d  e  f  g"


@rule("SE-02", "SE-03")
def test_the_start() -> None:
    match = tablier.new("sensei")
    assert match.position() == f"sensei {START}"
    assert match.seat_names == ("green", "red")
    assert match.seat == 0


@rule("SE-03")
def test_players_take_turns_from_green_on() -> None:
    match = tablier.new("sensei")
    with pytest.raises(OutOfTurn) as caught:
        match.play("b7-b6", seat=1)
    assert caught.value.code == "not_your_turn"
    assert played(match, "b1-b2 end").seat == 1
    assert played(match, "b7-b6 end").seat == 0


# The ways to play


@rule("SE-04")
def test_in_arashi_a_stone_slides_any_number_of_free_squares() -> None:
    match = tablier.new("sensei", way="arashi")
    assert targets(match, "b1") == {"b2", "b3", "b4", "b5", "b6"}
    assert targets(match.play("b1-b4"), "b4") == {f"{c}4" for c in "acdefg"} | {
        f"b{r}" for r in "12356"
    }


@rule("SE-05")
@pytest.mark.parametrize("way", ["shizukana", "shizukana-crossed"])
def test_in_shizukana_a_stone_moves_one_square(way: str) -> None:
    match = tablier.new("sensei", way=way)
    assert targets(match, "c1") == {"c2"}
    assert targets(match.play("c1-c2"), "c2") == {"c1", "c3", "b2", "d2"}
    refusal = refused(match, "c2-c4")
    assert (refusal.rule, refusal.code) == ("SE-05", "one_square")


@rule("SE-06")
def test_in_shizukana_crossed_two_stones_start_on_the_other_side() -> None:
    match = tablier.new("sensei", way="shizukana-crossed")
    rows = "rgrRrgr/......./......./......./......./......./grgGgrg"
    assert match.position() == f"sensei way=shizukana-crossed {rows} g 0 0 1"
    assert " ".join(match.legal()) == "a1-a2 b7-b6 c1-c2 d1*c1 d1*e1 e1-e2 f7-f6 g1-g2"


@rule("SE-07")
def test_the_pits_of_arashi_expert() -> None:
    match = tablier.new("sensei", way="arashi-expert")
    rows = "rrrRrrr/......./.o...o./...o.../.o...o./......./gggGggg"
    assert match.position() == f"sensei way=arashi-expert {rows} g 0 0 1"
    pits = match.game.board(match.state).areas["pits"]
    assert [NAMES[square] for square in pits] == ["b3", "f3", "d4", "b5", "f5"]
    assert tablier.new("sensei").game.board(tablier.new("sensei").state).areas["pits"] == ()


@rule("SE-07")
@pytest.mark.parametrize("target", ["b3", "b4", "b6"])
def test_a_stone_neither_stops_on_a_pit_nor_slides_across(target: str) -> None:
    match = tablier.new("sensei", way="arashi-expert")
    assert targets(match, "b1") == {"b2"}
    assert targets(match, "c1") == {"c2", "c3", "c4", "c5", "c6"}
    refusal = refused(match, f"b1-{target}")
    assert (refusal.rule, refusal.details["stop"]) == ("SE-07", "b3")


@rule("SE-07", "SE-14")
def test_a_character_flies_over_pits() -> None:
    match = played(tablier.new("sensei", way="arashi-expert"), "c1-c4 c4-b4 d1*b1")
    match = played(match, "a7-a6 end b1*b4")
    assert match.actions[-1] == "b1*b4"


# A turn


@rule("SE-08")
@pytest.mark.parametrize(
    "turn",
    ["b1-b2 c1-c2 d1*e1", "b1-b2 d1*e1 c1-c2", "d1*e1 b1-b2 c1-c2", "d1*e1 d1-d5 d5-a5"],
)
def test_three_actions_in_any_order_make_a_turn(turn: str) -> None:
    match = played(tablier.new("sensei"), turn)
    assert match.seat == 1 and match.state.turn == 1
    assert len(match.turns[0].moves) == 3


@rule("SE-08")
def test_one_stone_may_make_both_moves_also_back() -> None:
    assert played(tablier.new("sensei"), "b1-b4 b4-e4").seat == 0
    match = played(tablier.new("sensei"), "b1-b4 b4-b1")
    assert match.position() == f"sensei {START.replace('g 0 0 1', 'g 2 0 1')}"


@rule("SE-08")
def test_each_action_is_there_once() -> None:
    match = played(tablier.new("sensei"), "b1-b2 c1-c2")
    assert match.legal() == ["d1*a1", "d1*c2", "d1*e1", "d1*f1", "d1*g1", "end"]
    refusal = refused(match, "a1-a2")
    assert (refusal.rule, refusal.code) == ("SE-08", "stones_moved")
    match = played(tablier.new("sensei"), "d1*e1")
    assert not [text for text in match.legal() if "*" in text]
    refusal = refused(match, "e1*d1")
    assert (refusal.rule, refusal.code) == ("SE-08", "character_moved")


@rule("SE-09")
def test_at_least_one_action_must_be_taken() -> None:
    match = tablier.new("sensei")
    assert "end" not in match.legal()
    refusal = refused(match, "end")
    assert (refusal.rule, refusal.code) == ("SE-09", "nothing_done")


@rule("SE-09")
@pytest.mark.parametrize("action", ["b1-b2", "d1*e1"])
def test_one_action_is_enough(action: str) -> None:
    match = tablier.new("sensei").play(action)
    assert match.seat == 0 and "end" in match.legal()
    assert match.play("end").seat == 1


@rule("SE-09")
def test_a_turn_ends_by_itself_when_nothing_is_left() -> None:
    lone = ("...R...", "rrrrrr.", "......g", "......g", ".....gg", ".....gg", "G......")
    match = played(board(*lone), "g5-f5 f5-g5")
    assert match.seat == 1, "the character sees no stone to fly to"
    match = played(board(*lone), "g5-f5 f5-a5")
    assert match.seat == 0 and match.legal() == ["a1*a5", "end"]


STUCK = (".......", ".......", "......r", ".......", ".....Rg", "rr..rgg", "Gr.rggg")
"""When g5 comes to g4, Green can't act at all."""


@rule("SE-09")
def test_a_player_who_can_take_no_action_passes() -> None:
    match = played(board(*STUCK, turn="r 0 0 40"), "g5-g4 end")
    assert (match.seat, match.state.turn) == (1, 41)
    assert played(match, "g4-g5 end").seat == 0
    assert [turn.number for turn in match.turns] == [40, 42]
    match = played(board(*STUCK, turn="r 0 0 40"), "g5-e5 end")
    assert (match.seat, match.legal()) == (0, ["g3-g4", "g3-g5", "g3-g6", "g3-g7"])


# Stones


@rule("SE-10")
@pytest.mark.parametrize("move", ["b1-c2", "a1-e5", "b1-c3", "c1-c1"])
def test_stones_move_along_a_row_or_a_column(move: str) -> None:
    refusal = refused(tablier.new("sensei"), move)
    assert (refusal.rule, refusal.code) == ("SE-10", "not_straight")


@rule("SE-10")
def test_a_move_does_not_go_on_around_the_edge() -> None:
    match = played(tablier.new("sensei"), "g1-g3")
    assert targets(match, "g3") == {f"{c}3" for c in "abcdef"} | {f"g{r}" for r in "12456"}


@rule("SE-10")
@pytest.mark.parametrize("source", ["b3", "b7"])
def test_only_own_stones_move(source: str) -> None:
    refusal = refused(tablier.new("sensei"), f"{source}-b4")
    assert (refusal.rule, refusal.code) == ("SE-10", "not_your_stone")


@rule("SE-11")
@pytest.mark.parametrize(
    ("move", "stop"), [("b1-b7", "b7"), ("a1-b1", "b1"), ("a1-e1", "b1"), ("g1-c1", "f1")]
)
def test_stones_are_stopped_by_any_stone(move: str, stop: str) -> None:
    refusal = refused(tablier.new("sensei"), move)
    assert (refusal.rule, refusal.code) == ("SE-11", "stone_in_the_way")
    assert refusal.details["stop"] == stop


@rule("SE-12")
def test_the_stone_under_the_character_cannot_move() -> None:
    match = tablier.new("sensei")
    assert targets(match, "d1") == {"a1", "b1", "c1", "e1", "f1", "g1"}, "flights only"
    refusal = refused(match, "d1-d2")
    assert (refusal.rule, refusal.code) == ("SE-12", "under_character")
    match.play("d1*e1")
    assert refused(match, "e1-e2").rule == "SE-12"
    assert match.play("d1-d2").actions[-1] == "d1-d2"


# Characters


@rule("SE-13")
def test_a_character_flies_along_rows_columns_and_diagonals() -> None:
    match = board(".rr.rrg", "..gg...", ".......", "g..G...", ".......", "R......", "g...rrg")
    assert targets(match, "d4") == {"a4", "d6", "g7", "a1", "g1"}


@rule("SE-13")
@pytest.mark.parametrize(
    ("flight", "code"),
    [
        ("d1*d2", "no_stone_there"),
        ("d1*d7", "no_stone_there"),
        ("d1*d1", "same_stone"),
        ("e1*f1", "character_elsewhere"),
    ],
)
def test_a_character_needs_another_own_stone(flight: str, code: str) -> None:
    refusal = refused(tablier.new("sensei"), flight)
    assert (refusal.rule, refusal.code) == ("SE-13", code)


@rule("SE-13")
def test_a_character_does_not_fly_out_of_line() -> None:
    match = tablier.new("sensei").play("e1-e3")
    refusal = refused(match, "d1*e3")
    assert (refusal.rule, refusal.code) == ("SE-13", "not_in_line")


@rule("SE-14")
@pytest.mark.parametrize(
    ("target", "stop"), [("a4", "b4"), ("d6", "d5"), ("g7", "e5"), ("a1", "c3"), ("g1", "e3")]
)
def test_no_enemy_may_stand_between(target: str, stop: str) -> None:
    match = board("......g", "..gg...", "...rr..", "gr.G...", "..r.r..", "R......", "g..r..g")
    assert targets(match, "d4") == set()
    refusal = refused(match, f"d4*{target}")
    assert (refusal.rule, refusal.code) == ("SE-14", "enemy_between")
    assert refusal.details["stop"] == stop


@rule("SE-14")
def test_own_stones_and_free_squares_between_do_not_matter() -> None:
    match = tablier.new("sensei")
    assert targets(match, "d1") == {"a1", "b1", "c1", "e1", "f1", "g1"}
    match = played(match, "g1-g4 e1-e2 end b7-b6 end")
    assert "d1*g4" in match.legal()


# Winning

OPEN = ("rrg.rrR", ".......", ".......", "r......", ".......", "....g.r", "ggG..gg")


@rule("SE-15")
def test_a_character_on_the_opponents_start_line_wins_at_once() -> None:
    match = played(board(*OPEN), "e2-e3 c1*c7")
    assert match.result == Result((1, 2), "arrived")
    assert match.seat is None and match.legal() == []
    assert match.state.turn == 30, "in the middle of the turn"
    assert refused(match, "g1-g3").rule == "SE-15"


@rule("SE-15")
def test_red_wins_on_row_1() -> None:
    rows = ("rrr.Rrr", ".......", ".......", ".......", ".......", "g......", "gggGrgg")
    match = board(*rows, turn="r 0 0 30")
    assert match.play("e7*e1").result == Result((2, 1), "arrived")


@rule("SE-15")
def test_neither_a_stone_alone_nor_the_own_start_line_wins() -> None:
    assert played(board(*OPEN), "e2-d2 d2-d7 c1*a1").result is None


# Draws


def shuttle(match: Match, times: int) -> Match:
    for _ in range(times):
        played(match, "b1-b3 end b7-b5 end b3-b1 end b5-b7 end")
    return match


@rule("SE-19")
def test_the_third_time_a_position_begins_a_turn_is_a_draw() -> None:
    match = shuttle(tablier.new("sensei"), 1)
    assert match.repetitions == 2 and match.result is None
    played(match, "b1-b3 end b7-b5 end b3-b1 end b5-b7")
    assert match.result is None, "the turn is not over yet"
    assert match.play("end").result == Result((1, 1), "repetition")


@rule("SE-19")
def test_another_mover_or_character_makes_another_position() -> None:
    match = tablier.new("sensei")
    identity = match.game.rules.identity
    same = match.state._replace(turn=20)
    assert identity(same) == identity(match.state)
    for other in (same._replace(seat=1), same._replace(characters=(2, 45)), same._replace(moved=1)):
        assert identity(other) != identity(match.state)


@rule("SE-19")
def test_a_game_of_200_turns_is_a_draw() -> None:
    rows = START.split()[0].split("/")
    match = board(*rows, turn="g 0 0 199").play("b1-b2").play("end")
    assert match.result is None
    assert match.play("b7-b6").result is None
    assert match.play("end").result == Result((1, 1), "long")


@rule("SE-19")
def test_a_pass_counts_as_a_turn() -> None:
    match = played(board(*STUCK, turn="r 0 0 198"), "g5-g4 end")
    assert match.result is None and match.state.turn == 199
    assert played(match, "a2-a3 end").result == Result((1, 1), "long")
    match = played(board(*STUCK, turn="r 0 0 200"), "g5-g4 end")
    assert match.result == Result((1, 1), "long")


@rule("SE-09", "SE-19")
def test_a_pass_can_be_the_last_turn() -> None:
    others = str.maketrans("gGrR", "rRgG")
    turned = [row[::-1].translate(others) for row in reversed(STUCK)]
    match = played(board(*turned, turn="g 0 0 199"), "a3-a4 end")
    assert match.result == Result((1, 1), "long") and match.state.turn == 200


@rule("SE-19")
def test_draws_can_be_turned_off() -> None:
    match = shuttle(tablier.new("sensei", draws=False), 3)
    assert match.repetitions == 4 and match.result is None
    match = board(*START.split()[0].split("/"), turn="r 0 0 200", options="draws=off")
    assert played(match, "b7-b6 end b1-b2 end").result is None


@rule("SE-19")
def test_agreement_and_resignation() -> None:
    match = tablier.new("sensei").play("b1-b2")
    assert match.agree_draw().result == Result((1, 1), "agreed")
    match.undo()
    assert match.resign().result == Result((2, 1), "resigned")
    match.undo()
    assert match.resign(seat=1).result == Result((1, 2), "resigned")
