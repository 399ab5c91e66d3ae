"""The command that checks a game's folder, and the one that begins it."""

from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core.errors import BadOption

FAULTS = 1


@app.command("check-game")
def check_game(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="The folder of a game.")
    ] = None,
    new: Annotated[
        str | None, typer.Option("--new", metavar="NAME", help="Write a new folder to begin with.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell everything that is missing or wrong in the folder of a game.

    The folder need not be where games are found. It is read, loaded, played at random and compiled
    in a process of its own; what is found is told in one list, and the exit status is then 1.

    With --new, a folder of that name is written here: a small game that plays, to be changed
    into another. Nothing is overwritten.
    """
    if (folder is None) == (new is None):
        raise BadOption("name a folder to check, or a new one with --new")
    if new is not None:
        from tablier.checks.new import new_folder

        written = new_folder(new, Path())
        if as_json:
            print_json({"folder": str(written)})
        else:
            print(f"{written} is a game that plays; `tablier check-game {written}` checks it")
        return
    assert folder is not None
    _check(folder, as_json)


def _check(folder: Path, as_json: bool) -> None:
    from tablier.checks.sandbox import check_in_sandbox

    verdict = check_in_sandbox(folder)
    if as_json:
        faults = [fault._asdict() for fault in verdict.faults]
        print_json({"folder": str(folder), "checked": verdict.checked, "faults": faults})
    else:
        for fault in verdict.faults:
            print(fault)
        checked = ", ".join(verdict.checked)
        print(f"{folder}: {_count(len(verdict.faults))}; checked: {checked}")
    if verdict.faults:
        raise typer.Exit(FAULTS)


def _count(faults: int) -> str:
    if not faults:
        return "nothing is missing or wrong"
    return "one fault" if faults == 1 else f"{faults} faults"
