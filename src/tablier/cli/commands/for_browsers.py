"""What browsers are given: code to think with, and the whole game as a folder."""

from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.words import LANGUAGES, spoken

STALE = 1


@app.command("export-site")
def export_site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new folder, an empty one, or a site to renew.")
    ],
    pyodide: Annotated[
        Path | None,
        typer.Option(help="Python for browsers, as npm has it: a folder, or the file itself."),
    ] = None,
    games: Annotated[
        str | None, typer.Option(metavar="NAME,NAME", help="Only these games. [all]")
    ] = None,
    languages: Annotated[
        str | None,
        typer.Option(
            metavar="en,fr,de,es", help="Only these languages, the most usual one first. [all]"
        ),
    ] = None,
    endgames: Annotated[
        bool,
        typer.Option("--endgames", help="With what was solved of the games' ends: 10 MB more."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the whole game as a folder of files that any web server can hand out.

    There is nothing behind it: rules, bots and tables run in the browser, also offline once
    somebody was there, and on phones it can be installed. An older site in DIR is renewed;
    whoever plays there meanwhile is not disturbed, and what was added to it stays.
    """
    chosen = _named("games", games, registry.games()) if games else registry.games()
    spoken_there = _named("languages", languages, LANGUAGES) if languages else LANGUAGES
    from tablier.site.folder import check_folder
    from tablier.site.pyodide import pyodide as python_for_browsers
    from tablier.site.site import export_site as export

    check_folder(folder)
    languages_there = [*map(spoken, spoken_there)]
    python = python_for_browsers(pyodide)
    site = export(folder, python, chosen, languages_there, endgames=endgames)
    held = [*site.versioned.values(), *site.beside.values()]
    size = sum(map(len, held))
    if as_json:
        written = {"folder": str(folder), "version": site.version, "files": len(held)}
        print_json(written | {"bytes": size})
    else:
        told = f"{len(held)} files, {size / 1e6:.1f} MB"
        print(f"{folder} is a site now, version {site.version}: {told}")


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


def _named(what: str, given: str, known: "list[str] | tuple[str, ...]") -> list[str]:
    """Names with commas between, each once."""
    names = list(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        shown = repr(unknown[0]) if unknown else "an empty list"
        raise BadOption(f"--{what}: {shown} is not among {', '.join(known)}")
    return names
