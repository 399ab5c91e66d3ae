"""The command that solves what can be solved of a game."""

import json
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.app import GameName, app
from tablier.cli.compile_wait import compiling
from tablier.cli.workers import INTERRUPTED
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError, shortened
from tablier.core.game import Game
from tablier.terminal.progress_bar import ProgressLine

if TYPE_CHECKING:
    from tablier.solver.book_file import BookFigures
    from tablier.solver.endgames import Endgames
    from tablier.solver.whole import Whole

Files = Annotated[
    Path | None, typer.Option(metavar="DIR", help="With --whole: write it here as files for bots.")
]
FiguresFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="With --whole: write all its figures as JSON.")
]


@app.command()
@compiling()
def solve(
    game: GameName,
    pieces: Annotated[
        str | None, typer.Option(metavar="3-3,4-3,…", help="Endgames: pieces of both sides.")
    ] = None,
    folder: Annotated[Path | None, typer.Option(help="Where the databases are kept.")] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="The game from its first turn, each with PIECES.")
    ] = False,
    device: Annotated[
        str, typer.Option(help="cpu; or cuda, and a GPU solves a whole game.")
    ] = "cpu",
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Whether a whole game stays on the disk.")
    ] = True,
    check: Annotated[bool, typer.Option("--check", help="Look at every state again.")] = False,
    figures: FiguresFile = None,
    files: Files = None,
    pack: Annotated[Path | None, typer.Option(help="Also write them here as they ship.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")] = False,
) -> None:
    """Solve endgames and those that they rest on, or how far a player alone is from the goal.

    With --whole, the game is solved from its last turn to its first, with fewer pieces if
    --pieces says so (6-6: six each). With --files, who wins from every state is written to a
    folder, and in how many turns where that is cheap; a house whose TABLIER_TABLEBASES names the
    folder has bots, hints and analyses that know it.

    What is finished stays on the disk, and is not solved again. When it was interrupted, the
    same command goes on, also within a book that takes long.
    """
    chosen = registry.find(game)
    try:
        with SolveProgress() as progress:
            if whole:
                endgames = whole_endgames(chosen, folder, device, keep)
                solved = solve_whole(endgames, pieces, check, figures, as_json, progress)
                write_files(solved, files, as_json, progress)
            elif figures is not None or files is not None:
                raise BadOption("--figures and --files are those of a whole game: add --whole")
            elif chosen.alone is None:
                solve_endgames(chosen, pieces, folder, check, pack, as_json, progress)
            elif pieces is not None or pack is not None:
                raise BadOption(f"{game} is solved as a whole: leave out --pieces and --pack")
            else:
                solve_distances(chosen, folder, check, as_json, progress)
    except KeyboardInterrupt:
        print("tablier: interrupted; the same command goes on from what was kept", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


class SolveProgress(ProgressLine):
    """What is being solved, and how much of it is done."""

    def report(self, doing: str, done: int, whole: int) -> None:
        self.show(done, whole, doing)


def solve_distances(
    game: Game, folder: Path | None, check: bool, as_json: bool, progress: SolveProgress
) -> None:
    """How many moves a player alone needs, for all sets of pieces."""
    from tablier.solver.distance_table import Solo

    solo = Solo(game, folder)
    if solo.damaged:
        print(f"tablier: {solo.damaged}; it is replaced", file=sys.stderr)
    began = time.perf_counter()
    solved = solo.complete(progress.report)
    progress.clear()
    figures = solo.figures
    if as_json:
        print(json.dumps({"solved": solved, **figures._asdict()}), flush=True)
    else:
        source = f"solved in {time.perf_counter() - began:.1f} s" if solved else "kept"
        print(
            f"{figures.sets:,} sets, at most {figures.farthest} moves away ({source})", flush=True
        )
    if check and solo.fault(progress.report) >= 0:
        raise TablierError(f"{solo.path} has a distance that doesn't follow from the others")


def solve_endgames(
    game: Game,
    pieces: str | None,
    folder: Path | None,
    check: bool,
    pack: Path | None,
    as_json: bool,
    progress: SolveProgress,
) -> None:
    """Who wins with each number of pieces, and in how many turns."""
    from tablier.solver.book_file import write_parcel
    from tablier.solver.endgames import Endgames, endgame_of

    endgame = endgame_of(game)
    if pieces is None:
        raise BadOption("say which endgames: --pieces 4-3, and several as 3-3,4-3")
    wanted = read_pairs(pieces, endgame.LEAST, endgame.MOST)
    endgames = Endgames(game, folder)
    for sentence in endgames.damaged.values():
        print(f"tablier: {sentence}; it is replaced when needed", file=sys.stderr)
    began = time.perf_counter()
    for key, solved in endgames.complete(wanted, progress.report):
        progress.clear()
        tell(key, solved, endgames.figures[key], time.perf_counter() - began, as_json)
        if check:
            check_book(endgames, key, progress)
        if pack is not None:
            write_parcel(pack, game, endgames.books[key], endgames.figures[key], endgames.shelf)


def whole_endgames(game: Game, folder: Path | None, device: str, keep: bool) -> "Endgames":
    """The books of a game, in the memory of a processor."""
    from tablier.solver.endgames import Endgames, endgame_of

    if device not in ("cpu", "cuda"):
        raise BadOption(f"there is no device {shortened(repr(device))}: use cpu, cuda")
    endgame_of(game)
    if device == "cpu":
        return Endgames(game, folder, keeps=keep)
    from tablier.solver.gpu_threads import GpuThreads

    return Endgames(game, folder, GpuThreads(), keep)


def solve_whole(
    endgames: "Endgames",
    pieces: str | None,
    check: bool,
    figures: Path | None,
    as_json: bool,
    progress: SolveProgress,
) -> "Whole":
    """Who wins from the first turn on, and from any other."""
    from tablier.solver.figures.whole_figures import whole_figures, write_figures
    from tablier.solver.files.checked_file import make_folder
    from tablier.solver.whole import Whole

    endgame = endgames.endgame
    wanted = read_pairs(pieces or f"{endgame.MOST}-{endgame.MOST}", endgame.LEAST, endgame.MOST)
    each = wanted[0][0]
    if wanted != [(each, each)]:
        raise BadOption(f"{pieces}: in a whole game both have as many, such as 6-6")
    if figures is not None:
        make_folder(figures.parent)
    for sentence in endgames.damaged.values():
        print(f"tablier: {sentence}; it is replaced when needed", file=sys.stderr)
    whole, began = Whole(endgames, each), time.perf_counter()
    for key, solved in whole.solve(progress.report):
        progress.clear()
        tell(key, solved, endgames.figures[key], time.perf_counter() - began, as_json)
        if check:
            check_book(endgames, key, progress)
    if figures is not None:
        write_figures(figures, whole_figures(whole, progress.report))
        progress.clear()
    for waiting in range(1, 2 * each + 1):
        if as_json:
            print(json.dumps({"to place": waiting, **described(whole.ply(waiting))}), flush=True)
        else:
            print(f"{waiting} to place: {counted(whole.ply(waiting))}", flush=True)
    value = whole.value()
    if as_json:
        print(json.dumps({"each": each, **value._asdict()}), flush=True)
    else:
        verdict = ("a draw", f"won in {value.turns} turns", f"lost in {value.turns} turns")
        print(f"{each} pieces each: for whoever begins {verdict[value.outcome]}", flush=True)
    return whole


def write_files(
    whole: "Whole", folder: Path | None, as_json: bool, progress: SolveProgress
) -> None:
    """Write a whole game that was solved as files for bots, if there is a folder for them."""
    from tablier.solver.tablebase.volume_writer import VolumeWriter

    if folder is None:
        return
    writer, began = VolumeWriter(whole.endgames, whole.each, folder), time.perf_counter()
    size = count = 0
    for volume, written in writer.write(progress.report):
        progress.clear()
        size, count = size + volume.size, count + bool(volume.size)
        if as_json:
            print(json.dumps({"file": volume.name, "bytes": volume.size, "written": written}))
        elif written:
            print(f"{volume.name}: {volume.size:,} bytes", flush=True)
    if not as_json:
        seconds = time.perf_counter() - began
        print(f"{writer.folder}: {count} files, {size:,} bytes ({seconds:.1f} s)", flush=True)


def tell(
    key: tuple[int, int, int], solved: bool, figures: "BookFigures", seconds: float, as_json: bool
) -> None:
    """Say what is in a book."""
    waiting, own, enemy = key
    if as_json:
        found = {"pieces": f"{own}-{enemy}", "solved": solved, **described(figures)}
        print(json.dumps(({"to place": waiting} if waiting else {}) | found), flush=True)
    else:
        source = f"solved after {seconds:.1f} s" if solved else "kept"
        name = f"{own}-{enemy}, {waiting} to place" if waiting else f"{own}-{enemy}"
        print(f"{name}: {counted(figures)} ({source})", flush=True)


def check_book(endgames: "Endgames", key: tuple[int, int, int], progress: SolveProgress) -> None:
    """Look at every state of a book again."""
    from tablier.solver.retrograde import check

    book, processor = endgames.books[key], endgames.processor
    wrong = check(endgames.endgame, book, endgames.shelf, progress.report, processor)
    progress.clear()
    if wrong:
        raise TablierError(
            f"the book {key[1]}-{key[2]} has {wrong} values that don't follow from the others"
        )


def described(figures: "BookFigures") -> dict[str, int]:
    return {**figures._asdict(), "draws": figures.draws}


def read_pairs(text: str, least: int, most: int) -> list[tuple[int, int]]:
    """Pairs of numbers of pieces, such as 3-3,4-3."""
    pairs = []
    for word in text.split(","):
        numbers = re.fullmatch(r"\s*([0-9]{1,3})-([0-9]{1,3})\s*", word)
        if numbers is None:
            raise BadOption(f"{word.strip()!r}: write pieces as 4-3, and several as 3-3,4-3")
        pair = int(numbers[1]), int(numbers[2])
        if not (least <= min(pair) and max(pair) <= most):
            raise BadOption(f"{word.strip()}: each side has {least} to {most} pieces")
        pairs.append(pair)
    return pairs


def counted(figures: "BookFigures") -> str:
    return (
        f"{figures.states:,} states, {figures.wins:,} won, {figures.draws:,} drawn, "
        f"{figures.losses:,} lost, longest win {figures.longest} turns"
    )
