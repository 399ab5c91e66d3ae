"""All checks of a folder, one after the other, whatever it may hold."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from tablier.checks.boards import boards
from tablier.checks.computed import nets, solved
from tablier.checks.fault import Fault, fault_of
from tablier.checks.files import files
from tablier.checks.looks import looks
from tablier.checks.play import golden, play
from tablier.checks.rulebook import rulebook
from tablier.checks.shape import shape
from tablier.checks.tasks.lessons import lessons
from tablier.checks.tasks.puzzles import puzzles
from tablier.checks.wording import wording
from tablier.core import registry
from tablier.core.game import Game

MOST = 12
"""Faults after which a check is cut short."""


def machine(game: Game) -> Iterator[Fault]:
    """The compiled rules; numba is imported only now."""
    from tablier.checks.machine import machine as checked

    yield from checked(game)


Check = Callable[[Game], Iterator[Fault]]
STATIC: tuple[tuple[str, Check], ...] = (
    ("the parts of GAME", shape),
    ("the rules", rulebook),
    ("the words", wording),
    ("the board", boards),
)
READS: dict[Check, tuple[str, ...]] = {
    rulebook: ("RULES", "diagrams"),
    wording: ("words/",),
}
"""How the names of the files begin that a check reads: one that was told of is not told again."""
PLAYED: tuple[tuple[str, Check], ...] = (
    ("random games", play),
    ("golden games", golden),
    ("lessons", lessons),
    ("puzzles", puzzles),
    ("the net", nets),
    ("the figures of the solved game", solved),
    ("the look", looks),
    ("the compiled rules", machine),
)
"""Checked only where GAME is sound so far: whatever broke before would break here again."""

Tell = Callable[[dict[str, Any]], None]


def check(folder: Path, tell: Tell) -> None:
    """Tell what is being checked and what is wrong, as one goes along."""
    found = _run("its files", folder, tell, lambda: files(folder))
    game = _load(folder, tell) if (folder / "__init__.py").is_file() else None
    if game is None:
        return
    unread = [fault.where for fault in found]
    for doing, one in STATIC:
        if not any(where.startswith(READS.get(one, ())) for where in unread):
            found += _run(doing, folder, tell, lambda one=one: one(game))  # type: ignore[misc]
    for doing, one in PLAYED if not found else ():
        if one is machine and found:
            break
        found += _run(doing, folder, tell, lambda one=one: one(game))  # type: ignore[misc]


def _load(folder: Path, tell: Tell) -> Game | None:
    tell({"doing": "GAME"})
    try:
        game = registry.brought(folder.name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a folder may even leave the program
        fault = fault_of(error, folder, "importing it")
        tell({"where": fault.where, "told": fault.told})
        return None
    if isinstance(game, Game):
        return game
    told = "there is no GAME in it" if game is None else f"GAME must be a Game, and is {game!r:.60}"
    tell({"where": "__init__.py", "told": told})
    return None


def _run(
    doing: str, folder: Path, tell: Tell, faults: Callable[[], Iterator[Fault]]
) -> list[Fault]:
    """Run one check; what it found."""
    tell({"doing": doing})
    found: dict[Fault, None] = {}
    try:
        for fault in faults():
            if fault not in found:
                found[fault] = None
                tell({"where": fault.where, "told": fault.told})
            if len(found) == MOST:
                tell({"where": fault.where, "told": "and perhaps more"})
                break
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        fault = fault_of(error, folder, f"checking {doing}")
        found[fault] = None
        tell({"where": fault.where, "told": fault.told})
    return list(found)


def write_to(file: TextIO) -> Tell:
    """Tells by writing lines of JSON, each at once: what comes next may end the process."""

    def tell(line: dict[str, Any]) -> None:
        print(json.dumps(line), file=file, flush=True)

    return tell


def main() -> None:
    """Check a folder that lies where games are found, and report to a file; both are named."""
    folder, report = map(Path, sys.argv[1:])
    with report.open("w", encoding="utf-8") as file:
        tell = write_to(file)
        check(folder, tell)
        tell({"done": True})


if __name__ == "__main__":
    main()
