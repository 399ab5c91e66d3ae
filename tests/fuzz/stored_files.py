"""Exports, books, checkpoints, datasets, arenas and settings: what is read from a disk."""

import hashlib
import io
import json
import lzma
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from matches import goldens
from messages_sent import REQUESTS
from reader import Reader
from spoiling import spoiled, spoiled_bytes, spoiled_value

import tablier
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.engine.arena.arena import Arena
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.pairing import Outcome
from tablier.engine.arena.players import read_spec
from tablier.research.dataset import Dataset
from tablier.research.selfplay import SelfPlay, collect
from tablier.server.http.request_bodies import TableAsked
from tablier.server.http.settings import Settings, settings
from tablier.solver.book_file import book_path, parcel_path, read_parcel, write_book
from tablier.solver.checkpoint import Checkpoint
from tablier.solver.endgames import Endgames, endgame_of, parcels_folder
from tablier.solver.files.checked_file import PAGE
from tablier.solver.numbering import new_shelf
from tablier.solver.retrograde import Stand
from tablier.table.archive import (
    ArchiveFault,
    BadArchive,
    read_archive,
    write_end,
    write_game,
    write_start,
)
from tablier.table.creation import invited, wish_of
from tablier.table.event import FIRST_HASH, Event, follow
from tablier.table.rows import Opening
from tablier.table.soundness import misfit
from tablier.table.state import Table

GOLDEN = Path(__file__).parents[1] / "server" / "golden"


# Exports


@cache
def _stored() -> list[list[Event]]:
    """The logs of whole tables."""
    logs = []
    for path in sorted(GOLDEN.glob("*.jsonl")):
        logs.append([Event(*json.loads(line)) for line in path.read_text("utf-8").splitlines()])
    return logs


def _export(random: Random) -> str:
    """An export whose hashes fit: whoever changes one can compute them anew."""
    events = json.loads(json.dumps([event._asdict() for event in random.choice(_stored())]))
    if random.random() < 0.8:
        place = random.randrange(len(events))
        events[place] = spoiled_value(random, events[place])
    opening, _ = invited(wish_of(TableAsked(**REQUESTS[0]).model_dump()), None, 0, random)
    row, chained = opening.row, _chained(events)
    if chained:
        row = row._replace(id=chained[0].game, rules=chained[0].body.get("game", ""))
    lines = [*write_game(Opening(row, opening.seats, chained))] if chained else []
    text = "".join([write_start(), *lines, write_end(1)])
    return spoiled(random, text, ()) if random.random() < 0.4 else text


def _chained(given: list[Any]) -> list[Event]:
    """Events bound to each other, as far as they can be."""
    events: list[Event] = []
    for seq, fields in enumerate(given, 1):
        with suppress(TypeError, KeyError, AttributeError, ValueError):
            before = events[-1].hash if events else FIRST_HASH
            placed = follow(before, seq, Event(**fields))
            dict(placed.body)
            events.append(placed)
    return events


def _import(text: str) -> None:
    for game in read_archive(text.splitlines(keepends=True)):
        if isinstance(game, ArchiveFault):
            raise BadArchive(game.text)
        table, _ = Table.salvage(game.events)
        misfit(game.row, game.seats, table.made)
        with suppress(TablierError):
            tablier.read_record(table.record())


# Files


