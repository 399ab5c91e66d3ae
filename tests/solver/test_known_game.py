"""Bots, and what they know of a whole game: a small one, in which each places three pieces."""

import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import tablier
from tablier.cli.analysis_report import report
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.analysis.analysis import analyse, hints
from tablier.engine.analysis.value_drops import JudgedGame, judgement_of, outcome
from tablier.engine.analysis.verdict import KnownOutcome
from tablier.engine.bot import Bot
from tablier.engine.search import deepening, tablebases
from tablier.engine.search.deepening import think
from tablier.engine.search.scores import MOST_ADDED, SURE, TOLD
from tablier.engine.search.transposition import WHOLE, Memory, new_memory
from tablier.engine.search.value_keeping import UNSEEN, KnownWorth, ValueKeeping
from tablier.games.zhizhu import endgame
from tablier.games.zhizhu.rules import MOST_ACTIONS, Position, actions, play
from tablier.solver.endgames import UNTOLD, Endgames, Value
from tablier.solver.numbering import FIELDS, WIDTH, Shelf
from tablier.solver.tablebase.tablebase import NOWHERE, PLACE, Tablebase
from tablier.solver.tablebase.volume_writer import Cheap, VolumeWriter
from tablier.solver.whole import Whole
from tablier.terminal.phrases import Phrases

GAME = registry.find("zhizhu")
START = "zhizhu ......../......../........ w 3-3 0 - - 0 1"
JUDGE = "import tablier.cli.commands.judge; from tablier.cli import main; main()"


