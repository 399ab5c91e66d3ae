"""Compiled code that looks at every index; test_expectimax.py runs it with TABLIER_BOUNDS=1."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.compile.marks import compiled
from tablier.compile.position_rows import load, store
from tablier.compile.raw_array import bare, fetch_ahead, tail
from tablier.core.dice import Dice
from tablier.core.rules.kernel import IntTable, item, lowest, replaced
from tablier.engine.bot import Bot

SQUARES = IntTable(number * number for number in range(4))
GAME = tablier.new("hurry").game
START = tablier.new("hurry").state


def of_row(array: Any, index: int) -> int:
    row = array[index]
    return int(row[1])


def later(array: Any, index: int) -> int:
    return int(tail(array, index)[0])


def written(array: Any, index: int) -> int:
    array[index] = 5
    return int(array[index])


def fetched(array: Any, index: int) -> int:
    fetch_ahead(array, index)
    return index


def stored(array: Any, index: int) -> int:
    store(START, array, index)
    return int(load(START, array, index).players)


ROW, ROWS = bare(np.arange(4)), bare(np.arange(8).reshape(4, 2))
WIDE = bare(np.zeros(16 + 3, np.int64))
INDEXED: dict[str, tuple[Callable[..., int], Any]] = {
    "a bare array": (lambda array, index: array[index], ROW),
    "a row of one": (of_row, ROWS),
    "its first dimension": (lambda array, index: array[index, 0], ROWS),
    "the rest of one": (later, ROW),
    "writing": (written, ROW),
    "fetching": (fetched, ROW),
    "a position": (stored, WIDE),
    "an array": (lambda array, index: array[index], np.arange(4)),
    "an IntTable": (lambda array, index: SQUARES[index], None),
    "an item": (lambda array, index: item((1, 2, 3, 4), index), None),
    "a replaced item": (lambda array, index: replaced((1, 2, 3, 4), index, 0)[0], None),
}


@pytest.mark.parametrize("what", INDEXED)
def test_an_index_outside_is_an_error(what: str) -> None:
    """numba counts from the end of its own arrays, so that only -5 lies outside."""
    function, array = INDEXED[what]
    look = compiled(function)
    for index in (0, 3):
        look(array, index)
    for index in (4 if what != "the rest of one" else 5, 1 << 40, -1 if what != "an array" else -5):
        with pytest.raises(IndexError, match=r"outside|out of bounds"):
            look(array, index)


def test_an_inner_index_outside_is_an_error() -> None:
    look = compiled(lambda array, index: array[0, index])
    assert look(ROWS, 1) == 1
    with pytest.raises(IndexError, match=r"outside an array of int64, \(2,\), in .*indices"):
        look(ROWS, 2)


def test_nothing_is_lowest_in_an_empty_set() -> None:
    look = compiled(lambda bits: lowest(bits))
    assert look(8) == 3
    with pytest.raises(IndexError, match="nothing lowest"):
        look(0)


@pytest.mark.parametrize(("players", "level"), [(2, 1), (2, 4), (3, 3)])
def test_bots_keep_within_bounds(players: int, level: int) -> None:
    """Also with dice, where the table acts: seat 8, which the search once wrote at."""
    for number in range(10):
        dice = Dice.seeded(number, players)
        match = tablier.new("hurry", players=players, dice=2)
        bot = Bot(GAME, level, seconds=60, seed=1)
        while match.result is None:
            match = match.roll(dice) if match.to_roll else match.play(bot.choose(match))
        assert match.result.reason == "home"
