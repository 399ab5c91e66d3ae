"""What the host does with stored games, also while the house is open.

Nothing is ever taken from a game: putting back fills in what is missing, and
replaces what is damaged or behind, but not what has gone on since.
"""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, TypeVar

from tablier.core.errors import TablierError
from tablier.server.storage.address import sqlite_file
from tablier.server.storage.archive import (
    ArchiveFault,
    BadArchive,
    read_archive,
    write_end,
    write_game,
    write_start,
)
from tablier.server.storage.integrity import faults
from tablier.server.storage.private_files import written_whole
from tablier.server.storage.store import SqlStore
from tablier.server.storage.time_limit import ADMIN_LIMITS
from tablier.table.rows import Opening

MAGIC = b"SQLite format 3\0"
Done = TypeVar("Done")


@dataclass
class Report:
    """What became of the games of a file."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def run(url: str, work: Callable[[SqlStore], Awaitable[Done]], *, new: bool = False) -> Done:
    """Do something with a database; it must be there already, unless a new one will do."""
    file = sqlite_file(url)
    if file is not None and not new and not file.exists():
        raise TablierError(f"there is no database {file}")

    async def all_of_it() -> Done:
        store = await SqlStore.open(url, ADMIN_LIMITS)
        try:
            if store.witness is not None:
                store.witness.missing = store.witness.notes()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


async def load(store: SqlStore, game: str) -> Opening:
    """A stored game, wholly."""
    row = await store.game(game)
    if row is None:
        raise TablierError(f"there is no table {game}")
    return Opening(row, tuple(await store.seats(game)), await store.events(game))


async def export(store: SqlStore, games: Sequence[str], out: TextIO) -> int:
    """Write games out; all, if none is named. How many."""
    names = list(games) or [row.id for row, _ in await store.games()]
    out.write(write_start())
    for name in names:
        out.writelines(write_game(await load(store, name)))
    out.write(write_end(len(names)))
    return len(names)


async def findings(store: SqlStore) -> AsyncIterator[str]:
    """All that is wrong with a database."""
    for finding in await store.check(wholly=True):
        yield f"the database: {finding}"
    stored = {row.id for row, _ in await store.games()}
    noted = store.witness.notes() if store.witness is not None else {}
    for name in noted:
        if noted[name][0] and name not in stored:
            yield f"table {name}: it was stored and has gone"
    for name in sorted(stored):
        for fault in await faults(store, name):
            yield f"table {name}: {fault}"


async def back_up(store: SqlStore, path: Path) -> None:
    """A copy of one instant: a file of SQLite's, or of PostgreSQL an export of all games."""
    with written_whole(path) as draft:
        if store.shared:
            with draft.open("w", encoding="utf-8") as out:
                await export(store, [], out)
        else:
            await asyncio.to_thread(_copy, str(store.engine.url.database), str(draft))


def _copy(source: str, target: str) -> None:
    """SQLite's own way: a copy that is whole although the original goes on being written."""
    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as two:
            one.backup(two)
            found = two.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise TablierError(f"the database can't be copied: {error}") from error
    if found != "ok":
        raise TablierError(f"the database is damaged, and so would be its copy: {found}")


async def restore(store: SqlStore, path: Path) -> Report:
    """Put back what a backup or an export has, and the database lacks."""
    report = Report()
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
        if magic == MAGIC:
            await _restore_copy(store, path, report)
        else:
            with path.open(encoding="utf-8") as lines:
                for game in read_archive(lines):
                    if isinstance(game, ArchiveFault):
                        report.faults.append(f"{path}, line {game.line}: {game.text}")
                    else:
                        await _take_in(store, game, report)
    except UnicodeDecodeError as error:
        raise BadArchive(f"{path} is neither a backup nor an export") from error
    return report


async def _restore_copy(store: SqlStore, path: Path, report: Report) -> None:
    """From a copy of the copy, which is brought up to date."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(path, Path(folder) / "backup.db")
        backup = await SqlStore.open(f"sqlite:///{folder}/backup.db")
        try:
            for row, _ in await backup.games():
                wrong = await faults(backup, row.id)
                if wrong:
                    report.faults.append(f"{path}: table {row.id}: {wrong[0]}")
                else:
                    await _take_in(store, await load(backup, row.id), report)
        finally:
            await backup.close()


async def _take_in(store: SqlStore, game: Opening, report: Report) -> None:
    name = game.row.id
    if await store.game(name) is None:
        await store.put(game)
        report.added.append(name)
    elif await _is_better(store, game):
        await store.put(game)
        report.replaced.append(name)
    else:
        report.kept.append(name)


async def _is_better(store: SqlStore, game: Opening) -> bool:
    """Whether what is stored is damaged, or only the beginning of what is offered."""
    if await faults(store, game.row.id):
        return True
    stored = await store.events(game.row.id)
    return stored != game.events and stored == game.events[: len(stored)]