@pytest.fixture(scope="module")
def files(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outcomes alone, but for the first placements."""
    folder = tmp_path_factory.mktemp("known")
    list(VolumeWriter(whole.endgames, 3, folder, Cheap(0, 50)).write(lambda *_: None))
    return folder


@pytest.fixture
def known(files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files where bots look for them, and no other books."""
    monkeypatch.setattr("tablier.solver.endgames.parcels_folder", lambda game: files / "none")
    monkeypatch.setenv(PLACE, str(files))
    forget()
    yield files
    forget()


def forget() -> None:
    tablebases.endgames_of.cache_clear()
    tablebases.tablebase_of.cache_clear()


def has_packed(shelf: Shelf) -> bool:
    return bool((shelf.books[WIDTH::FIELDS] < 0).any())


def some_positions(seed: int, games: int) -> Iterator[Match]:
    """Random games of three pieces each, at all their positions."""
    random = Random(seed)
    for _ in range(games):
        match = tablier.read_position(START)
        while match.result is None and len(match.history) < 40:
            yield match
            match.play(random.choice(match.legal()))


def by_the_rules(position: Position, seat: int, turn: int, endgames: Endgames) -> int:
    """The best outcome for a seat of a turn that it has begun, from the solver's books."""
    if position.ending:
        return (
            0
            if position.winner < 0 or position.winner > 1
            else 1
            if position.winner == seat
            else -1
        )
    if position.turn != turn:
        value = endgames.exact(position)
        assert value is not None
        return -value.outcome
    out = [0] * MOST_ACTIONS
    after = [play(position, seat, action) for action in out[: actions(position, seat, out)]]
    return max(by_the_rules(one, seat, turn, endgames) for one in after)


def test_the_actions_that_keep_the_value_are_those_by_the_rules(whole: Whole, known: Path) -> None:
    shelf, seen = tablebases.known_shelf_of(GAME), set()
    for match in some_positions(1, 12):
        seat, turn = match.state.seat, match.state.turn
        keeping = ValueKeeping(match, shelf)
        expected = {
            action: by_the_rules(play(match.state, seat, action), seat, turn, whole.endgames)
            for action in keeping.worths
        }
        best = max(expected.values())
        standing = keeping.worth()
        assert standing is not None and standing.outcome == best
        repeats = any(match.identities.count(one) > 1 for one in match.identities)
        if not repeats:
            assert keeping.kept() == [one for one, worth in expected.items() if worth == best]
        seen.add((best, match.state.due > 0))
    assert {(1, True), (1, False), (0, False), (-1, False)} <= seen


def test_a_third_repetition_does_not_keep_a_win(known: Path) -> None:
    """Where a win is as good as any other, the one that ends the game as drawn is none."""
    shelf = tablebases.known_shelf_of(GAME)
    match = next(
        at
        for at in some_positions(3, 40)
        if at.state.hands == (0, 0)
        and len(kept := ValueKeeping(at, shelf).kept()) > 1
        and ValueKeeping(at, shelf).best > 0
        and at.state.due == 0
        and play(at.state, at.state.seat, kept[0]).turn != at.state.turn
    )
    first = ValueKeeping(match, shelf).kept()[0]
    after = GAME.rules.identity(play(match.state, match.state.seat, first))
    match._identities += [after, after]
    assert first not in ValueKeeping(match, shelf).kept()


def test_where_nobody_knows_all_is_looked_at(known: Path) -> None:
    shelf = tablebases.known_shelf_of(GAME)
    nine = ValueKeeping(tablier.new("zhizhu"), shelf)
    assert nine.best == UNSEEN and nine.kept() == [] and nine.worth() is None
    assert think(tablier.new("zhizhu"), new_memory(GAME, 1 << 12, shelf), nodes=500).line


def test_a_standing_tells_the_turns_where_they_are_known(whole: Whole, tmp_path: Path) -> None:
    list(VolumeWriter(whole.endgames, 3, tmp_path).write(lambda *_: None))
    exact = Tablebase(GAME, tmp_path)
    sure = 0
    for match in some_positions(2, 6):
        value = whole.endgames.exact(match.state)
        if value is None:
            continue
        turns = value.turns if value.outcome else None
        standing = ValueKeeping(match, exact.shelf).worth()
        timely = value.outcome == 0 or endgame.timely(match.state, value.turns)
        assert standing == KnownWorth(value.outcome, turns, timely)
        sure += standing.sure
    assert sure > 50


def test_an_outcome_alone_is_sure_if_the_longest_win_comes_before_draws_by_count(
    whole: Whole, known: Path
) -> None:
    shelf, longest = tablebases.known_shelf_of(GAME), whole.endgames.figures[0, 3, 3].highest - 1
    won = next(
        match.state
        for match in some_positions(2, 6)
        if match.state.hands == (0, 0)
        and (value := whole.endgames.exact(match.state)) is not None
        and value.outcome
    )
    for draws, quiet, sure in [
        (1, 0, True),
        (1, 100 - longest, True),
        (1, 101 - longest, False),
        (0, 99, True),
    ]:
        at = Match(GAME, GAME.start(None, {})[1], won._replace(draws=draws, quiet=quiet))
        worth = ValueKeeping(at, shelf).worth()
        assert worth is not None and worth.outcome and worth.turns is None
        assert worth.sure is sure


@pytest.mark.parametrize("level", [6, 7])
def test_bots_that_know_drop_nothing_and_win_what_is_won(
    whole: Whole, known: Path, level: int
) -> None:
    found = [
        judgement_of(match, whole.endgames, drawn)
        for seed in range(12)
        for match, drawn in [JudgedGame(START, level, seed, (2, 6), 0.02).played()]
    ]
    turns = sum(one.placing.turns + one.moving.turns for one in found)
    assert turns > 60 and sum(one.placing.dropped + one.moving.dropped for one in found) == 0
    assert sum(one.held for one in found) == sum(one.converted for one in found) > 3


def test_lower_levels_play_as_before(known: Path) -> None:
    match = tablier.read_position(START)
    for level in range(1, 8):
        bot = Bot(GAME, level, seconds=0.01, seed=1)
        bot.choose(match)
        assert has_packed(bot._mind._memory.shelf) == (level > 5)


def test_what_is_won_lies_between_evaluations_and_proofs(known: Path) -> None:
    memory, seen = new_memory(GAME, 1 << 12, tablebases.known_shelf_of(GAME)), set()
    for played in some_positions(5, 5):
        match = Match(GAME, played.setup, played.state, standard=False)
        standing = ValueKeeping(match, memory.shelf).worth()
        assert standing is not None
        score = think(match, memory, nodes=200, depth=2).score
        if abs(score) < SURE:
            seen.add(standing.outcome)
            assert abs(score - TOLD * standing.outcome) <= MOST_ADDED
    assert seen == {1, 0, -1}


def test_files_tell_of_a_position_what_they_know(whole: Whole, known: Path) -> None:
    tablebase = Tablebase(GAME, known)
    for match in some_positions(4, 4):
        value, found = whole.endgames.exact(match.state), tablebase.exact(match.state)
        if value is None:
            assert found is None
        else:
            untold = Value(value.outcome, UNTOLD if value.outcome else 0)
            assert found in (value, untold)
    assert tablebase.exact(tablier.new("zhizhu").state) is None


def test_with_off_there_are_no_files(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLACE, NOWHERE)
    assert not has_packed(tablebases.known_shelf_of(GAME))
    assert not Tablebase(GAME).books


# Damage


def damaged(known: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that bots will find."""
    shutil.copytree(known / "zhizhu", folder / "zhizhu")
    monkeypatch.setenv(PLACE, str(folder))
    return folder / "zhizhu"


def thinks(memory: Memory) -> bool:
    return bool(think(tablier.read_position(START), memory, nodes=300).line)


def test_a_missing_file_is_one_line_in_the_log(
    known: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = damaged(known, tmp_path, monkeypatch)
    (place / "3-3.table").unlink()
    (place / "placing-01.table").write_bytes(b"nothing")
    with caplog.at_level(logging.WARNING):
        shelves = [tablebases.known_shelf_of(GAME) for _ in range(2)]
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: {place / '3-3.table'} is missing (and 1 more files); the bots do without it"
    ]
    assert thinks(new_memory(GAME, 1 << 12, shelves[1]))


def test_a_file_that_is_cut_in_use_is_done_without(
    known: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = damaged(known, tmp_path, monkeypatch)
    memory = new_memory(GAME, 1 << 12, tablebases.known_shelf_of(GAME))
    assert thinks(memory)
    with (place / "3-3.table").open("r+b") as file:
        file.truncate(0)
    with caplog.at_level(logging.WARNING):
        assert thinks(memory) and thinks(memory)
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: {place / '3-3.table'} was cut while it was in use; the bots do without it"
    ]


def test_files_that_are_cut_while_a_search_reads_them_do_not_end_the_process(
    known: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = damaged(known, tmp_path, monkeypatch)
    memory = new_memory(GAME, 1 << 12, tablebases.known_shelf_of(GAME))

    def cut(game: Game) -> bool:
        """After the last look at the files, and before anything is looked up in them."""
        monkeypatch.setattr(deepening, "recheck", tablebases.recheck)
        for path in place.glob("*.table"):
            os.truncate(path, 0)
        return False

    monkeypatch.setattr(deepening, "recheck", cut)
    with caplog.at_level(logging.WARNING):
        assert thinks(memory) and not memory.counters[WHOLE], "once more, without them"
    assert {record.getMessage() for record in caplog.records} == {
        f"tablier: {path} was cut while it was in use; the bots do without it"
        for path in place.glob("*.table")
    }


# Judging


def test_the_command_judges_by_files_on_several_processes(known: Path) -> None:
    arguments = ["--bot", "1", "--games", "4", "--jobs", "2", "--start", START, "--json"]
    done = subprocess.run(
        [sys.executable, "-c", JUDGE, "judge", *arguments, "--files", str(known), "--blind"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    placing, moving, ended = map(json.loads, done.stdout.splitlines())
    assert placing["turns"] > 4 and moving["turns"] > 10 and ended["games"] == 4
    assert placing["dropped"] + moving["dropped"] > 0


# Verdicts


def random_game(seed: int) -> Match:
    """A game that was played to its end."""
    random, match = Random(seed), tablier.read_position(START)
    while match.result is None:
        match.play(random.choice(match.legal()))
    return match


def test_an_analysis_marks_what_dropped_the_value_and_nothing_else(
    whole: Whole, known: Path
) -> None:
    match = random_game(11)
    found = analyse(match, nodes=100)
    for turn, (before, after) in zip(found.turns(), _turn_ends(match), strict=True):
        seat = before.seat
        had, has = outcome(before, seat, whole.endgames), outcome(after, seat, whole.endgames)
        assert had is not None and has is not None
        opening = before.turn < 2 and has >= 0
        assert (turn.mark == "blunder") == (has < had and not opening), turn
        if not match.game.rules.reason(after):
            winner = None if has == 0 else seat if has > 0 else 1 - seat
            assert turn.known is not None and turn.known.winner == winner
    assert found.verdicts[-1].known is None, "it is over"
    assert sum(turn.mark == "blunder" for turn in found.turns()) > 2


def _turn_ends(match: Match) -> list[tuple[Position, Position]]:
    """The positions before and after each turn."""
    starts = [match.states[0], *(s for b, s in pairwise(match.states) if s.turn > b.turn)]
    return list(pairwise(starts))


def test_verdicts_are_told_in_every_language(known: Path) -> None:
    match = random_game(11)
    document = analyse(match, nodes=50).json()
    told = [action["known"] for turn in document["turns"] for action in turn["actions"]]
    assert {"winner": None, "turns": None, "sure": True} in told
    outcomes = [
        KnownOutcome(1, 23, True),
        KnownOutcome(0, 1, True),
        KnownOutcome(0, None, True),
        KnownOutcome(None, None, True),
        KnownOutcome(1, None, False),
    ]
    assert [Phrases("en").known(match, one) for one in outcomes] == [
        "Black wins in 23 turns.",
        "White wins in one turn.",
        "White wins.",
        "With best play this is a draw.",
        "Black wins, unless a draw by count comes first.",
    ]
    assert Phrases("fr").known(match, outcomes[0]) == "Noir gagne en 23 tours."
    assert Phrases("de").known(match, outcomes[1]) == "Weiß gewinnt in einem Zug."
    assert Phrases("es").known(match, outcomes[2]) == "Blanco gana."


def test_a_report_and_a_hint_say_what_is_known(known: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = random_game(11)
    path.write_text(match.record(), "utf-8")
    lines = report(analyse(match, nodes=50), " #", Phrases(), colour=False)
    assert any(line.endswith("With best play this is a draw.") for line in lines)
    assert any(line.endswith(" wins.") for line in lines)
    hint = hints(tablier.read_position(START), nodes=50)[0]
    assert hint.json()["known"] == {"winner": None, "turns": None, "sure": True}
    assert hint.chance == 0.5
