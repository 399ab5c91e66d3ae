"""The command that writes the whole game as a folder for any web server."""

from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.words import LANGUAGES, spoken


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


def _named(what: str, given: str, known: "list[str] | tuple[str, ...]") -> list[str]:
    """Names with commas between, each once."""
    names = list(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        shown = repr(unknown[0]) if unknown else "an empty list"
        raise BadOption(f"--{what}: {shown} is not among {', '.join(known)}")
    return names
