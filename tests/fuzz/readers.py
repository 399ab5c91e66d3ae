"""Every reader of text that comes from outside, with what it is fed and what it may answer.

A reader may read a text or refuse it with a TablierError; anything else that it raises is a fault.
What was read has to hold what it promises: it can be written, and reads back the same.
"""

import json
import lzma
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from spoiling import NASTY, VALUES, spoiled, spoiled_bytes, spoiled_value

import tablier
from tablier.checks.setups import setups
from tablier.core import registry
from tablier.core.dice import Dice, verify
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.engine.arena.arena import Arena
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.pairing import Outcome
from tablier.engine.arena.players import read_spec
from tablier.games.zinga.sheet.claims import LETTERS
from tablier.games.zinga.sheet.layouts import OURS, write_sheets
from tablier.server.http.api import PlayAsked, RecordAsked, SitAsked, TableAsked, keys_of
from tablier.server.http.settings import Settings, settings
from tablier.server.storage.archive import (
    ArchiveFault,
    BadArchive,
    read_archive,
    write_end,
    write_game,
    write_start,
)
from tablier.solver.book_file import book_path, parcel_path, read_parcel, write_book
from tablier.solver.checked_file import PAGE
from tablier.solver.endgames import Endgames, endgame_of, parcels_folder
from tablier.solver.numbering import new_shelf
from tablier.table import messages
from tablier.table.creation import invited, wish_of
from tablier.table.event import FIRST_HASH, Event, follow
from tablier.table.keys import hashes
from tablier.table.rows import Opening
from tablier.table.soundness import misfit
from tablier.table.state import Table
from tablier.terminal.session.table_link import TableLink

LONGEST_GAME = 80
MATCHES, KEPT = 20_000, 200
"""Matches that texts are taken from, and those of them that are at hand."""
GAMES = [registry.find(name) for name in registry.games()]
GOLDEN = Path(__file__).parents[1] / "server" / "golden"


class Reader(NamedTuple):
    """A reader, and how inputs for it are made."""

    make: Callable[[Random], Any]
    """Something that it may well refuse."""
    read: Callable[[Any], object]


# Matches, to take texts from


def _match(random: Random) -> Match:
    """Some game that was played."""
    return _played(_seed(random)).copy()


def _seed(random: Random) -> int:
    """Mostly of a match that is at hand."""
    return random.choice((*[random.randrange(KEPT)] * 9, random.randrange(MATCHES)))


@lru_cache(KEPT)
def _played(seed: int) -> Match:
    """Some game, of some setup, played at random for a while."""
    random = Random(seed)
    game = random.choice(GAMES)
    setup = random.choice(_setups(game.name))
    start, setup = game.start(setup.players, setup.options)
    match = Match(game, setup, start)
    dice = Dice(random.randbytes(16), tuple("00" for _ in range(match.players)))
    for _ in range(random.randrange(LONGEST_GAME)):
        if match.result is not None:
            break
        if match.to_roll:
            match.roll(dice)
            continue
        seat = random.choice(match.seats)
        texts = ["expired"] if seat == TABLE else match.legal(seat)
        with suppress(TablierError):
            match.play(random.choice(texts), seat)
    return match


@cache
def _setups(game: str) -> list[Any]:
    return setups(registry.find(game))


@cache
def _goldens() -> list[str]:
    """Records that ship with the games."""
    folders = [Path(tablier.__file__).parent / "games"]
    return [path.read_text("utf-8") for one in folders for path in sorted(one.glob("*/golden/*"))]


@cache
def _words() -> list[str]:
    """What stands in records and positions: headers, options, points, words."""
    found = {'[Game "', '[Rules "', '[Options "', '[Position "', '[Result "', '"]\n', '[Seal "'}
    found |= {"players=", "resign", "draw", "play-on", "expired", "roll 1", "1:", "8:", " - "}
    for game in GAMES:
        found |= {game.name, *(f"{option.name}=" for option in game.options)}
        found |= {word for text in _goldens()[::5] for word in text.split()[:40]}
    return sorted(found)


# Records, positions, actions


