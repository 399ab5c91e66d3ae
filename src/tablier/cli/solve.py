"""The command that solves endgames."""

import json
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.app import GameName, app
from tablier.cli.compiling import compiling
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError

if TYPE_CHECKING:
    from tablier.solver.store import Figures

BAR = 30


@app.command()
@compiling()
def solve(
    game: GameName,
    pieces: Annotated[str, typer.Option(metavar="3-3,4-3,…", help="Pieces of both sides.")],
    folder: Annotated[Path | None, typer.Option(help="Where the databases are kept.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Look at every state again.")] = False,
    pack: Annotated[Path | None, typer.Option(help="Also write them here as they ship.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")] = False,
) -> None:
    """Solve endgames, and those that they rest on.

    What is finished stays on the disk, and is not solved again. When it was interrupted, the
    same command goes on, also within a book that takes long.
    """
    from tablier.solver.endgames import Endgames, endgame_module
    from tablier.solver.retrograde import check as first_fault
    from tablier.solver.store import write_parcel

    chosen = registry.find(game)
    endgame = endgame_module(chosen)
    wanted = read_pairs(pieces, endgame.LEAST, endgame.MOST)
    endgames = Endgames(chosen, folder)
    for sentence in endgames.damaged.values():
        print(f"tablier: {sentence}; it is replaced when needed", file=sys.stderr)
    progress = Progress()
    began = time.perf_counter()
    for pair, solved in endgames.complete(wanted, progress.report):
        progress.clear()
        name, figures = f"{pair[0]}-{pair[1]}", endgames.figures[pair]
        source = f"solved after {time.perf_counter() - began:.1f} s" if solved else "kept"
        if as_json:
            found = {"pieces": name, "solved": solved, **figures._asdict(), "draws": figures.draws}
            print(json.dumps(found), flush=True)
        else:
            print(f"{name}: {told(figures)} ({source})", flush=True)
        book = endgames.books[pair]
        if check and first_fault(endgame, book, endgames.shelf, progress.report) >= 0:
            raise TablierError(
                f"the book {pair[0]}-{pair[1]} has a value that doesn't follow from the others"
            )
        progress.clear()
        if pack is not None:
            write_parcel(pack, chosen, book, endgames.figures[pair])


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


def told(figures: "Figures") -> str:
    return (
        f"{figures.states:,} states, {figures.wins:,} won, {figures.draws:,} drawn, "
        f"{figures.losses:,} lost, longest win {figures.longest} turns"
    )


class Progress:
    """A bar on a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self.shown = 0
        self.terminal = sys.stderr.isatty()

    def report(self, doing: str, done: int, whole: int) -> None:
        if not self.terminal:
            return
        filled = BAR * done // max(whole, 1)
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {100 * done // max(whole, 1):3} % {doing}"
        print(f"\r{line:{self.shown}}", end="", file=sys.stderr, flush=True)
        self.shown = len(line)

    def clear(self) -> None:
        if self.shown:
            print(f"\r{' ' * self.shown}\r", end="", file=sys.stderr, flush=True)
        self.shown = 0
