"""What a game is played on, for a printer."""

from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import Choices, GameName, Language, app, begin
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.pictures.paper import paper as pages_of
from tablier.core.words import preferred_language


@app.command("print")
def print_pages(
    game: GameName,
    option: Choices = [],  # noqa: B006
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The size of a page.")] = "a4",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file. [GAME.pdf]")
    ] = None,
    language: Language = None,
) -> None:
    """Write the empty board, or a score sheet for everybody, as a PDF file.

    What is on a page fits both A4 and Letter. Unless players=N says how many play, there are sheets
    for as many as can.
    """
    from tablier.core.drawing.pdf import write_pdf

    chosen, spoken = registry.find(game), preferred_language(language)
    most = f"players={chosen.players[-1]}"
    told = any(one.startswith("players=") for one in option)
    match = begin(chosen, option if told else [most, *option])
    path = out or Path(f"{game}.pdf")
    if out is None and path.exists():
        raise BadOption(f"{path} is there already; --out FILE says where else to write")
    pages = pages_of(chosen, match.players, match.setup.options, spoken)
    write_pdf(path, pages, title=chosen.words_in(spoken)["title"], paper=paper)
    if out is None:
        print(path)
