"""A net as a file of a game's folder: what it says of itself, and its numbers.

A file begins with a few signs, a version and the length of what it says of itself, which is JSON.
Behind that come the numbers, those of a row side by side, the low byte first.
"""

import hashlib
import json
import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tablier.core.errors import TablierError
from tablier.core.game import Game

FILE = "net.bin"
MAGIC = b"TABLIERNET"
VERSION = 1
HEAD = struct.Struct("<HI")
"""The version, and the length of what a file says of itself."""
MOST_BYTES = 1 << 20
"""No game's file is larger."""
LONGEST_STORY = 1 << 16
"""More than any file has to say of itself."""

SUMS, HIDDEN = 64, 16
"""The numbers that the inputs of one seat add up to, and those of the layer behind."""
MOST_BIAS = 1 << 30
"""Beyond this the sums of a layer would not be certain to fit into 32 bits."""


class BadNet(TablierError):
    """A file that is not what was written, or not for this game as it is."""


class Weights(NamedTuple):
    """The numbers of a net, each kind in one row; see `net.py` for what is done with them."""

    inputs: Any
    """int16, by input and sum."""
    bias: Any
    """int16, by sum."""
    hidden: Any
    """int8, by part, seat as it comes in turn, hidden number and sum."""
    hidden_bias: Any
    """int32, by part and hidden number."""
    result: Any
    """int8, likewise."""
    result_bias: Any
    """int32, by part."""


CODES = Weights("h", "h", "b", "i", "b", "i")
"""How `array` calls the kinds of numbers."""


def lengths(game: Game) -> Weights:
    """How many numbers there are of each kind."""
    assert game.net is not None, "a game with a net says what that is to see"
    parts, seats = game.net.PARTS, max(game.players)
    return Weights(
        inputs=game.net.INPUTS * SUMS,
        bias=SUMS,
        hidden=parts * seats * HIDDEN * SUMS,
        hidden_bias=parts * HIDDEN,
        result=parts * HIDDEN,
        result_bias=parts,
    )


def path_of(game: Game) -> Path:
    """Where a game's net lies, whether or not it is there."""
    return game.folder / FILE


def shape(game: Game) -> dict[str, Any]:
    """What a net must be like to fit a game."""
    assert game.net is not None, "a game with a net says what that is to see"
    return {
        "game": game.name,
        "widths": list(game.net.WIDTHS),
        "parts": game.net.PARTS,
        "seats": max(game.players),
        "sums": SUMS,
        "hidden": HIDDEN,
    }


def packed(game: Game, weights: Weights, about: Mapping[str, Any]) -> bytes:
    """A file; `about` says what made it, such as its commit and command.

    The numbers may be nested in any way that has them in order.
    """
    rows = Weights(*map(array, CODES, map(_flat, weights)))
    for name, row, length in zip(Weights._fields, rows, lengths(game), strict=True):
        if len(row) != length:
            raise BadNet(f"{game.name}: {length} numbers are {name}, not {len(row)}")
    _check_biases(rows)
    payload = b"".join(_turned(row).tobytes() for row in rows)
    story = {**about, **shape(game), "sha256": hashlib.sha256(payload).hexdigest()}
    said = json.dumps(story, sort_keys=True).encode()
    data = b"".join((MAGIC, HEAD.pack(VERSION, len(said)), said, payload))
    if len(data) > MOST_BYTES:
        raise BadNet(f"{game.name}: a net has {MOST_BYTES:,} bytes at the most, not {len(data):,}")
    return data


def write(path: Path, game: Game, weights: Weights, about: Mapping[str, Any]) -> None:
    """Write a file, all of it or nothing."""
    data = packed(game, weights, about)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def read(path: Path, game: Game) -> Weights | None:
    """The numbers of a file; None where there is none. BadNet says what is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadNet(f"{path} can't be read: {error.strerror}") from error
    try:
        return unpacked(data, game)
    except BadNet as error:
        raise BadNet(f"{path} {error}") from error


def unpacked(data: bytes, game: Game) -> Weights:
    """The numbers of what a file holds."""
    story, payload = _story(data)
    fits = shape(game)
    if any(story.get(name) != value for name, value in fits.items()):
        raise BadNet(f"was made for a {game.name} that sees other things")
    if story.get("sha256") != hashlib.sha256(payload).hexdigest():
        raise BadNet("is damaged: its checksum doesn't fit")
    rows, first = [], 0
    for code, length in zip(CODES, lengths(game), strict=True):
        row = array(code)
        last = first + length * row.itemsize
        if last > len(payload):
            raise BadNet("is damaged: it ends too early")
        row.frombytes(payload[first:last])
        rows.append(_turned(row))
        first = last
    if first != len(payload):
        raise BadNet("is damaged: there is more in it than a net")
    weights = Weights(*rows)
    _check_biases(weights)
    return weights


def about(data: bytes) -> dict[str, Any]:
    """What a file says of itself."""
    return _story(data)[0]


def _story(data: bytes) -> tuple[dict[str, Any], bytes]:
    """What a file says of itself, and its numbers."""
    if len(data) > MOST_BYTES:
        raise BadNet(f"is larger than {MOST_BYTES:,} bytes")
    begin = len(MAGIC) + HEAD.size
    if len(data) < begin or not data.startswith(MAGIC):
        raise BadNet("is no net")
    version, length = HEAD.unpack_from(data, len(MAGIC))
    if version != VERSION:
        raise BadNet(f"has the format {version}, and this Tablier reads {VERSION}")
    if length > LONGEST_STORY:
        raise BadNet("is damaged: it says too much of itself")
    try:
        story = json.loads(data[begin : begin + length])
    except (ValueError, RecursionError) as error:
        raise BadNet("is damaged: what it says of itself can't be read") from error
    if not isinstance(story, dict):
        raise BadNet("is damaged: it says nothing of itself")
    return story, data[begin + length :]


def _check_biases(weights: Weights) -> None:
    for row in (weights.hidden_bias, weights.result_bias):
        if any(abs(number) > MOST_BIAS for number in row):
            raise BadNet("has a bias that no layer has room for")


def _turned(row: Any) -> Any:
    """A row with the low byte first, or back again."""
    if sys.byteorder == "big":
        row.byteswap()
    return row


def _flat(numbers: Any) -> Iterator[int]:
    """All numbers of a row, or of rows in rows."""
    for number in numbers:
        if isinstance(number, Iterable):
            yield from _flat(number)
        else:
            yield int(number)
