"""What the host does with stored games, also while the house is open.

Nothing is ever taken from a game: putting back fills in what is missing, and
replaces what is damaged or behind, but not what has gone on since.
"""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, TypeVar

from tablier.core.errors import TablierError
from tablier.server.storage.address import sqlite_file
from tablier.server.storage.integrity import aside, checked, faults, replayed
from tablier.server.storage.private_files import written_whole
from tablier.server.storage.store import MOST_AT_ONCE, SqlStore, chunks
from tablier.server.storage.survey import doubtful
from tablier.server.storage.time_limit import ADMIN_LIMITS
from tablier.table.archive import (
    ArchiveFault,
    BadArchive,
    read_archive,
    write_end,
    write_game,
    write_start,
)
from tablier.table.rows import Opening

MAGIC = b"SQLite format 3\0"
PAGES = 4_000
"""Pages of SQLite's that are copied between two looks at how far it is."""
SURVEYED = 1_000
"""Games that are surveyed between two looks."""
Done = TypeVar("Done")
Progress = Callable[[int, int], None]
"""Hears how much is done, and of how much."""


def unseen(done: int, whole: int) -> None:
    """Where nobody watches."""


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
            store.expect_what_was_noted()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


async def export(
    store: SqlStore, games: Sequence[str], out: TextIO, progress: Progress = unseen
) -> int:
    """Write games out; all, if none is named. How many."""
    names = list(games) or await store.names()
    out.write(write_start())
    done = 0
    for part in chunks(names):
        read = await store.openings(part)
        for name in part:
            if name not in read:
                raise TablierError(f"there is no table {name}")
            out.writelines(write_game(read[name]))
        done += len(part)
        progress(done, len(names))
    out.write(write_end(len(names)))
    return len(names)


async def export_file(
    store: SqlStore, games: Sequence[str], path: Path, progress: Progress = unseen
) -> int:
    """Write games into a new file that nobody else may read. How many."""
    with written_whole(path) as draft, draft.open("w", encoding="utf-8") as out:
        return await export(store, games, out, progress)


@dataclass
class Checked:
    """What a check of a database came to."""

    games: int
    replayed: int
    """How many of them were played again."""
    findings: list[str]


async def check(
    store: SqlStore, url: str, progress: Progress = unseen, *, replay: bool = False
) -> Checked:
    """All that is wrong with a database.

    Every game is compared with its hashes. Those that go on and those that are doubtful are played
    again, or with `replay` all of them.
    """
    looking = asyncio.get_running_loop().create_task(store.check(wholly=replay))
    stored = sorted(await store.names())
    noted = store.noted()
    suspects = stored if replay else await _suspects(store, stored, progress)
    done = len(stored) - len(suspects)
    findings = [f"the database: {finding}" for finding in await looking]
    gone = sorted(noted.keys() - set(stored))
    findings += [f"table {name}: it was stored and has gone" for name in gone]
    async for looked, found in aside(replayed, url, suspects):
        findings += [f"table {name}: {fault}" for name, fault in found]
        done += looked
        progress(done, len(stored))
    return Checked(len(stored), len(suspects), findings)


async def _suspects(store: SqlStore, stored: Sequence[str], progress: Progress) -> list[str]:
    """The games that have to be played again: found doubtful, or without what was noted of them."""
    noted = store.noted()
    suspects: set[str] = noted.keys() - await store.pen.held(noted)
    done = 0
    async for looked, found in aside(doubtful, store.place, stored, SURVEYED):
        suspects.update(found)
        done += looked
        progress(done - len(suspects), len(stored))
    return sorted(suspects.intersection(stored))


async def prune(store: SqlStore, names: Sequence[str], progress: Progress = unseen) -> int:
    """Delete games for good, some at a time: the house goes on meanwhile. How many."""
    gone = done = 0
    for part in chunks(names):
        gone += await store.delete(*part)
        done += len(part)
        progress(done, len(names))
    return gone


