"""The commands that look for puzzles, and give them to solve."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablier.cli.app import GameName, Language, app, coloured, read_file
from tablier.cli.compile_wait import compiling
from tablier.cli.workers import INTERRUPTED, GamesProgress, Jobs, Seed, executor
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError, listing
from tablier.core.game import Game
from tablier.core.reading.puzzles import Puzzle, read_lines, write_lines
from tablier.core.reading.record import read_record
from tablier.core.words import preferred_language

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tablier.engine.puzzles.mining import Found


@app.command()
@compiling()
def mine(
    game: GameName,
    records: Annotated[
        list[str] | None, typer.Argument(metavar="RECORD…", help="Recorded games to search, too.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; what is there is kept.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="Games of each way that bots play.")
    ] = 100,
    branches: Annotated[
        int, typer.Option(min=0, max=100, help="Positions beside each of a game's own.")
    ] = 2,
    most: Annotated[
        int, typer.Option(min=1, max=10_000, help="Of each kind and way of playing.")
    ] = 50,
    jobs: Jobs = 1,
    seed: Seed = 1,
) -> None:
    """Find puzzles in games that bots play and in records, prove them, and grade them.

    A puzzle has one best first action, proven by what is solved or by a search that leaves
    nothing out; levels 1 to 6 then show how hard it is. Without --out they are printed.
    """
    from tablier.engine.puzzles.grading import graded
    from tablier.engine.puzzles.mining import chosen, plans, search_game

    mined = registry.find(game)
    texts = [_record(mined, name) for name in records or []]
    found: list[Found] = []
    puzzles: list[Puzzle] = []
    if out is not None and out.exists():
        puzzles = list(read_lines(read_file(str(out)), mined))
    before = {puzzle.id for puzzle in puzzles}
    interrupted = False
    try:
        with executor(jobs, "") as workers:
            for some in _each(workers, search_game, plans(mined, games, seed, branches, texts)):
                found += [one for one in some if one.id not in before]
            puzzles += _each(workers, graded, chosen(found, most))
    except KeyboardInterrupt:
        interrupted = True
    _tell(mined, puzzles, before, out)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command()
def puzzle(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A name.", autocompletion=registry.games)
    ],
    which: Annotated[str, typer.Argument(metavar="ID", help="A puzzle's id; else by lot.")] = "",
    kind: Annotated[str, typer.Option(help="Only this theme.")] = "",
    rating: Annotated[int, typer.Option(help="About as hard as this.")] = 900,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same ones.")] = None,
    language: Language = None,
) -> None:
    """Solve puzzles in the terminal, one after another.

    Type what you would play; `hint`, `next` and `quit` are understood, too.
    """
    from tablier.terminal.input_lines import InputLines
    from tablier.terminal.phrases import Phrases
    from tablier.terminal.puzzle_mode import PuzzleMode, choose

    found = registry.find(game)
    kinds = (*(found.puzzles.KINDS if found.puzzles else ()),)
    kinds += found.drills.KINDS if found.drills else ()
    if not kinds:
        raise BadOption(f"{game} has no puzzles")
    if kind and kind not in kinds:
        raise BadOption(f"{game} has no theme {kind!r}; there are {listing(kinds)}")
    phrases = Phrases(preferred_language(language))
    mode = PuzzleMode(found, phrases, InputLines.here(), colour=coloured())
    tasks = choose(found, which, kind, rating, Random(seed))
    mode.play(tasks)


def _record(game: Game, name: str) -> str:
    """A record of that game, as text."""
    text = read_file(name)
    found = read_record(text).game
    if found.name != game.name:
        raise BadOption(f"{name} is a record of {found.name}, not of {game.name}")
    return text


def _tell(game: Game, puzzles: "list[Puzzle]", before: set[str], out: Path | None) -> None:
    """Write them to a file, or print them."""
    puzzles.sort(key=lambda puzzle: (puzzle.rating, puzzle.id))
    lines = "".join(write_lines(game, puzzles))
    if out is None:
        print(lines, end="")
    else:
        _write(out, lines)
        print(f"{len(puzzles)} puzzles in {out}, {len(puzzles) - len(before)} of them new")


def _each(workers: "Executor", work: Callable[[Any], Any], tasks: list[Any]) -> Iterator[Any]:
    """What comes of each task, in their order."""
    with GamesProgress(len(tasks)) as progress:
        for done in workers.map(work, tasks):
            progress.count()
            yield done


def _write(out: Path, lines: str) -> None:
    """Write a file anew, as a whole or not at all."""
    beside = out.with_name(f"{out.name}.new")
    try:
        beside.write_text(lines, "utf-8")
        beside.replace(out)
    except OSError as error:
        raise TablierError(f"{out}: {error.strerror}") from error
