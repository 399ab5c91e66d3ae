"""Where games are kept between two sessions."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

import tablier
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.registry import games
from tablier.terminal.session.table_actions import seed_of


def place_of(game: Game) -> Path:
    """Where an unfinished game is kept."""
    return user_data_path("tablier") / f"{game.name}.txt"


def unfinished() -> Iterator[tuple[Path, Match | str]]:
    """The games that somebody left, the last one first; or why one can't be read."""
    folder = user_data_path("tablier")
    kept = [path for name in games() for path in folder.glob(f"{name}*.txt")]
    for path in sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            match = tablier.read_record(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            yield path, str(error)
        else:
            if match.result is None:
                yield path, match


def make_room(path: Path) -> Path | None:
    """Keep what was saved here under another name, and return that."""
    if path.is_dir():
        raise TablierError(f"{path} is a folder; name a file")
    if not path.exists():
        return None
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    kept = next(other for other in others if not other.exists())
    path.rename(kept)
    if seed_of(path).exists():
        seed_of(path).rename(seed_of(kept))
    return kept


def save(match: Match, path: Path) -> None:
    """Write the record so that a crash leaves either the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(match.record(), "utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise TablierError(f"the game could not be saved: {path}: {error.strerror}") from error
