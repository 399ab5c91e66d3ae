"""What a folder with a game's files says of them: which they are, how long, and their checksums."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from tablier.core.game import Game
from tablier.solver.book_file import Key
from tablier.solver.files.checked_file import DamagedBook, write_file

FORMAT = 1
NAME = "manifest.json"
LONGEST = 1 << 22
"""Bytes; no manifest has more."""
NUMBERING = "numbering.table"
"""The volume that says how states are numbered."""
NUMBERED = ("choose", "first_set", "first_orbit", "models", "fixing", "orbits")
"""The arrays of a shelf that it has, in order."""
OUTCOMES, DISTANCES, SAME = "outcomes", "distances", "same"
"""What a volume has of a book: who wins; also in how many turns; nothing, as all are alike."""


class PackedBook(NamedTuple):
    """A book in a volume."""

    key: Key
    form: str
    first: int
    """Where it begins in its volume."""
    length: int
    """Bytes."""
    same: int
    """The one value of all states, where that is the form."""
    highest: int
    """The highest value of a state: one more than the turns of the longest line to an end."""


class Volume(NamedTuple):
    """A file."""

    name: str
    size: int
    sha256: str
    books: tuple[PackedBook, ...]


class Manifest(NamedTuple):
    """What a folder has."""

    each: int
    """The pieces that each player has in this game."""
    volumes: tuple[Volume, ...]


def read_manifest(folder: Path, game: Game) -> Manifest | None:
    """What a folder has; None if it has no manifest."""
    path = folder / NAME
    try:
        with path.open("rb") as file:
            said = json.loads(file.read(LONGEST))
        checksum = said.pop("sha256")
        volumes = tuple(_volume(*volume) for volume in said["volumes"])
        manifest = Manifest(_number(said["each"]), volumes)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedBook(f"{path} can't be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedBook(f"{path} is damaged: it is no list of files") from error
    if (said.get("format"), said.get("game"), said.get("rules")) != _made_for(game):
        raise DamagedBook(f"{path} was made for other rules, or by another version")
    if checksum != _checksum(said):
        raise DamagedBook(f"{path} is damaged: its checksum doesn't fit")
    return manifest


def write_manifest(folder: Path, game: Game, manifest: Manifest) -> None:
    """Write it, all of it or nothing."""
    made_for = zip(("format", "game", "rules"), _made_for(game), strict=True)
    said = json.loads(json.dumps({**dict(made_for), **manifest._asdict()}))
    text = json.dumps({**said, "sha256": _checksum(said)}, indent=1)
    write_file(folder / NAME, [text.encode()])


def _made_for(game: Game) -> tuple[Any, ...]:
    return FORMAT, game.name, game.version


def _checksum(said: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _volume(name: str, size: int, sha256: str, books: list[Any]) -> Volume:
    """A volume as JSON has it; ValueError where it can't be one."""
    if not isinstance(name, str) or Path(name).name != name or not isinstance(sha256, str):
        raise ValueError(name)
    return Volume(name, _number(size), sha256, tuple(_book(*book) for book in books))


def _book(key: list[int], form: str, *numbers: int) -> PackedBook:
    waiting, own, enemy = map(_number, key)
    if form not in (OUTCOMES, DISTANCES, SAME):
        raise ValueError(form)
    return PackedBook((waiting, own, enemy), form, *map(_number, numbers))


def _number(said: object) -> int:
    if type(said) is not int or not 0 <= said < 1 << 48:
        raise ValueError(said)
    return said
