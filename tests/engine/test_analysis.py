"""Analysis: chances, best moves and marks, for every game."""

import json
import os
import subprocess
import sys
from random import Random

import players
import pytest

import tablier
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.registry import find, games
from tablier.engine.analysis.analysis import analyse, hints
from tablier.engine.analysis.judges import Estimate, SearchJudge, chance_of, judge_of
from tablier.engine.analysis.verdict import Analysis, Verdict, mark_of
from tablier.engine.search.scores import WON

ONE_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
"""White slides c4-c3, removes a piece, and has won."""


def random_match(name: str, seed: int, most: int, count: int | None = None) -> Match:
    return players.play_on(tablier.new(name, players=count), Random(seed), most)


def verdict_on(position: str, *texts: str, nodes: int = 5_000) -> Verdict:
    """The verdict on the first of some actions."""
    match = tablier.read_position(position)
    for text in texts:
        match.play(text)
    return analyse(match, nodes=nodes).verdicts[0]


@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, None) for name in games()), ("chinese-checkers", 3), ("zinga", 4)],
)
def test_every_action_gets_a_verdict(name: str, count: int | None) -> None:
    match = random_match(name, 3, 24, count)
    before = match.record()
    analysis = analyse(match, nodes=400)
    assert match.record() == before
    assert [verdict.text for verdict in analysis.verdicts] == match.actions
    assert [verdict.seat for verdict in analysis.verdicts] == [m.seat for m in match.history]
    for verdict in analysis.verdicts:
        assert len(verdict.chances) == match.players
        assert sum(verdict.chances) == pytest.approx(1)
        assert min(verdict.chances) >= 0 and 0 <= verdict.loss <= 1
        assert bool(verdict.line) == verdict.judged == (verdict.decider is not None)
        assert verdict.best != verdict.text or verdict.loss == 0
    assert [turn.number for turn in analysis.turns()] == [t.number for t in match.turns]
    again = analyse(match, nodes=400)
    assert again == Analysis(match, analysis.start, analysis.verdicts)


def test_the_best_move_is_legal_where_it_is_named() -> None:
    for name in games():
        match = random_match(name, 5, 20)
        for verdict in analyse(match, nodes=200).verdicts:
            if verdict.judged:
                at = Match(match.game, match.setup, match.states[verdict.index])
                assert verdict.decider is not None
                assert verdict.best in [*at.legal(verdict.decider), "expired"]


def test_a_missed_win_is_a_blunder() -> None:
    missed = "sensei r.r..r./.G...g./....R../......r/..r...g/..ggr../...gg.. r 1 0 12"
    played = verdict_on(missed, "e5*e2")
    assert (played.mark, played.line) == ("blunder", ("a7-a1", "e5*a1"))
    assert played.loss >= 0.2


def test_a_slower_win_costs_nothing() -> None:
    played = verdict_on(ONE_SLIDE, "c4-c5")
    assert (played.mark, played.best, played.loss) == ("", "c4-c3", 0)
    assert played.line[1].startswith("x")


