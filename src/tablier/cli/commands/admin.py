"""The commands for whoever runs a house."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.app import Json, app
from tablier.cli.json_documents import print_json
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError

if TYPE_CHECKING:
    from tablier.server.storage.admin import Checked, Progress, Report

admin = typer.Typer(no_args_is_help=True, help="Look after the games of a house, open or closed.")
app.add_typer(admin, name="admin")

AGE = re.compile(r"([0-9]{1,5})([hdw])")
UNITS = {"h": "hours", "d": "days", "w": "weeks"}
REDRAW_S = 0.1


class GameState(Enum):
    """What a game may be in."""

    waiting = "waiting"
    playing = "playing"
    over = "over"


Data = Annotated[str | None, typer.Option(help="Folder of the SQLite file, as for serve.")]
Database = Annotated[str | None, typer.Option(help="URL of the database, as for serve.")]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings, as for serve.")]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="A name from `tablier admin list`.")]


def _url(data: str | None, database: str | None, config: Path | None) -> str:
    from tablier.server.http.settings import settings

    return settings({"data": data, "database": database}, config).url


@contextmanager
def _bar() -> Iterator["Progress"]:
    """A bar on a terminal while something takes long; elsewhere nothing."""
    from tablier.terminal.progress_bar import ProgressLine

    shown = 0.0
    with ProgressLine() as line:

        def show(done: int, whole: int) -> None:
            nonlocal shown
            if line.is_seen and time.monotonic() - shown >= REDRAW_S:
                shown = time.monotonic()
                line.show(done, whole)

        yield show


def _before_ms(age: str | None) -> int | None:
    """The time that was an age ago, such as `90d`, in milliseconds since 1970."""
    if age is None:
        return None
    found = AGE.fullmatch(age)
    if found is None:
        raise BadOption(f"{age!r}: write an age as 90d, 12h or 8w")
    ago = timedelta(**{UNITS[found[2]]: int(found[1])})
    return round((datetime.now(UTC) - ago).timestamp() * 1000)


@admin.command("list")
def list_games(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    status: Annotated[GameState | None, typer.Option(help="Only games in this state.")] = None,
    older_than: Annotated[str | None, typer.Option(metavar="90d", help="Made before that.")] = None,
    newer_than: Annotated[str | None, typer.Option(metavar="12h", help="Made since then.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most tables. [all]")] = None,
    offset: Annotated[int, typer.Option(min=0, help="Tables to leave out first.")] = 0,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    as_json: Json = False,
) -> None:
    """Games, the oldest first: name, rules, state, events, day."""
    from tablier.server.storage.admin import run
    from tablier.server.storage.store import Selection

    if game is not None:
        registry.find(game)
    state = None if status is None else status.value
    since, before = _before_ms(newer_than), _before_ms(older_than)
    chosen = Selection(game, state, since, before, limit, offset)
    rows = run(_url(data, database, config), lambda store: store.games(chosen))
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
    to: Annotated[Path | None, typer.Option(help="A new file, for your eyes only.")] = None,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Print games as JSON lines with their hash chains, or write them to a file.

    They hold the seeds of dice that are still to be rolled, and the hashes of
    keys: not for everybody's eyes.
    """
    from tablier.server.storage.admin import export as write
    from tablier.server.storage.admin import export_file, run

    url = _url(data, database, config)
    if to is None:
        run(url, lambda store: write(store, tables, sys.stdout))
        return
    file = to
    with _bar() as bar:
        games = run(url, lambda store: export_file(store, tables, file, bar))
    print(f"{games} games are in {file}")


