"""Records: written for people, read strictly."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from growth import MOST, growth

import tablier
from tablier.core import registry
from tablier.core.dice import Dice, verify
from tablier.core.options import Value
from tablier.core.reading import record

GOOD = """\
[Game "zhizhu"]
[Rules "1"]
[Players "Ann, Ben"]
[Date "2026-11-15"]
[Result "*"]

1. a1
2. a5
3. b1
4. c7
5. c1xa5
6. b5
"""


def test_a_record_reads_and_writes_back() -> None:
    match = tablier.read_record(GOOD)
    assert match.actions == ["a1", "a5", "b1", "c7", "c1", "xa5", "b5"]
    assert match.headers == {"Players": "Ann, Ben", "Date": "2026-11-15"}
    assert match.record() == GOOD


def test_layout_is_free_and_comments_are_kept() -> None:
    text = GOOD.replace("1. a1\n2. a5\n3. b1", "{by hand} 1. a1 2.  a5\n\n 3. b1 {good!} ; so\n")
    match = tablier.read_record(text)
    assert match.actions[:3] == ["a1", "a5", "b1"]
    assert match.comments == {0: ["by hand"], 3: ["good!", "so"]}
    again = tablier.read_record(match.record())
    assert again.comments == match.comments and again.record() == match.record()


def test_comments_and_names_cannot_break_a_record() -> None:
    match = tablier.new("zhizhu").play("a1")
    match.headers["Players"] = 'A "x"\n[Game "go"], B'
    match.comments[1] = ["{nested} 9. c9\n; more"]
    again = tablier.read_record(match.record())
    assert again.actions == ["a1"] and again.record() == match.record()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Date", "31 December", "year-month-day"),
        ("Date", "2026-02-30", "year-month-day"),
        ("Players", "Ann", "2 players sit here"),
        ("Event", None, "what a header says is text"),
        ("Date", 5, "what a header says is text"),
        ("Weather", "rain", "there are Players, Date, "),
        ("Result", "1-2 captured", "there are Players, Date, "),
    ],
)
def test_headers_that_could_not_be_read_are_not_written(name: str, value: Any, reason: str) -> None:
    match = tablier.new("zhizhu")
    match.headers[name] = value
    with pytest.raises(tablier.BadOption, match=reason):
        match.record()


def test_resignation_and_agreement_are_in_the_record() -> None:
    match = tablier.new("zhizhu").play("a1").resign(0)
    assert '[Result "2-1 resigned"]' in match.record() and "2. 1:resign" in match.record()
    assert tablier.read_record(match.record()).result == match.result
    match = tablier.new("zhizhu").play("a1").agree_draw()
    assert "2. draw" in match.record()
    assert tablier.read_record(match.record()).result == match.result


def test_a_record_may_begin_anywhere() -> None:
    match = tablier.read_position("zhizhu draws=off .w....../ww....../b.bb.... w 0-0 0 - - 0 31")
    match.play("b1-a1")
    again = tablier.read_record(match.record())
    assert again.record() == match.record() and again.state == match.state
    assert '[Position "zhizhu draws=off .w' in match.record()


@pytest.mark.parametrize(
    ("old", "new", "line", "token", "message"),
    [
        ('[Game "zhizhu"]\n', "", 1, "", "the header Game is missing"),
        ("zhizhu", "go", 1, "go", "there is no game 'go'"),
        ('[Rules "1"]', '[Rules "99"]', 2, "99", "rules 99, and this Tablier knows none after 1"),
        ('[Rules "1"]', '[Rules "one"]', 2, "one", "rules have a number"),
        ('[Rules "1"]', '[Rules "1"', 2, '[Rules "1"', "a header line looks like"),
        ('[Rules "1"]', '[Rulez "1"]', 2, '[Rulez "1"]', "there is no header Rulez"),
        ('[Rules "1"]', '[Game "zhizhu"]', 2, '[Game "zhizhu"]', "stands there twice"),
        ('[Rules "1"]', '[Rules "1"]\n[Options "swap=on"]', 3, "swap=on", "no option 'swap'"),
        ('[Rules "1"]', '[Rules "1"]\n[Options "draws=x"]', 3, "draws=x", "use on, off"),
        ('[Rules "1"]', '[Rules "1"]\n[Options "go"]', 3, "go", "."),
        ("Ann, Ben", "Ann", 3, "Ann", "2 players sit here"),
        ("2026-11-15", "yesterday", 4, "yesterday", "year-month-day"),
        ('[Result "*"]\n', "", 1, "", "the header Result is missing"),
        ('"*"', '"1-2 captured"', 5, "1-2 captured", r"the moves give the result \*"),
        ("1. a1", "a1", 7, "a1", "a turn begins with its number"),
        ("2. a5", "3. a5", 8, "3.", "this is turn 2"),
        ("2. a5", f"{2:05000}. a5", 8, "", "."),
        ("2. a5", "\u0662. a5", 8, "", "."),
        ("2026-11-15", "2026-W46-7", 4, "2026-W46-7", "year-month-day"),
        (
            '[Rules "1"]',
            '[Rules "1"]\n[Options "w......./b......./........"]',
            3,
            "w",
            "name=value",
        ),
        ("2. a5", "2. z5", 8, "z5", "can't be read"),
        ("2. a5", "2. A5", 8, "A5", "can't be read"),
        ("2. a5", "2. a1", 8, "a1", "a1 is taken"),
        ("2. a5", "2. a5 b5", 8, "b5", "turn 2 was finished"),
        ("c1xa5", "c1", 12, "6.", "this is turn 5"),
        ("c1xa5", "c1xb1", 11, "xb1", "ZZ-13"),
        ("c1xa5", "c1xa5xc7", 11, "xc7", "turn 5 was finished"),
        ("6. b5", "6. b5 {unclosed", 12, "", "not closed"),
        ("1. a1", "{unclosed\n1. a1", 7, "{unclosed", "not closed"),
        ("1. a1", "1. a1\n}", 8, "}", "was not opened"),
        ("6. b5", "6. resign\n7. a2", 13, "7.", "the game was over"),
    ],
)
def test_what_is_wrong_is_refused_with_line_and_token(
    old: str, new: str, line: int, token: str, message: str
) -> None:
    assert old in GOOD
    with pytest.raises(tablier.BadRecord, match=message) as refused:
        tablier.read_record(GOOD.replace(old, new, 1))
    assert refused.value.line == line
    assert token in refused.value.token


HEAD = GOOD[: GOOD.index("1. a1")]
SHUTTLE = ("b1-d4", "k1-j4", "d4-b1", "j4-k1")


def shuttled(turns: int, comment: str = "") -> str:
    """A game in which both go to and fro, for as long as somebody likes."""
    head = '[Game "chinese-checkers"]\n[Rules "2"]\n[Options "draws=off"]\n[Result "*"]\n\n'
    numbered = range(1, turns + 1)
    return head + "".join(f"{n}. {SHUTTLE[(n - 1) % 4]} {comment}\n" for n in numbered)


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda n: HEAD + "{" * n, 16_000),
        (lambda n: HEAD + "x{" * n, 8_000),
        (lambda n: HEAD + "{}" * n, 8_000),
        (lambda n: HEAD + "{;" * n + "}" * n, 8_000),
        (lambda n: HEAD + "1" * n, 16_000),
        (lambda n: HEAD + "1. " * n, 8_000),
        (lambda n: HEAD + "1." + "\n" * n + "z" * n, 16_000),
        (lambda n: HEAD + "1. " + "xx " * n, 8_000),
        (lambda n: '[Game "' + "x" * n, 16_000),
        (lambda n: HEAD.replace("*", "a=b " * n), 8_000),
        (lambda n: '[Game "zhizhu"]\n[Rules "1"]\n[Options "' + _options(n) + '"]', 8_000),
        (lambda n: shuttled(n, "{}"), 300),
        (lambda n: shuttled(300) + "{}" * n, 8_000),
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(make: Any, size: int) -> None:
    assert growth(tablier.read_record, make, size) < MOST


def _options(count: int) -> str:
    return " ".join(f"o{number}=1" for number in range(count))


def test_a_record_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_PLIES", 40)
    assert len(tablier.read_record(shuttled(40)).history) == 40
    with pytest.raises(tablier.BadRecord, match="at most 40 actions") as refused:
        tablier.read_record(shuttled(41))
    assert (refused.value.line, refused.value.token) == (46, "b1-d4")


def test_the_line_of_an_action_is_its_own() -> None:
    text = GOOD.replace("c1xa5", "c1\n\nxa5\nxa5")
    with pytest.raises(tablier.BadRecord, match="turn 5 was finished") as refused:
        tablier.read_record(text)
    assert refused.value.line == 14


def test_comments_inside_a_turn_stay_there() -> None:
    match = tablier.read_record(GOOD.replace("c1xa5", "c1 {fine} xa5 {thanks}"))
    assert match.comments == {5: ["fine"], 6: ["thanks"]}
    assert tablier.read_record(match.record()).comments == match.comments


def test_a_comment_goes_with_its_action() -> None:
    match = tablier.new("zhizhu").play("a1")
    match.comments[1] = ["a fine corner"]
    match.undo()
    assert "corner" not in match.play("b3").record()


def test_an_illegal_action_names_its_rule() -> None:
    with pytest.raises(tablier.BadRecord) as refused:
        tablier.read_record(GOOD.replace("2. a5", "2. a1"))
    assert refused.value.rule == "ZZ-05"


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "[]", "1. a1", "\x00", "{", "[Game"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(tablier.BadRecord):
        tablier.read_record(text)


def updated(
    monkeypatch: pytest.MonkeyPatch, name: str, replays: Mapping[int, Mapping[str, Value]]
) -> None:
    """Let a game be of rules 3, which still replay these versions."""
    game = replace(registry.find(name), version=3, replays=replays)
    monkeypatch.setattr(registry, "_load", lambda module: game)


def test_a_record_of_rules_that_are_gone_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    updated(monkeypatch, "zhizhu", {2: {}})
    with pytest.raises(tablier.BadRecord) as refused:
        tablier.read_record(GOOD)
    told = "line 2, at '1': the match was begun by zhizhu rules 1, and rules 3 don't replay it"
    assert str(refused.value) == told


def test_a_record_of_rules_that_still_replay_stays_as_it_was_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    updated(monkeypatch, "zhizhu", {1: {}})
    match = tablier.read_record(GOOD)
    assert (match.version, match.record(), match.copy().record()) == (1, GOOD, GOOD)
    assert '[Rules "3"]' in tablier.new("zhizhu").record()


@pytest.mark.parametrize("start", ["zhizhu", "zhizhu .w....../ww....../b.bb.... w 0-0 0 - - 0 31"])
def test_an_old_record_has_the_options_of_its_day(
    monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    before = tablier.read_position(start).record()
    updated(monkeypatch, "zhizhu", {1: {"draws": False}})
    match = tablier.read_record(before)
    assert match.setup.options["draws"] is False
    assert match.record() == before
    assert match.position().startswith("zhizhu draws=off ")
    chosen = before.replace('[Rules "1"]', '[Rules "1"]\n[Options "draws=on"]')
    if "Position" not in before:
        assert tablier.read_record(chosen).setup.options["draws"] is True


def test_the_seal_of_an_old_record_still_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tablier.new("zhizhu").play("a1").resign()
    match.headers["Players"] = "Ann, Ben"
    Dice(b"old", ("00", "11")).enter(match)
    updated(monkeypatch, "zhizhu", {1: {}})
    assert verify(record.read_record(match.record())) == []


@pytest.mark.rule("CC-19")
def test_an_old_record_that_would_end_otherwise_now_says_by_which_rules() -> None:
    match = tablier.new("chinese-checkers", players=3, play_on=True)
    old = match.play("b2-d7").record().replace('[Rules "2"]', '[Rules "1"]')
    assert tablier.read_record(old).record() == old
    ended = old.replace('[Result "*"]', '[Result "1-2-3 ranked"]')
    with pytest.raises(tablier.BadRecord, match=r"the moves give the result \* by rules 2"):
        tablier.read_record(ended)


def test_an_old_record_keeps_an_option_that_meant_nothing() -> None:
    """Two could choose to play on by Chinese Checkers rules 1."""
    new = tablier.new("chinese-checkers").play("c1-d4").record()
    old = new.replace('[Rules "2"]', '[Rules "1"]\n[Options "play_on=on"]')
    assert tablier.read_record(old).record() == old


def test_an_action_after_the_end_is_told_as_such() -> None:
    text = tablier.new("zhizhu").resign(0).record().replace("resign", "resign b3")
    with pytest.raises(tablier.BadRecord, match="the game is over"):
        tablier.read_record(text)


def test_seats_count_from_one_in_a_record() -> None:
    record = tablier.new("zinga", players=3).play("ready", 1).record().replace("2:", "8:")
    with pytest.raises(tablier.BadRecord, match="there is no seat 8; there are 1 to 3"):
        tablier.read_record(record)
