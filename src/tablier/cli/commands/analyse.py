"""Commands that judge: a whole record, or what to play next.

`tablier analyse --json` prints `Analysis.json`; its keys are explained there, in
engine/analysis/verdict.py. `tablier hint --json` prints `game`, `position` and `hints`, a
list with `seat` (from 0), `text`, `chance` and `line` for each seat that may act.
"""

import re
import sys
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Annotated

import typer

import tablier
from tablier.cli.analysis_report import BLOCKS, PLAIN, percent, report, told_line
from tablier.cli.app import Json, Language, Line, Source, app, coloured, is_record, read, read_file
from tablier.cli.compile_wait import await_warmth, compiling
from tablier.cli.json_documents import print_json
from tablier.cli.workers import INTERRUPTED
from tablier.core.errors import BadRecord
from tablier.core.match import Match
from tablier.core.reading.branches import along
from tablier.core.words import preferred_language
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import ProgressLine

Nodes = Annotated[
    int | None,
    typer.Option(metavar="N", help="How much to look at for each move; fewer are quicker."),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw without block characters.")]


@app.command()
@compiling()
def analyse(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record file, - for input.")],
    nodes: Nodes = None,
    as_json: Json = False,
    ascii_only: Ascii = False,
    variation: Line = None,
    language: Language = None,
) -> None:
    """Judge every move of a record, and show how the chances went.

    The same record is judged alike every time. A hundred moves take a few seconds, and --nodes
    5000 a tenth of that. Ctrl-C cuts it short: what is left is then looked at only briefly.
    """
    phrases = Phrases(preferred_language(language))
    match = _read(read_file(record), phrases)
    match = along(match, variation) if variation else match
    from tablier.engine.analysis import analysis

    line = ProgressLine()
    nodes = analysis.NODES if nodes is None else nodes
    study = analysis.Study(match, nodes=nodes, progress=_shown(line, phrases))
    await_warmth(match, phrases)
    if line.is_seen:
        told = phrases("to_look_at", n=len(match.history), fewer=max(nodes // 10, 1))
        print(told, file=sys.stderr, flush=True)
    briefly = 0
    with line:
        try:
            found = study.run()
        except KeyboardInterrupt:
            if study.left == len(match.history):
                raise
            briefly = study.left
            found = study.finish()
    if as_json:
        print_json(found.json())
    else:
        steps = BLOCKS if _has_blocks() and not ascii_only else PLAIN
        for told in report(found, steps, phrases, colour=coloured()):
            print(told.rstrip())
    if briefly:
        print(f"tablier: {phrases('cut_short', n=briefly)}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


@app.command()
@compiling()
def hint(
    source: Source, nodes: Nodes = None, as_json: Json = False, language: Language = None
) -> None:
    """Say what to play in a position, or at the end of a record."""
    phrases = Phrases(preferred_language(language))
    match = _read(read_file(" ".join(source)), phrases) if is_record(source) else read(source)
    from tablier.engine.analysis import analysis

    await_warmth(match, phrases)
    given = analysis.hints(match, nodes=analysis.HINT_NODES if nodes is None else nodes)
    if as_json:
        listed = [each.json() for each in given]
        document = {"game": match.game.name, "position": match.position(), "hints": listed}
        print_json(document)
        return
    for each in given:
        told = told_line(match, len(match.history), each.line, each.seat)
        chance = percent(each.chance).strip()
        player = phrases.seat(match, each.seat)
        known = f" {phrases.known(match, each.known)}" if each.known else ""
        print(phrases("hinted", player=player, moves=told, chance=chance) + known)


def _shown(line: ProgressLine, phrases: Phrases) -> Callable[[int, int], None]:
    """Shows how far an analysis is, and how long the rest takes if it goes on like that."""
    began = monotonic()

    def show(done: int, of: int) -> None:
        nonlocal began
        if not done:
            began = monotonic()
        left = ceil((monotonic() - began) / max(done, 1) * (of - done))
        line.show(done, of, phrases("looked_at", n=done, of=of, seconds=left) if done else "")

    return show


def _read(text: str, phrases: Phrases) -> Match:
    """A record; where it breaks off, what there is of it, with a note on stderr."""
    try:
        return tablier.read_record(text)
    except BadRecord as error:
        open_end = re.sub(r'^\[Result "[^"\n]*"\]', '[Result "*"]', text, flags=re.MULTILINE)
        lines = open_end.rstrip().splitlines()
        if error.line == len(lines) and error.rule is None:
            lines.pop()
        try:
            match = tablier.read_record("\n".join(lines))
        except BadRecord:
            raise error from None
        told = phrases("so_far", why=error, n=len(match.turns))
        print(f"tablier: {told}", file=sys.stderr)
        return match


def _has_blocks() -> bool:
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
