"""What a simulated player thinks of a position, does, and how long that takes."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheets_on_the_table import table

import tablier
from tablier import Match
from tablier.games.zinga import policy, rules
from tablier.games.zinga.chances import SURE, share, standings, total
from tablier.games.zinga.evaluate import SCALE, evaluate

DRAWN = st.integers(0, 2**32 - 1)
NEARLY = "o11 g7 b9 r4"
"""Four in a line of the second sheet; yellow 4 is missing, and the dice of `table` give it."""
NOTHING_LEFT = "r4 b2 y4 g7"
"""All that these dice offer to the first sheet."""


def chosen(match: Match, seat: int, drawn: int = 0, slips: int = 0) -> str:
    action = policy.choice(match.state, seat, drawn, slips)
    return match.game.notation.write(match.state, seat, action)


def chance(match: Match, seat: int) -> float:
    standing = standings(match.state)
    return share(standing[seat], total(standing) - standing[seat]) / SURE


# Chances


def test_chances_add_up() -> None:
    match = table("r4 b2", "o11", "y4 y8 g7")
    assert sum(chance(match, seat) for seat in range(3)) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (table("b2 r7 o4", ""), table("b2 r7", "")),
        (table("r7 b2 o4", ""), table("r7 g4 o5", "")),
        (table("r7", "", blunders=(0, 0)), table("r7", "", blunders=(1, 0))),
        (
            table("b9", "", rest="1 - 1 pause - - - - 9"),
            table("b9", "", rest="- - 1 pause - - - - 9"),
        ),
        (table("b2 r7 o4 g5", ""), table("y5 o7 b9 g11", "y8 g8 o7 r7")),
    ],
)
def test_more_on_the_sheet_is_worth_more(better: Match, worse: Match) -> None:
    assert chance(better, 0) > chance(worse, 0)


def test_the_evaluation_gives_the_chance_back() -> None:
    match = table("b2 r7 o4", "r5 y7", "g11")
    for seat in range(3):
        logistic = 1 / (1 + exp(-evaluate(match.state, seat) / SCALE))
        assert logistic == pytest.approx(chance(match, seat), abs=0.01)


def test_who_is_out_has_no_chance() -> None:
    match = table("b2 r7 o4", "r5 y7", "g11", blunders=(3, 0, 0), places=(3, 0, 0))
    assert chance(match, 0) == 0 and evaluate(match.state, 0) < -1000


# Choices


def test_the_fifth_is_announced() -> None:
    match = table("", NEARLY, declared=("", "y4"))
    for _ in range(2):
        match.play(chosen(match, 1), 1)
    assert match.result is not None and match.result.ranks == (2, 1)


def test_a_line_is_carried_on_with() -> None:
    match = table("b12 y7 o8", "").play("ring", 0)
    assert chosen(match, 0) == "green 7"


def test_an_undeclared_fifth_is_left_alone() -> None:
    match = table("", NEARLY).play("ring", 1)
    assert chosen(match, 1) != "yellow 4"


def test_fours_are_declared_and_the_pawn_is_taken() -> None:
    match = table("", NEARLY, rest="- 2 1 pause - - - - 9")
    assert chosen(match, 1) == "declare yellow 4"
    match.play("declare yellow 4", 1)
    assert chosen(match, 1) == "take"
    match.play("take", 1)
    assert chosen(match, 1) == "ready"


def test_better_a_blunder_than_a_lost_game() -> None:
    match = table(NOTHING_LEFT, NEARLY, plus=(3, 0), declared=("", "y4"))
    assert chosen(match, 0) == "ring"
    match.play("ring", 0)
    match.play(chosen(match, 0), 0)
    assert match.result is None and match.state.blunders[:2] == (1, 0)


def test_but_not_the_third() -> None:
    match = table(NOTHING_LEFT, NEARLY, plus=(3, 0), declared=("", "y4"), blunders=(2, 0))
    assert chosen(match, 0) == "nothing"


def test_nobody_rings_for_nothing() -> None:
    match = table(NOTHING_LEFT, NOTHING_LEFT, plus=(3, 3))
    assert chosen(match, 0) == chosen(match, 1) == "nothing"


def test_the_pawn_stops_the_fifth_and_not_everything() -> None:
    rest = "1 - 1 open 323611 - - - 20"
    match = table("b9", NEARLY, declared=("", "y4"), rest=rest).play("ring", 1)
    assert chosen(match.play("yellow 4", 1), 0) == "stop"
    match = table("b9", "", rest=rest).play("ring", 1)
    assert chosen(match.play("yellow 4", 1), 0) == "let"


def test_the_bonus_ticks_what_is_hard_to_get() -> None:
    match = table("r4 b9 y5 r7", "", plus=(2, 0)).play("ring", 0).play("red 4", 0)
    assert chosen(match, 0) == "bonus green 11"


def test_the_third_blunder_is_rescued() -> None:
    match = table("b9", "", rest="1 - 1 open 323611 - - - 20", blunders=(2, 0))
    match.play("ring", 0).play("red 12", 0)
    assert chosen(match, 0) == "rescue"


@given(drawn=DRAWN)
def test_slips_are_mostly_blunders_and_never_illegal(drawn: int) -> None:
    match = table("r4", "").play("ring", 0)
    assert chosen(match, 0, drawn, slips=1) in match.legal(0)
    misread = [chosen(match, 0, seed, slips=1) for seed in range(25)]
    assert sum(text in ("red 4", "yellow 4", "green 7", "blue 2") for text in misread) <= 8


def test_who_slips_forgets_to_declare() -> None:
    match = table("", NEARLY, rest="- 2 1 pause - - - - 9")
    assert chosen(match, 1, slips=1) == "ready"


def test_the_ringer_has_a_legal_answer_while_the_holder_thinks() -> None:
    match = table("b9", "", rest="1 - 1 open 323611 - - - 20").play("ring", 1).play("yellow 4", 1)
    assert chosen(match, 1) in match.legal(1)
    assert policy.reaction(match.state, 1, 0, 100) == policy.NEVER


# Reactions


RACING, NOTHING_TO_SEE = table("", ""), table(NOTHING_LEFT, NOTHING_LEFT, plus=(3, 3))
ASKED = (tablier.new("zinga"), RACING, table("", "").play("ring", 0), NOTHING_TO_SEE)


@given(drawn=DRAWN, pace=st.integers(1, 400))
def test_nobody_is_quicker_than_a_quarter_of_a_second(drawn: int, pace: int) -> None:
    assert all(policy.reaction(match.state, 0, drawn, pace) >= 250_000 for match in ASKED)


@given(drawn=DRAWN)
def test_more_to_see_is_seen_sooner(drawn: int) -> None:
    much, little = RACING.state, table("b2 y4 g7", "", plus=(3, 0)).state
    assert policy.reasons_to_ring(much, 0) > policy.reasons_to_ring(little, 0) == 1
    assert policy.reaction(much, 0, drawn, 100) <= policy.reaction(little, 0, drawn, 100)
    assert policy.reaction(NOTHING_TO_SEE.state, 0, drawn, 100) > 10_000_000
    assert policy.reaction(much, 0, drawn, 200) >= policy.reaction(much, 0, drawn, 100)


def test_greedy_takes_any_open_cell() -> None:
    match = table("r4", "").play("ring", 0)
    said = {
        match.game.notation.write(match.state, 0, policy.greedy(match.state, 0, n))
        for n in range(10)
    }
    assert said == {"blue 2", "yellow 4", "green 7"}
    assert policy.greedy(table(NOTHING_LEFT, "").state, 0, 0) == rules.NOTHING
