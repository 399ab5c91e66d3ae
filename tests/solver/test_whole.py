"""A whole game solved: a small one, in which each player places three pieces."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tablier.core import registry
from tablier.games.zhizhu import endgame
from tablier.games.zhizhu.rules import MOST_ACTIONS, Position, actions, play
from tablier.solver.endgames import Endgames, Value, placing_keys
from tablier.solver.numbering import number_of, pieces_at
from tablier.solver.retrograde import check, place
from tablier.solver.whole import Progress, Whole

GAME = registry.find("zhizhu")
EACH = 3
SOLVE = "import tablier.cli.commands.solve; from tablier.cli import main; main()"
KILLED = """
import os, signal, sys
from pathlib import Path
from tablier.core import registry
from tablier.solver.endgames import Endgames
from tablier.solver.whole import Whole

def report(doing, done, whole):
    if "1 to place" in doing:
        os.kill(os.getpid(), signal.SIGKILL)

list(Whole(Endgames(registry.find("zhizhu"), Path(sys.argv[1])), 3).solve(report))
"""


def best(position: Position, endgames: Endgames) -> int:
    """The value of a position by the rules alone until all is placed, as books have it."""
    if position.ending:
        return 1
    if position.hands == (0, 0):
        found = endgames.probe(position)
        assert found is not None
        return found.turns + 1 if found.outcome else 0
    values, waiting = [], [position]
    while waiting:
        here = waiting.pop()
        out = [0] * MOST_ACTIONS
        for action in out[: actions(here, here.seat, out)]:
            after = play(here, here.seat, action)
            if after.due:
                waiting.append(after)
            else:
                values.append(best(after, endgames))
    lost = [value for value in values if value % 2]
    if lost:
        return min(lost) + 1
    return 0 if 0 in values else max(values) + 1


@pytest.mark.parametrize(("waiting", "tries"), [(1, 60), (2, 12), (3, 1)])
def test_placements_are_worth_what_the_rules_make_of_them(
    whole: Whole, waiting: int, tries: int
) -> None:
    random = Random(waiting)
    own, enemy = EACH - (waiting + 1) // 2, EACH - waiting // 2
    for _ in range(tries):
        points = random.sample(range(24), own + enemy)
        masks = (sum(1 << p for p in points[:own]), sum(1 << p for p in points[own:]))
        state = endgame.remade(endgame.placing(endgame.State(0, 0, 0), waiting), *masks)
        value = best(endgame.position_of(state), whole.endgames)
        expected = Value(-1 if value % 2 else 1, value - 1) if value else Value(0, 0)
        assert whole.endgames.value(state) == expected
        assert whole.endgames.probe(endgame.position_of(state)) == expected


def test_a_placement_may_remove_a_piece_and_the_game_goes_on(tmp_path: Path) -> None:
    endgames = Endgames(GAME, tmp_path)
    list(endgames.complete([(4, 3)], lambda *_: None))
    book, _ = place(endgame, (1, 2, 4), endgames.shelf, lambda *_: None, endgames.processor)
    empty, made = endgame.placing(endgame.State(0, 0, 0), 1), 0
    for number in range(0, len(book.values), len(book.values) // 200):
        state = pieces_at(empty, 2, 4, number, endgames.shelf)
        made += any(after.own != state.enemy for after in turns_of(state))
        value = best(endgame.position_of(state), endgames)
        assert book.values[number_of(state, endgames.shelf)] == value
    assert made > 10


def turns_of(state: endgame.State) -> Iterator[endgame.State]:
    """The states after each turn."""
    turn = endgame.first_turn(state)
    while turn.left:
        yield endgame.after_turn(state, turn)
        turn = endgame.next_turn(state, turn)


def test_every_book_of_the_game_is_there_and_follows_from_the_others(whole: Whole) -> None:
    endgames = whole.endgames
    assert set(endgames.books) == {(0, 3, 3), *placing_keys(3, EACH)} == set(endgames.keys(EACH))
    for book in endgames.books.values():
        wrong = check(endgame, book, endgames.shelf, lambda *_: None, endgames.processor)
        assert wrong == 0
    assert whole.value() == Value(0, 0)
    assert whole.ply(1) == endgames.figures[1, 2, 3]


def test_books_in_which_pieces_wait_are_those_that_the_rules_lead_to() -> None:
    keys = placing_keys(3, 9)
    assert keys[-1] == (18, 0, 0) and (17, 0, 1) in keys and (1, 8, 9) in keys
    assert (1, 2, 3) in keys and (1, 1, 3) not in keys, "one left and one to place are too few"
    assert all(own <= 9 - (waiting + 1) // 2 for waiting, own, _ in keys)


def test_a_killed_process_keeps_what_it_has_solved(whole: Whole, tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    again = Whole(Endgames(GAME, tmp_path), EACH)
    solved = dict(again.solve(lambda *_: None))
    assert not solved[0, 3, 3] and solved[1, 2, 3]
    for key, book in whole.endgames.books.items():
        assert (again.endgames.books[key].values == book.values).all()


def test_the_time_left_is_told(whole: Whole) -> None:
    now, told = 0.0, ""

    def note(doing: str, done: int, everything: int) -> None:
        nonlocal told
        assert 0 <= done <= everything
        told = doing

    books = whole.endgames.books
    kept = books.pop((0, 3, 3))
    try:
        progress = Progress(whole, note, lambda: now)
        progress.report("removals", 0, 10)
        assert told == "3-3 removals"
        now = 3600.0
        progress.report("turn 5", 4, 9)
        assert told == "3-3 turn 5, 1 h 0 min left"
    finally:
        books[0, 3, 3] = kept


def test_the_command_prints_what_the_game_is_worth(whole: Whole) -> None:
    arguments = ["zhizhu", "--whole", "--pieces", "3-3", "--folder", str(whole.endgames.folder)]
    done = subprocess.run(
        [sys.executable, "-c", SOLVE, "solve", *arguments, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1].startswith("2-3, 1 to place: 13,549 states, 7,082 won, 5,997 drawn, 470 lost")
    assert lines[-1] == "3 pieces each: for whoever begins a draw"
