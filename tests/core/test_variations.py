"""Records with variations, marks and arrows: whatever is written reads back, and nothing else."""

from random import Random
from typing import Any

import pytest
from growth import MOST, growth
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import some_match, with_remarks

import tablier
from tablier.core.match import Match
from tablier.core.reading import record
from tablier.core.remarks.drawing import MOST_DRAWINGS, Drawing
from tablier.core.remarks.variation import Variation, lines

HEAD = """\
[Game "zhizhu"]
[Rules "1"]
[Result "*"]

"""
STUDY = (
    HEAD
    + """\
{a word before}
1. a1
2. a5 {so} {[%good a1 c3>b4]} {[%note b3]}
  ({the corner} 2. c8 3. b1 {quiet})
  (2. b5 3. a4
    (3. c4)
    ({far} 3. b1 4. b2)
  4. a6)
3. b1
4. c7
5. c1
  (5. c2 6. b5)
xa5
  (5. xc7)
6. b5
"""
)


SHUTTLE = ("b1-d4", "k1-j4", "d4-b1", "j4-k1")


def texts(variation: Variation) -> list[str]:
    return [move.text for move in variation.moves]


def test_a_study_reads_and_writes_back() -> None:
    match = tablier.read_record(STUDY)
    assert match.actions == ["a1", "a5", "b1", "c7", "c1", "xa5", "b5"]
    assert match.comments == {0: ["a word before"], 2: ["so"]}
    good = [Drawing("good", ("a1",)), Drawing("good", ("c3", "b4"))]
    assert match.drawings == {2: [*good, Drawing("note", ("b3",))]}
    assert [[texts(one) for one in path] for path in lines(match)] == [
        [["c8", "b1"]],
        [["b5", "a4", "a6"]],
        [["b5", "a4", "a6"], ["c4"]],
        [["b5", "a4", "a6"], ["b1", "b2"]],
        [["c2", "b5"]],
        [["xc7"]],
    ]
    first, second = match.variations[1]
    assert (first.name, first.start, first.comments) == ("the corner", 1, {3: ["quiet"]})
    assert [one.name for one in second.variations[2]] == ["", "far"]
    assert match.record() == STUDY


def test_layout_is_free() -> None:
    crammed = " ".join(STUDY[len(HEAD) :].split()).replace("( ", "(")
    assert tablier.read_record(HEAD + crammed).record() == STUDY


def test_a_match_without_variations_is_written_as_before() -> None:
    assert "(" not in tablier.new("zhizhu").play("a1").record()


@pytest.mark.parametrize(
    ("old", "new", "line", "token", "message"),
    [
        ("{a word before}", "(1. b1)", 5, "(", "stands behind the action that it replaces"),
        ("2. b5 3", "(2. b5) 3", 9, "(", "stands behind the action that it replaces"),
        ("2. b5 3", "(3", 9, "(", "stands behind the action that it replaces"),
        ("(3. c4)", "()", 10, "(", "a variation has actions"),
        ("(3. c4)", "({so} 3.)", 10, "(", "a variation has actions"),
        ("(3. c4)", "(c4)", 10, "c4", "begins with its number"),
        ("(3. c4)", "(4. c4)", 10, "4.", "this is turn 3"),
        ("(3. c4)", "(3. c4 c5)", 10, "c5", "turn 3 was finished"),
        ("(3. c4)", "(3. b5)", 10, "b5", "b5 is taken"),
        ("(3. c4)", "(3. a4)", 10, "(", "a4 is played there already"),
        ("{far} 3. b1 4. b2", "3. c4", 11, "(", "c4 is played there already"),
        ("4. a6)", "4. a6))", 12, ")", "was not opened"),
        ("xc7)\n6. b5", "xc7", 18, "(", "is not closed"),
        ("({far} 3", "({far} {off} 3", 11, "off", "a variation has one name"),
        ("{far}", "{" + "x" * 81 + "}", 11, "x" * 9, "at most 80 characters"),
        ("{far}", "{[%good a1]}", 11, "[%good a1]", "a variation's name is a text"),
        ("[%note b3]", "[%note]", 7, "[%note]", "drawings look like"),
        ("[%note b3]", "[%nice b3]", 7, "b3", "marks and arrows are good, bad, note"),
        ("[%note b3]", "[%note z9]", 7, "z9", "there is no point 'z9'"),
        ("[%note b3]", "[%note b3>b3]", 7, "b3>b3", "from one point to another"),
        ("[%note b3]", "[%note b3>b4>b5]", 7, "b3>b4>b5", "from one point to another"),
        ("[%note b3]", "[%good a1]", 7, "a1", "is drawn already"),
        ("xc7)\n6. b5", "xc7)\n6. 2:resign (6. b5) 7. a2", 19, "7.", "the game was over"),
    ],
)
def test_what_is_wrong_is_refused_with_line_and_token(
    old: str, new: str, line: int, token: str, message: str
) -> None:
    assert old in STUDY
    with pytest.raises(tablier.BadRecord, match=message) as refused:
        tablier.read_record(STUDY.replace(old, new, 1))
    assert refused.value.line == line
    assert token in refused.value.token


def nested(depth: int) -> str:
    """Variations within each other, none of them closed."""
    points = [f"{'ab'[number // 8]}{number % 8 + 1}" for number in range(depth + 1)]
    within = (f"({n + 1}. {points[n]} {n + 2}. c8 " for n in range(1, depth + 1))
    return HEAD + "1. a1 2. c8 " + "".join(within)


