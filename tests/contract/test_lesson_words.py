"""What lessons say is what their boards show: squares, colours and directions."""

import re
from collections.abc import Iterator
from math import atan2, cos, pi, sin
from typing import Any

import pytest

from tablier.checks.tasks.lessons import COURSES
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.words import LANGUAGES

LEARNER, OTHER = 0, 1
GAMES = [game for game in map(registry.find, registry.games()) if game.has_lessons]
Place = tuple[float, float]

WAYS = {
    "left": "the left|gauche|links|izquierda",
    "right": "the right|droite|rechts|derecha",
    "up": "up to|straight up|hinauf nach|vers le haut|hacia arriba",
    "down": "down to|straight down|hinunter nach|vers le bas|hacia abajo",
}
"""Where something is to go, as the learner sees it, in all languages."""
STANDS = {
    "top": "top|upper|du haut|ober\\w+|de arriba|superior",
    "bottom": "bottom|lower|du bas|unter\\w+ (?:dreieck|reihe)|de abajo|inferior",
}
"""Where something stands that is to move."""
COLOURS = {
    "white": "white|blanche?s?|blancs?|wei(?:ß|ss)\\w*|blanc[oa]s?",
    "black": "black|noire?s?|schwarz\\w*|negr[oa]s?",
    "red": "red|rouges?|rot(?:e[nmrs]?)?|roj[oa]s?",
    "green": "green|verte?s?|grün\\w*|verdes?",
    "blue": "blue|bleue?s?|blau\\w*|azul(?:es)?",
    "yellow": "yellow|jaunes?|gelb\\w*|amarill[oa]s?",
    "orange": "orange\\w*|naranjas?",
}


def steps() -> Iterator[Any]:
    for game in GAMES:
        for language in LANGUAGES:
            for course in COURSES:
                for step in game.lessons_in(language, course):
                    yield pytest.param(game, step, id=f"{game.name}-{language}-{step['id']}")


def named(patterns: dict[str, str], text: str) -> set[str]:
    return {
        token
        for token, pattern in patterns.items()
        if re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    }


def seen(game: Game, match: Match) -> list[Place]:
    """Where the points lie as the page shows them: the learner's home is near, which is below."""
    board = game.board(match.states[0])
    token = match.seat_names[LEARNER]
    short = "".join(word[0] for word in token.split("-"))
    mine = [a for a in board.areas if a.lower() in (token, short) or a.startswith(f"{token}-")]
    if not mine:
        return list(board.places)
    x, y = (sum(board.places[p][axis] for p in board.areas[mine[0]]) for axis in (0, 1))
    turn = pi / 2 - atan2(y, x)
    return [(a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)) for a, b in board.places]


def asked(game: Game, match: Match, step: dict[str, Any]) -> list[list[int]]:
    """The points of what is to be done or tried first, one list for each way to do it."""
    names = game.board(match.states[0]).names
    texts = [way[0] for way in step["solve"]] if "solve" in step else [step["refused"]["text"]]
    points = [re.findall(r"[a-z]\d+", text) for text in texts]
    return [[names.index(name) for name in found if name in names] for found in points]


@pytest.mark.parametrize(("game", "step"), list(steps()))
def test_a_step_speaks_of_what_is_drawn(game: Game, step: dict[str, Any]) -> None:
    match = read_position(step["position"])
    spoken = f"{step['task']} {step['done']}"
    if game.show is None:
        squares_are_there(game, match, step, spoken)
        for ways, place in ((WAYS, heading), (STANDS, standing)):
            if wanted := named(ways, step["task"]):
                found = [place(seen(game, match), points) for points in asked(game, match, step)]
                assert found and set(found) <= wanted, (wanted, found)
        assert named(COLOURS, spoken) <= set(match.seat_names), spoken
    else:
        cells_are_there(match, spoken)


def squares_are_there(game: Game, match: Match, step: dict[str, Any], spoken: str) -> None:
    """A square that is named is to be touched, or something stands on it."""
    names = game.board(match.states[0]).names
    touched = {point for points in asked(game, match, step) for point in points}
    touched |= {piece.point for piece in game.scene(match.state).pieces}
    texts = " ".join(text for way in step.get("solve", ()) for text in way)
    for name in re.findall(r"\b[a-z]\d{1,2}\b", spoken):
        assert name in names, f"there is no {name}"
        assert names.index(name) in touched or name in texts, f"nothing is to be done at {name}"


def heading(places: list[Place], points: list[int]) -> str:
    (x, y), (to_x, to_y) = places[points[0]], places[points[-1]]
    across, along = to_x - x, to_y - y
    if abs(across) > abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"


def standing(places: list[Place], points: list[int]) -> str:
    return "bottom" if places[points[0]][1] > 0 else "top"


def cells_are_there(match: Match, spoken: str) -> None:
    """A colour and a number together are a cell of the learner's sheet."""
    extras: Any = match.scene.extras
    sheet = extras["sheets"][LEARNER]
    cells = {(cell["colour"], cell["number"]) for cell in sheet}
    for colour, pattern in COLOURS.items():
        either = rf"\b(?:{pattern}) (\d+)\b|\b(\d+) (?:{pattern})\b"
        for before, after in re.findall(either, spoken, re.IGNORECASE):
            assert (colour, int(before or after)) in cells, spoken


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_is_to_move_is_the_learner(game: Game) -> None:
    for course in COURSES:
        for step in game.lessons_in("en", course):
            assert LEARNER in read_position(step["position"]).seats, step["id"]


@pytest.mark.rule("SE-10")
def test_the_first_stone_of_sensei_may_go_back_and_the_lesson_does_not_say_otherwise() -> None:
    stone = "sensei rrrRrrr/......./......./......./.g...../......./g.gGggg g 0 0 21"
    assert "b3-b1" in read_position(stone).legal(LEARNER)
    first = {language: registry.find("sensei").lessons_in(language)[0] for language in LANGUAGES}
    ahead = "ahead|forward|en avant|vorwärts|hacia delante"
    assert not [task for task in first.values() if re.search(ahead, task["task"])]
