"""Bots know how many moves are left, where that was solved."""

import logging
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.compile.marks import compiled
from tablier.core import registry
from tablier.engine.net.assess import assess
from tablier.engine.net.known_nets import no_net
from tablier.engine.net.net import Net
from tablier.engine.search import tablebases
from tablier.engine.search.transposition import new_memory
from tablier.games.chinese_checkers import alone
from tablier.games.chinese_checkers.alone import HALF_MOVE, LEAD, RACE, informed, number_of, parted
from tablier.solver.endgames import default_folder
from tablier.solver.numbering import ALONE, Shelf, empty_shelf

GAME = registry.find("chinese-checkers")
NO_NET = no_net(GAME)
APART = (
    "chinese-checkers s/ss/.s./...s....../........./....s.../......./..n...../"
    "........./...n....../.n./nn/n {} 0-0 0-0 {}"
)
"""Each has passed the other; with who is to move, and the turn."""


def told(own: int, other: int, position: Any) -> Any:
    """Distances of the two players, made up."""
    found: dict[int, int] = defaultdict(int)
    found[number_of(alone.alone(position, 0))] = own
    found[number_of(alone.alone(position, 1))] = other
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_once_they_are_apart_the_moves_left_decide(seat: int) -> None:
    """Who is to move wins with as many moves left."""
    state = tablier.read_position(APART.format("ns"[seat], 81 + seat)).state
    assert parted(state) and parted(state._replace(seat=1 - seat))
    for own, other in [(5, 5), (5, 4), (3, 9)]:
        moves = (own, other) if seat == 0 else (other, own)
        distances = told(*moves, state)
        score = informed(state, seat, 7, distances)
        lead = 2 * (other - own) + 1
        assert score == (RACE if own <= other else -RACE) + LEAD * lead
        assert informed(state, 1 - seat, 7, distances) == -score


def test_before_that_they_are_one_thing_of_several() -> None:
    state = tablier.new("chinese-checkers").play("c1-d4").state
    assert not parted(state)
    assert informed(state, 0, 7, told(12, 14, state)) == 7 + 4 * HALF_MOVE
    late = tablier.read_position(APART.format("n", 81)).state
    over = late._replace(places=(1, 2, 3), ending=1)
    assert informed(over, 0, 7, told(12, 14, over)) == 7


@compiled
def assess_compiled(position: Any, seat: int, net: Net, shelf: Shelf) -> int:
    return int(assess(position, seat, 0, net, shelf))


def test_judging_is_the_same_interpreted_and_compiled() -> None:
    distances = np.random.default_rng(2).integers(0, 29, alone.NUMBERS, np.uint8)
    shelf, random = empty_shelf(), Random(2)
    shelf.books[ALONE] = distances.ctypes.data
    told_apart = 0
    for _ in range(6):
        match = tablier.new("chinese-checkers")
        for _ in range(60):
            match.play(random.choice(match.legal()))
            if match.result is not None:
                break
            for seat in range(2):
                score = assess(match.state, seat, 0, NO_NET, shelf)
                assert assess_compiled(match.state, seat, NO_NET, shelf) == score
                told_apart += score != GAME.evaluate(match.state, seat)
    assert told_apart > 100


def test_three_players_and_other_games_are_judged_as_before() -> None:
    three = tablier.new("chinese-checkers", players=3).play("c1-d4").state
    assert informed(three, 0, 7, told(12, 14, three)) == 7
    match = tablier.new("sensei")
    assert assess(match.state, 0, 0, NO_NET, empty_shelf()) == match.game.evaluate(match.state, 0)


# Files


@pytest.fixture
def unshelved() -> Iterator[None]:
    """Distances are kept once loaded; here they are loaded anew, and once more afterwards."""
    tablebases.solo_of.cache_clear()
    yield
    tablebases.solo_of.cache_clear()


@pytest.mark.usefixtures("unshelved")
def test_a_damaged_file_is_told_once_and_done_without(caplog: pytest.LogCaptureFixture) -> None:
    path = default_folder(GAME) / "alone.book"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("no book")
    with caplog.at_level(logging.WARNING):
        memories = [new_memory(GAME, 1 << 12) for _ in range(2)]
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: {path} is damaged: it doesn't begin as a book does; the bots do without it"
    ]
    assert not any(memory.shelf.books[ALONE] for memory in memories)