def test_variations_lie_within_each_other_to_a_depth() -> None:
    assert "is not closed" in _refusal(nested(12))
    assert "at most 12" in _refusal(nested(13))
    match = tablier.read_record(nested(12) + ")" * 12)
    assert max(len(path) for path in lines(match)) == 12
    assert tablier.read_record(match.record()).record() == match.record()
    outer = tablier.new("zhizhu").play("b8").play("b7")
    outer.variations[1] = [Variation.of(match, 1)]
    outer.variations[1][0].variations = match.variations
    with pytest.raises(tablier.BadOption, match="at most 12"):
        outer.record()


def test_what_replaces_the_first_action_of_a_variation_stands_beside_it() -> None:
    assert "stands behind the variation" in _refusal(HEAD + "1. a1 (1. a2 (1. a3))")
    match, line = tablier.new("zhizhu").play("a1"), tablier.new("zhizhu").play("a2")
    match.variations[0] = [Variation.of(line, 0)]
    line.play("a3")
    match.variations[0][0].variations[0] = [Variation.of(line, 0)]
    with pytest.raises(tablier.BadOption, match="stands beside the variation"):
        match.record()


def _refusal(text: str) -> str:
    with pytest.raises(tablier.BadRecord) as refused:
        tablier.read_record(text)
    return str(refused.value)


def test_variations_count_among_the_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_PLIES", 18)
    assert tablier.read_record(STUDY).record() == STUDY
    monkeypatch.setattr(record, "MOST_PLIES", 17)
    assert "at most 17 actions" in _refusal(STUDY)


MANY = [Drawing("bad", (f"{one}{n}",)) for one in "abc" for n in range(1, 9)]
MORE = [Drawing("note", (f"a{n}", f"b{m}")) for n in range(1, 9) for m in range(1, 9)]


@pytest.mark.parametrize(
    ("drawings", "fault"),
    [
        ([Drawing("nice", ("a1",))], "marks and arrows are"),
        ([Drawing("good", ("z1",))], "there is no point"),
        ([Drawing("good", ())], "from one point to another"),
        (MANY + MORE, f"at most {MOST_DRAWINGS}"),
    ],
)
def test_drawings_that_could_not_be_read_are_not_written(
    drawings: list[Drawing], fault: str
) -> None:
    match = tablier.new("zhizhu").play("a1")
    match.drawings[1] = drawings
    with pytest.raises(tablier.BadOption, match=fault):
        match.record()


def test_what_is_drawn_twice_is_written_once() -> None:
    match = tablier.new("zhizhu").play("a1")
    match.drawings[1] = MANY * 3
    assert tablier.read_record(match.record()).drawings[1] == MANY


def test_two_variations_that_begin_alike_are_not_written() -> None:
    match, line = tablier.new("zhizhu").play("a1"), tablier.new("zhizhu").play("a2")
    match.variations[0] = [Variation.of(line, 0), Variation.of(line, 0)]
    with pytest.raises(tablier.BadOption, match="begin with another action"):
        match.record()


def test_what_stands_beside_an_action_goes_with_it() -> None:
    match = tablier.read_record(STUDY)
    while len(match.history) > 1:
        match.undo()
    assert "corner" in tablier.read_record(STUDY).copy().record()
    assert match.record() == HEAD + "{a word before}\n1. a1\n"
    match.play("b5")
    assert (match.comments, match.drawings, match.variations) == ({0: ["a word before"]}, {}, {})


def test_a_line_that_repeats_itself_ends_in_a_variation_as_in_a_game() -> None:
    """And the game that it left goes on: its repetitions are counted by themselves."""
    match, line = tablier.new("chinese-checkers"), tablier.new("chinese-checkers")
    while line.result is None:
        line.play(SHUTTLE[len(line.history) % 4])
    for text in SHUTTLE:
        match.play(text)
    match.play("b2-d5")
    match.variations[4] = [Variation.of(line, 4)]
    again = tablier.read_record(match.record())
    assert again.variations[4][0].states == line.states[4:]
    assert again.result is None and again.identities == match.identities
    with pytest.raises(tablier.BadRecord, match="the game was over"):
        tablier.read_record(match.record().replace(")", " 99. k1-j4)"))


@settings(max_examples=60)
@given(st.integers(0, 1 << 32))
def test_whatever_is_written_reads_back(seed: int) -> None:
    random = Random(seed)
    match: Match = with_remarks(random, some_match(random))
    written = match.record()
    again = tablier.read_record(written)
    assert again.record() == written
    assert again.states == match.states
    assert len(list(lines(again))) == len(list(lines(match)))
    assert sorted(again.drawings) == sorted(match.drawings)
    for mine, read in zip(lines(match), lines(again), strict=True):
        assert (mine[-1].moves, mine[-1].states) == (read[-1].moves, read[-1].states)


def branched(turns: int) -> str:
    """A long game with a variation behind each turn."""
    head = '[Game "chinese-checkers"]\n[Rules "2"]\n[Options "draws=off"]\n[Result "*"]\n\n'
    others = ("b2-d5", "l1-j4", "b2-d5", "l1-j4")
    return head + "".join(
        f"{n}. {SHUTTLE[(n - 1) % 4]} ({n}. {others[(n - 1) % 4]} {{x}})\n"
        for n in range(1, turns + 1)
    )


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda n: HEAD + "(" * n, 8_000),
        (lambda n: HEAD + "1. a1 " + "(" * n, 8_000),
        (lambda n: HEAD + "1. a1 " + "()" * n, 8_000),
        (lambda n: HEAD + ")" * n, 8_000),
        (lambda n: HEAD + "1. a1 " + "{[%good a1]}" * n, 2_000),
        (lambda n: HEAD + "1. a1 {[%good " + "a1>b1 " * n + "]}", 4_000),
        (branched, 300),
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(make: Any, size: int) -> None:
    assert growth(tablier.read_record, make, size) < MOST