async def back_up(store: SqlStore, path: Path, progress: Progress = unseen) -> None:
    """A copy of one instant: a file of SQLite's, or of PostgreSQL an export of all games."""
    if store.shared:
        await export_file(store, [], path, progress)
        return
    with written_whole(path) as draft:
        await asyncio.to_thread(_copy, str(store.engine.url.database), str(draft), progress)


def _copy(source: str, target: str, progress: Progress = unseen) -> None:
    """SQLite's own way: a copy that is whole although the original goes on being written."""

    def tell(_: int, left: int, whole: int) -> None:
        progress(whole - left, whole)

    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as two:
            one.execute("BEGIN")
            one.execute("SELECT count(*) FROM sqlite_master").fetchone()
            one.backup(two, pages=PAGES, progress=tell)
            found = two.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise TablierError(f"the database can't be copied: {error}") from error
    if found != "ok":
        raise TablierError(f"the database is damaged, and so would be its copy: {found}")


async def restore(store: SqlStore, path: Path, progress: Progress = unseen) -> Report:
    """Put back what a backup or an export has, and the database lacks."""
    await store.check()
    intake = Intake(store, set(await store.names()))
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
        if magic == MAGIC:
            await _restore_copy(intake, path, progress)
        else:
            await _restore_export(intake, path, progress)
    except UnicodeDecodeError as error:
        raise BadArchive(f"{path} is neither a backup nor an export") from error
    finally:
        await intake.flush()
    await store.pen.checkpoint()
    return intake.report


async def _restore_export(intake: "Intake", path: Path, progress: Progress) -> None:
    whole, read = path.stat().st_size, 0

    def counted(lines: Iterable[bytes]) -> Iterator[str]:
        nonlocal read
        for line in lines:
            read += len(line)
            yield line.decode("utf-8")

    with path.open("rb") as lines:
        for game in read_archive(counted(lines)):
            if isinstance(game, ArchiveFault):
                intake.report.faults.append(f"{path}, line {game.line}: {game.text}")
            elif await intake.take(game):
                progress(read, whole)


async def _restore_copy(intake: "Intake", path: Path, progress: Progress) -> None:
    """From a copy of the copy, which is brought up to date."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(path, Path(folder) / "backup.db")
        backup = await SqlStore.open(f"sqlite:///{folder}/backup.db", ADMIN_LIMITS)
        done = 0
        try:
            names = await backup.names()
            for part in chunks(names):
                wrong = dict(reversed(await checked(backup, part)))
                for name, fault in wrong.items():
                    intake.report.faults.append(f"{path}: table {name}: {fault}")
                sound = [name for name in part if name not in wrong]
                for game in (await backup.openings(sound)).values():
                    await intake.take(game)
                done += len(part)
                progress(done, len(names))
        finally:
            await backup.close()


class Intake:
    """Takes games in: new ones many at a time, known ones if they are better than what is there."""

    def __init__(self, store: SqlStore, known: set[str]) -> None:
        self.report = Report()
        self._store = store
        self._known = known
        self._new: list[Opening] = []

    async def take(self, game: Opening) -> bool:
        """One more game; whether some have been stored just now."""
        name = game.row.id
        if name not in self._known:
            self._known.add(name)
            self._new.append(game)
            return len(self._new) >= MOST_AT_ONCE and await self.flush()
        await self.flush()
        if await _is_better(self._store, game):
            await self._store.put(game)
            self.report.replaced.append(name)
        else:
            self.report.kept.append(name)
        return True

    async def flush(self) -> bool:
        """Store what has been gathered."""
        new, self._new = self._new, []
        if new:
            await self._store.put(*new)
            self.report.added += [game.row.id for game in new]
        return True


async def _is_better(store: SqlStore, game: Opening) -> bool:
    """Whether what is stored is damaged, or only the beginning of what is offered."""
    if await faults(store, game.row.id):
        return True
    stored = await store.events(game.row.id)
    return stored != game.events and stored == game.events[: len(stored)]
