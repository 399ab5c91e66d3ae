"""The command that lets players play each other."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tablier.engine.arena.arena import Arena
    from tablier.engine.arena.pairing import Outcome

PLAYERS = (
    "Who plays: level:3, level:7@0.5, mcts:5000, random, greedy, uct:1000, or your own agent as "
    "mymodule:policy; several may follow."
)


@app.command()
def arena(
    game: GameName,
    others: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help="More players.", show_default=False)
    ] = [],  # noqa: B006
    players: Annotated[list[str], typer.Option(metavar="PLAYER...", help=PLAYERS)] = [],  # noqa: B006
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games of each pair.")] = 100,
    jobs: Jobs = 1,
    option: Choices = [],  # noqa: B006
    opening: Opening = 4,
    seed: Seed = 1,
    state: Annotated[
        Path | None,
        typer.Option("--state", "--resume", help="Keep the games here, and go on from there."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(help="A folder for a record of each game.")
    ] = None,
    scheduler: Scheduler = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let players play each other, every pair from all seats, and rate them."""
    match = begin(registry.find(game), option)
    from tablier.engine.arena.arena import Arena
    from tablier.engine.arena.pairing import Outcome
    from tablier.engine.arena.standings import standings

    planned = Arena(start_text(match), (*players, *others), games, opening, seed).check()
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    await_bots(match, planned.players, scheduler)
    outcomes: list[Outcome] = []
    status = 0
    try:
        with executor(jobs, scheduler) as workers:
            for outcome in _played(planned, workers, state):
                outcomes.append(outcome)
                if records is not None:
                    _keep_record(records, outcome)
    except KeyboardInterrupt:
        status = INTERRUPTED
    found = standings(planned, outcomes)
    print(json.dumps(found.data(), indent=2) if as_json else found)
    if status:
        kept = f"; the same command goes on from {state}" if state else ""
        print(f"tablier: interrupted{kept}", file=sys.stderr)
        raise typer.Exit(status)


# Playing


def _played(planned: "Arena", executor: "Executor", state: Path | None) -> Iterator["Outcome"]:
    """All games as they end, those first that were played before."""
    from tablier.engine.arena.arena import run
    from tablier.engine.arena.ledger import Ledger

    ledger = Ledger(state, planned) if state is not None else None
    try:
        with GamesProgress(len(planned.pairings())) as progress:
            for outcome in run(planned, executor, ledger):
                progress.count()
                yield outcome
    finally:
        if ledger is not None:
            ledger.close()


def _keep_record(folder: Path, outcome: "Outcome") -> None:
    """Write a game's record to a file named after its key."""
    one, other, number = outcome.key.replace(":", "").split()
    path = folder / f"{one}-{other}-{int(number) + 1:04}.txt"
    path.write_text(outcome.record, "utf-8")
