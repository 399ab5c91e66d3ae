"""Coordinates of squares: what the names of a row or a column share, for the rim of a board."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Rim(NamedTuple):
    """What stands beside each row and below each column, by where these lie."""

    ranks: Mapping[float, str]
    files: Mapping[float, str]


def rim_of(names: Sequence[str], places: Sequence[tuple[float, float]]) -> Rim | None:
    """The rim, if every name is that of its column and that of its row, in either order."""
    at = [(name, round(x, 3), round(y, 3)) for name, (x, y) in zip(names, places, strict=True)]
    files = {x: _common([name for name, there, _ in at if there == x]) for _, x, _ in at}
    ranks = {y: _common([name for name, _, there in at if there == y]) for _, _, y in at}
    for name, x, y in at:
        if files[x] == name != ranks[y]:
            files[x] = _without(name, ranks[y])
        elif ranks[y] == name != files[x]:
            ranks[y] = _without(name, files[x])
    fits = all(name in (files[x] + ranks[y], ranks[y] + files[x]) for name, x, y in at)
    labels = (*ranks.values(), *files.values())
    return Rim(ranks, files) if labels and all(labels) and fits else None


def _common(names: list[str]) -> str:
    """The beginning or the end that names share; half a word or number is nothing shared."""
    return _beginning(names) or _beginning([name[::-1] for name in names])[::-1]


def _beginning(names: list[str]) -> str:
    alike = [len(set(letters)) == 1 for letters in zip(*names, strict=False)]
    cut = (*alike, False).index(False)
    while cut and any(_goes_on(name, cut) for name in names):
        cut -= 1
    return names[0][:cut]


def _goes_on(name: str, cut: int) -> bool:
    """Whether a cut goes through a word or a number."""
    around = name[cut - 1 : cut + 1]
    return len(around) == 2 and (around.isalpha() or around.isdigit())


def _without(name: str, part: str) -> str:
    return name.removesuffix(part) if name.endswith(part) else name.removeprefix(part)
