"""Commands that play."""

from pathlib import Path
from typing import Annotated

import typer

import tablier
from tablier.cli.app import Choices, app, begin, coloured, read_file
from tablier.core import registry


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    option: Choices = [],  # noqa: B006
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is saved.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Don't offer an unfinished game.")] = False,
    bot: Annotated[int, typer.Option(min=0, max=7, help="Play the computer, level 1–7.")] = 0,
    untimed: Annotated[bool, typer.Option("--untimed", help="Play without deadlines.")] = False,
) -> None:
    """Play with people at this terminal, or against the computer."""
    from tablier.terminal import hotseat, race

    options = [*option, "untimed=on"] if untimed else option
    if resume is not None:
        match, place = tablier.read_record(read_file(str(resume))), save or resume
    else:
        chosen = registry.find(game or hotseat.choose_game())
        place = save or hotseat.saved_game(chosen)
        left = None if new or options or save else hotseat.unfinished(place)
        match = left or begin(chosen, options)
        if left is None:
            hotseat.make_room(place)
    if match.game.rules.DEADLINES:
        race.play(match, place, colour=coloured())
    else:
        level = bot or hotseat.level_of(match)
        if not (level or game or resume or match.actions):
            level = hotseat.choose_level()
        hotseat.play(match, place, level=level, colour=coloured())
