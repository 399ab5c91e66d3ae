"""What a page is told of the moves that were played from a position."""

from collections.abc import Iterable, Mapping
from typing import Any

import tablier
from tablier.core.match import Match
from tablier.table.explorer.book import book
from tablier.table.explorer.ways import WayChoice, WayTally, choices
from tablier.table.store import Store


async def explored_at(store: Store, position: str) -> dict[str, Any]:
    """What was played from a position, in public games of a house and in the game's book."""
    match = tablier.read_position(position)
    found = choices(match)
    house = await store.tallies([choice.way for choice in found])
    return {"moves": _explored(match, found, house)}


def _explored(
    match: Match, found: Iterable[WayChoice], house: Mapping[int, WayTally]
) -> list[dict[str, Any]]:
    """Those of some choices that were played, the commonest first; those alike are one."""
    alike: dict[int, list[WayChoice]] = {}
    for choice in found:
        alike.setdefault(choice.way, []).append(choice)
    counted = {"house": house, "book": book(match.game.name)}
    told = [
        {
            "seat": first.seat,
            "text": first.text,
            "path": first.path,
            "alike": [other.text for other in others],
        }
        | {name: tallies[way]._asdict() for name, tallies in counted.items() if way in tallies}
        for way, (first, *others) in alike.items()
    ]
    played = [each for each in told if _played(each)]
    return sorted(played, key=lambda each: (-_played(each), each["text"]))


def _played(told: Mapping[str, Any]) -> int:
    return sum(told[name]["played"] for name in ("house", "book") if name in told)
