"""The command that compares play with what was solved."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tablier
from tablier.cli.app import Json, app, read_file
from tablier.cli.compile_wait import compiling
from tablier.cli.workers import GamesProgress, Jobs, await_bots, executor
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game

if TYPE_CHECKING:
    from tablier.engine.analysis.value_drops import Drops, JudgedGame, Judgement

OPENING = (2, 6)
"""How many actions are drawn by lot before a bot plays."""


@app.command()
@compiling()
def judge(
    records: Annotated[
        list[str] | None, typer.Argument(metavar="RECORD…", help="Record files, - for input.")
    ] = None,
    bot: Annotated[
        int | None, typer.Option(metavar="LEVEL", help="A level to play against itself instead.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games it plays.")] = 10,
    seconds: Annotated[
        float | None, typer.Option(help="How long it thinks; else what its level says.")
    ] = None,
    start: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Where its games begin.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    jobs: Jobs = 1,
    folder: Annotated[Path | None, typer.Option(help="Where the databases are kept.")] = None,
    files: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where files of a whole game are.")
    ] = None,
    blind: Annotated[
        bool, typer.Option("--blind", help="The bot plays without files of a whole game.")
    ] = False,
    hand: Annotated[bool, typer.Option("--hand", help="The bot plays without its net.")] = False,
    as_json: Json = False,
) -> None:
    """Tell how often play dropped the value of a position, where books know it.

    A bot begins after two to six actions that are drawn by lot. What the books don't cover is
    left out: `tablier solve` says how to get them, and files of a whole game. Bots play by those
    files, too, if their level does.
    """
    if (bot is None) == (not records):
        raise BadOption("give records, or a level as --bot, and not both")
    if folder is not None and files is not None:
        raise BadOption("give a folder with databases or one with files, and not both")
    _check_files(files)
    if bot is None:
        found = _judged_records(records or [], folder, files)
    else:
        _let_bots_know(files, blind)
        plans = [
            plan._replace(learned=not hand) for plan in _plans(start, bot, games, seed, seconds)
        ]
        found = _judged_games(plans, jobs, folder, files)
    print("\n".join(_lines(sum(found, _nothing()), as_json)))


def _nothing() -> "Judgement":
    from tablier.engine.analysis.value_drops import Judgement

    return Judgement()


def _check_files(files: Path | None) -> None:
    """Say what is wrong with files that somebody names, rather than judge by a part of them."""
    from tablier.solver.tablebase.tablebase import Tablebase

    if files is None:
        return
    tablebase = Tablebase(_solved_game(), files)
    for sentence in tablebase.damaged.values():
        raise TablierError(f"{sentence}; `tablier solve` writes such files")
    if not tablebase.books:
        raise TablierError(f"{tablebase.folder} has no files; `tablier solve` writes such files")


def _let_bots_know(files: Path | None, blind: bool) -> None:
    """Have the processes that play find the same files, or none."""
    from tablier.solver.tablebase.tablebase import NOWHERE, PLACE

    if blind:
        os.environ[PLACE] = NOWHERE
    elif files is not None:
        os.environ[PLACE] = str(files)


def _judged_records(
    records: list[str], folder: Path | None, files: Path | None
) -> Iterator["Judgement"]:
    from tablier.engine.analysis.value_drops import exact_values, judgement_of

    with GamesProgress(len(records)) as progress:
        for record in records:
            match = tablier.read_record(read_file(record))
            yield judgement_of(match, exact_values(match.game.name, folder, files))
            progress.count()


def _plans(
    start: str | None, level: int, games: int, seed: int, seconds: float | None
) -> list["JudgedGame"]:
    from tablier.engine.analysis.value_drops import JudgedGame
    from tablier.engine.bot import Bot

    match = tablier.read_position(start) if start else tablier.new(_solved_game().name)
    if match.result is not None:
        raise BadOption("the game is over at the start position")
    Bot(match.game, level, seconds=seconds)
    return [
        JudgedGame(match.position(), level, seed * 1_000_003 + number, OPENING, seconds)
        for number in range(games)
    ]


def _judged_games(
    plans: list["JudgedGame"], jobs: int, folder: Path | None, files: Path | None
) -> Iterator["Judgement"]:
    """Games as they end, played on as many processes as jobs are allowed."""
    from concurrent.futures import as_completed

    from tablier.engine.analysis.value_drops import play_and_judge

    await_bots(tablier.read_position(plans[0].start), [f"level:{plans[0].level}"], "")
    with GamesProgress(len(plans)) as progress, executor(jobs, "") as workers:
        waiting = [workers.submit(play_and_judge, plan, folder, files) for plan in plans]
        for done in as_completed(waiting):
            yield done.result()
            progress.count()


def _solved_game() -> Game:
    """The game that has books; there is one so far."""
    return next(game for name in registry.games() if (game := registry.find(name)).endgame)


def _lines(found: "Judgement", as_json: bool) -> Iterator[str]:
    """What was found, line by line."""
    from tablier.engine.analysis.value_drops import NEAR

    for phase in ("placing", "moving"):
        drops: Drops = getattr(found, phase)
        if as_json:
            yield json.dumps({"phase": phase, **drops._asdict()})
        else:
            yield (
                f"{phase}: {drops.dropped} of {drops.turns} turns dropped the value"
                f"{share(drops.dropped, drops.turns)}, "
                f"{drops.thrown} of {drops.won} wins thrown away{share(drops.thrown, drops.won)}"
            )
            if drops.near:
                yield (
                    f"{phase}: {drops.missed} of {drops.near} wins within {NEAR} turns let go"
                    f"{share(drops.missed, drops.near)}"
                )
    games = {"games": found.games, "held": found.held, "converted": found.converted}
    if as_json:
        yield json.dumps(games)
    elif found.held:
        yield (
            f"{found.converted} of {found.held} players who had a win in {found.games} games "
            f"have won{share(found.converted, found.held)}"
        )


def share(some: int, of: int) -> str:
    """A share in brackets, to a hundredth of a percent; nothing of nothing.

    >>> share(1, 8), share(0, 0)
    (' (12.50 %)', '')
    """
    return f" ({100 * some / of:.2f} %)" if of else ""
