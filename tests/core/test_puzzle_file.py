"""Files of puzzles are read strictly: what is wrong is told with its line."""

import json
from typing import Any

import pytest

from tablier.core import registry
from tablier.core.reading.puzzles import BadPuzzles, read_lines, read_puzzles, write_lines

GAME = registry.find("zhizhu")
HEADING, LINE = list(write_lines(GAME, read_puzzles(GAME)[:1]))


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(LINE) | fields)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1"),
        (HEADING.replace('"format": 1', '"format": 2'), "line 1: puzzles of zhizhu begin with"),
        (HEADING.replace("zhizhu", "sensei"), "line 1"),
        (HEADING + "{", "line 2: '{' is no JSON"),
        (HEADING + "[]", "line 2: a puzzle has id"),
        (HEADING + changed(more=1), "line 2: a puzzle has id"),
        (HEADING + changed(number=True), "line 2: number can't be True"),
        (HEADING + changed(levels=[1, 2]), "line 2: levels are 6 shares in percent"),
        (HEADING + changed(levels=[1, 2, 3, 4, 5, 101]), "line 2: levels are"),
        (HEADING + changed(asked=0), "line 2: asked is from 1 to"),
        (HEADING + LINE + LINE, "two puzzles have the same id"),
    ],
)
def test_what_is_wrong_is_told(text: str, told: str) -> None:
    with pytest.raises(BadPuzzles, match=told.replace("[", r"\[")):
        read_lines(text, GAME)


def test_what_is_right_is_read() -> None:
    assert read_lines(HEADING + LINE, GAME) == read_puzzles(GAME)[:1]
