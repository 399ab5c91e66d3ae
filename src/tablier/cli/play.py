"""Commands that play."""

import sys
from pathlib import Path
from typing import Annotated

import typer

import tablier
from tablier.cli.app import Choices, app, begin, coloured, read_file
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    option: Choices = [],  # noqa: B006
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is saved.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Don't offer an unfinished game.")] = False,
    bot: Annotated[int, typer.Option(min=0, max=7, help="Play the computer, level 1–7.")] = 0,
    seat: Annotated[int, typer.Option(min=0, help="Your seat against --bot; else by lot.")] = 0,
    untimed: Annotated[bool, typer.Option("--untimed", help="Play without deadlines.")] = False,
) -> None:
    """Play with people at this terminal, or against the computer."""
    from tablier.terminal import hotseat

    if seat and not bot:
        raise BadOption("--seat is where you sit against the computer: give --bot as well")
    options = [*option, "untimed=on"] if untimed else option
    if resume is not None:
        if game or options or new:
            raise BadOption("a saved game goes on as it began: give --resume without a game")
        match, place = tablier.read_record(read_file(str(resume))), save or resume
    else:
        chosen = registry.find(game or hotseat.choose_game())
        if chosen.rules.DEADLINES and not sys.stdin.isatty():
            raise TablierError(f"{chosen.title} is played with single keys: it needs a terminal")
        place = save or hotseat.saved_game(chosen)
        left = None if new or options or save else hotseat.unfinished(place)
        match = left or begin(chosen, options)
        if seat > match.players:
            raise BadOption(f"there is no seat {seat}; there are {match.players}")
        if left is None:
            hotseat.make_room(place)
    computer = hotseat.Computer.of(match, bot, seat)
    if computer is None and not (game or resume or match.actions):
        computer = hotseat.Computer.of(match, hotseat.choose_level(), seat)
    if match.game.rules.DEADLINES:
        from tablier.terminal import race

        race.play(match, place, computer, source=resume or place, colour=coloured())
    else:
        hotseat.play(match, place, computer, colour=coloured())
