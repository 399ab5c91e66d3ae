"""The command that compares play with what was solved."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import tablier
from tablier.cli.app import Json, app, read_file
from tablier.cli.compile_wait import compiling
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.terminal.progress_bar import ProgressLine

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
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    folder: Annotated[Path | None, typer.Option(help="Where the databases are kept.")] = None,
    as_json: Json = False,
) -> None:
    """Tell how often play dropped the value of a position, where books know it.

    A bot begins after two to six actions that are drawn by lot. What the books don't cover is
    left out: `tablier solve` says how to get them.
    """
    if (bot is None) == (not records):
        raise BadOption("give records, or a level as --bot, and not both")
    from tablier.engine.analysis.value_drops import Drops, drops_in
    from tablier.solver.endgames import Endgames

    found: dict[str, Drops] = {}
    books: dict[str, Endgames] = {}
    with ProgressLine() as line:
        whole = len(records) if records else games
        for number, match in enumerate(_matches(records or [], bot, games, seed), 1):
            name = match.game.name
            endgames = books.get(name) or books.setdefault(name, Endgames(match.game, folder))
            for phase, drops in drops_in(match, endgames).items():
                found[phase] = found.get(phase, Drops()) + drops
            line.show(number, whole)
    for phase, drops in found.items():
        if as_json:
            print(json.dumps({"phase": phase, **drops._asdict()}))
        else:
            print(
                f"{phase}: {drops.dropped} of {drops.turns} turns dropped the value"
                f"{share(drops.dropped, drops.turns)}, "
                f"{drops.thrown} of {drops.won} wins thrown away{share(drops.thrown, drops.won)}"
            )


def _matches(records: list[str], bot: int | None, games: int, seed: int) -> Iterator[Match]:
    from tablier.engine.analysis.value_drops import self_play

    for record in records:
        yield tablier.read_record(read_file(record))
    if bot is not None:
        game = _solved_game()
        for number in range(games):
            yield self_play(game, bot, seed * 1_000_003 + number, OPENING)


def _solved_game() -> Game:
    """The game that has books; there is one so far."""
    return next(game for name in registry.games() if (game := registry.find(name)).endgame)


def share(some: int, of: int) -> str:
    """A share in brackets, to a hundredth of a percent; nothing of nothing.

    >>> share(1, 8), share(0, 0)
    (' (12.50 %)', '')
    """
    return f" ({100 * some / of:.2f} %)" if of else ""
