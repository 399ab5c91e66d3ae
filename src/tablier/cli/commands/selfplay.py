"""The command that lets a player play against itself, for datasets."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import Choices, GameName, app, begin, start_text
from tablier.cli.workers import (
    INTERRUPTED,
    GamesProgress,
    Jobs,
    Opening,
    Scheduler,
    Seed,
    await_bots,
    executor,
)
from tablier.core import registry
from tablier.core.errors import BadOption

LEVEL = 2


@app.command()
def selfplay(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")],
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="Games in all.")] = 1_000,
    level: Annotated[
        int | None, typer.Option(help=f"Bots of this level play; {LEVEL} if none is given.")
    ] = None,
    random: Annotated[bool, typer.Option("--random", help="Any legal action is played.")] = False,
    device: Annotated[
        str, typer.Option(help="cpu; or cuda, and a GPU plays what is random.")
    ] = "cpu",
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    option: Choices = [],  # noqa: B006
    opening: Opening = 4,
    seed: Seed = 1,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write the rows as Parquet, too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the sums as JSON.")] = False,
) -> None:
    """Write a dataset of games: records, and arrays to learn from.

    When it was interrupted, the same command goes on.
    """
    from tablier.research.selfplay import SelfPlay, collect

    if random and level is not None:
        raise BadOption("--random and --level: choose one of them")
    player = "random" if random else f"level:{LEVEL if level is None else level}"
    match = begin(registry.find(game), option)
    start = start_text(match)
    plan = SelfPlay(start, player, games, opening, seed, device).check()
    await_bots(match, [player], scheduler)
    done = actions = status = 0
    try:
        with executor(jobs, scheduler) as workers, GamesProgress(games) as progress:
            for outcome in collect(plan, workers, out, parquet=parquet):
                done, actions = done + 1, actions + outcome.actions
                progress.count()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sums = {"start": start, "player": player, "planned": games, "games": done, "actions": actions}
    told = f"{start}, {player}: {done} of {games} games, {actions} actions, in {out}"
    print(json.dumps(sums, indent=2) if as_json else told)
    if status:
        print(f"tablier: interrupted; the same command goes on in {out}", file=sys.stderr)
        raise typer.Exit(status)
