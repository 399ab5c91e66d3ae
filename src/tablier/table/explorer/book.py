"""A small book of games that bots played against each other, which ships with a game."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from struct import Struct

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.table.explorer.ways import WayTally, tallies

FILE = "book.json"
ROW = Struct("<qHHH")
"""A way, and its tally."""
MOST = 65_535


@cache
def book(name: str) -> dict[int, WayTally]:
    """What came of games that the bots played against each other; nothing where no book ships."""
    path = registry.find(name).folder / FILE
    if not path.is_file():
        return {}
    return unpacked(json.loads(path.read_text("utf-8"))["rows"])


def unpacked(rows: str) -> dict[int, WayTally]:
    """The ways of a book."""
    return {way: WayTally(*tally) for way, *tally in ROW.iter_unpack(b64decode(rows))}


def packed(sums: Mapping[int, WayTally], least: int) -> str:
    """Ways that were taken often enough, in the form of a book."""
    kept = sorted((way, tally) for way, tally in sums.items() if tally.played >= least)
    rows = (ROW.pack(way, *(min(n, MOST) for n in tally)) for way, tally in kept)
    return b64encode(b"".join(rows)).decode()


def write_book(game: Game, made: str, matches: Iterable[Match], least: int = 2) -> None:
    """Keep what came of some games, as far as ways were taken more than once."""
    sums: dict[int, WayTally] = {}
    games = 0
    for match in matches:
        games += 1
        for way, tally in tallies(match).items():
            sums[way] = sums.get(way, WayTally()) + tally
    told = {"made": made, "games": games, "rows": packed(sums, least)}
    (game.folder / FILE).write_text(json.dumps(told, indent=2) + "\n", "utf-8")
