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
from tablier.core.errors import BadOption

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tablier.engine.arena.arena import Arena
    from tablier.engine.arena.pairing import Outcome
    from tablier.engine.arena.standings import Standings

PLAYERS = (
    "Who plays: level:3, level:7@0.5, mcts:5000, random, greedy, uct:1000, or your own agent as "
    "mymodule:policy; several may follow."
)

State = Annotated[
    Path | None,
    typer.Option("--state", "--resume", help="Keep the games here, and go on from there."),
]
Records = Annotated[Path | None, typer.Option(help="A folder for a record of each game.")]
Sprt = Annotated[
    int | None,
    typer.Option(
        min=1, max=800, metavar="ELO", help="Of two: end when it's clear if the first is better."
    ),
]


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
    state: State = None,
    records: Records = None,
    scheduler: Scheduler = "",
    sprt: Sprt = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let players play each other, every pair from all seats, and rate them.

    With --sprt the games end as soon as it is certain enough, by a sequential test, whether the
    first of two players is stronger by so much Elo or not at all.
    """
    match = begin(registry.find(game), option)
    from tablier.engine.arena.arena import Arena
    from tablier.engine.arena.pairing import Outcome
    from tablier.engine.arena.standings import standings

    planned = Arena(start_text(match), (*players, *others), games, opening, seed).check()
    if sprt is not None and len(planned.players) != 2:
        raise BadOption("--sprt compares two players")
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
                if sprt is not None and _verdict(planned, outcomes, sprt) is not None:
                    break
    except KeyboardInterrupt:
        status = INTERRUPTED
    _tell(standings(planned, outcomes), planned, sprt, as_json)
    if status:
        kept = f"; the same command goes on from {state}" if state else ""
        print(f"tablier: interrupted{kept}", file=sys.stderr)
        raise typer.Exit(status)


SAID = {
    True: "{player} is stronger (by {elo} Elo rather than by none)",
    False: "{player} is not stronger (by none rather than by {elo} Elo)",
    None: "whether {player} is stronger is not known yet",
}
"""What a sequential test has come to."""


def _tell(found: "Standings", planned: "Arena", sprt: int | None, as_json: bool) -> None:
    """Print how the players stand, and what a sequential test says."""
    told = None if sprt is None else _verdict(planned, found.outcomes, sprt)
    if as_json:
        tested = {} if sprt is None else {"sprt": {"elo": sprt, "stronger": told}}
        print(json.dumps(found.data() | tested, indent=2))
        return
    print(found)
    if sprt is not None:
        print(f"\n{SAID[told].format(player=planned.players[0], elo=sprt)}")


def _verdict(planned: "Arena", outcomes: list["Outcome"], elo: int) -> bool | None:
    """Whether the first player is stronger than the second."""
    from tablier.engine.arena.arena import tally
    from tablier.engine.arena.ratings import between
    from tablier.engine.arena.sequential_test import verdict

    return verdict(between(tally(outcomes), *planned.players), elo)


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
