"""The command that makes what browsers think with."""

from typing import Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core import registry

STALE = 1


@app.command()
def wasm(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME…", help="Names from `tablier games`.", autocompletion=registry.games
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Make nothing; tell what is not up to date.")
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Make also what is up to date.")] = False,
    as_json: Json = False,
) -> None:
    """Make WebAssembly of all that a game's bots, hints and analyses think with.

    It is written to `engine.wasm` in the folder of each game that is named, or of all, and a page
    without a server thinks with it. What is up to date is left as it is. With --check, the exit
    status is 1 if there is something to make.
    """
    from tablier.engine.browser_code import browser_code, is_current, place_of

    found = [registry.find(name) for name in names or registry.games()]
    done = []
    for game in found:
        place, current = place_of(game), is_current(game)
        if not check and (anew or not current):
            place.write_bytes(browser_code(game))
        size = place.stat().st_size if place.exists() else 0
        done.append({"game": game.name, "file": str(place), "bytes": size, "current": current})
        if not as_json:
            state = "up to date" if current and not anew else "to be made" if check else "made"
            print(f"{place}: {state}, {size:,} bytes")
    if as_json:
        print_json(done)
    if check and not all(one["current"] for one in done):
        raise typer.Exit(STALE)
