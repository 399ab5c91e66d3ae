"""The puzzles that ship: all can be played, and of each theme some are proven once more."""

from collections.abc import Iterator
from functools import cache

import pytest

from tablier.checks.tasks.puzzles import proven, puzzles
from tablier.core import registry
from tablier.core.game import Game, Position
from tablier.core.reading.puzzles import Puzzle, puzzles_path, read_lines, read_puzzles, write_lines
from tablier.engine.puzzles.knowledge import Knowledge

GAMES = [game for game in map(registry.find, registry.games()) if game.puzzles or game.drills]
WITH_PUZZLES = [game for game in GAMES if game.puzzles]
FEWEST = {"zhizhu": 300, "sensei": 300, "chinese-checkers": 200}
QUICK = 2
"""Turns or moves that are looked ahead in a moment; `bench puzzles` proves the others too."""


def named(game: Game) -> str:
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_puzzle_can_be_played_and_stands_once(game: Game) -> None:
    assert list(puzzles(game)) == []


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=named)
def test_there_are_enough_of_every_theme(game: Game) -> None:
    found = read_puzzles(game)
    assert len(found) >= FEWEST.get(game.name, 1)
    assert game.puzzles
    assert {one.finding.kind for one in found} == set(game.puzzles.KINDS)


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=named)
def test_the_file_is_what_is_written(game: Game) -> None:
    text = puzzles_path(game).read_text("utf-8")
    assert "".join(write_lines(game, read_lines(text, game))) == text


class NearHome(Knowledge):
    """Distances of a player alone, exact where they are small, without the table of all."""

    def moves(self, position: Position, seat: int) -> int | None:
        alone = self.game.alone
        assert alone
        pieces, near = alone.alone(position, seat), nearest(self.game)
        number = alone.number_of(pieces)
        if number in near:
            return near[number]
        out = [0] * alone.ROOM
        later = out[: alone.later(pieces, out)]
        return 1 + min(near.get(one, QUICK) for one in later)


@cache
def nearest(game: Game) -> dict[int, int]:
    """The sets of pieces a move from the goal, and the goal."""
    alone = game.alone
    assert alone
    out = [0] * alone.ROOM
    count = alone.earlier(alone.FILLED, out)
    return dict.fromkeys(out[:count], 1) | {alone.number_of(alone.FILLED): 0}


LONG = {"reach3"}
"""Themes whose proof tries all of three turns of both players."""


def sample(game: Game) -> Iterator[Puzzle]:
    """Two of each theme that need no long look."""
    assert game.puzzles
    for kind in [kind for kind in game.puzzles.KINDS if kind not in LONG]:
        quick = [
            one
            for one in read_puzzles(game)
            if one.finding.kind == kind and (not game.alone or one.finding.number <= QUICK)
        ]
        yield from quick[:: max(1, len(quick) // 2)][:2]


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=named)
def test_some_of_every_theme_are_proven_once_more(game: Game) -> None:
    known = NearHome(game) if game.alone else Knowledge(game)
    wrong = [one.id for one in sample(game) if not proven(game, one, known)]
    assert wrong == []


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=named)
def test_another_first_action_is_noticed(game: Game) -> None:
    """The proof is of that action: with another one it fails."""
    known = NearHome(game) if game.alone else Knowledge(game)
    puzzle = next(sample(game))
    finding = puzzle.finding._replace(line=("another", *puzzle.finding.line[1:]))
    assert not proven(game, puzzle._replace(finding=finding), known)
