"""The commands for whoever runs a house."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core.errors import TablierError

if TYPE_CHECKING:
    from tablier.server.storage.admin import Report
    from tablier.server.storage.store import SqlStore

admin = typer.Typer(no_args_is_help=True, help="Look after the games of a house, open or closed.")
app.add_typer(admin, name="admin")

Data = Annotated[str | None, typer.Option(help="Folder of the SQLite file, as for serve.")]
Database = Annotated[str | None, typer.Option(help="URL of the database, as for serve.")]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings, as for serve.")]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="A name from `tablier admin list`.")]


def _url(data: str | None, database: str | None, config: Path | None) -> str:
    from tablier.server.http.settings import settings

    return settings({"data": data, "database": database}, config).url


@admin.command("list")
def list_games(
    data: Data = None, database: Database = None, config: Config = None, as_json: Json = False
) -> None:
    """All games: name, rules, state, events, day."""
    from tablier.server.storage.admin import run

    rows = run(_url(data, database, config), lambda store: store.games())
    listed = [
        {
            "table": row.id,
            "game": row.rules,
            "status": row.status,
            "events": events,
            "day": datetime.fromtimestamp(row.created_ms / 1000, UTC).date().isoformat(),
        }
        for row, events in rows
    ]
    if as_json:
        print_json(listed)
        return
    for each in listed:
        print("{table}  {game:16}  {status:8} {events:6}  {day}".format_map(each))


@admin.command()
def export(
    tables: Annotated[list[str], typer.Argument(metavar="[TABLE…]", help="All, if none.")] = [],  # noqa: B006
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Print games as JSON lines with their hash chains.

    They hold the seeds of dice that are still to be rolled, and the hashes of
    keys: not for everybody's eyes.
    """
    from tablier.server.storage.admin import export as write
    from tablier.server.storage.admin import run

    run(_url(data, database, config), lambda store: write(store, tables, sys.stdout))


@admin.command()
def check(
    data: Data = None, database: Database = None, config: Config = None, as_json: Json = False
) -> None:
    """Check the database, every hash chain and every replay; exit status 1 with findings."""
    from tablier.server.storage.admin import findings, run

    async def work(store: "SqlStore") -> int:
        found = []
        async for finding in findings(store):
            found.append(finding)
            if not as_json:
                print(finding)
        games = len(await store.games())
        if as_json:
            print_json({"games": games, "findings": found})
        elif not found:
            print(f"{games} games, all sound")
        return len(found)

    if run(_url(data, database, config), work):
        raise typer.Exit(1)


@admin.command()
def delete(
    table: Table, data: Data = None, database: Database = None, config: Config = None
) -> None:
    """Delete a game for good."""
    from tablier.server.storage.admin import run

    if not run(_url(data, database, config), lambda store: store.delete(table)):
        raise TablierError(f"there is no table {table}")


@admin.command()
def backup(file: Path, data: Data = None, database: Database = None, config: Config = None) -> None:
    """Copy everything into a new file, also while the house is open.

    Of SQLite a database file, of PostgreSQL an export of all games.
    """
    from tablier.server.storage.admin import back_up, run

    run(_url(data, database, config), lambda store: back_up(store, file))


@admin.command()
def restore(
    file: Path, data: Data = None, database: Database = None, config: Config = None
) -> None:
    """Put back the games of a backup or an export, also while the house is open.

    Games that are missing are added; those that are damaged or behind are
    replaced; those that have gone on since stay as they are. Exit status 1 if
    the file itself is damaged; what is sound in it is taken in all the same.
    """
    from tablier.server.storage.admin import restore as put_back
    from tablier.server.storage.admin import run

    if not file.is_file():
        raise TablierError(f"there is no file {file}")
    _tell(run(_url(data, database, config), lambda store: put_back(store, file), new=True))


admin.command("import", help="Take in the games of an export: the same as `restore`.")(restore)


def _tell(report: "Report") -> None:
    added, replaced, kept = map(len, (report.added, report.replaced, report.kept))
    print(f"{added} added, {replaced} replaced, {kept} kept as they are")
    for fault in report.faults:
        print(fault)
    if report.faults:
        raise typer.Exit(1)
