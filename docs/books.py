"""Writes the books of the explorer from self-play: python docs/books.py FOLDER.

In the folder, each game's dataset is in one of its own, as these commands write it:

    tablier selfplay zhizhu --out FOLDER/zhizhu --games 400 --level 3 --opening 2 --seed 22
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import tablier
from tablier.core import registry
from tablier.core.match import Match
from tablier.table.explorer.book import write_book


def played(path: Path) -> Iterator[Match]:
    """The games of a dataset."""
    for line in path.read_text("utf-8").splitlines()[1:]:
        yield tablier.read_record(json.loads(line)["record"])


def main(folder: Path) -> None:
    """Write the book of each game that has a dataset there."""
    for dataset in sorted(folder.glob("*/games.jsonl")):
        told = json.loads(dataset.read_text("utf-8").partition("\n")[0])
        write_book(registry.find(dataset.parent.name), told["player"], played(dataset))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