def _record(random: Random) -> str:
    if random.random() < 0.4:
        return spoiled(random, random.choice(_goldens()), _words())
    match = _match(random)
    match.headers["Players"] = ", ".join("Ann" for _ in range(match.players))
    if random.random() < 0.3:
        match.comments[random.randrange(len(match.history) + 1)] = [random.choice(NASTY)]
    if random.random() < 0.3:
        Dice(b"seed", tuple("00" for _ in range(match.players))).enter(match)
    return spoiled(random, match.record(), _words())


def _read_record(text: str) -> None:
    match = tablier.read_record(text)
    written = match.record()
    again = tablier.read_record(written)
    assert (again.record(), again.state) == (written, match.state)
    with suppress(TablierError):
        verify(match)


def _position(random: Random) -> str:
    return spoiled(random, _moves(_seed(random))[0], _words())


def _read_position(text: str) -> None:
    match = tablier.read_position(text)
    written = match.position()
    assert tablier.read_position(written).position() == written
    match.show()
    for seat in match.seats:
        if seat != TABLE:
            assert match.result is not None or match.legal(seat)


def _action(random: Random) -> tuple[str, str, int | None]:
    position, known = _moves(_seed(random))
    text = spoiled(random, random.choice([*known, "resign", "draw", "roll 1"]), _words())
    return position, text, random.choice((None, 0, 1, 7, TABLE))


@lru_cache(KEPT)
def _moves(seed: int) -> tuple[str, list[str]]:
    """A position, and what can be played there."""
    match = _played(seed)
    seats = [seat for seat in match.seats if seat != TABLE]
    return match.position(), [text for seat in seats for text in match.legal(seat)]


def _play(given: tuple[str, str, int | None]) -> None:
    position, text, seat = given
    tablier.read_position(position).play(text, seat).record()


# Options and sheets


def _options(random: Random) -> tuple[str, Any, dict[str, Any]]:
    game = random.choice(GAMES)
    chosen: dict[str, Any] = {}
    for option in random.sample(game.options, random.randrange(len(game.options) + 1)):
        possible = [*option.values(), option.default, option.write(option.default)]
        value = random.choice(possible)
        bad = (random.choice(VALUES), spoiled(random, option.write(value), _words()))
        chosen[option.name] = random.choice((value, *bad))
    if random.random() < 0.1:
        chosen[random.choice(NASTY)] = random.choice(VALUES)
    return game.name, random.choice((None, 2, 3, 4, *VALUES)), chosen


def _start(given: tuple[str, Any, dict[str, Any]]) -> None:
    name, players, options = given
    game = registry.find(name)
    start, setup = game.start(players, options)
    Match(game, setup, start).record()


def _sheets(random: Random) -> Any:
    cells = [f"{letter}{number}" for letter in LETTERS for number in (1, 9, 12, 13)]
    text = write_sheets(tuple(random.sample(OURS, random.randrange(1, 5))))
    if random.random() < 0.5:
        text = text.replace("/", "\n\n").replace(",", random.choice((" ", ",\t", "\n")))
    if random.random() < 0.2:
        return spoiled_value(random, [sheet.split(",") for sheet in text.split("/")])
    return spoiled(random, text, cells)


def _own_sheets(given: Any) -> None:
    match = tablier.new("zinga", sheets=given)
    assert tablier.read_position(match.position()).position() == match.position()


# Frames and requests


FRAMES: tuple[Mapping[str, Any], ...] = (
    {"type": "hello", "v": 1, "table": "k7m2q9xwab", "keys": ["x" * 22], "seen": 3},
    {"type": "play", "cmd": "a 1", "seat": 0, "ply": 3, "text": "b3", "reaction": 812.5},
    {"type": "takeback", "cmd": "a 2", "say": "ask"},
    {"type": "claim", "cmd": "a 3", "seat": 1, "from": 0},
    {"type": "chat", "cmd": "a 4", "seat": None, "text": "Good luck!"},
    {"type": "mute", "cmd": "a 5", "on": True},
    {"type": "history", "cmd": "a 6", "ply": 12},
)


def _frame(random: Random) -> str:
    given = spoiled_value(random, json.loads(json.dumps(random.choice(FRAMES))))
    text = json.dumps(given, ensure_ascii=random.random() < 0.5)
    return text if random.random() < 0.5 else spoiled(random, text, list(messages.COMMANDS))


