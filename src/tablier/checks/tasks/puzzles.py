"""Puzzles: the file, their words, and that what is to be played can be. `proven` searches again."""

import json
from collections.abc import Iterator

from tablier.checks.fault import Fault
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.parts import Known
from tablier.core.reading.position import read_position
from tablier.core.reading.puzzles import FILE, OTHERS, Puzzle, drilled, puzzles_path, read_lines
from tablier.core.words import LANGUAGES

TEXTS = ["title", "task", "wrong", "done", "hint"]
DRILLS = 5
"""Drills of each theme that are looked at."""


def puzzles(game: Game) -> Iterator[Fault]:
    """Every puzzle is played through, and every theme has its words."""
    kinds = [*(game.puzzles.KINDS if game.puzzles else ())]
    kinds += game.drills.KINDS if game.drills else ()
    if kinds:
        yield from _words(game, kinds)
    yield from _drills(game)
    if not puzzles_path(game).is_file():
        return
    try:
        found = read_lines(puzzles_path(game).read_text("utf-8"), game)
    except TablierError as error:
        yield Fault(FILE, str(error))
        return
    seen: dict[object, str] = {}
    for puzzle in found:
        try:
            yield from _puzzle(game, puzzle, seen)
        except TablierError as error:
            yield Fault(FILE, f"{puzzle.id}: {error}")


def _words(game: Game, kinds: list[str]) -> Iterator[Fault]:
    for language in LANGUAGES:
        path = game.folder / "puzzles" / f"{language}.json"
        if not path.is_file():
            if language == LANGUAGES[0]:
                yield Fault(f"puzzles/{path.name}", "there are no words for puzzles")
            continue
        words = json.loads(path.read_text("utf-8"))
        if list(words) != kinds:
            yield Fault(f"puzzles/{path.name}", f"has words for {list(words)}, not for {kinds}")
        for kind, texts in words.items():
            if list(texts) != TEXTS or not all(texts.values()):
                yield Fault(f"puzzles/{path.name}", f"{kind} must have {', '.join(TEXTS)}")


def _drills(game: Game) -> Iterator[Fault]:
    for kind in game.drills.KINDS if game.drills else ():
        for number in range(DRILLS):
            assert game.drills is not None
            position, right = drilled(game.drills, kind, number)
            legal = read_position(position).legal(0)
            if not right or not set(right) <= set(legal):
                yield Fault("puzzles", f"drill {kind} {number}: {right} can't be played")


def _puzzle(game: Game, puzzle: Puzzle, seen: dict[object, str]) -> Iterator[Fault]:
    """What can be said without proving anything."""
    finding, match = puzzle.finding, read_position(puzzle.position)
    assert game.puzzles is not None
    same = finding.kind, game.puzzles.same(match.state)
    if same in seen:
        yield Fault(FILE, f"{puzzle.id} is {seen[same]}, turned or reflected")
    seen[same] = puzzle.id
    if match.position() != puzzle.position or match.result is not None:
        yield Fault(FILE, f"{puzzle.id}: no position that goes on is written {puzzle.position}")
    if finding.kind not in game.puzzles.KINDS:
        yield Fault(FILE, f"{puzzle.id}: there is no theme {finding.kind}")
    legal = match.legal()
    for wrong, reply in finding.answers.items():
        texts = legal[:1] if wrong == OTHERS else [wrong]
        if wrong == finding.line[0] or not set(texts) <= set(legal):
            yield Fault(FILE, f"{puzzle.id}: {wrong} is no wrong action")
        elif wrong != OTHERS:
            _play(match.copy(), [wrong, *reply.split()])
    for other in set(legal) - set(finding.line) - set(finding.answers):
        _play(match.copy(), [other, *finding.answers.get(OTHERS, "").split()])
    _play(match, finding.line)


def _play(match: Match, texts: list[str] | tuple[str, ...]) -> None:
    for text in texts:
        match.play(text, exact=True)


def proven(game: Game, puzzle: Puzzle, known: Known) -> bool:
    """Whether the position still holds that very puzzle, looked for anew."""
    assert game.puzzles is not None
    found = game.puzzles.found(read_position(puzzle.position).state, known)
    return any(one._replace(answers={}) == puzzle.finding._replace(answers={}) for one in found)