@pytest.mark.parametrize(
    ("chance", "others", "hidden", "expected"),
    [
        (0.9, 0.6, True, True),
        (0.9, 0.6, False, False),  # anyone would see it
        (0.9, 0.85, True, False),  # others are nearly as good
        (0.45, 0.2, True, False),  # the game is lost all the same
    ],
)
def test_brilliant_is_the_only_good_action_and_hard_to_see(
    chance: float, others: float, hidden: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures are given: which action has them changes with every evaluation."""
    match = tablier.new("zhizhu")
    monkeypatch.setattr(SearchJudge, "_looks_wrong", lambda *_: hidden)
    monkeypatch.setattr(SearchJudge, "_look", lambda *_: Estimate((others, 1 - others)))
    after = Estimate((chance, 1 - chance))
    judge = SearchJudge(match, 1 << 8)
    assert judge.brilliant(match, 0, "b3", after, 1) is expected
    assert match.actions == []


def test_the_winning_move_is_no_mistake() -> None:
    played = verdict_on(ONE_SLIDE, "c4-c3")
    assert (played.mark, played.best, played.loss) == ("", "c4-c3", 0)
    assert played.chances == (1, 0)


def test_a_forced_action_and_a_resignation_are_not_judged() -> None:
    match = tablier.new("zhizhu").play("b3").resign()
    placed, resigned = analyse(match, nodes=300).verdicts
    assert placed.judged and not resigned.judged
    assert resigned.chances == (1, 0) and resigned.mark == ""
    start = tablier.new("zinga", untimed=True).play("ready", 0)
    (ready,) = analyse(start, nodes=100).verdicts
    assert not ready.judged and ready.line == ()


def test_an_agreed_draw_is_even() -> None:
    match = tablier.new("zhizhu").play("b3").agree_draw()
    assert analyse(match, nodes=300).verdicts[-1].chances == (0.5, 0.5)


def test_scores_become_chances() -> None:
    assert chance_of(0, 100) == 0.5
    assert chance_of(100, 100) == pytest.approx(0.731, abs=0.001)
    assert chance_of(-100, 100) == pytest.approx(1 - 0.731, abs=0.001)
    assert chance_of(10_000, 1) == 0.99 and chance_of(-10_000, 1) == pytest.approx(0.01)
    assert chance_of(WON - 9, 100) == 1 and chance_of(9 - WON, 100) == 0


def test_marks_follow_the_loss() -> None:
    marks = [mark_of(loss) for loss in (0, 0.049, 0.05, 0.1, 0.199, 0.2, 1)]
    assert marks == ["", "", "inaccuracy", "mistake", "mistake", "blunder", "blunder"]


def test_a_position_that_stands_there_again_is_not_yet_a_draw() -> None:
    """Only the third time is one; the search alone would take the second for it."""
    match = tablier.read_position("zhizhu w......./..w....b/...bb.w. w 0-0 0 - - 0 31")
    for text in ("a1-a2", "c5-c6", "a2-a1", "c6-c5"):
        match.play(text)
    fresh = tablier.read_position(match.position())
    nodes = 3_000
    there = judge_of(match).estimate(match, nodes)
    assert there.chances == judge_of(fresh).estimate(fresh, nodes).chances


class TestRace:
    def rolled(self, *dice: int) -> Match:
        match = tablier.new("zinga", untimed=True)
        match.play("ready", 0).play("ready", 1)
        return match.play(" ".join(["roll", *map(str, dice)]), TABLE)

    def test_a_wrong_announcement_costs(self) -> None:
        match = self.rolled(3, 2, 3, 6, 1, 1).play("ring", 0)
        (right,) = hints(match, nodes=150_000)
        match.play("red 12", 0)
        ring, wrong = analyse(match, nodes=150_000).verdicts[-2:]
        assert ring.mark == "" and ring.text == "ring"
        assert wrong.loss > 0 and wrong.best == right.text

    def test_dice_are_nobodys_decision(self) -> None:
        match = self.rolled(1, 1, 1, 1, 1, 1)
        assert [v.judged for v in analyse(match, nodes=1_000).verdicts] == [False] * 3

    def test_a_deadline_is_the_decision_of_who_was_waited_for(self) -> None:
        match = tablier.new("zinga")
        for seat in (0, 1):
            match.play("ready", seat)
        match.play("roll 3 2 3 6 1 1", TABLE).play("ring", 1).play("expired", TABLE)
        last = analyse(match, nodes=50_000).verdicts[-1]
        assert (last.seat, last.decider, last.judged) == (TABLE, 1, True)
        assert last.best != "expired"

    def test_each_seat_gets_a_hint(self) -> None:
        match = self.rolled(3, 2, 3, 6, 1, 1)
        given = hints(match, nodes=5_000)
        assert [hint.seat for hint in given] == [0, 1]
        assert all(hint.text in ("ring", "nothing") for hint in given)

    def test_there_is_no_hint_while_the_dice_are_due(self) -> None:
        match = tablier.new("zinga").play("ready", 0).play("ready", 1)
        with pytest.raises(tablier.TablierError, match="dice"):
            hints(match, nodes=100)


class TestHint:
    def test_the_winning_line(self) -> None:
        (given,) = hints(tablier.read_position(ONE_SLIDE), nodes=5_000)
        assert (given.seat, given.text, given.chance) == (0, "c4-c3", 1)
        assert len(given.line) == 2

    @pytest.mark.parametrize("name", games())
    def test_a_hint_is_legal(self, name: str) -> None:
        match = tablier.new(name)
        for hint in hints(match, nodes=300):
            assert hint.text in match.legal(hint.seat)

    def test_three_players_get_hints_too(self) -> None:
        match = tablier.new("chinese-checkers", players=3)
        (given,) = hints(match, nodes=20_000)
        assert given.text in match.legal() and len(given.line) > 1
        assert 0.2 < given.chance < 0.5

    def test_a_finished_game_has_none(self) -> None:
        with pytest.raises(tablier.TablierError, match="the game is over"):
            hints(tablier.new("zhizhu").resign())


def test_limits_are_checked() -> None:
    match = tablier.new("zhizhu").play("b3")
    for nodes in (0, -1, 1.5, True, 1 << 60, "x"):
        with pytest.raises(tablier.BadOption, match="nodes"):
            analyse(match, nodes=nodes)  # type: ignore[arg-type]
        with pytest.raises(tablier.BadOption, match="nodes"):
            hints(match, nodes=nodes)  # type: ignore[arg-type]
    with pytest.raises(tablier.TablierError, match="nothing to analyse"):
        analyse(tablier.new("zhizhu"))


JUDGED = """
import json, sys, tablier
from tablier.engine.analysis.analysis import analyse
match = tablier.read_record(sys.stdin.read())
print(json.dumps(analyse(match, nodes=int(sys.argv[1])).json(), sort_keys=True))
"""


@pytest.mark.parametrize(("name", "count"), [("zhizhu", 2), ("chinese-checkers", 3), ("zinga", 2)])
def test_every_process_judges_a_record_alike(name: str, count: int) -> None:
    """Whatever was thought about before, how busy the machine is, and however words are hashed."""
    match = random_match(name, 8, 14, count)
    analyse(random_match(name, 9, 8, count), nodes=300)
    here = json.dumps(analyse(match, nodes=3_000).json(), sort_keys=True)
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", JUDGED, "3000"]
    there = subprocess.run(
        command, input=match.record(), env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(there.stdout) == json.loads(here)


@pytest.mark.parametrize("name", [name for name in games() if not find(name).is_race])
def test_no_first_move_of_an_even_game_is_marked(name: str) -> None:
    for text in tablier.new(name).legal()[:: 1 if name == "chinese-checkers" else 9]:
        (first,) = analyse(tablier.new(name).play(text), nodes=20_000).verdicts
        assert first.mark == "", text


def test_a_judge_suits_its_game() -> None:
    for name in games():
        judge = judge_of(tablier.new(name))
        assert find(name).is_race or isinstance(judge, SearchJudge)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    analyse(tablier.new("zhizhu").play("b3"), nodes=50, progress=lambda n, m: told.append((n, m)))
    assert told == [(0, 1), (1, 1)]


def test_the_document_has_its_keys() -> None:
    document = analyse(tablier.new("zhizhu").play("b3").play("c1"), nodes=100).json()
    assert list(document) == ["game", "position", "seats", "result", "start", "turns", "summary"]
    turn = document["turns"][0]
    assert list(turn) == ["number", "chances", "mark", "actions"]
    assert list(turn["actions"][0]) == [
        "seat",
        "text",
        "chances",
        "judged",
        "decider",
        "loss",
        "mark",
        "best",
        "line",
        "known",
    ]
    assert document["summary"][0]["decisions"] == 1
