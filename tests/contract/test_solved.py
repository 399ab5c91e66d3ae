"""What a solved game's figures tell: sums that agree, and wins that the rules allow."""

import runpy
from pathlib import Path

import pytest

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.reading.solved import played, solved_figures

ROOT = Path(__file__).parents[2]
SOLVED = [game for game in map(registry.find, registry.games()) if game.is_solved]
by_game = pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.name)


@by_game
def test_figures_are_of_these_rules_and_add_up(game: Game) -> None:
    figures = solved_figures(game)
    assert (figures["game"], figures["rules"]) == (game.name, game.version)
    for row in [*figures["moving"], *figures["placing"]]:
        for which in ("all", "reached"):
            found = row[which]
            assert found["won"] + found["drawn"] + found["lost"] == found["states"]
            assert found["longest"] <= row["all"]["longest"]
        assert all(row["reached"][name] <= row["all"][name] for name in row["all"])
    assert figures["placing"][-1]["reached"]["states"] == 1, "every game begins alike"


@by_game
@pytest.mark.parametrize("phase", ["moving", "placing"])
def test_the_longest_win_is_played_by_the_rules_to_its_end(game: Game, phase: str) -> None:
    figures = solved_figures(game)
    win = figures["longest"][phase]
    begun = played(figures, win["way"])
    over = played(figures, f"{win['way']} {win['line']}")
    assert len(over.turns) - len(begun.turns) == win["in"]
    assert win["in"] == max(row["reached"]["longest"] for row in figures[phase])
    assert over.result is not None and begun.seat is not None
    assert over.result.ranks.index(1) == begun.seat


@by_game
def test_every_first_turn_and_answer_is_told_of(game: Game) -> None:
    figures = solved_figures(game)
    first = [text for kind in figures["openings"] for text in kind["turns"]]
    assert sorted(first) == sorted(played(figures, "").legal())
    for kind in figures["openings"]:
        answers = [text for answer in kind["answers"] for text in answer["turns"]]
        assert sorted(answers) == sorted(played(figures, kind["turns"][0]).legal())
    best = max(kind["outcome"] for kind in figures["openings"])
    assert best == figures["value"]["outcome"]


def test_the_handbook_says_what_the_figures_say() -> None:
    """`make pictures` writes its pages anew."""
    for path, text in runpy.run_path(str(ROOT / "docs" / "solved.py"))["pages"]().items():
        assert path.read_text("utf-8") == text, path
