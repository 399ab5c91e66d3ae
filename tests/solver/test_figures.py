"""All figures of a game that is solved: a small one, in which each player places three pieces."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from gpu_on_host import HostGpu

from tablier.core import registry
from tablier.games.zhizhu import endgame
from tablier.games.zhizhu.rules import Position
from tablier.solver.endgames import Endgames
from tablier.solver.figures.best_play import BestPlay, turns
from tablier.solver.figures.reach import Reach
from tablier.solver.figures.whole_figures import shares, whole_figures, write_figures
from tablier.solver.gpu_threads import GpuThreads
from tablier.solver.numbering import number_of
from tablier.solver.whole import Whole

GAME = registry.find("zhizhu")
EACH = 3
EMPTY = endgame.position_of(endgame.placing(endgame.State(0, 0, 0), 2 * EACH))


def nothing(*_: object) -> None:
    """Tell nobody."""


@pytest.fixture(scope="module")
def figures(whole: Whole) -> dict[str, Any]:
    return whole_figures(whole, nothing)


def follow(text: str, position: Position) -> list[Position]:
    """The positions before and after each turn of a line, played by the rules."""
    positions = [position]
    for turn in text.split():
        for action in GAME.notation.split(turn):
            read = GAME.notation.read(position, position.seat, action)
            assert isinstance(read, int)
            out = [0] * GAME.rules.MOST_ACTIONS
            assert read in out[: GAME.rules.actions(position, position.seat, out)]
            position = GAME.rules.play(position, position.seat, read)
        positions.append(position)
    return positions


@pytest.mark.parametrize("phase", ["moving", "placing"])
def test_the_longest_win_is_played_by_the_rules_and_every_turn_is_the_best(
    whole: Whole, figures: dict[str, Any], phase: str
) -> None:
    win = figures["longest"][phase]
    way = follow(win["way"], EMPTY)
    line = follow(win["line"], way[-1])
    assert sum(way[-1].hands) == win["waiting"] and (win["waiting"] > 0) == (phase == "placing")
    assert len(line) == win["in"] + 1 and line[-1].ending
    assert win["in"] == max(row["reached"]["longest"] for row in figures[phase]) > 10
    for left, position in zip(range(win["in"], 0, -1), line, strict=False):
        value = whole.endgames.exact(position)
        assert value is not None and value.turns == left
        assert value.outcome == (1 if left % 2 else -1)
        after = [whole.endgames.exact(turn.after) for turn in turns(GAME, position)]
        sooner = [worth.turns if worth else 0 for worth in after if not worth or worth.outcome < 0]
        if left % 2:
            assert min(sooner) == left - 1, "whoever wins is quick"
        else:
            assert not sooner and max(worth.turns for worth in after if worth) == left - 1


def test_whatever_a_game_comes_to_is_marked_and_nothing_else_is(whole: Whole) -> None:
    reach, random = Reach(whole.endgames, EACH, nothing), Random(3)
    sets: list[set[Any]] = [{endgame.state_of(EMPTY)}]
    for waiting in range(2 * EACH - 1, 2, -1):
        sets.append({model(after) for state in sets[-1] for after in successors(state)})
        found = sum(
            reach.figures(key).states for key in whole.endgames.keys(EACH) if key[0] == waiting
        )
        assert found == len(sets[-1])
    for _ in range(20):
        position = EMPTY
        while endgame.covered(position) and position.turn < 120:
            state = endgame.state_of(position)
            number = number_of(state, whole.endgames.shelf)
            assert reach.marks[endgame.sizes(position)][number]
            position = random.choice(list(turns(GAME, position))).after
    made = endgame.State(own=0x010101, enemy=0x2C, marks=0)
    number = number_of(made, whole.endgames.shelf)
    assert not reach.marks[0, 3, 3][number], "a chain would have taken one of the three"


def successors(state: Any) -> list[Any]:
    """The states after all turns from one in which no player can be beaten yet."""
    found = turns(GAME, endgame.position_of(state))
    return [endgame.state_of(turn.after) for turn in found]


def model(state: Any) -> Any:
    """One for all that are equal by symmetry."""
    return min(endgame.moved(state, symmetry) for symmetry in range(endgame.SYMMETRIES))


def test_every_first_placement_and_answer_is_there_once(
    whole: Whole, figures: dict[str, Any]
) -> None:
    points = {f"{circle}{spoke}" for circle in "abc" for spoke in range(1, 9)}
    first = [name for kind in figures["openings"] for name in kind["turns"]]
    assert len(first) == 24 and set(first) == points
    for kind in figures["openings"]:
        answers = [name for answer in kind["answers"] for name in answer["turns"]]
        assert sorted(answers) == sorted(points - {kind["turns"][0]})
        for answer in kind["answers"]:
            for name in answer["turns"]:
                position = follow(f"{kind['turns'][0]} {name}", EMPTY)[-1]
                value = whole.endgames.exact(position)
                assert value == (-answer["outcome"], answer["in"])


def test_shares_are_of_those_with_so_many_pieces_more(whole: Whole) -> None:
    some = whole.endgames.figures[0, 3, 3]
    books = {
        (0, 4, 3): some._replace(states=200, wins=150, losses=20),
        (0, 3, 4): some._replace(states=200, wins=10, losses=160),
        (0, 3, 3): some._replace(states=100, wins=50, losses=25),
        (1, 3, 3): some._replace(states=3, wins=1, losses=1),
    }
    found = shares(books)
    assert found["more"] == [{"won": 75.0, "drawn": 15.0, "lost": 10.0}]
    assert found["fewer"] == [{"won": 5.0, "drawn": 15.0, "lost": 80.0}]
    assert found["equal"]["drawn"] == 25.0
    assert found["moving"] == {"won": 42.0, "drawn": 17.0, "lost": 41.0}
    assert found["placing"] == {"won": 33.33, "drawn": 33.33, "lost": 33.33}


def test_books_in_the_memory_of_a_gpu_give_the_same_document(
    whole: Whole, figures: dict[str, Any], tmp_path: Path
) -> None:
    endgames = Endgames(GAME, whole.endgames.folder, GpuThreads(HostGpu()))
    elsewhere = Whole(endgames, EACH)
    path = tmp_path / "figures.json"
    write_figures(path, whole_figures(elsewhere, nothing))
    assert json.loads(path.read_text("utf-8")) == figures


def test_nobody_wins_from_a_draw(whole: Whole) -> None:
    with pytest.raises(ValueError, match="nobody wins"):
        BestPlay(whole.endgames).line(EMPTY)
