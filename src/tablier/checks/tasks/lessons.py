"""Lessons: small positions that can be solved, or in which something is refused."""

import json
from collections.abc import Iterator
from typing import Any

from tablier.checks.fault import Fault
from tablier.core.errors import MoveError, TablierError
from tablier.core.game import Game
from tablier.core.reading.position import read_position
from tablier.core.words import LANGUAGES

ANY = "*"
LEARNER = 0
COURSES = ("lessons", "strategy")
TEXTS = ("title", "task", "done")


def lessons(game: Game) -> Iterator[Fault]:
    """Every step of every course is played, and has its texts."""
    for course in COURSES:
        if (game.folder / course).is_dir():
            yield from _course(game, course)


def _course(game: Game, course: str) -> Iterator[Fault]:
    where = f"{course}/steps.json"
    steps = json.loads((game.folder / where).read_text("utf-8"))
    names = [step.get("id") for step in steps]
    if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
        yield Fault(where, f"every step has an id of its own; here are {names}")
        return
    for step in steps:
        try:
            for told in _step(step):
                yield Fault(where, f"{step['id']}: {told}")
        except (TablierError, KeyError, TypeError) as error:
            yield Fault(where, f"{step['id']}: {error}")
    for language in LANGUAGES:
        path = game.folder / course / f"{language}.json"
        if path.is_file() or language == LANGUAGES[0]:
            yield from _texts(path.read_text("utf-8"), f"{course}/{path.name}", names)


def _step(step: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a step."""
    if ("solve" in step) == ("refused" in step):
        yield "has either `solve` or `refused`"
    for solution in step.get("solve", ()):
        match = read_position(step["position"])
        for text in solution:
            legal = match.legal(LEARNER)
            if not legal:
                yield f"there is nothing to do before {text!r}"
                break
            match.play(legal[0] if text == ANY else text, LEARNER)
    if "refused" in step:
        yield from _refused(step)


def _refused(step: dict[str, Any]) -> Iterator[str]:
    text, rule = step["refused"]["text"], step["refused"]["rule"]
    try:
        read_position(step["position"]).play(text, LEARNER)
    except MoveError as refused:
        if refused.rule != rule:
            yield f"{text} is refused for {refused.rule}, not {rule}"
    else:
        yield f"{text} is not refused"


def _texts(text: str, where: str, names: list[str]) -> Iterator[Fault]:
    texts = json.loads(text)
    if list(texts) != names:
        yield Fault(where, f"has texts for {list(texts)}, and the steps are {names}")
    for name, said in texts.items():
        if tuple(said) != TEXTS or not all(said.values()):
            yield Fault(where, f"{name} must have the texts {', '.join(TEXTS)}")