def _read_frame(text: str) -> None:
    with suppress(messages.BadMessage):
        messages.read_hello(text)
    command = messages.read_command(text)
    assert type(command) is messages.COMMANDS[command.type]
    if isinstance(command, messages.Chat | messages.Rename):
        said = command.text if isinstance(command, messages.Chat) else command.name
        assert len(messages.plain(said, 24)) <= 24


REQUESTS: tuple[Any, ...] = (
    {"game": "zhizhu", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]},
    {
        "game": "chinese-checkers",
        "players": 3,
        "options": {"swap": "on"},
        "seats": [{"kind": "me"}, {"kind": "bot", "level": 3}, {"kind": "here", "name": "Bo"}],
        "first": "toss",
        "clock": {"base": 300, "increment": 5},
        "public": True,
        "hints": False,
    },
    {"game": "sensei", "seats": [{"kind": "me"}, {"kind": "here"}], "colour": "red"},
    {"game": "zinga", "seats": [{"kind": "me", "nonce": "00" * 16}, {"kind": "open"}]},
    {"name": "Cy", "seat": 1, "nonce": "ab" * 8},
    {"record": '[Game "zhizhu"]', "seconds": 0.5},
    {"position": "zhizhu", "text": "b3", "seat": 0},
)
BODIES = [TypeAdapter(kind) for kind in (TableAsked, SitAsked, RecordAsked, PlayAsked)]


def _request(random: Random) -> bytes:
    asked = spoiled_value(random, json.loads(json.dumps(random.choice(REQUESTS))))
    text = json.dumps(asked)
    text = text if random.random() < 0.7 else spoiled(random, text, [game.name for game in GAMES])
    return text.encode("utf-8", "surrogatepass")


def _ask(body: bytes) -> None:
    keys = keys_of(f"Bearer {body[:200].decode('latin-1')}")
    assert all(len(one) == 64 for one in hashes(keys))
    for adapter in BODIES:
        with suppress(ValidationError):
            asked = adapter.validate_python(_decoded(body))
            if isinstance(asked, TableAsked):
                opening, _ = invited(wish_of(asked.model_dump()), None, 0, Random(1))
                Table.salvage(opening.events)


def _decoded(body: bytes) -> Any:
    """A body as the web framework reads it."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadOption("no JSON") from error


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
        misfit(game.row, game.seats, table)
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
    found = read_parcel(parcels_folder(game), game, (3, 3), _shelf())
    assert found is not None
    with tempfile.TemporaryDirectory() as folder:
        write_book(Path(folder), game, *found)
        mapped = book_path(Path(folder), (3, 3)).read_bytes()
    return parcel_path(parcels_folder(game), (3, 3)).read_bytes(), mapped


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
        read_parcel(Path(folder), game, (3, 3), _shelf())


@cache
def _arena() -> tuple[Arena, bytes]:
    """A small arena, and the file of its games."""
    arena = Arena("zhizhu", ("random", "greedy"), 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        ledger = Ledger(path, arena)
        for pairing in arena.pairings():
            ledger.add(Outcome(pairing.key, pairing.players, (1, 2), "captured", 9, _goldens()[0]))
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


def _link(random: Random) -> str:
    return spoiled(
        random, "https://games.example:8443/#/table/k7m2q9xwab/0123abcd_-", ("#/table/",)
    )


READERS: Mapping[str, Reader] = {
    "records": Reader(_record, _read_record),
    "positions": Reader(_position, _read_position),
    "actions": Reader(_action, _play),
    "options": Reader(_options, _start),
    "sheets": Reader(_sheets, _own_sheets),
    "frames": Reader(_frame, _read_frame),
    "requests": Reader(_request, _ask),
    "exports": Reader(_export, _import),
    "books": Reader(_book, _open_book),
    "arenas": Reader(_ledger, _in_file(_open_ledger)),
    "players": Reader(_spec, _read_spec),
    "settings": Reader(_settings, _in_file(_set_up)),
    "links": Reader(_link, TableLink.read),
}


def refused(reader: Reader, given: Any) -> bool:
    """Whether a reader refused its input; whatever else it raises is a fault of its own."""
    try:
        reader.read(given)
    except TablierError:
        return True
    return False


def size(given: Any) -> int:
    """How much a reader was given."""
    if isinstance(given, str | bytes):
        return len(given)
    return sum(map(size, given)) if isinstance(given, tuple) else len(repr(given))