def _in_file(use: Callable[[Path], object]) -> Callable[[bytes], None]:
    """A reader of files as one of bytes."""

    def read(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "given"
            path.write_bytes(data)
            use(path)

    return read


@cache
def _books() -> tuple[bytes, bytes]:
    """The smallest book: in its parcel, as it ships, and as a file that is mapped."""
    game = registry.find("zhizhu")
    found = read_parcel(parcels_folder(game), game, (0, 3, 3), _shelf())
    assert found is not None
    with tempfile.TemporaryDirectory() as folder:
        write_book(Path(folder), game, *found)
        mapped = book_path(Path(folder), (0, 3, 3)).read_bytes()
    return parcel_path(parcels_folder(game), (0, 3, 3)).read_bytes(), mapped


@cache
def _shelf() -> Any:
    return new_shelf(endgame_of(registry.find("zhizhu")), 3)


def _book(random: Random) -> tuple[str, bytes]:
    """A book, spoiled; a parcel inside or outside."""
    parcel, data = _books()
    match random.randrange(3):
        case 0:
            return "3-3.xz", spoiled_bytes(random, parcel)
        case 1:
            return "3-3.book", _spoiled_book(random, data)
        case _:
            return "3-3.xz", lzma.compress(_spoiled_book(random, lzma.decompress(parcel)), preset=0)


def _spoiled_book(random: Random, data: bytes) -> bytes:
    head, rest = data[:PAGE], data[PAGE:]
    if random.random() < 0.3:
        return head + spoiled_bytes(random, rest)
    header = spoiled_value(random, json.loads(head))
    return json.dumps(header).encode().ljust(PAGE)[:PAGE] + rest


def _open_book(given: tuple[str, bytes]) -> None:
    name, data = given
    game = registry.find("zhizhu")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(data)
        Endgames(game, Path(folder))
        read_parcel(Path(folder), game, (0, 3, 3), _shelf())


@cache
def _arena() -> tuple[Arena, bytes]:
    """A small arena, and the file of its games."""
    arena = Arena("zhizhu", ("random", "greedy"), 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        ledger = Ledger(path, arena)
        for pairing in arena.pairings():
            ledger.add(Outcome(pairing.key, pairing.players, (1, 2), "captured", 9, goldens()[0]))
        ledger.close()
        return arena, path.read_bytes()


def _ledger(random: Random) -> bytes:
    lines = _arena()[1].split(b"\n")
    if random.random() < 0.5:
        number = random.randrange(len(lines) - 1)
        lines[number] = json.dumps(spoiled_value(random, json.loads(lines[number]))).encode()
        return b"\n".join(lines)
    return spoiled_bytes(random, b"\n".join(lines))


def _open_ledger(path: Path) -> None:
    Ledger(path, _arena()[0]).close()


def _spec(random: Random) -> str:
    known = ("level:3", "level:7@0.5", "mcts:5000", "random", "greedy", "uct:1000")
    return spoiled(random, random.choice(known), known)


def _read_spec(text: str) -> None:
    assert read_spec(text, registry.find("zhizhu")).kind


# Settings


SETTINGS = """\
host = "127.0.0.1"
port = 8100
data = "/var/lib/tablier"
origins = ["https://games.example"]
proxies = ["127.0.0.1", "fd00::/8"]
workers = 2
log = "info"
"""


def _settings(random: Random) -> bytes:
    words = [f"{name} = " for name in Settings.__dataclass_fields__]
    return spoiled(random, SETTINGS, words).encode("utf-8", "surrogatepass")


def _set_up(path: Path) -> None:
    chosen = settings({}, path)
    assert 0 <= chosen.port <= 65535 and chosen.url
    given: Iterator[tuple[str, str]] = zip(("host", "port"), path.read_text().split(), strict=False)
    with suppress(BadOption):
        settings(dict(given))


# Checkpoints and datasets


@cache
def _checkpoint() -> bytes:
    """How far the solving of a small book is, as it is kept."""
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Checkpoint(
            Path(folder), registry.find("zhizhu"), "3-3", iter((0, 99, 99)).__next__
        )
        values = [np.arange(50, dtype=np.int8), np.arange(20, dtype=np.int16)]
        checkpoint.keep(Stand(3, 7, [1, 2], values))
        return checkpoint.path.read_bytes()


def _spoiled_checkpoint(random: Random) -> bytes:
    """Mostly one whose checksum fits: whoever changes it can compute it anew."""
    body = _checkpoint()[: -hashlib.sha256().digest_size]
    if random.random() < 0.6:
        head, _, rest = body.partition(b"\n")
        body = json.dumps(spoiled_value(random, json.loads(head))).encode() + b"\n" + rest
    else:
        body = spoiled_bytes(random, body)
    fits = random.random() < 0.9
    return body + (hashlib.sha256(body).digest() if fits else bytes(hashlib.sha256().digest_size))


def _read_checkpoint(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Checkpoint(Path(folder), registry.find("zhizhu"), "3-3")
        checkpoint.path.write_bytes(data)
        stand = checkpoint.read()
        if stand is None:
            raise TablierError("there is nothing to go on with")
        assert all(isinstance(one, int) for one in (*stand[:2], *stand.states))


@cache
def _dataset() -> dict[str, bytes]:
    """The files of a small dataset."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as executor:
        list(collect(SelfPlay("zhizhu", "random", 2).check(), executor, Path(folder)))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def _spoiled_dataset(random: Random) -> tuple[str, bytes]:
    name = random.choice(sorted(_dataset()))
    data = _dataset()[name]
    if name.endswith(".npz") and random.random() < 0.7:
        with np.load(io.BytesIO(data)) as arrays:
            kept = dict(arrays)
        which = random.choice(sorted(kept))
        changed = kept.pop(which)
        kept[random.choice((which, "x"))] = random.choice(
            (changed[:1], changed.astype(np.float64), changed.ravel(), np.array("x"), 0 - changed)
        )
        packed = io.BytesIO()
        np.savez_compressed(packed, **kept)
        return name, packed.getvalue()
    if name.endswith(".jsonl") and random.random() < 0.7:
        lines = data.decode().splitlines()
        place = random.randrange(len(lines))
        lines[place] = json.dumps(spoiled_value(random, json.loads(lines[place])))
        return name, ("\n".join(lines) + "\n").encode()
    return name, spoiled_bytes(random, data)


def _read_dataset(given: tuple[str, bytes]) -> None:
    name, data = given
    with tempfile.TemporaryDirectory() as folder:
        for one, whole in (_dataset() | {name: data}).items():
            (Path(folder) / one).write_bytes(whole)
        dataset = Dataset(folder)
        assert len(dataset.observations(slice(0, 5))) == min(5, len(dataset))
        dataset.matches()


STORED_FILES = {
    "checkpoints": Reader(_spoiled_checkpoint, _read_checkpoint),
    "datasets": Reader(_spoiled_dataset, _read_dataset),
    "exports": Reader(_export, _import),
    "books": Reader(_book, _open_book),
    "arenas": Reader(_ledger, _in_file(_open_ledger)),
    "players": Reader(_spec, _read_spec),
    "settings": Reader(_settings, _in_file(_set_up)),
}