@admin.command()
def check(
    replay: Annotated[bool, typer.Option("--replay", help="Play every game again.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    as_json: Json = False,
) -> None:
    """Check the database and every hash in it; exit status 1 with findings.

    Games that go on are played again by the rules as well, and with --replay all.
    """
    from tablier.server.storage.admin import check as look
    from tablier.server.storage.admin import run

    url = _url(data, database, config)
    with _bar() as bar:
        seen = run(url, lambda store: look(store, url, bar, replay=replay))
    if as_json:
        print_json({"games": seen.games, "replayed": seen.replayed, "findings": seen.findings})
    else:
        print(*(seen.findings or [_well(seen)]), sep="\n")
    if seen.findings:
        raise typer.Exit(1)


def _well(seen: "Checked") -> str:
    """What is said where nothing is wrong: no more than was looked at."""
    games = f"{seen.games} games, all sound"
    rest = seen.games - seen.replayed
    return f"{games}; {rest} that are over were not played again (--replay)" if rest else games


@admin.command()
def delete(
    table: Table, data: Data = None, database: Database = None, config: Config = None
) -> None:
    """Delete a game for good."""
    from tablier.server.storage.admin import run

    if not run(_url(data, database, config), lambda store: store.delete(table)):
        raise TablierError(f"there is no table {table}")


@admin.command()
def prune(
    older_than: Annotated[str, typer.Option(metavar="90d", help="Age since the last event.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell how many.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Delete games for good that have been over for long, also while the house is open.

    Says how many that are, and asks. Games that go on are never deleted.
    """
    from tablier.server.storage.admin import prune as delete_all
    from tablier.server.storage.admin import run

    url, before = _url(data, database, config), _before_ms(older_than)
    assert before is not None
    names = run(url, lambda store: store.finished_before(before))
    print(f"{len(names)} games have been over for longer than {older_than}")
    if dry_run or not names:
        return
    if not yes:
        if not (sys.stdin and sys.stdin.isatty()):
            raise TablierError("nobody can be asked: add --yes to delete them")
        typer.confirm("Delete them for good?", abort=True)
    with _bar() as bar:
        gone = run(url, lambda store: delete_all(store, names, bar))
    print(f"{gone} games deleted")


@admin.command()
def backup(file: Path, data: Data = None, database: Database = None, config: Config = None) -> None:
    """Copy everything into a new file, also while the house is open.

    Of SQLite a database file, of PostgreSQL an export of all games.
    """
    from tablier.server.storage.admin import back_up, run

    with _bar() as bar:
        run(_url(data, database, config), lambda store: back_up(store, file, bar))
    print(f"everything is in {file}")


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
    url = _url(data, database, config)
    with _bar() as bar:
        report = run(url, lambda store: put_back(store, file, bar), new=True)
    _tell(report)


admin.command("import", help="Take in the games of an export: the same as `restore`.")(restore)


def _tell(report: "Report") -> None:
    added, replaced, kept = map(len, (report.added, report.replaced, report.kept))
    print(f"{added} added, {replaced} replaced, {kept} kept as they are")
    for fault in report.faults:
        print(fault)
    if report.faults:
        raise typer.Exit(1)


@admin.command()
def tablebases(
    files: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="Where they are. [as TABLIER_TABLEBASES says]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read all files of solved games, and compare them with their checksums.

    Files that are whole are not summed up again when bots open them, until they change. Exit
    status 1 if any is damaged or missing; bots do without those.
    """
    from tablier.solver.tablebase.tablebase import Tablebase

    found, faults = [], 0
    with _bar() as bar:
        for name in registry.games():
            game = registry.find(name)
            if game.endgame is not None:
                found.append(Tablebase(game, files, True, lambda _, done, whole: bar(done, whole)))
    for tablebase in found:
        faults += len(tablebase.damaged)
        if as_json:
            print_json(tablebase.described())
        elif not tablebase.damaged and not tablebase.books:
            print(f"{tablebase.game.name}: no files in {tablebase.folder}")
        else:
            for sentence in tablebase.damaged.values():
                print(sentence)
            books, size = len(tablebase.books), tablebase.size
            print(f"{tablebase.game.name}: {books} books at hand, {size:,} bytes in all")
    if faults:
        raise typer.Exit(1)
