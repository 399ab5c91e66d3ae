"""The command that opens a game house."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import app


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. [127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one. [8100]")] = None,
    data: Annotated[
        str | None, typer.Option(help="Folder of the SQLite file. [the user's data folder]")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="postgresql://… or sqlite:///FILE in place of --data.")
    ] = None,
    origin: Annotated[
        list[str], typer.Option(help="Another address whose pages may connect; repeatable.")
    ] = [],  # noqa: B006
    proxy: Annotated[
        list[str], typer.Option(help="A proxy whose word about clients is believed; repeatable.")
    ] = [],  # noqa: B006
    workers: Annotated[
        int | None, typer.Option(help="Processes for the bots. [cores less one]")
    ] = None,
    connections: Annotated[int | None, typer.Option(help="Connections in all. [8000]")] = None,
    per_address: Annotated[
        int | None, typer.Option(help="Connections from one address. [200]")
    ] = None,
    pyodide: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Python for browsers, as npm has it: pages think about hints and reviews.",
        ),
    ] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error. [info]")] = None,
    config: Annotated[
        Path | None, typer.Option(help="A TOML file with these settings, named as here.")
    ] = None,
) -> None:
    """Run a game house that people reach with a browser.

    Every setting can also be given in the environment (TABLIER_PORT=8200) or in
    the file of --config (port = 8200; origins and proxies are lists). A flag
    beats the environment, which beats the file.
    """
    flags = dict(locals())
    gc.disable()  # until what is imported here has been put away: none of it is garbage
    from tablier.server.http.serve import serve as run
    from tablier.server.http.settings import settings

    file = flags.pop("config")
    flags["origins"], flags["proxies"] = flags.pop("origin") or None, flags.pop("proxy") or None
    chosen = settings(flags, file)
    thinking = _thinking(chosen.pyodide) if chosen.pyodide else None
    run(chosen, lambda address: print(f"Tablier is open at {address}", flush=True), thinking)


def _thinking(place: str) -> "dict[str, bytes]":
    """What a page needs to think itself."""
    from tablier.site.pyodide import pyodide as python_for_browsers
    from tablier.site.site import thinking_files

    return thinking_files(python_for_browsers(Path(place)))
